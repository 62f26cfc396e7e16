"""Names: what people at a table are called."""

from drlucky.game.game import LONGEST_NAME
from drlucky.table.answers import Refused


def check_name(name: str) -> str:
    """The name with its spaces tidied up."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable():
        raise Refused("name", f"a name has 1 to {LONGEST_NAME} printable characters")
    return tidy
