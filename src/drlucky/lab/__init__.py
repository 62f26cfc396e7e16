"""The lab: studies and tournaments, and doors to the research libraries.

What is needed for one of them is no burden on the others, so names are looked up when they are wanted."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from drlucky.errors import DrLuckyError

if TYPE_CHECKING:
    from drlucky.lab.study.results import Results, open_results
    from drlucky.lab.study.run import run
    from drlucky.lab.study.spec import Study, load, shipped

HOMES = {
    "Results": "study.results",
    "Study": "study.spec",
    "load": "study.spec",
    "open_results": "study.results",
    "run": "study.run",
    "shipped": "study.spec",
}

EXTRAS = {"matplotlib": "lab", "polars": "lab", "tomli_w": "lab", "ray": "ray"}

__all__ = ["Results", "Study", "load", "open_results", "run", "shipped"]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with extras():
        return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)


@contextmanager
def extras() -> Iterator[None]:
    """Says which extra to install when a library is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        extra = EXTRAS[error.name]
        raise DrLuckyError(f"this needs {error.name}, of the {extra} extra: pip install 'drlucky[{extra}]'") from error
