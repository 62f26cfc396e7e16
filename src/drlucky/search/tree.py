"""A search tree in a few rows of numbers: objects would lie all over the memory, and a large tree be slow for it."""

from math import log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

ROOT: Final = 0
NO_NODE: Final = -1

# What a node's row of whole numbers has,
ACTION: Final = 0
PARENT: Final = 1
CHILD: Final = 2  # its newest one
SIBLING: Final = 3  # the child of its parent that came before it
LINKS: Final = 4
# and its row of others: how often it was possible and taken, and the chances to win that came of it, added up.
POSSIBLE: Final = 0
VISITS: Final = 1
WINS: Final = 2
COUNTS: Final = 3


@final
class Tree:
    """Decisions, each with those that followed it."""

    def __init__(self) -> None:
        self.links: vec[i64] = vec[i64]()
        self.counts: vec[float] = vec[float]()
        self.size: i64 = 0
        self.add(NO_NODE, NO_NODE)

    def add(self, parent: i64, action: i64) -> i64:
        node = self.size
        sibling: i64 = NO_NODE
        if parent != NO_NODE:
            sibling = self.links[parent * LINKS + CHILD]
            self.links[parent * LINKS + CHILD] = node
        links = append(self.links, action)
        links = append(links, parent)
        links = append(links, NO_NODE)
        self.links = append(links, sibling)
        counts = append(self.counts, 1.0)
        counts = append(counts, 0.0)
        self.counts = append(counts, 0.0)
        self.size = node + 1
        return node

    def action(self, node: i64) -> i64:
        return self.links[node * LINKS + ACTION]

    def newest_child(self, node: i64) -> i64:
        return self.links[node * LINKS + CHILD]

    def older_sibling(self, node: i64) -> i64:
        return self.links[node * LINKS + SIBLING]

    def visits(self, node: i64) -> float:
        return self.counts[node * COUNTS + VISITS]

    def wins(self, node: i64) -> float:
        return self.counts[node * COUNTS + WINS]

    def note_possible(self, node: i64, exploration: float) -> float:
        """Counts that a node could be taken once more, and says how promising it is: how good it looks, and how little
        is known of it."""
        at = node * COUNTS
        counts = self.counts
        possible = counts[at + POSSIBLE] + 1.0
        counts[at + POSSIBLE] = possible
        visits = counts[at + VISITS]
        return counts[at + WINS] / visits + exploration * sqrt(log(possible) / visits)

    def add_result(self, node: i64, chance: float) -> None:
        """To a node and all that led to it."""
        while node != NO_NODE:
            at = node * COUNTS
            self.counts[at + VISITS] += 1.0
            self.counts[at + WINS] += chance
            node = self.links[node * LINKS + PARENT]

    def children(self, node: i64) -> list[int]:
        """Those of a node, in the order in which they came."""
        found: list[int] = []
        child = self.newest_child(node)
        while child != NO_NODE:
            found.append(child)
            child = self.older_sibling(child)
        found.reverse()
        return found
