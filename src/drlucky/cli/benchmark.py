"""`drlucky benchmark`: how strong a bot is, by a protocol that is the same for everyone."""

import os
import re
import signal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from drlucky.bots.names import find_own_bots
from drlucky.errors import DrLuckyError

if TYPE_CHECKING:
    from drlucky.lab.benchmark import Benchmark, Score

EVERY_CORE = 0


def benchmark(
    bot: Annotated[
        str, typer.Argument(help="random, sensible, searcher:1000, module:Class, 'program:./mybot --fast' ...")
    ],
    quick: Annotated[bool, typer.Option("--quick", help="A fifth of the deals; without it the same goes on.")] = False,
    deals: Annotated[int | None, typer.Option(min=1, max=10_000, help="So many instead.")] = None,
    to: Annotated[str, typer.Option(help="The folder for the games; benchmark-BOT if not given.")] = "",
    workers: Annotated[int, typer.Option(min=0, help="On how many processes to play; 0 is each core.")] = EVERY_CORE,
    seconds: Annotated[float, typer.Option(help="A program's or class's time for each decision.")] = 5.0,
    start_seconds: Annotated[float, typer.Option(help="Its time to say hello.")] = 10.0,
    memory: Annotated[int, typer.Option(help="The most megabytes that it may take.")] = 2048,
    json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
) -> None:
    """Measure how strong a bot is, in every edition and against opponents of several strengths. Interrupt it when you
    like: the same command goes on."""
    from drlucky.bots.external import Limits
    from drlucky.lab.benchmark import DEALS, QUICK_DEALS, Benchmark
    from drlucky.lab.tournament.entrants import Entrant, trouble

    find_own_bots()
    limits = Limits(seconds, start_seconds, memory)
    if told := trouble(Entrant(bot, bot), limits):
        raise DrLuckyError(told)
    measured = play(
        Benchmark(bot, limits, deals or (QUICK_DEALS if quick else DEALS)),
        Path(to or "benchmark-" + re.sub(r"[^\w.-]+", "-", bot).strip("-")[:60]),
        workers or os.cpu_count() or 1,
    )
    show(measured, json)


def play(chosen: "Benchmark", folder: Path, workers: int) -> "Score":
    """With a bar that says how long it will take; whoever ends it is told what was found so far."""
    from rich.console import Console
    from rich.progress import Progress

    from drlucky.lab.benchmark import run, so_far

    signal.signal(signal.SIGTERM, interrupt)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=chosen.games)
        try:
            return run(chosen, folder, workers=workers, progress=lambda done: bar.update(task, completed=done))
        except KeyboardInterrupt:
            found = so_far(chosen, folder)
    typer.echo("Interrupted. The same command goes on.", err=True)
    if found is not None:
        show(found, False)
    raise typer.Exit(130)


def interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def show(measured: "Score", json: bool) -> None:
    import msgspec

    from drlucky.lab.benchmark import by_edition, comparison

    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(measured), indent=2).decode())
        return
    print_table(f"Benchmark {measured.benchmark}: per cent of the games won, where 25 is fair", comparison(measured))
    print_table(f"{measured.bot} in every edition", by_edition(measured))
    if measured.faults:
        typer.echo(f"It lost {measured.faults:,} turns by faults, which are told in its folder.")


def print_table(title: str, lines: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for number, name in enumerate(lines[0]):
        table.add_column(name, justify="right" if number else "left")
    for line in lines[1:]:
        table.add_row(*line)
    Console().print(table)
