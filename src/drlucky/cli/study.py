"""`drlucky simulate` and `drlucky study`."""

import json as json_text
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console

from drlucky.bots.names import find_own_bots
from drlucky.cli.options import EDITION, NONE_GIVEN, GameOptions, takes_game_options
from drlucky.lab import extras

if TYPE_CHECKING:
    from drlucky.lab import Results, Study

Workers = Annotated[int | None, typer.Option(min=1, help="How many processes play; one for each core if not given.")]
On = Annotated[str, typer.Option(help="Where to play: cores, or ray for a Ray cluster.")]
Address = Annotated[str | None, typer.Option(help="The Ray cluster; a new one of this machine if not given.")]
Csv = Annotated[bool, typer.Option(help="Write the games as CSV beside Parquet.")]


@takes_game_options
def simulate(
    edition: Annotated[str, typer.Argument(help=EDITION)],
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    bots: Annotated[
        str,
        typer.Option(
            help="One bot for all or one each, with commas: random, sensible, searcher:1000, searcher:1s, module:Class."
        ),
    ] = "sensible",
    seating: Annotated[str, typer.Option(help="fixed, or rotated: a chair to the left after each game.")] = "fixed",
    options: GameOptions = NONE_GIVEN,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write the games and a report into this folder.")] = None,
    workers: Workers = None,
    on: On = "cores",
    ray_address: Address = None,
    csv: Csv = True,
    json: Annotated[bool, typer.Option("--json", help="One JSON object with every figure instead of tables.")] = False,
) -> None:
    """Play many games of one set-up and say what comes of it."""
    chosen = {"edition": edition, "players": players, "bots": bots, "seating": seating, **options}
    find_own_bots()
    with extras():
        from drlucky.lab import Study
        from drlucky.lab.study.cells import in_words
        from drlucky.lab.study.terminal import figures, show

        title = ", ".join(in_words(axis, value) for axis, value in chosen.items() if axis not in ("bots", "seating"))
        the_study = Study(name="simulation", title=title, seed=seed, games=games, base=chosen)
        results = played(the_study, out, workers, on, ray_address, csv)
        if json:
            typer.echo(json_text.dumps(figures(results), ensure_ascii=False, indent=2, allow_nan=False))
        else:
            show(results, Console())
    if out:
        typer.echo(f"Everything is in {out}; see {out / 'report.html'}", err=json)


def study(
    file: Annotated[str | None, typer.Argument(help="A study's file, or the name of one of drlucky's own.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder for the results; study-NAME if not given.")] = None,
    games: Annotated[int | None, typer.Option(help="Games of each cell, instead of what the study says.")] = None,
    seed: Annotated[int | None, typer.Option(help="A seed instead of the study's own.")] = None,
    workers: Workers = None,
    on: On = "cores",
    ray_address: Address = None,
    csv: Csv = True,
) -> None:
    """Play a study: a grid of set-ups, each many times, with tables, plots and a report. Goes on where it was
    interrupted. Without a file it lists the studies that come with drlucky."""
    find_own_bots()
    with extras():
        from drlucky.lab import load, shipped
        from drlucky.lab.study.findings import findings

        if file is None:
            for name in shipped():
                typer.echo(f"{name:14} {load(name).title}")
            return
        the_study = load(file)
        if games is not None:
            the_study = replace(the_study, games=games)
        if seed is not None:
            the_study = replace(the_study, seed=seed)
        folder = out or Path(f"study-{the_study.name}")
        results = played(the_study, folder, workers, on, ray_address, csv)
        for sentence in findings(results):
            typer.echo(f"· {sentence}")
    typer.echo(f"Everything is in {folder}; see {folder / 'report.html'}")


def played(
    the_study: "Study", out: Path | None, workers: int | None, on: str, address: str | None, csv: bool
) -> "Results":
    """Plays it with a progress bar; an interrupt ends it in words."""
    from drlucky.lab import run

    with interrupts():
        try:
            return run(the_study, out, workers=workers, on=on, address=address, csv=csv, progress=True)
        except Interrupted as error:
            kept = f"The games that were finished are kept in {out}. To go on, use the same command again."
            lost = "Nothing was kept; with --out FOLDER it would have been."
            typer.echo(f"\nInterrupted. {kept if out else lost}", err=True)
            raise typer.Exit(128 + error.number) from None


class Interrupted(BaseException):
    """Someone wants it to end. No Exception, so that nothing takes it for an error of a bot."""

    def __init__(self, number: int) -> None:
        self.number = number


@contextmanager
def interrupts() -> Iterator[None]:
    """Ctrl-C and a polite kill both stop a study in order."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise Interrupted(number)

    before: dict[int, Any] = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
