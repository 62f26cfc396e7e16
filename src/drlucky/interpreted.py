"""Compiled or interpreted: which one runs, and how to have the interpreted one where the compiled one is installed."""

import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

WISH = "DRLUCKY_INTERPRETED"


class SourceFinder:
    """Finds the modules of drlucky as Python source, whatever compiled files lie beside it."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("drlucky.") or path is None:
            return None
        for folder in path:
            base = Path(folder, name.rpartition(".")[2])
            for file in (base / "__init__.py", base.with_suffix(".py")):
                if file.is_file():
                    return importlib.util.spec_from_file_location(name, file)
        return None


def if_wished() -> None:
    """Run from source when the environment asks for it: for comparing the two, and for stepping through the rules."""
    if os.environ.get(WISH):
        sys.meta_path.insert(0, SourceFinder)


def is_compiled() -> bool:
    """Is the engine that runs, or would run, a compiled one?"""
    found = importlib.util.find_spec("drlucky.engine.play")
    return found is not None and not (found.origin or "").endswith(".py")
