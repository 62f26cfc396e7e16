"""The long form, for docs/security.md: each kind of hostile client by itself, then all of them, and a minute after.

    python -m abuse.write

It takes some ten minutes, and wants a machine that has nothing else to do."""

import asyncio
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from abuse.hostile import KINDS
from abuse.siege import MEMORY, MEMORY_AGAIN, SLOWER, WORK, Rounds, Siege, besieged
from server.blackbox.house import logs

DOCS = Path(__file__).parents[2] / "docs" / "security.md"
BETWEEN = re.compile(r"(<!-- abuse -->\n).*(<!-- /abuse -->)", re.DOTALL)
ROUNDS, SECONDS = 3, 2.0
ALL_ROUNDS, TURNS = 10, 4
A_MINUTE = 60.0
MEGABYTE = 1024 * 1024
HEAD = "| | p99 | as many times as long | processor | memory | disk |\n|---|---:|---:|---:|---:|---:|\n"


async def long_form(folder: Path) -> tuple[str, bool]:
    """The table, and whether everything is as it should be."""
    async with besieged(folder) as siege:
        calm = await siege.rounds(ALL_ROUNDS, SECONDS)
        rows = [row("nobody", calm, None)]
        for kind in KINDS:
            elsewhere, here = await compared(siege, [kind], 1, ROUNDS)
            rows.append(row(f"`{kind}`: {purpose(kind)}", here, elsewhere))
            say(rows[-1])
        elsewhere, here = await compared(siege, list(KINDS), TURNS, ALL_ROUNDS // 2)
        rows.append(row("**all at once**", here, elsewhere))
        await siege.wait(A_MINUTE)
        left, after = await siege.trace(), await siege.rounds(ALL_ROUNDS, SECONDS)
        rows.append(row("a minute after", after, calm))
        async with siege.attacked():
            await siege.wait(A_MINUTE / 2)
        await siege.wait(A_MINUTE)
        again = await siege.trace()
        versions = siege.versions()
    found = await logs(siege.house.folder)
    is_kept = all(len(found[table]) >= version for table, version in versions.items())
    is_well = is_kept and here.p99 <= SLOWER * elsewhere.p99 and here.memory < MEMORY
    is_over = left.is_as(siege.before) and after.work <= WORK * calm.work
    is_no_more = again.is_as(siege.before) and again.memory <= left.memory + MEMORY_AGAIN
    traces = (
        f"Before: {siege.before}, and {calm.work:.2f} ms of the processor for each move.\n"
        f"A minute after: {left}, and {after.work:.2f} ms of the processor for each move.\n"
        f"A minute after one more: {again}.\n"
    )
    return HEAD + "".join(rows) + "\n" + traces, is_well and is_over and is_no_more


async def compared(siege: Siege, kinds: Sequence[str], turns: int, rounds: int) -> tuple[Rounds, Rounds]:
    """With the clients elsewhere and here, in turn: the machine is not as quick at all times."""
    elsewhere, here = Rounds(), Rounds()
    for _ in range(turns):
        async with siege.other_attacked(kinds):
            elsewhere += await siege.rounds(rounds, SECONDS)
        async with siege.attacked(kinds):
            here += await siege.rounds(rounds, SECONDS)
    return elsewhere, here


def purpose(kind: str) -> str:
    text = (KINDS[kind].__doc__ or "").partition(".")[0]
    return text[:1].lower() + text[1:]


def row(name: str, here: Rounds, elsewhere: Rounds | None) -> str:
    times = "" if elsewhere is None else f"{here.p99 / elsewhere.p99:.1f}"
    cells = (name, f"{here.p99:.0f} ms", times, f"{here.cpu:.2f}", f"{here.memory / MEGABYTE:.0f} MB")
    return f"| {' | '.join(cells)} | {max(0.0, here.disk) / 1024:.0f} KB/s |\n"


def say(text: str) -> None:
    print(text, end="", flush=True)


def main() -> None:
    with TemporaryDirectory() as folder:
        table, is_well = asyncio.run(long_form(Path(folder)))
    say(table)
    text = DOCS.read_text(encoding="utf-8")
    DOCS.write_text(BETWEEN.sub(lambda found: found[1] + table + found[2], text), encoding="utf-8")
    if not is_well:
        sys.exit("the forty were held up, or the server took too much, or something was left")


if __name__ == "__main__":
    main()
