"""Dependencies point one way: shells, bots, game, engine; editions and boards and decks below the game."""

import ast
import sys
from pathlib import Path

import drlucky

ROOT = Path(drlucky.__file__).parent

# What each part may import of drlucky, beside itself. Parts are folders, or modules at the top.
CORE = {"engine", "errors"}
SET_UP = CORE | {"boards", "decks", "editions"}
GAME = SET_UP | {"actions", "setting", "dealer", "events", "reasons", "view"}
ALLOWED = {
    "engine": set[str](),
    "errors": {"reasons"},  # for a type only
    "interpreted": {"engine"},
    "boards": {"errors"},
    "decks": {"errors"},
    "editions": {"engine", "errors"},
    "actions": {"decks", "engine", "errors"},
    "dealer": {"errors"},
    "setting": SET_UP | {"actions", "outlooks"},
    "events": {"engine", "setting"},
    "reasons": {"actions", "boards", "engine", "events", "setting"},
    "view": {"engine", "events", "setting"},
    "phrases": {"actions", "boards", "decks", "editions", "errors", "events", "reasons"}
    | {"analysis", "hints"},  # for types only
    "sights": {"boards", "engine", "events", "reasons", "setting"},
    "penalties": {"decks", "editions", "errors", "view"},
    "drawing": {"boards", "errors", "setting", "sights", "view"},
    "game": GAME | {"drawing", "history", "html", "phrases", "record", "sights"},
    "history": {"dealer", "engine", "setting"},
    "record": {"dealer", "errors", "history", "setting", "view"},
    "reading": {"dealer", "history", "record"},
    "replay": {"boards", "dealer", "errors", "game", "history", "reading", "record"},
    "textreplay": {"drawing", "errors", "events", "game", "phrases", "reading", "replay"},
    "verify": {"dealer", "game", "history", "record", "replay"},
    "imagine": {"boards", "editions", "engine", "errors", "setting", "view"},
    "outlooks": {"engine"},
    "chances": set[str](),
    "hints": {"actions", "chances", "engine", "errors", "imagine", "setting", "view"},
    "undoing": {"actions", "engine", "game"},
    "html": {"drawing", "view"},
    "bots": {"actions", "engine", "errors", "imagine", "view"},
    "analysis": {"chances", "drawing", "engine", "errors", "events", "game", "phrases", "reading", "replay", "view"},
    "textgame": {"actions", "bots", "decks", "drawing", "errors", "game", "hints", "phrases", "view"},
    "table": GAME | {"bots", "game", "penalties", "phrases", "record", "sights", "undoing"},
    "loops": set[str](),
    "statistics": {"events"},
    "server": GAME
    | {"analysis", "bots", "drawing", "game", "hints", "history", "phrases", "reading", "record", "replay", "sights"}
    | {"loops", "statistics", "table", "verify"},
    "lab": GAME | {"bots", "chances", "drawing", "game", "interpreted", "phrases", "record", "sights"},
    "commands": {"analysis", "bench", "bots", "errors", "lab", "phrases", "server"},
    "bench": {"engine", "setting", "interpreted", "editions", "errors", "loops"},
    "cli": {"bench", "bots", "boards", "commands", "drawing", "errors", "interpreted", "record", "replay"}
    | {"textgame", "textreplay", "verify"},
}


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


def test_every_import_points_down() -> None:
    seen: set[str] = set()
    for path in ROOT.rglob("*.py"):
        name = part(path)
        if name in ("__init__", "__main__"):
            continue
        seen.add(name)
        for imported in imports(path):
            top, _, rest = imported.partition(".")
            if top == "drlucky" and rest:
                target = rest.split(".")[0]
                assert target == name or target in ALLOWED[name], f"{path.name} imports {imported}"
    assert seen == set(ALLOWED), "every part has its place"


def test_the_engine_imports_the_standard_library_and_its_compiler_s_types_only() -> None:
    for path in (ROOT / "engine").glob("*.py"):
        for imported in imports(path):
            top = imported.partition(".")[0]
            assert top in {"librt", "mypy_extensions", "drlucky"} or top in sys.stdlib_module_names


def test_bots_cannot_reach_a_game() -> None:
    """A bot is given a view and actions, and imagines the rest; its module knows no way to a game in progress."""
    for path in (ROOT / "bots").glob("*.py"):
        assert not {name for name in imports(path) if name.startswith(("drlucky.game", "drlucky.engine.state"))}


def test_no_edition_is_named_outside_the_editions() -> None:
    """Whoever asks for an edition by name in the core has put a rule in the wrong place."""
    names = {book.id for book in drlucky.editions()}
    classes = {"Kill1996", "Kill2016", "KillDe", "Save2000", "SavePaizo"}
    for path in ROOT.rglob("*.py"):
        if part(path) in ("editions", "bench", "cli", "commands", "lab", "__init__", "__main__"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in names:
                assert path.name == "game.py", f"{path.name} names {node.value}"  # the default of `new`
            if isinstance(node, ast.Name):
                assert node.id not in classes
