"""The long form, for docs/reliability.md. It goes on where it was interrupted.

python -m reliability.write                         # all that is missing, and then the table in the docs
python -m reliability.write kills                   # of one campaign
python -m reliability.write kills --seed "kills 7"  # one series once more, which is not kept
"""

import argparse
import asyncio
import re
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from reliability.cluster import database_killed, nodes_killed
from reliability.kept import keep, kept
from reliability.power import control, power_failed
from reliability.series import Series, killed

DOCS = Path(__file__).parents[2] / "docs" / "reliability.md"
BETWEEN = re.compile(r"(<!-- blows -->\n).*(<!-- /blows -->)", re.DOTALL)
HEAD = (
    "| | blows | seeds | commands acknowledged | written, and not yet told | lost | doubled | told early | differ "
    "| goes on after, p50 | p99 |\n|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
)


class Campaign(NamedTuple):
    about: str
    goal: int
    """So many blows in all."""
    at_once: int
    """So many in one series."""
    run: Callable[[str, int, Path], Awaitable[Series]]
    is_timed: bool = True
    """Does it say something of the server when play goes on? Not where the disk has to be made first."""


CAMPAIGNS = {
    "kills": Campaign("SIGKILL, SQLite", 1000, 20, killed),
    "power": Campaign("power failure, SQLite", 300, 20, power_failed, is_timed=False),
    "nodes": Campaign("SIGKILL of nodes, three on PostgreSQL", 300, 20, nodes_killed),
    "database": Campaign("SIGKILL of PostgreSQL under three nodes", 100, 10, database_killed),
    "control": Campaign("**control**: the same with `synchronous=NORMAL`", 20, 20, control, is_timed=False),
}


def run(name: str, seed: str) -> Series:
    campaign = CAMPAIGNS[name]
    with TemporaryDirectory(prefix="drlucky-reliability-") as folder:
        series = asyncio.run(one(campaign, seed, Path(folder)))
    found = series.findings or "nothing found"
    print(f"{seed}: {series.blows} blows, {series.acknowledged} commands, {found}{how_long(series.pauses)}", flush=True)
    return series


def how_long(pauses: Sequence[float]) -> str:
    found = sorted(pauses)
    if not found:
        return ""
    return f"; play went on after {quantile(found, 0.5):.2f} s (p50), {found[-1]:.2f} s at the latest"


async def one(campaign: Campaign, seed: str, folder: Path) -> Series:
    return await campaign.run(seed, campaign.at_once, folder)


def go_on(name: str) -> None:
    """Until there are as many blows as there should be."""
    found = kept(name)
    while sum(series.blows for series in found) < CAMPAIGNS[name].goal:
        found.append(run(name, f"{name} {len(found) + 1}"))
        keep(found[-1])


def row(name: str, found: Sequence[Series]) -> str:
    findings: Counter[str] = sum((Counter(series.findings) for series in found), Counter())
    pauses = sorted(pause for series in found for pause in series.pauses if CAMPAIGNS[name].is_timed)
    cells = (
        CAMPAIGNS[name].about,
        sum(series.blows for series in found),
        f"`{name} 1` to `{name} {len(found)}`",
        sum(series.acknowledged for series in found),
        sum(series.untold for series in found),
        findings["lost"],
        findings["doubled"] + findings["changed"],
        findings["told early"],
        findings["differs"],
        f"{quantile(pauses, 0.5):.2f} s" if pauses else "",
        f"{quantile(pauses, 0.99):.2f} s" if pauses else "",
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def quantile(values: Sequence[float], part: float) -> float:
    return values[min(len(values) - 1, int(part * len(values)))]


def write_docs() -> None:
    rows = [row(name, found) for name in CAMPAIGNS if (found := kept(name))]
    text = DOCS.read_text(encoding="utf-8")
    table = HEAD + "".join(rows)
    DOCS.write_text(BETWEEN.sub(lambda marks: marks[1] + table + marks[2], text), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("campaigns", nargs="*", metavar="campaign", help=f"any of {', '.join(CAMPAIGNS)}; else all")
    asked.add_argument("--seed", help="one series of a campaign once more")
    given = asked.parse_args()
    names = given.campaigns or list(CAMPAIGNS)
    if given.seed:
        sys.exit("\n".join(run(names[0], given.seed).notes) or 0)
    for name in names:
        go_on(name)
    write_docs()
    if any(series.findings for name in CAMPAIGNS if name != "control" for series in kept(name)):
        sys.exit("something was found")
    if not all(series.findings for series in kept("control")):
        sys.exit("nothing was found where something should be")


if __name__ == "__main__":
    main()
