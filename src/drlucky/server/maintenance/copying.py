"""Copying: everything that one store keeps to another, whatever kind each of them is.

Tables go one after the other, and what is the same in both is left as it is: so a copy that was interrupted goes on
when it is begun once more, and each is proven by a hash of all that was taken out again. A store that has something of
its own is never written to."""

from collections.abc import AsyncIterator, Callable, Sequence
from time import monotonic
from typing import NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.server.maintenance import beside
from drlucky.server.maintenance.places import Place
from drlucky.table.store.base import DamagedLog, Kept, Portable, StoreError
from drlucky.table.store.checksums import content_hash

PAGE = 500
TABLES_AT_ONCE, BYTES_AT_ONCE = 100, 4 * 2**20
SAID_EVERY = 2.0
"""Seconds between two lines that say how far it has come."""

Say = Callable[[str], None]


class Copied(NamedTuple):
    tables: int = 0
    same: int = 0
    """Tables that were there already."""
    rows: int = 0
    """What was copied beside the logs: rows of databases, and files."""
    left_out: Sequence[str] = ()
    """What is wrong with tables that could not be read."""


class OtherStore(DrLuckyError):
    """What should be copied to has something of its own."""


async def copy(source: Place, target: Place, say: Say) -> Copied:
    source.check_there()
    if source == target or (not source.is_database and source.logs.resolve() == target.logs.resolve()):
        raise DrLuckyError("{place} cannot be copied to itself", place=source)
    async with source.own("is copied"), target.own("is copied to"), source.open() as logs, target.open() as copies:
        say("looking at what is there already ...")
        is_empty = await check_same(logs, copies, target)
        if is_empty:
            beside.check_empty(target)
        found = await copy_logs(logs, copies, say)
        return found._replace(rows=await beside.copy(source, target, say))


async def check_same(source: Portable, target: Portable, place: Place) -> bool:
    """Refuses a target with anything that is not a part of this copy, and says if there is nothing at all."""
    is_empty = True
    async for table in ids(target):
        is_empty = False
        there = await target.take_out(table)
        here = await source.take_out(table)
        if here is None:
            raise OtherStore(
                "{place} has games of its own, such as those of table {table}: copy to one that is empty",
                place=place,
                table=table,
            )
        if there is not None and list(here.entries[: len(there.entries)]) != list(there.entries):
            raise OtherStore(
                "table {table} has been played on in {place} since it was copied: copy to one that is empty",
                table=table,
                place=place,
            )
    return is_empty


async def copy_logs(source: Portable, target: Portable, say: Say) -> Copied:
    copied = same = 0
    left_out: list[str] = []
    waiting: list[Kept] = []
    said = monotonic()
    async for table in ids(source):
        try:
            kept = await source.take_out(table)
        except (DamagedLog, StoreError) as error:
            left_out.append(str(error))
            say(f"left out: {error}")
            continue
        if kept is None:
            continue
        if await is_there(target, kept):
            same += 1
        else:
            waiting.append(kept)
            copied += 1
        if len(waiting) >= TABLES_AT_ONCE or sum(sum(map(len, each.entries)) for each in waiting) >= BYTES_AT_ONCE:
            await put(target, waiting)
            waiting = []
        if monotonic() >= said + SAID_EVERY:
            said = monotonic()
            say(f"{copied - len(waiting)} tables copied, {same} there already")
    await put(target, waiting)
    return Copied(copied, same, 0, left_out)


async def ids(store: Portable) -> AsyncIterator[str]:
    """Of all tables, page by page."""
    after = ""
    while page := await store.tables(after, PAGE):
        for table in page:
            yield table
        after = page[-1]


async def is_there(target: Portable, kept: Kept) -> bool:
    there = await target.take_out(kept.heading.table)
    return there is not None and content_hash(there) == content_hash(kept)


async def put(target: Portable, tables: Sequence[Kept]) -> None:
    """Writes them, and reads them again."""
    if not tables:
        return
    await target.put_in(tables)
    for each in tables:
        if not await is_there(target, each):
            raise DrLuckyError(
                "table {table} does not come out of the copy as it went in; begin it once more",
                table=each.heading.table,
            )
