"""The weights of the glance, as data: for each edition, for its Escape and for its game with Strangers, by the number
of seats. Written by `make weights`; other set-ups are fitted when they are first wanted. See docs/bots.md."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from drlucky.search.evaluation import FEATURES, NAMES, NOBODY_WINS, Evaluation


def load_evaluation(game: str, seats: int) -> Evaluation | None:
    """The evaluation of an edition, of `<edition>-escape` or of `<edition>-strangers`; None where nobody has fitted
    any."""
    weights = load(game).get(seats)
    return None if weights is None else Evaluation(weights)


@cache
def load(game: str) -> Mapping[int, list[int]]:
    file = resources.files(__package__).joinpath(f"{game}.toml")
    if not file.is_file():
        return {}
    return {int(seats): listed(table) for seats, table in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def listed(table: Mapping[str, list[int]]) -> list[int]:
    weights = [table[name] for name in NAMES]
    return [*(late for late, _ in weights), *(more for _, more in weights), *table["nobody"]]


def written(weights: Mapping[int, list[int]]) -> str:
    """As a file has them."""
    lines = [
        "# Written by `make weights`, by the number of seats, in thousandths. For each feature its weight, and what is",
        "# added to it with all luck to come; for nobody: at the start, by the pile gone, by luck to come, by stage.",
    ]
    for seats, numbers in weights.items():
        lines += ["", f"[{seats}]", f"nobody = {numbers[NOBODY_WINS:]}"]
        lines += [f"{name} = [{numbers[at]}, {numbers[FEATURES + at]}]" for at, name in enumerate(NAMES)]
    return "\n".join(lines) + "\n"
