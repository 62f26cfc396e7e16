"""Names: what people at a table are called."""

from drlucky.game.game import LONGEST_NAME
from drlucky.table.answers import Refused


def check_name(name: str) -> str:
    """The name with its spaces tidied up."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise Refused("name", "a name has 1 to {most} printable characters", most=LONGEST_NAME)
    return tidy
