"""`drlucky tournament`: bots against bots."""

import os
import signal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from drlucky.cli.options import EDITION, NONE_GIVEN, GameOptions, takes_game_options

if TYPE_CHECKING:
    from drlucky.lab.tournament.crosstable import Row
    from drlucky.lab.tournament.run import Tournament

EVERY_CORE = 0


@takes_game_options
def tournament(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="Two or more of: random, sensible, easy, normal, hard, expert, searcher:1000, searcher:1s, "
            "module:Class, 'program:./mybot --fast'; NAME=BOT gives one a name.",
        ),
    ],
    edition: Annotated[str, typer.Option(help=EDITION)] = "kill-2016",
    players: Annotated[int, typer.Option(help="How many play in a game.")] = 4,
    games: Annotated[int, typer.Option(help="How many, or a few more for every bot to have every seat.")] = 200,
    to: Annotated[str, typer.Option(help="The folder for the results; a tournament there goes on.")] = "tournament",
    seed: Annotated[str, typer.Option(help="Play the same tournament again; without it the deals are secret.")] = "",
    records: Annotated[bool, typer.Option(help="Keep a record of every game.")] = False,
    workers: Annotated[int, typer.Option(help="On how many processes to play; 0 is one for each core.")] = EVERY_CORE,
    seconds: Annotated[float, typer.Option(help="A program's or class's time for each decision.")] = 5.0,
    start_seconds: Annotated[float, typer.Option(help="Its time to say hello.")] = 10.0,
    memory: Annotated[int, typer.Option(help="The most megabytes that it may take.")] = 2048,
    faults: Annotated[int, typer.Option(help="After how many it is not asked any more in that game.")] = 3,
    options: GameOptions = NONE_GIVEN,
) -> None:
    """Let bots play against each other, and rate them. Interrupt it when you like: the same command goes on."""
    from drlucky.bots.external import Limits
    from drlucky.lab.tournament import entrants, schedule
    from drlucky.lab.tournament.run import Tournament

    folder = Path(to)
    the_tournament = Tournament(
        entrants.entrants(bots),
        edition,
        players,
        options,
        seed,
        Limits(seconds, start_seconds, memory),
        faults,
    )
    the_tournament.game(0)
    for one in the_tournament.entrants:
        if trouble := entrants.trouble(one, the_tournament.limits):
            typer.echo(f"drlucky: {trouble}", err=True)
    number = schedule.even_number(games, len(the_tournament.entrants), players)
    play(the_tournament, number, folder, workers=workers or os.cpu_count() or 1, records=records)


def play(tournament: "Tournament", games: int, folder: Path, *, workers: int, records: bool) -> None:
    """Plays with a bar that says how long it will take; whatever ends it, the tables tell of all that was played."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from drlucky.lab.tournament.run import finished_games, run

    signal.signal(signal.SIGTERM, interrupt)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(elapsed_when_finished=False),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("games", total=games)
        try:
            run(
                tournament,
                games,
                folder,
                workers=workers,
                records=records,
                progress=lambda done: bar.update(task, completed=done),
            )
            is_complete = True
        except KeyboardInterrupt:
            is_complete = False
    finished = finished_games(tournament, folder)
    show(tournament, finished, folder)
    if not is_complete:
        typer.echo(f"Interrupted after {len(finished):,} of {games:,} games. The same command goes on.", err=True)
        raise typer.Exit(130)


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def show(tournament: "Tournament", games: list[dict[str, Any]], folder: Path) -> None:
    from drlucky.lab.tournament import crosstable, report

    rows = crosstable.table([one.name for one in tournament.entrants], games)
    chosen = "".join(f", {name.replace('_', ' ')} {value}" for name, value in tournament.options.items())
    title = f"{tournament.edition}, {tournament.players} players{chosen}: {len(games):,} games"
    report.write(folder, title, rows, games)
    print_table(title, rows)
    typer.echo(f"Everything is in {folder}: table.html, table.md, standings.csv, cross.csv, games.csv, faults.csv")


def print_table(title: str, rows: list["Row"]) -> None:
    from rich.console import Console
    from rich.table import Table

    from drlucky.lab.tournament import report

    head, *lines = report.standings(rows)
    table = Table(title=title, title_justify="left")
    for number, name in enumerate(head):
        table.add_column(name, justify="right" if number else "left")
    for line in lines:
        table.add_row(*line)
    Console().print(table)
