"""Statements: what the SQL of the real `PostgresStore` does to the rows of a simulated database. One that is not known
here is an error: whoever changes the store's SQL says here what it means. `test_stores` runs the same tests on both."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import islice
from typing import Any

import asyncpg

from drlucky.table.store import postgres_statements as sql
from simulation.rows import Key, Transaction


class Row(tuple[Any, ...]):
    """A record, whose columns are found by their place or their name."""

    names: tuple[str, ...] = ()

    def __getitem__(self, at: Any) -> Any:
        return super().__getitem__(self.names.index(at) if isinstance(at, str) else at)


def named(names: str, *values: Any) -> Row:
    row = Row(values)
    row.names = tuple(names.split())
    return row


Answer = list[Row]
Clock = Callable[[], float]
"""What `clock_timestamp()` says whenever it is asked: it goes on while a statement waits for a lock."""
Statement = Callable[..., Awaitable[Answer]]
STATEMENTS: dict[str, Statement] = {}
FORGOTTEN_AFTER = timedelta(hours=1).total_seconds()
HEADING = "table code status changed summary past people finished sum"
ENTRY = "table version entry sum"


def tidy(query: str) -> str:
    return " ".join(query.split())


def means(query: str) -> Callable[[Statement], Statement]:
    """What a statement does is what this function does, which is given a transaction, the time, and the values."""

    def known(statement: Statement) -> Statement:
        STATEMENTS[tidy(query)] = statement
        return statement

    return known


def headings(tx: Transaction, fits: Callable[[Row], bool] = bool) -> Answer:
    found = (named(HEADING, *row) for _, row in tx.scan("heading"))
    return [row for row in found if fits(row)]


def latest_first(found: Answer, limit: int) -> Answer:
    return sorted(found, key=lambda row: (row["changed"], row["table"]), reverse=True)[:limit]


def entries(tx: Transaction, table: str, after: int) -> Answer:
    log = (tx.get("log", table) or ())[after:]
    return [named(ENTRY, table, version, *written) for version, written in enumerate(log, after + 1)]


def is_alive(tx: Transaction, now: Clock, node: str | None) -> bool:
    found = tx.get("node", node) if node is not None else None
    return found is not None and found[2] <= now() <= found[3]


def leader(tx: Transaction, table: str) -> str | None:
    lease = tx.get("lease", table)
    return lease[0] if lease is not None else None


# Writing.


@means(sql.NEW_HEADING)
async def new_heading(tx: Transaction, now: Clock, table: str, code: str, *about: Any) -> Answer:
    await tx.lock("code", code)
    await tx.lock("heading", table)
    if tx.get("heading", table) is not None or headings(tx, lambda row: row["code"] == code):
        return []
    put_heading(tx, table, code, *about)
    tx.put("kept", table, row=0)
    return [Row((table,))]


@means(sql.REPLACE_HEADING)
async def replace_heading(tx: Transaction, now: Clock, table: str, code: str, *about: Any) -> Answer:
    await tx.lock("heading", table)
    put_heading(tx, table, code, *about)
    return []


def put_heading(tx: Transaction, table: str, code: str, *about: Any) -> None:
    status, changed, summary, past, people, finished, checksum = about
    tx.put("heading", table, row=(table, code, status, changed, summary, past, tuple(people), finished, checksum))


@means(sql.ADD_LEASES)
async def add_leases(tx: Transaction, now: Clock, tables: list[str], node: str) -> Answer:
    for table in tables:
        await tx.lock("lease", table)
        tx.put("lease", table, row=(node, 1))
    return []


@means(sql.ADD_ENTRIES)
async def add_entries(
    tx: Transaction, now: Clock, tables: list[str], versions: list[int], written: list[bytes], sums: list[bytes]
) -> Answer:
    for table, version, entry, checksum in zip(tables, versions, written, sums, strict=True):
        await tx.lock("entry", table, version)
        tx.add_to_log(table, version, (entry, checksum))
    return []


@means(sql.HELD)
async def held(tx: Transaction, now: Clock, node: str, tables: list[str], epochs: list[int]) -> Answer:
    found: Answer = []
    for table, epoch in sorted(zip(tables, epochs, strict=True)):
        if tx.get("lease", table) != (node, epoch):
            continue
        await tx.lock("lease", table, mode="share")
        if tx.get("lease", table) == (node, epoch):
            found.append(named("table last", table, len(tx.get("log", table) or ())))
    return found


@means('DELETE FROM headings WHERE "table" = ANY($1)')
async def delete_headings(tx: Transaction, now: Clock, tables: list[str]) -> Answer:
    for table in tables:
        await tx.lock("heading", table)
        tx.put("heading", table, row=None)
        tx.put("kept", table, row=None)
    return []


@means('DELETE FROM games WHERE "table" = ANY($1)')
async def delete_games(tx: Transaction, now: Clock, tables: list[str]) -> Answer:
    for key, _ in list(tx.scan("game")):
        if key[1] in tables:
            tx.put(*key, row=None)
    return []


@means('DELETE FROM entries WHERE "table" = ANY($1)')
async def delete_entries(tx: Transaction, now: Clock, tables: list[str]) -> Answer:
    for table in tables:
        tx.put("log", table, row=None)
    return []


@means('DELETE FROM leases WHERE "table" = $1')
async def delete_lease(tx: Transaction, now: Clock, table: str) -> Answer:
    await tx.lock("lease", table)
    tx.put("lease", table, row=None)
    return []


# Nodes and leases.


@means(sql.BEAT)
async def beat(tx: Transaction, now: Clock, node: str, address: str, is_draining: bool, lasting: float) -> Answer:
    await tx.lock("node", node)
    tx.put("node", node, row=(address, is_draining, now(), now() + lasting))
    return []


@means(sql.OTHERS)
async def others(tx: Transaction, now: Clock, me: str) -> Answer:
    found = ((key[1], row) for key, row in tx.scan("node") if key[1] != me)
    return [Row((node, row[0], row[1])) for node, row in found if is_alive(tx, now, node)]


@means(sql.BURY)
async def bury(tx: Transaction, now: Clock) -> Answer:
    for key, row in list(tx.scan("node")):
        if abs(now() - row[3]) > FORGOTTEN_AFTER:
            tx.put(*key, row=None)
    return []


@means("DELETE FROM nodes WHERE node = $1")
async def remove_node(tx: Transaction, now: Clock, node: str) -> Answer:
    await tx.lock("node", node)
    tx.put("node", node, row=None)
    return []


@means(sql.RELEASE_ALL)
async def release_all(tx: Transaction, now: Clock, node: str) -> Answer:
    return await let_go(tx, node, [key[1] for key, row in tx.scan("lease") if row[0] == node])


@means(sql.RELEASE)
async def release(tx: Transaction, now: Clock, node: str, tables: list[str]) -> Answer:
    return await let_go(tx, node, sorted(tables))


async def let_go(tx: Transaction, node: str, tables: list[str]) -> Answer:
    for table in tables:
        if leader(tx, table) != node:
            continue
        await tx.lock("lease", table)
        if leader(tx, table) == node:
            tx.put("lease", table, row=(None, tx.get("lease", table)[1]))
    return []


@means(sql.CLAIM)
async def claim(tx: Transaction, now: Clock, table: str, node: str, known: int) -> Answer:
    if not tx.get("log", table):
        return []
    await tx.lock("lease", table)
    lease = tx.get("lease", table)
    if lease is None:
        epoch = 1
    elif lease[0] is None or lease[0] == node or not is_alive(tx, now, lease[0]):
        epoch = lease[1] + (lease != (node, known))
    else:
        return []
    tx.put("lease", table, row=(node, epoch))
    return [named("epoch", epoch)]


@means(sql.HAND_OVER)
async def hand_over(tx: Transaction, now: Clock, node: str, table: str, heir: str) -> Answer:
    if leader(tx, table) != node:
        return []
    await tx.lock("lease", table)
    if leader(tx, table) != node:
        return []
    epoch = tx.get("lease", table)[1] + 1
    tx.put("lease", table, row=(heir, epoch))
    return [named("epoch", epoch)]


@means('SELECT node, epoch FROM leases WHERE "table" = $1')
async def lease_of(tx: Transaction, now: Clock, table: str) -> Answer:
    found = tx.get("lease", table)
    return [] if found is None else [named("node epoch", *found)]


@means(sql.LEASE)
async def locked_lease(tx: Transaction, now: Clock, table: str) -> Answer:
    if tx.get("lease", table) is None:
        return []
    await tx.lock("lease", table)
    return await lease_of(tx, now, table)


@means(sql.IS_THERE)
async def is_there(tx: Transaction, now: Clock, table: str) -> Answer:
    return [Row((1,))] if tx.get("log", table) or tx.get("heading", table) else []


@means(sql.ABANDONED)
async def abandoned(tx: Transaction, now: Clock, since: float, limit: int) -> Answer:
    def fits(row: Row) -> bool:
        is_recent = row["status"] in ("gathering", "playing") and row["changed"] >= since
        return is_recent and not is_alive(tx, now, leader(tx, row["table"]))

    return latest_first(headings(tx, fits), limit)


# Reading.


@means(sql.READ)
async def read(tx: Transaction, now: Clock, table: str, after: int) -> Answer:
    following = next((key[1] for key, _ in tx.scan("log") if key[1] > table), None)
    return entries(tx, table, after) + (entries(tx, following, 0)[:1] if following is not None else [])


@means(sql.READ_AFTER)
async def read_after(tx: Transaction, now: Clock, tables: list[str], versions: list[int]) -> Answer:
    known = sorted(zip(tables, versions, strict=True))
    return [row for table, after in known for row in entries(tx, table, after)]


@means(sql.THERE)
async def there(tx: Transaction, now: Clock, tables: list[str]) -> Answer:
    return [Row((table,)) for table in tables if tx.get("log", table)]


@means(sql.TABLES_AFTER)
async def tables_after(tx: Transaction, now: Clock, after: str, limit: int) -> Answer:
    return [Row((key[1],)) for key, _ in islice((each for each in tx.scan("log") if each[0][1] > after), limit)]


@means(sql.WITHOUT_HEADING)
async def without_heading(tx: Transaction, now: Clock, after: str, limit: int) -> Answer:
    return [row for row in await tables_after(tx, now, after, limit) if tx.get("heading", row[0]) is None]


@means(f'{sql.HEADING} WHERE "table" > $1 ORDER BY "table" LIMIT $2')
async def headings_after(tx: Transaction, now: Clock, after: str, limit: int) -> Answer:
    return headings(tx, lambda row: row["table"] > after)[:limit]


@means(f'{sql.HEADING} WHERE "table" = $1 OR code = $1')
async def heading(tx: Transaction, now: Clock, table_or_code: str) -> Answer:
    return headings(tx, lambda row: table_or_code in row[:2])


@means(f"{sql.HEADING} WHERE status = ANY($1) AND changed < $2 {sql.LATEST_FIRST} $3")
async def with_status(tx: Transaction, now: Clock, statuses: list[str], before: float, limit: int) -> Answer:
    return latest_first(headings(tx, lambda row: row["status"] in statuses and row["changed"] < before), limit)


@means(f"{sql.HEADING} WHERE past AND changed < $1 {sql.LATEST_FIRST} $2")
async def past(tx: Transaction, now: Clock, before: float, limit: int) -> Answer:
    return latest_first(headings(tx, lambda row: row["past"] and row["changed"] < before), limit)


@means(f"{sql.HEADING} WHERE people @> ARRAY[$1] {sql.LATEST_FIRST} $2")
async def tables_of(tx: Transaction, now: Clock, person: str, limit: int) -> Answer:
    return latest_first(headings(tx, lambda row: person in row["people"]), limit)


# The finished games of people.


@means(sql.KEEP_GAME)
async def keep_game(
    tx: Transaction, now: Clock, person: str, ended: float, table: str, number: int, about: bytes, checksum: bytes
) -> Answer:
    await tx.lock("game", table, number, person)
    tx.put("game", table, number, person, row=(ended, about, checksum))
    return []


@means('UPDATE headings SET kept = greatest(kept, $1) WHERE "table" = $2 RETURNING 1')
async def note_kept(tx: Transaction, now: Clock, finished: int, table: str) -> Answer:
    await tx.lock("heading", table)
    if tx.get("heading", table) is None:
        return []
    tx.put("kept", table, row=max(finished, tx.get("kept", table) or 0))
    return [Row((1,))]


@means(f'{sql.HEADING} WHERE finished > kept ORDER BY "table" LIMIT $1')
async def unkept(tx: Transaction, now: Clock, limit: int) -> Answer:
    return headings(tx, lambda row: row["finished"] > (tx.get("kept", row["table"]) or 0))[:limit]


def game_row(key: Key, row: tuple[float, bytes, bytes]) -> Row:
    return named("person table number ended about sum", key[3], key[1], key[2], *row)


@means(f"""{sql.GAME} WHERE person = $1 AND (ended, "table", number) < ($2, $3, $4)
ORDER BY ended DESC, "table" DESC, number DESC LIMIT $5""")
async def games_of(
    tx: Transaction, now: Clock, person: str, ended: float, table: str, number: int, limit: int
) -> Answer:
    found = [game_row(key, row) for key, row in tx.scan("game") if key[3] == person]
    places = [((row["ended"], row["table"], row["number"]), row) for row in found]
    fitting = [each for each in places if each[0] < (ended, table, number)]
    return [row for _, row in sorted(fitting, key=lambda each: each[0], reverse=True)[:limit]]


@means(f'{sql.GAME} WHERE "table" = $1 AND number = $2 ORDER BY person')
async def games_at(tx: Transaction, now: Clock, table: str, number: int) -> Answer:
    return [game_row(key, row) for key, row in tx.scan("game") if key[1:3] == (table, number)]


@means("DELETE FROM games WHERE person = $1")
async def forget(tx: Transaction, now: Clock, person: str) -> Answer:
    for key, _ in list(tx.scan("game")):
        if key[3] == person:
            tx.put(*key, row=None)
    return []


# Copying.


@means('SELECT kept FROM headings WHERE "table" = $1')
async def kept(tx: Transaction, now: Clock, table: str) -> Answer:
    return [Row((tx.get("kept", table),))] if tx.get("heading", table) is not None else []


@means(f'{sql.HEADING} WHERE "table" = $1')
async def heading_of(tx: Transaction, now: Clock, table: str) -> Answer:
    return headings(tx, lambda row: row["table"] == table)


@means(f'{sql.GAME} WHERE "table" = $1 ORDER BY number, person')
async def games_of_table(tx: Transaction, now: Clock, table: str) -> Answer:
    return [game_row(key, row) for key, row in tx.scan("game") if key[1] == table]


@means(sql.LED)
async def led(tx: Transaction, now: Clock, tables: list[str], me: str) -> Answer:
    return [Row((each,)) for each in sorted(tables) if leader(tx, each) != me and is_alive(tx, now, leader(tx, each))]


@means(sql.SET_FREE)
async def set_free(tx: Transaction, now: Clock, tables: list[str]) -> Answer:
    for table in tables:
        await tx.lock("lease", table)
        lease = tx.get("lease", table)
        tx.put("lease", table, row=(None, lease[1] + 1 if lease is not None else 1))
    return []


@means(sql.ADD_HEADING)
async def add_heading(tx: Transaction, now: Clock, table: str, code: str, *about: Any) -> Answer:
    if not await new_heading(tx, now, table, code, *about):
        raise asyncpg.UniqueViolationError(f"there is a heading of {table}, or with the code {code}")
    return []


@means('UPDATE headings SET kept = $1 WHERE "table" = $2')
async def set_kept(tx: Transaction, now: Clock, finished: int, table: str) -> Answer:
    if tx.get("heading", table) is not None:
        tx.put("kept", table, row=finished)
    return []
