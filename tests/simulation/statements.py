"""Statements: what the SQL of the real `PostgresStore` does to the rows of a simulated database. One that is not known
here is an error: whoever changes the store's SQL says here what it means. `test_stores` runs the same tests on both."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from drlucky.table.store import postgres as sql
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
Statement = Callable[..., Awaitable[Answer]]
STATEMENTS: dict[str, Statement] = {}
ALIVE_AGO = timedelta(hours=1).total_seconds()


def tidy(query: str) -> str:
    return " ".join(query.split())


def means(query: str) -> Callable[[Statement], Statement]:
    """What a statement does is what this function does, which is given a transaction, the time, and the values."""

    def known(statement: Statement) -> Statement:
        STATEMENTS[tidy(query)] = statement
        return statement

    return known


def latest_first(found: list[tuple[Any, ...]], limit: int) -> Answer:
    return [Row(row) for row in sorted(found, key=lambda row: (row[3], row[0]), reverse=True)[:limit]]


def headings(transaction: Transaction) -> list[tuple[Any, ...]]:
    return [row for _, row in transaction.scan("heading")]


def is_alive(transaction: Transaction, now: float, node: str) -> bool:
    found = transaction.get("node", node)
    return found is not None and found[2] > now


# Writing.


@means(sql.NEW_HEADING)
async def new_heading(tx: Transaction, now: float, table: str, code: str, *about: Any) -> Answer:
    await tx.lock("code", code)
    await tx.lock("heading", table)
    if tx.get("heading", table) is not None or any(row[1] == code for row in headings(tx)):
        return []
    tx.put("heading", table, row=(table, code, *about[:4], tuple(about[4]), about[5]))
    tx.put("kept", table, row=0)
    return [Row((table,))]


@means(sql.NEW_LEASE)
async def new_lease(tx: Transaction, now: float, table: str, node: str) -> Answer:
    await tx.lock("lease", table)
    tx.put("lease", table, row=(node, 1))
    return []


@means(sql.ADD_ENTRIES)
async def add_entries(
    tx: Transaction, now: float, tables: list[str], versions: list[int], entries: list[bytes]
) -> Answer:
    for table, version, entry in zip(tables, versions, entries, strict=True):
        await tx.lock("entry", table, version)
        tx.add_to_log(table, version, entry)
    return []


@means(sql.HELD)
async def held(tx: Transaction, now: float, node: str, tables: list[str], epochs: list[int]) -> Answer:
    found: Answer = []
    for table, epoch in sorted(zip(tables, epochs, strict=True)):
        if tx.get("lease", table) != (node, epoch):
            continue
        await tx.lock("lease", table, mode="share")
        if tx.get("lease", table) == (node, epoch):
            found.append(named("table last", table, len(tx.get("log", table) or ())))
    return found


@means(sql.REPLACE_HEADING)
async def replace_heading(tx: Transaction, now: float, table: str, code: str, *about: Any) -> Answer:
    await tx.lock("heading", table)
    if tx.get("heading", table) is not None:
        tx.put("heading", table, row=(table, code, *about[:4], tuple(about[4]), about[5]))
    return []


@means('DELETE FROM entries WHERE "table" = $1')
async def delete_entries(tx: Transaction, now: float, table: str) -> Answer:
    tx.put("log", table, row=None)
    return []


@means('DELETE FROM headings WHERE "table" = $1')
async def delete_heading(tx: Transaction, now: float, table: str) -> Answer:
    await tx.lock("heading", table)
    tx.put("heading", table, row=None)
    tx.put("kept", table, row=None)
    return []


@means('DELETE FROM games WHERE "table" = $1')
async def delete_games(tx: Transaction, now: float, table: str) -> Answer:
    for key, _ in list(tx.scan("game")):
        if key[1] == table:
            tx.put(*key, row=None)
    return []


@means('DELETE FROM leases WHERE "table" = $1')
async def delete_lease(tx: Transaction, now: float, table: str) -> Answer:
    await tx.lock("lease", table)
    tx.put("lease", table, row=None)
    return []


# Nodes and leases.


@means(sql.BEAT)
async def beat(tx: Transaction, now: float, node: str, address: str, is_draining: bool, lasting: float) -> Answer:
    await tx.lock("node", node)
    tx.put("node", node, row=(address, is_draining, now + lasting))
    return []


@means(sql.OTHERS)
async def others(tx: Transaction, now: float, me: str) -> Answer:
    return [Row((key[1], row[0], row[1])) for key, row in tx.scan("node") if key[1] != me and row[2] > now]


@means(sql.BURY)
async def bury(tx: Transaction, now: float) -> Answer:
    for key, row in list(tx.scan("node")):
        if row[2] < now - ALIVE_AGO:
            tx.put(*key, row=None)
    return []


@means("DELETE FROM nodes WHERE node = $1")
async def remove_node(tx: Transaction, now: float, node: str) -> Answer:
    await tx.lock("node", node)
    tx.put("node", node, row=None)
    return []


@means("UPDATE leases SET node = NULL WHERE node = $1")
async def release_all(tx: Transaction, now: float, node: str) -> Answer:
    return await let_go(tx, node, [key[1] for key, row in tx.scan("lease") if row[0] == node])


@means('UPDATE leases SET node = NULL WHERE node = $1 AND "table" = ANY($2)')
async def release(tx: Transaction, now: float, node: str, tables: list[str]) -> Answer:
    return await let_go(tx, node, tables)


async def let_go(tx: Transaction, node: str, tables: list[str]) -> Answer:
    for table in tables:
        lease = tx.get("lease", table)
        if lease is None or lease[0] != node:
            continue
        await tx.lock("lease", table)
        lease = tx.get("lease", table)
        if lease is not None and lease[0] == node:
            tx.put("lease", table, row=(None, lease[1]))
    return []


@means(sql.CLAIM)
async def claim(tx: Transaction, now: float, table: str, node: str) -> Answer:
    if tx.get("heading", table) is None:
        return []
    await tx.lock("lease", table)
    lease = tx.get("lease", table)
    if lease is None:
        epoch = 1
    elif lease[0] is None or lease[0] == node or not is_alive(tx, now, lease[0]):
        epoch = lease[1] + 1
    else:
        return []
    tx.put("lease", table, row=(node, epoch))
    return [named("epoch", epoch)]


@means('SELECT node, epoch FROM leases WHERE "table" = $1')
async def lease_of(tx: Transaction, now: float, table: str) -> Answer:
    found = tx.get("lease", table)
    return [] if found is None else [named("node epoch", *found)]


@means(f"""{sql.HEADING} JOIN leases USING ("table") WHERE status IN ('gathering', 'playing') AND changed >= $1
AND leases.node IS NOT NULL AND NOT EXISTS ({sql.IS_ALIVE}) {sql.LATEST_FIRST} $2""")
async def abandoned(tx: Transaction, now: float, since: float, limit: int) -> Answer:
    found = []
    for row in headings(tx):
        lease = tx.get("lease", row[0])
        is_recent = row[2] in ("gathering", "playing") and row[3] >= since
        if is_recent and lease is not None and lease[0] is not None and not is_alive(tx, now, lease[0]):
            found.append(row)
    return latest_first(found, limit)


# Reading.


@means('SELECT entry FROM entries WHERE "table" = $1 AND version > $2 ORDER BY version')
async def read(tx: Transaction, now: float, table: str, after: int) -> Answer:
    return [Row((entry,)) for entry in (tx.get("log", table) or ())[after:]]


@means(sql.READ_AFTER)
async def read_after(tx: Transaction, now: float, tables: list[str], versions: list[int]) -> Answer:
    known = sorted(zip(tables, versions, strict=True))
    return [Row((table, entry)) for table, after in known for entry in (tx.get("log", table) or ())[after:]]


@means(f'{sql.HEADING} WHERE "table" = $1 OR code = $1')
async def heading(tx: Transaction, now: float, table_or_code: str) -> Answer:
    return [Row(row) for row in headings(tx) if table_or_code in row[:2]]


@means(f"{sql.HEADING} WHERE status = ANY($1) AND changed < $2 {sql.LATEST_FIRST} $3")
async def with_status(tx: Transaction, now: float, statuses: list[str], before: float, limit: int) -> Answer:
    return latest_first([row for row in headings(tx) if row[2] in statuses and row[3] < before], limit)


@means(f"{sql.HEADING} WHERE past AND changed < $1 {sql.LATEST_FIRST} $2")
async def past(tx: Transaction, now: float, before: float, limit: int) -> Answer:
    return latest_first([row for row in headings(tx) if row[5] and row[3] < before], limit)


@means(f"{sql.HEADING} WHERE people @> ARRAY[$1] {sql.LATEST_FIRST} $2")
async def tables_of(tx: Transaction, now: float, person: str, limit: int) -> Answer:
    return latest_first([row for row in headings(tx) if person in row[6]], limit)


# The finished games of people.


@means(sql.KEEP_GAME)
async def keep_game(
    tx: Transaction, now: float, person: str, ended: float, table: str, number: int, about: bytes
) -> Answer:
    if tx.get("heading", table) is not None:
        await tx.lock("game", table, number, person)
        tx.put("game", table, number, person, row=(ended, about))
    return []


@means('UPDATE headings SET kept = greatest(kept, $1) WHERE "table" = $2')
async def note_kept(tx: Transaction, now: float, finished: int, table: str) -> Answer:
    await tx.lock("heading", table)
    if tx.get("heading", table) is not None:
        tx.put("kept", table, row=max(finished, tx.get("kept", table) or 0))
    return []


@means(f'{sql.HEADING} WHERE finished > kept ORDER BY "table" LIMIT $1')
async def unkept(tx: Transaction, now: float, limit: int) -> Answer:
    return [Row(row) for row in headings(tx) if row[7] > (tx.get("kept", row[0]) or 0)][:limit]


def game_row(key: Key, row: tuple[float, bytes]) -> Row:
    return Row((key[3], key[1], key[2], *row))


@means(f"""{sql.GAME} WHERE person = $1 AND (ended, "table", number) < ($2, $3, $4)
ORDER BY ended DESC, "table" DESC, number DESC LIMIT $5""")
async def games_of(
    tx: Transaction, now: float, person: str, ended: float, table: str, number: int, limit: int
) -> Answer:
    found = [game_row(key, row) for key, row in tx.scan("game") if key[3] == person]
    places = [((row[3], row[1], row[2]), row) for row in found]
    fitting = [each for each in places if each[0] < (ended, table, number)]
    return [row for _, row in sorted(fitting, key=lambda each: each[0], reverse=True)[:limit]]


@means(f'{sql.GAME} WHERE "table" = $1 AND number = $2 ORDER BY person')
async def games_at(tx: Transaction, now: float, table: str, number: int) -> Answer:
    return [game_row(key, row) for key, row in tx.scan("game") if key[1:3] == (table, number)]


@means("DELETE FROM games WHERE person = $1")
async def forget(tx: Transaction, now: float, person: str) -> Answer:
    for key, _ in list(tx.scan("game")):
        if key[3] == person:
            tx.put(*key, row=None)
    return []
