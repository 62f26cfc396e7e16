"""The command line."""

from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Annotated

import typer

import drlucky
from drlucky import files
from drlucky.bots import LEVELS
from drlucky.bots.names import parse
from drlucky.cli import options as c
from drlucky.cli.analyse import analyse
from drlucky.cli.bench_serve import serve as bench_serve
from drlucky.cli.serve import serve
from drlucky.cli.study import find_own_bots, simulate, study
from drlucky.cli.textgame import Left, TextGame
from drlucky.cli.textreplay import TextReplay
from drlucky.cli.tournament import tournament
from drlucky.errors import DrLuckyError
from drlucky.game.replay import proven
from drlucky.game.verify import verify as verified
from drlucky.interpreted import is_compiled
from drlucky.record.writer import RecordError
from drlucky.render import game as drawing

app = typer.Typer(
    name="drlucky",
    help="The Doctor Lucky games, played by the book. Unofficial and fan-made.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


for command in (analyse, serve, simulate, study, tournament):
    app.command()(command)


def main() -> None:
    try:
        app()
    except DrLuckyError as error:
        typer.echo(f"drlucky: {error}", err=True)
        raise SystemExit(2) from None


def say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"drlucky {version('drlucky')} ({'compiled' if is_compiled() else 'interpreted'})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=say_version, is_eager=True, help="Say the version, and whether compiled."),
    ] = False,
) -> None:
    pass


@app.command()
def editions() -> None:
    """List the editions that can be played."""
    for book in drlucky.editions():
        typer.echo(f"{book.id:11} {book.title}; {book.players[0]} to {book.players[-1]} players\n{'':11} {book.about}")


@app.command()
def play(
    edition: Annotated[str, typer.Argument(help=c.EDITION)] = "",
    players: Annotated[int, typer.Option(help="How many, you included.")] = 4,
    name: Annotated[str, typer.Option(help="Your name.")] = "Sam",
    board: c.Board = None,
    layout: c.Layout = None,
    closed: c.Closed = None,
    strangers: c.Strangers = None,
    pets: c.Pets = None,
    escape: c.Escape = None,
    weapons_plus_one: c.WeaponsPlusOne = None,
    no_threes: c.NoThrees = None,
    turn_limit: c.TurnLimit = None,
    seed: Annotated[str, typer.Option(help="Deal the same game again.")] = "",
    bots: Annotated[
        str, typer.Option(help=f"Who the others are: {', '.join(LEVELS)}, searcher:1s, module:Class ...")
    ] = "normal",
    record: Annotated[str, typer.Option(help="Write the record of the game to this file.")] = "",
) -> None:
    """Play a game in plain text against bots."""
    if record:
        files.check_writable(record)
    find_own_bots()
    other = parse(bots)
    chosen = edition or ask_edition()
    book = next((book for book in drlucky.editions() if book.id == chosen), None)
    others = [bot for bot in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal") if bot != name]
    options = c.given(
        board=board,
        layout=layout,
        closed=closed,
        strangers=strangers,
        pets=pets,
        escape=escape,
        weapons_plus_one=weapons_plus_one,
        no_threes=no_threes,
        turn_limit=turn_limit,
    )
    game = drlucky.new(
        chosen,
        [name, *others[: players - 1]] if book and players in book.players else players,
        seed=seed or None,
        **options,
    )
    # With the same seed the bots, too, do the same again.
    seated = [other.make(Random(f"{seed} {p}").getrandbits(31) if seed else None) for p in range(len(game.players))]
    typer.echo(f"{game.edition.title}. {game.edition.about}\nType help for what you can type.\n")
    try:
        TextGame(game, 0, seated, typer.echo, input).run()
    except Left:
        typer.echo("\nYou left the game.")
    if record:
        files.write(record, game.record())


def ask_edition() -> str:
    books = drlucky.editions()
    for number, book in enumerate(books, 1):
        typer.echo(f"{number:3}  {book.title}\n     {book.about}")
    while True:
        try:
            line = input("Which game? (2) ").strip() or "2"
        except (EOFError, KeyboardInterrupt):
            typer.echo("\nYou left the game.")
            raise typer.Exit from None
        for number, book in enumerate(books, 1):
            if line in (str(number), book.id):
                return book.id
        typer.echo(f"Type a number from 1 to {len(books)}.")


@app.command()
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
        picture = drawing.svg(played, sight_of=room or None) if svg else drawing.text(played, sight_of=room or None)
    else:
        the_board = drlucky.board(name)
        wings = {"none": (), "both": tuple(the_board.wings)}.get(closed, (closed,))
        the_layout = the_board.layout(layout, wings)
        draw = drawing.board_svg_of if svg else drawing.board_text_of
        picture = draw(the_layout, room or None)
    if svg in ("", "-"):
        typer.echo(picture)
    else:
        files.check_writable(svg)
        files.write(svg, picture + "\n")


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="The file of a record.")],
    seat: Annotated[str | None, typer.Option(help="Show what one seat knows: a number, a name, or spectator.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every step without asking.")] = False,
) -> None:
    """Step through a recorded game with the board drawn in text."""
    text_replay = TextReplay(proven(Path(file)), seat, typer.echo, input)
    if everything:
        text_replay.run_through()
    else:
        text_replay.run()


@app.command()
def verify(file: Annotated[str, typer.Argument(help="The file of a finished record.")]) -> None:
    """Prove that a recorded game's cards, moves and result follow from the seed it was committed to."""
    try:
        typer.echo(verified(Path(file)))
    except RecordError as error:
        typer.echo(f"Not proven. {error}", err=True)
        raise typer.Exit(1) from None


bench = typer.Typer(invoke_without_command=True)
bench.command("serve")(bench_serve)
app.add_typer(bench, name="bench")


@bench.callback()
def bench_engine(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
    seconds: Annotated[float, typer.Option(min=0.05, max=60, help="How long to measure each thing.")] = 2.0,
    peers: Annotated[bool, typer.Option(help="Other engines side by side, if installed.")] = True,
) -> None:
    """Measure the speed: compiled, interpreted, driven from Python, searching, and beside other engines; or a server's,
    with `drlucky bench serve`."""
    if context.invoked_subcommand is not None:
        return
    from drlucky.bench import run

    run(as_json=json, seconds=seconds, peers=peers)
