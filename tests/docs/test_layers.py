"""Dependencies point one way: shells, bots, game, engine; editions and boards and decks below the game."""

import ast
import sys
from pathlib import Path

import drlucky

ROOT = Path(drlucky.__file__).parent


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out"
            found.add(node.module or "")
            if node.module == "drlucky":
                found |= {f"drlucky.{alias.name}" for alias in node.names}
    return found


def part(path: Path) -> str:
    inside = path.relative_to(ROOT)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def test_the_engine_imports_the_standard_library_and_its_compiler_s_types_only() -> None:
    for path in (ROOT / "engine").glob("*.py"):
        for imported in imports(path):
            top = imported.partition(".")[0]
            assert top in {"librt", "mypy_extensions", "drlucky"} or top in sys.stdlib_module_names


def test_bots_cannot_reach_a_game() -> None:
    """A bot is given a view and actions, and imagines the rest; its module knows no way to a game in progress."""
    for path in (ROOT / "bots").glob("*.py"):
        assert not {name for name in imports(path) if name.startswith(("drlucky.game.game", "drlucky.engine.state"))}


def test_no_edition_is_named_outside_the_editions() -> None:
    """Whoever asks for an edition by name in the core has put a rule in the wrong place."""
    names = {book.id for book in drlucky.editions()}
    classes = {"Kill1996", "Kill2016", "KillDe", "Save2000", "SavePaizo"}
    for path in ROOT.rglob("*.py"):
        if part(path) in ("editions", "bench", "cli", "lab", "__init__", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in names:
                assert path.name == "game.py", f"{path.name} names {node.value}"  # the default of `new`
            if isinstance(node, ast.Name):
                assert node.id not in classes
