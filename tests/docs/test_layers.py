"""What the import contract in pyproject.toml cannot say: the engine needs no other package, and no edition is named
outside its file."""

import ast
import sys
from pathlib import Path

import drlucky

ROOT = Path(drlucky.__file__).parent


def part(path: Path) -> str:
    inside = path.relative_to(ROOT)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def test_the_engine_needs_no_other_package_than_its_compiler_s() -> None:
    for path in (ROOT / "engine").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for top in {name.partition(".")[0] for name in names}:
                assert top in {"librt", "mypy_extensions", "drlucky"} or top in sys.stdlib_module_names, path.name


def test_no_edition_is_named_outside_the_editions() -> None:
    """Whoever asks for an edition by name in the core has put a rule in the wrong place."""
    names = {book.id for book in drlucky.editions()}
    classes = {"Kill1996", "Kill2016", "KillDe", "Save2000", "SavePaizo"}
    for path in ROOT.rglob("*.py"):
        if part(path) in ("editions", "rules", "bench", "cli", "lab", "__init__", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in names:
                assert path.name == "game.py", f"{path.name} names {node.value}"  # the default of `new`
            if isinstance(node, ast.Name):
                assert node.id not in classes
