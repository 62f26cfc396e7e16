"""Checksums: by which a store notices that what it reads is not what was written. One form for every store, so that
what is copied from one to another is the same there.

They find what disks and memory do to bytes; against someone who writes to the database they are no help, and none is
needed: whoever can do that can do anything."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec

from drlucky.table.store.base import Heading, Kept, PlayedGame

BYTES = 8
"""One of 2^64 damages goes unnoticed."""
HASH_BYTES = 32

encoder = msgspec.msgpack.Encoder()


def entry_sum(table: str, version: int, entry: bytes) -> bytes:
    """Of an entry in its place: one that has come to another place is noticed too."""
    return blake2b(b"%b\0%d\0%b" % (table.encode(errors="surrogatepass"), version, entry), digest_size=BYTES).digest()


def heading_sum(heading: Heading) -> bytes:
    return summed(
        heading.table,
        heading.code,
        heading.status,
        heading.changed,
        heading.summary,
        heading.past,
        heading.people,
        heading.finished,
    )


def game_sum(game: PlayedGame) -> bytes:
    return summed(game.person, game.table, game.number, game.ended, game.about)


def summed(*values: object) -> bytes:
    """Whatever a damaged row may hold; a time is the same whether it was given as a whole number or not."""
    return blake2b(encoder.encode([plain(each) for each in values]), digest_size=BYTES).digest()


def plain(value: object) -> object:
    if isinstance(value, str):
        return value.encode(errors="surrogatepass")
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return float(value) if isinstance(value, int) and abs(value) <= 2**53 else value


def first_damaged(table: str, entries: Iterable[tuple[object, object, object]], after: int = 0) -> int | None:
    """The version of the first entry that is not what was written, of all entries of a table after a version in their
    order: each with its version and its checksum. None if all are."""
    for expected, (version, entry, checksum) in enumerate(entries, after + 1):
        if version != expected or not isinstance(entry, bytes) or entry_sum(table, expected, entry) != checksum:
            return expected
    return None


def is_entry(table: object, version: int, number: object, entry: object, checksum: object) -> bool:
    if not isinstance(table, str) or not isinstance(entry, bytes) or number != version:
        return False
    return entry_sum(table, version, entry) == checksum


def is_next_one(table: str, version: int, name: object, number: object, entry: object, checksum: object) -> bool:
    """Is an entry that follows the last one of a table its next one, with a damaged name? Of another table it would be
    the first."""
    if number == 1 and isinstance(name, str) and is_entry(name, 1, number, entry, checksum):
        return False
    return number == version or (isinstance(entry, bytes) and entry_sum(table, version, entry) == checksum)


def content_hash(kept: Kept) -> bytes:
    """Of all that is kept of a table, the same in whatever store it is."""
    found = blake2b(digest_size=HASH_BYTES)
    found.update(heading_sum(kept.heading))
    found.update(b"%d %d %d " % (kept.kept, len(kept.entries), len(kept.games)))
    for version, entry in enumerate(kept.entries, 1):
        found.update(entry_sum(kept.heading.table, version, entry))
    for checksum in sorted(map(game_sum, kept.games)):
        found.update(checksum)
    return found.digest()


def rows_hash(rows: Sequence[Sequence[object]]) -> bytes:
    """Of rows of any table beside the logs, in whatever order they come."""
    found = blake2b(digest_size=HASH_BYTES)
    for checksum in sorted(summed(*row) for row in rows):
        found.update(checksum)
    return found.digest()
