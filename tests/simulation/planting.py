"""Planting: changes the code of functions as if its source were another, for as long as it lasts."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple


class Fault(NamedTuple):
    name: str
    module: str
    changes: tuple[tuple[str, str], ...]
    """What stands in the source, each once, and what is to stand there instead."""


class Misfit(Exception):
    """The source is not what a fault is for: whoever has changed it says what the fault is now."""


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    module = import_module(fault.module)
    before, after = source_of(module), changed(fault, source_of(module))
    others = codes(compile(after, str(module.__file__), "exec"))
    swapped: list[tuple[FunctionType, CodeType]] = []
    for name, code in codes(compile(before, str(module.__file__), "exec")).items():
        if code != others[name]:
            function = function_of(module, name)
            swapped.append((function, function.__code__))
            function.__code__ = others[name]
    try:
        yield
    finally:
        for function, code in swapped:
            function.__code__ = code


def source_of(module: ModuleType) -> str:
    assert module.__file__ is not None
    return Path(module.__file__).read_text()


def changed(fault: Fault, source: str) -> str:
    for old, new in fault.changes:
        if source.count(old) != 1:
            raise Misfit(f"{fault.name}: this stands {source.count(old)} times in {fault.module}: {old}")
        source = source.replace(old, new)
    return source


def codes(module: CodeType, prefix: str = "") -> dict[str, CodeType]:
    """Of functions and methods, by their names with a dot."""
    found: dict[str, CodeType] = {}
    for each in module.co_consts:
        if not isinstance(each, CodeType) or each.co_name.startswith("<"):
            continue
        is_class = not each.co_flags & 0x02  # a class's body makes no new namespace when it is called
        if is_class:
            found |= codes(each, f"{prefix}{each.co_name}.")
        else:
            # A property and what sets it have one name; the first is looked for.
            found.setdefault(prefix + each.co_name, each)
    return found


def function_of(module: ModuleType, name: str) -> FunctionType:
    found: Any = module
    for part in name.split("."):
        found = vars(found)[part]
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, classmethod | staticmethod):
        found = found.__func__
    found = unwrap(getattr(found, "func", found))
    assert isinstance(found, FunctionType), name
    return found
