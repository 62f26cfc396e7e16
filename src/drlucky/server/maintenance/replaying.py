"""Replaying: which tables in progress a mended rule touches, before the drlucky that has it serves them.

Whoever is going to replace one drlucky by another has the old one write down what its tables come to, and the new one
compare: a table whose game stands otherwise, or that is refused, is named. Logs that go on meanwhile are compared up to
where they were."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from drlucky import files
from drlucky.errors import DrLuckyError, RulesChanged
from drlucky.record.writer import state_hash
from drlucky.server.maintenance.places import Place
from drlucky.table import Table
from drlucky.table.log import decode
from drlucky.table.store.base import DamagedLog, Heading, Portable

IN_PROGRESS = ("gathering", "playing", "over")
"""Where one game is over another may follow from it."""
PAGE = 500

Became = Literal["refused", "changed", "damaged"]


class Standing(Struct, frozen=True):
    """What a table's log comes to."""

    version: int
    hash: str


class Touched(Struct, frozen=True):
    """A table that does not go on as it was."""

    table: str
    code: str
    became: Became
    about: str


class Replayed(Struct, frozen=True):
    tables: int
    touched: Sequence[Touched]
    standings: Mapping[str, Standing]


async def replay(place: Place, before: Mapping[str, Standing], say: Callable[[str], None]) -> Replayed:
    """Replays all tables in progress with this drlucky, and compares them with what another one wrote down."""
    place.check_there()
    touched: list[Touched] = []
    standings: dict[str, Standing] = {}
    tables = 0
    async with place.open() as logs:
        async for heading in in_progress(logs):
            tables += 1
            if tables % PAGE == 0:
                say(f"{tables} tables replayed, {len(touched)} touched")
            known = before.get(heading.table)
            found = await replayed(logs, heading, None if known is None else known.version)
            if isinstance(found, Touched):
                touched.append(found)
                continue
            standings[heading.table] = found
            if known is not None and known != found:
                about = "its game stands otherwise than by the drlucky that wrote it down"
                touched.append(Touched(heading.table, heading.code, "changed", about))
    return Replayed(tables, touched, standings)


async def in_progress(logs: Portable) -> AsyncIterator[Heading]:
    after = ""
    while page := await logs.tables(after, PAGE):
        for table in page:
            heading = await logs.heading(table)
            if heading is not None and heading.status in IN_PROGRESS:
                yield heading
        after = page[-1]


async def replayed(logs: Portable, heading: Heading, version: int | None) -> Standing | Touched:
    try:
        entries = (await logs.read(heading.table))[:version]
        table = await asyncio.to_thread(lambda: Table.replay(decode(entries)))
    except RulesChanged as error:
        return Touched(heading.table, heading.code, "refused", str(error))
    except DamagedLog as error:
        return Touched(heading.table, heading.code, "damaged", str(error))
    except Exception as error:  # by other rules an action that was played may be none
        return Touched(heading.table, heading.code, "refused", f"{type(error).__name__}: {error}")
    return Standing(table.version, standing(table))


def standing(table: Table) -> str:
    """Of what everyone would notice, in numbers that mean the same in every drlucky: not of what is kept beside."""
    match = table.match
    if match is None:
        return table.phase
    return f"{table.phase} {match.number} {match.to_decide} {state_hash(match.game.state.key())}"


def read(path: Path) -> dict[str, Standing]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Standing])
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        raise DrLuckyError(
            "{path} is not what `drlucky store replay --write` wrote: {why}", path=path, why=error
        ) from None


def write(path: Path, standings: Mapping[str, Standing]) -> None:
    """Nobody else's to read: it tells who might have changed what they did."""
    files.write(path, msgspec.json.encode(standings), mode=0o600)
