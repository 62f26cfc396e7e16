"""Compiled or interpreted: which one runs, and how to have the interpreted one where the compiled one is installed, all
of it or a few modules beside the compiled ones."""

import builtins
import importlib.util
import os
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

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


class Twins:
    """Modules once more as plain Python, beside the compiled ones. What one of them imports from another is plain too;
    all else that they import is what everybody has."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = names
        self._made: dict[str, ModuleType] = {}

    def module(self, name: str) -> ModuleType:
        if name not in self._made:
            spec = SourceFinder.find_spec(name, import_module(name.rpartition(".")[0]).__path__)
            if spec is None or spec.loader is None:
                raise ImportError(f"the source of {name} is not there")
            made = self._made[name] = importlib.util.module_from_spec(spec)
            made.__dict__["__builtins__"] = vars(builtins) | {"__import__": self._import}
            spec.loader.exec_module(made)
        return self._made[name]

    def _import(self, name: str, *others: Any) -> ModuleType:
        return self.module(name) if name in self._names else builtins.__import__(name, *others)
