"""Salvage: rows out of a file that SQLite cannot read any more, page by page; https://sqlite.org/fileformat2.html has
the format. What was written ahead and committed counts as written. Nothing is taken from what is free: deleted rows
stay so.

Rows of tables WITHOUT ROWID are the records of index pages, and all of ours are such tables. Leaves and the records
between them follow each other strictly in the order of the tree, by which it shows where a page is missing."""

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

INTERIOR, LEAF = 2, 10
"""Kinds of index pages."""
HEADER = 100
"""Bytes at the beginning of the first page."""
MAGIC = b"SQLite format 3\0"
USUAL_PAGE = 4096
PAGE_SIZES = [2**bits for bits in range(9, 17)]
WAL_MAGIC = (0x377F0682, 0x377F0683)
WAL_HEADER, FRAME_HEADER = 32, 24
LARGEST = 2**24
"""Bytes of a row: far more than any of ours has."""
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
FIRST_BLOB = 12
ENTRY_COLUMNS = 4
"""Of the rows of a log."""

Value = int | float | str | bytes | None


class Unreadable(Exception):
    """Something in a page that cannot be."""


class Node(NamedTuple):
    """An index page: its records in their order, None for one that is unreadable, and between them its children."""

    number: int
    records: Sequence[Sequence[Value] | None]
    children: Sequence[int]
    """The first before the first record, the last after the last one; none of a leaf."""


class Pages:
    """The pages of a file, each as it was committed last."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        head = self._file.read(HEADER)
        (size,) = struct.unpack(">H", head[16:18].ljust(2, b"\0"))
        size = 65536 if size == 1 else size
        self.size = size if head.startswith(MAGIC) and size in PAGE_SIZES else USUAL_PAGE
        self.count = -(-path.stat().st_size // self.size)
        wal = path.with_name(f"{path.name}-wal")
        self._ahead: dict[int, int] = {}
        """Where in the file of what was written ahead a page is."""
        self._wal = wal.open("rb") if wal.is_file() else None
        if self._wal is not None:
            self._ahead = self._committed(wal.stat().st_size)
        self.count = max([self.count, *self._ahead])

    def close(self) -> None:
        self._file.close()
        if self._wal is not None:
            self._wal.close()

    def page(self, number: int) -> bytes:
        """As long as it should be: what is missing of it is zeros."""
        if self._wal is not None and number in self._ahead:
            self._wal.seek(self._ahead[number])
            return self._wal.read(self.size).ljust(self.size, b"\0")
        self._file.seek((number - 1) * self.size)
        return self._file.read(self.size).ljust(self.size, b"\0")

    def _committed(self, length: int) -> dict[int, int]:
        assert self._wal is not None
        head = self._wal.read(WAL_HEADER)
        if len(head) < WAL_HEADER:
            return {}
        magic, _, size, _, salts, sum_1, sum_2 = struct.unpack(">IIII8sII", head)
        order = ">" if magic & 1 else "<"
        sums = added((0, 0), head[:24], order)
        if magic not in WAL_MAGIC or size != self.size or sums != (sum_1, sum_2):
            return {}
        found: dict[int, int] = {}
        waiting: dict[int, int] = {}
        at = WAL_HEADER
        while at + FRAME_HEADER + size <= length:
            frame = self._wal.read(FRAME_HEADER)
            content = self._wal.read(size)
            number, pages, frame_salts, sum_1, sum_2 = struct.unpack(">II8sII", frame)
            sums = added(added(sums, frame[:8], order), content, order)
            if frame_salts != salts or sums != (sum_1, sum_2):
                break
            waiting[number] = at + FRAME_HEADER
            if pages:
                found |= waiting
                waiting = {}
            at += FRAME_HEADER + size
        return found


def added(sums: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    """The checksum of what was written ahead, further on."""
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def nodes(pages: Pages) -> Iterator[Node]:
    """Every index page that can be read, of whatever table it is."""
    for number in range(1, pages.count + 1):
        page = pages.page(number)
        if page[0] not in (INTERIOR, LEAF):
            continue
        start = 8 if page[0] == LEAF else 12
        cells, last = struct.unpack(">3xHxxxI", page[:12])
        places = [int.from_bytes(page[at : at + 2], "big") for at in range(start, start + 2 * cells, 2)]
        places = [at for at in places if at < pages.size - 4]
        if page[0] == LEAF:
            yield Node(number, [record(pages, page, at) for at in places], ())
        else:
            children = [int.from_bytes(page[at : at + 4], "big") for at in places]
            yield Node(number, [record(pages, page, at + 4) for at in places], [*children, last])


def record(pages: Pages, page: bytes, at: int) -> list[Value] | None:
    try:
        return values(payload(pages, page, at))
    except (Unreadable, struct.error, IndexError):
        return None


def payload(pages: Pages, page: bytes, at: int) -> bytes:
    """Of a cell, with what of it is in other pages."""
    length, at = varint(page, at)
    if not 0 < length <= LARGEST:
        raise Unreadable
    usable = pages.size
    most = (usable - 12) * 64 // 255 - 23
    if length <= most:
        return exactly(page[at : at + length], length)
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    local = local if local <= most else least
    found = bytearray(exactly(page[at : at + local], local))
    (following,) = struct.unpack(">I", page[at + local : at + local + 4])
    while len(found) < length:
        if not 1 < following <= pages.count:
            raise Unreadable
        more = pages.page(following)
        (following,) = struct.unpack(">I", more[:4])
        found += more[4 : 4 + length - len(found)]
    return bytes(found)


def values(record: bytes) -> list[Value]:
    size, at = varint(record, 0)
    kinds: list[int] = []
    while at < size:
        kind, at = varint(record, at)
        kinds.append(kind)
    if at != size or not kinds:
        raise Unreadable
    found: list[Value] = []
    for kind in kinds:
        length = INTEGERS.get(kind, 8 if kind == 7 else (kind - FIRST_BLOB) // 2 if kind >= FIRST_BLOB else 0)
        found.append(value(kind, exactly(record[at : at + length], length)))
        at += length
    return found


def value(kind: int, data: bytes) -> Value:
    if kind in INTEGERS:
        return int.from_bytes(data, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    if kind >= FIRST_BLOB:
        return data if kind % 2 == 0 else data.decode(errors="replace")
    if kind in (10, 11):
        raise Unreadable
    return None if kind == 0 else kind - 8


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends."""
    number = 0
    for _ in range(8):
        number = number << 7 | data[at] & 0x7F
        at += 1
        if not data[at - 1] & 0x80:
            return number, at
    return number << 8 | data[at], at + 1


def exactly(data: bytes, length: int) -> bytes:
    if len(data) != length:
        raise Unreadable
    return data
