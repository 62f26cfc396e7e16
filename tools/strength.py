"""Measures how strong the bots are and writes docs/strength.md: `make tournament`.

Every part of the pool is played by iterations, which can be repeated exactly, and those that search also by seconds.
What is played is kept in a folder, so it goes on where it stopped, and the page gets more exact every time. The page
tells of all that the folder holds of this build of the bots; where they have changed since, their games begin anew."""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from drlucky.errors import DrLuckyError
from drlucky.lab.tournament import older
from drlucky.lab.tournament.pool import PARTS, QUICK_GAMES, SLOW_GAMES, Part, editions
from drlucky.lab.tournament.sides import Thought
from drlucky.lab.tournament.strength import jobs, measure, measured, tallies
from drlucky.lab.tournament.strength_page import page

ROOT = Path(__file__).parents[1]
BY = ("iterations", "seconds")


def main() -> None:
    asked = arguments()
    thoughts = {"iterations": Thought(iterations=asked.iterations), "seconds": Thought(seconds=asked.seconds)}
    work = [
        (PARTS[name], by)
        for by in BY
        for name in PARTS
        if name in asked.only and by in asked.by and (PARTS[name].searches or by == BY[0])
    ]
    until = monotonic() + 60 * asked.minutes
    try:
        for at, (part, by) in enumerate(work):
            if is_possible(part, asked.to):
                seconds = (until - monotonic()) / (len(work) - at)
                games = asked.games or (QUICK_GAMES if by == BY[0] else SLOW_GAMES)
                play(part, thoughts[by], games, seconds, asked)
    except KeyboardInterrupt:
        print("Interrupted; what was finished is kept.")
    games = measured(asked.to, asked.any_build)
    builds = len({game["build"] for game in games})
    asked.page.write_text(page(tallies(games), builds), encoding="utf-8")
    print(f"{asked.page} is written, from {len(games):,} games")


def is_possible(part: Part, folder: Path) -> bool:
    """Has everything that a part needs; says in plain words what it has not."""
    if part.name == "openspiel" and find_spec("pyspiel") is None:
        print("openspiel is left out: OpenSpiel is not installed; pip install 'drlucky[openspiel]'", file=sys.stderr)
        return False
    if part.name == "older":
        try:
            older.build(folder, ROOT)
        except DrLuckyError as error:
            print(f"older is left out: {error}", file=sys.stderr)
            return False
    return True


def play(part: Part, thought: Thought, games: int, seconds: float, asked: argparse.Namespace) -> None:
    """A part, for no more than its share of the time."""
    started = monotonic()
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("left:"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=seconds)

        def tell(done: int) -> None:
            passed = min(seconds, monotonic() - started)
            bar.update(task, description=f"{part.name}, {thought}: {done:,} games in all", completed=passed)

        planned = jobs(part.contests(thought, asked.editions), games)
        measure(planned, asked.to, seconds=seconds, workers=asked.workers, progress=tell)


def listed(known: tuple[str, ...]) -> "type[argparse.Action]":
    """Takes names with commas between them, each of which must be known."""

    class Listed(argparse.Action):
        def __call__(self, parser, namespace, values, option_string=None):  # type: ignore[no-untyped-def]
            chosen = values.split(",")
            for name in chosen:
                if name not in known:
                    parser.error(f"{option_string} has no {name!r}; it is of {', '.join(known)}")
            setattr(namespace, self.dest, chosen)

    return Listed


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts, all_editions = tuple(PARTS), tuple(editions())
    parser.add_argument("--minutes", type=float, default=60, help="begin no game after so long (60)")
    parser.add_argument("--only", action=listed(parts), default=parts, help=f"parts, of {','.join(parts)} (all)")
    parser.add_argument("--by", action=listed(BY), default=BY, help="iterations, seconds, or both (both)")
    parser.add_argument("--editions", action=listed(all_editions), default=all_editions, help="in these (all)")
    parser.add_argument("--iterations", type=int, default=500, help="of searching for each decision (500)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of searching for each decision (1)")
    parser.add_argument(
        "--games", type=int, help=f"of each contest at most ({QUICK_GAMES:,} by iterations, {SLOW_GAMES} by seconds)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--to", type=Path, default=Path("strength"), help="folder that holds the games (strength)")
    parser.add_argument("--any-build", action="store_true", help="tell of the games of earlier builds, too")
    parser.add_argument("--page", type=Path, default=Path("docs/strength.md"), help="what to write (docs/strength.md)")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except DrLuckyError as error:
        raise SystemExit(f"strength: {error}") from None
