"""The tree of entries in a damaged SQLite file: where something in it is lost, and of which tables entries may be
missing that leave no gap."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from drlucky.table.store.checksums import is_entry
from drlucky.table.store.salvage import ENTRY_COLUMNS, Node

ROOT = 2
"""The page where it begins: the table of entries is the first that was made."""
DEEPEST = 20

Key = tuple[str, int]


class Branch(NamedTuple):
    """A page, without what is in the entries."""

    keys: Sequence[Key | None]
    children: Sequence[int]


class EntryTree:
    def __init__(self) -> None:
        self._pages: dict[int, Branch] = {}
        self.ends: dict[str, int] = {}
        """By table the last entry that is on any page, whether the tree leads there or not."""

    def add(self, node: Node, keys: Sequence[Key | None]) -> None:
        """The keys of the entries on a page; None for what is no entry as it was written."""
        for key in keys:
            if key is not None:
                self.ends[key[0]] = max(key[1], self.ends.get(key[0], 0))
        if any(keys):
            self._pages[node.number] = Branch(keys, node.children)

    def suspects(self, bad: Collection[int] = ()) -> set[str]:
        """Tables right before something that is lost; and those on or next to pages that are `bad`."""
        found = {key[0] for key in self._torn()}
        names = sorted(self.ends)
        for table, _ in self._after_gaps():
            at = bisect_left(names, table)
            found.update(names[max(0, at - 1) : at])
        for number, branch in self._pages.items():
            near = list(branch.keys) if number in bad else []
            for at, child in enumerate(branch.children):
                near += branch.keys[max(0, at - 1) : at + 1] if child in bad else []
            found.update(key[0] for key in near if key is not None)
        return found

    def _torn(self) -> Iterator[Key]:
        """Keys after which comes something that is lost."""
        for branch in self._pages.values():
            for at, key in enumerate(branch.keys):
                is_last = at + 1 == len(branch.keys)
                is_child_lost = bool(branch.children) and branch.children[at + 1] not in self._pages
                if key is not None and (is_child_lost or (not is_last and branch.keys[at + 1] is None)):
                    yield key
        for number in self._orphans():
            last = self._edge(number, -1)
            if last is not None:
                yield last

    def _after_gaps(self) -> Iterator[Key]:
        """Keys before which something is lost."""
        for branch in self._pages.values():
            for at, key in enumerate(branch.keys):
                is_first_lost = at == 0 and bool(branch.children) and branch.children[0] not in self._pages
                if key is not None and (is_first_lost or (at > 0 and branch.keys[at - 1] is None)):
                    yield key
        for number in self._orphans():
            first = self._edge(number, 0)
            if first is not None:
                yield first
        for branch in self._pages.values():
            # What comes before its first key is on another page.
            if branch.keys and branch.keys[0] is None:
                yield next(key for key in branch.keys if key is not None)

    def _orphans(self) -> list[int]:
        """Pages but the root to which none leads."""
        children = {child for branch in self._pages.values() for child in branch.children}
        return [number for number in self._pages if number not in children and number != ROOT]

    def _edge(self, number: int, side: int) -> Key | None:
        """The first key below a page, or the last: `side` is 0 or -1."""
        branch = self._pages[number]
        for _ in range(DEEPEST):
            if branch.children and branch.children[side] in self._pages:
                branch = self._pages[branch.children[side]]
        found = [key for key in branch.keys if key is not None]
        return found[side] if found else None


def key_of(row: Sequence[object] | None) -> Key | None:
    """Of an entry that is as it was written."""
    if row is None or len(row) != ENTRY_COLUMNS:
        return None
    table, version, entry, checksum = row
    if not isinstance(table, str) or not isinstance(version, int):
        return None
    return (table, version) if is_entry(table, version, version, entry, checksum) else None
