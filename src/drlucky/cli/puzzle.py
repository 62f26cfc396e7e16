"""`drlucky puzzle`: the puzzle on the failures of the Save deck."""

from typing import Annotated

import typer

from drlucky import phrases
from drlucky.puzzle import is_right
from drlucky.puzzle import puzzle as the_puzzle

EXAMPLE = "nine quince kennel absinthe hat"


def puzzle(
    answer: Annotated[
        list[str] | None,
        typer.Option(help=f'A group of your answer, such as "{EXAMPLE}"; give all five, with the option before each.'),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Show all clues, also those that you have not found.")] = False,
    language: Annotated[str, typer.Option(help="Of the words: en or de.")] = "en",
) -> None:
    """Show the puzzle on the failures of the Save deck, or check an answer."""
    if answer:
        right = is_right([group.replace(",", " ").split() for group in answer])
        typer.echo("Right! All of it." if right else "Not yet: something in it is wrong.")
        return
    typer.echo(phrases.puzzle_title(language))
    for paragraph in phrases.puzzle_story(language):
        typer.echo(f"\n{paragraph}")
    typer.echo("")
    for category in phrases.puzzle_categories(language):
        things = ", ".join(f"{word} ({thing})" for thing, word in category.things.items())
        typer.echo(f"{category.name}: {things}")
    if show:
        typer.echo("")
        for number in range(1, len(the_puzzle().clues) + 1):
            typer.echo(f"{number:2}. {phrases.puzzle_clue(number, language)}")
