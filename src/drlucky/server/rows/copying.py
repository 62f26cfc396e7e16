"""Copying: all rows of a part from one place to another, whatever kind each is, and proven by their hash."""

from collections.abc import AsyncIterator

from drlucky.errors import DrLuckyError
from drlucky.server.rows.base import Key, Relation, Row, Rows
from drlucky.table.store.checksums import rows_hash

PAGE = 500


async def copy(source: Rows, target: Rows) -> int:
    """Copies what differs, and says how many rows that were. What the target has besides is left there, and then it is
    refused: it is no copy."""
    copied = 0
    for relation in source.part.relations:
        here = [row async for row in all_rows(source, relation)]
        if rows_hash(here) == rows_hash([row async for row in all_rows(target, relation)]):
            continue
        for first in range(0, len(here), PAGE):
            await target.fill(relation, here[first : first + PAGE])
        if rows_hash(here) != rows_hash([row async for row in all_rows(target, relation)]):
            name = f"{source.part.name} {relation.name}"
            raise DrLuckyError(f"{name} does not come out of the copy as it went in: copy to an empty store")
        copied += len(here)
    return copied


async def all_rows(rows: Rows, relation: Relation) -> AsyncIterator[Row]:
    last: Key | None = None
    while page := await rows.page(relation, last, PAGE):
        for row in page:
            yield row
        last = relation.key(page[-1])
