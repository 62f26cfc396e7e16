"""The weights of the evaluation of each game, as data. Written by `make weights`; see docs/bots.md."""

import tomllib
from functools import cache
from importlib import resources

from drlucky.search.evaluation import NAMES, Evaluation


@cache
def load_evaluation(game: str) -> Evaluation:
    """The evaluation of an edition, or of `<edition>-escape`; one without weights where nobody has fitted any."""
    file = resources.files(__package__).joinpath(f"{game}.toml")
    if not file.is_file():
        return Evaluation([])
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    # A feature thought of after a file was written counts nothing there until it is fitted.
    weights = [data["features"].get(feature, (0, 0)) for feature in NAMES]
    return Evaluation([*(late for late, _ in weights), *(more for _, more in weights), *data["nobody"]])
