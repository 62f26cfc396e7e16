"""Shared keys: those that all nodes of a server have, in their database. Identities are signed with some, and nodes
prove with others that they belong together. Whoever starts first makes them."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from drlucky.postgres import Database
from drlucky.server.auth.keys import KEPT, KEY_BYTES

IDENTITIES, NODES = "identities", "nodes"
"""What they are for."""
PURPOSES = (IDENTITIES, NODES)
PART = "keys"
FIRST = """
CREATE TABLE keys (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, purpose TEXT NOT NULL, key BYTEA NOT NULL,
    made TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
)
"""
STEPS = (FIRST,)
LOCK = "LOCK TABLE keys IN SHARE ROW EXCLUSIVE MODE"
"""Whoever changes them waits for others who do. Reading goes on."""
READ = "SELECT purpose, key FROM keys ORDER BY number DESC"
ADD = "INSERT INTO keys (purpose, key) VALUES ($1, $2)"
KEEP_NEWEST = """
DELETE FROM keys WHERE purpose = $1
AND number NOT IN (SELECT number FROM keys WHERE purpose = $1 ORDER BY number DESC LIMIT $2)
"""

Keys = Mapping[str, Sequence[bytes]]
"""By what they are for, the newest first."""


async def load(database: Database, earlier: Keys) -> Keys:
    """The keys, made if there are none. What a server signed with before it had the database counts as made here."""
    await database.migrate(PART, STEPS)
    async with database.transaction() as connection:
        await connection.execute(LOCK)
        found = by_purpose(await connection.fetch(READ))
        for purpose in PURPOSES:
            if purpose not in found:
                made = earlier.get(purpose) or (new_key(),)
                for key in reversed(made):
                    await connection.execute(ADD, purpose, key)
                found[purpose] = list(made)
    return found


async def read(database: Database) -> Keys:
    return by_purpose(await database.fetch(READ))


async def rotate(database: Database, *, alone: bool = False) -> int:
    """Puts new keys first, and says how many there are of each. `alone` forgets the others: everybody becomes a
    stranger."""
    await load(database, {})
    async with database.transaction() as connection:
        await connection.execute(LOCK)
        for purpose in PURPOSES:
            await connection.execute(ADD, purpose, new_key())
            await connection.execute(KEEP_NEWEST, purpose, 1 if alone else KEPT)
        return len(by_purpose(await connection.fetch(READ))[IDENTITIES])


def by_purpose(rows: Sequence[Any]) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for purpose, key in rows:
        found.setdefault(purpose, []).append(key)
    return found


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)
