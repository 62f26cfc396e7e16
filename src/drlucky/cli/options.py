"""Which game: the options of every command that plays one. What is not given is left to the book."""

from typing import Annotated, Any

import typer

EDITION = "Which rule book; see `drlucky editions`."
Board = Annotated[str | None, typer.Option(help="A printed board's name, or the file of a plan of your own.")]
Layout = Annotated[str | None, typer.Option(help="How the bed and breakfast is folded.")]
Closed = Annotated[str | None, typer.Option(help="The wing to close: west, east, both or none.")]
Strangers = Annotated[bool | None, typer.Option(help="Do two players meet two Strangers?")]
Pets = Annotated[str | None, typer.Option(help="The pets in the house: cat, dog, both or none.")]
Escape = Annotated[bool | None, typer.Option("--escape", help="The game after the game, by itself.")]
WeaponsPlusOne = Annotated[bool | None, typer.Option("--weapons-plus-one", help="A shorter kill-1996: better weapons.")]
NoThrees = Annotated[bool | None, typer.Option("--no-threes", help="A shorter kill-1996: no failures of value 3.")]
TurnLimit = Annotated[int | None, typer.Option(help="End a game after so many turns.")]


def given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value not in (None, "")}
