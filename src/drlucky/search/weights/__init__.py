"""Outlooks: what a search holds to be promising in each game, as data. Written by `make outlooks`; see docs/bots.md."""

import tomllib
from importlib import resources

from drlucky.search.evaluation import NAMES


def outlook(name: str) -> tuple[int, ...]:
    """The weights for the engine, in thousandths; none for a game that nobody has fitted any to."""
    file = resources.files(__package__).joinpath(f"{name}.toml")
    if not file.is_file():
        return ()
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    # A sign thought of after a file was written counts nothing there until it is fitted.
    weights = [data["signs"].get(sign, (0, 0)) for sign in NAMES]
    return (*(late for late, _ in weights), *(more for _, more in weights), *data["nobody"])
