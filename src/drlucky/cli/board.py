"""`drlucky editions` and `drlucky board`: what can be played, and where."""

from pathlib import Path
from typing import Annotated

import typer

import drlucky
from drlucky import files, render
from drlucky.errors import DrLuckyError


def editions() -> None:
    """List the editions that can be played."""
    for book in drlucky.editions():
        typer.echo(f"{book.id:11} {book.title}; {book.players[0]} to {book.players[-1]} players\n{'':11} {book.about}")


def board(
    name: Annotated[str, typer.Argument(help="A printed board's name, or the file of a plan of your own.")] = "",
    layout: Annotated[str, typer.Option(help="How the bed and breakfast is folded.")] = "whole",
    closed: Annotated[str, typer.Option(help="The wing to close, or both or none.")] = "none",
    game: Annotated[str, typer.Option(help="The file of a record: draw the board as that game left it.")] = "",
    svg: Annotated[str, typer.Option(help="Write a picture to this file, or - for the screen.")] = "",
    room: Annotated[str, typer.Option(help="Show the sight of this room, given by its name or number.")] = "",
) -> None:
    """Draw a board in text, or as an SVG picture: bare, or with everyone on it as a recorded game left them."""
    if bool(name) == bool(game):
        raise DrLuckyError("name a board, such as mansion, or give a record with --game, one of the two")
    if game:
        played = drlucky.load(Path(game))
        draw_game = render.game.svg if svg else render.game.text
        picture = draw_game(played, sight_of=room or None)
    else:
        the_board = drlucky.board(name)
        wings = {"none": (), "both": tuple(the_board.wings)}.get(closed, (closed,))
        the_layout = the_board.layout(layout, wings)
        draw_board = render.game.board_svg_of if svg else render.game.board_text_of
        picture = draw_board(the_layout, room or None)
    if svg in ("", "-"):
        typer.echo(picture)
    else:
        files.check_writable(svg)
        files.write(svg, picture + "\n")
