"""Measures whether chances come true as often as hints and analyses say, and writes docs/calibration.md with its
diagram: `make calibration`. What was looked at is kept in a folder, so that it goes on where it was interrupted; where
what tells chances has changed since, it begins anew."""

import argparse
import os
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from drlucky.errors import DrLuckyError
from drlucky.lab.calibration import BLOCK, games, jobs, measure, measured
from drlucky.lab.calibration_page import diagram, page

DOCS = Path(__file__).parents[1] / "docs"
PICTURE = "pictures/calibration.svg"


def main() -> None:
    asked = arguments()
    wanted = games()
    try:
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(f"blocks of {BLOCK} positions", total=len(list(jobs(wanted, asked.positions))))
            measure(
                wanted,
                asked.positions,
                asked.to,
                minutes=asked.minutes,
                workers=asked.workers,
                progress=lambda done: bar.update(task, completed=done),
            )
    except KeyboardInterrupt:
        print("Interrupted; what was finished is kept.")
    found = measured(asked.to)
    (DOCS / PICTURE).write_text(diagram(found), encoding="utf-8")
    (DOCS / "calibration.md").write_text(page(found, PICTURE), encoding="utf-8")
    print(f"{DOCS / 'calibration.md'} is written")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000, help="of each edition (10,000)")
    parser.add_argument("--minutes", type=float, default=240, help="begin nothing new after so long (240)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--to", type=Path, default=Path("calibration"), help="folder that holds it (calibration)")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main()
    except DrLuckyError as error:
        raise SystemExit(f"calibration: {error}") from None
