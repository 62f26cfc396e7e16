"""Measures how strong the bots are and writes docs/strength.md: `make tournament`.

Every edition is measured by iterations, which can be repeated exactly, and one also by seconds. It goes on where it
stopped, so the page gets more exact every time."""

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from drlucky.errors import DrLuckyError
from drlucky.lab.tournament.strength import PLAYERS, Job, Thought, jobs, measure, measured, page, timed_jobs
from drlucky.lab.tournament.styled import measure as measure_styles

LONG = "kill-2016"
"""The edition in which the searcher is also given time, and not a number of iterations."""


def main() -> None:
    asked = arguments()
    short, long = Thought(iterations=asked.iterations), Thought(seconds=asked.seconds)
    rounds = -(-asked.games // PLAYERS)
    contests = {
        "iterations": (short, jobs(-(-asked.quick_games // PLAYERS), rounds), asked.minutes / 2),
        "seconds": (long, timed_jobs(LONG, rounds), asked.minutes / 2),
    }
    try:
        for name, (thought, planned, minutes) in contests.items():
            play(thought, planned, asked.to / name, 60 * minutes, asked.workers)
    except KeyboardInterrupt:
        print("Interrupted; what was finished is kept.")
    found = [measured(thought, asked.to / name) for name, (thought, *_) in contests.items()]
    asked.page.write_text(page(found[0], short, found[1], long, measure_styles(asked.style_games)), encoding="utf-8")
    print(f"{asked.page} is written")


def play(thought: Thought, planned: Iterable[Job], folder: Path, seconds: float, workers: int) -> None:
    started = monotonic()
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("left:"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=seconds)

        def tell(games: int) -> None:
            done = min(seconds, monotonic() - started)
            bar.update(task, description=f"{thought}: {games:,} games", completed=done)

        measure(thought, planned, folder, seconds=seconds, workers=workers, progress=tell)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60, help="begin no game after so long (60)")
    parser.add_argument("--iterations", type=int, default=1000, help="of searching for each decision (1,000)")
    parser.add_argument("--seconds", type=float, default=1.0, help=f"of searching for each in {LONG} (1)")
    parser.add_argument("--games", type=int, default=400, help="of each search in each edition, at most (400)")
    parser.add_argument("--quick-games", type=int, default=1000, help="of sense against chance (1,000)")
    parser.add_argument("--style-games", type=int, default=400, help="of searches against each style (400)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--to", type=Path, default=Path("strength"), help="folder that holds the games (strength)")
    parser.add_argument("--page", type=Path, default=Path("docs/strength.md"), help="what to write (docs/strength.md)")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except DrLuckyError as error:
        raise SystemExit(f"strength: {error}") from None
