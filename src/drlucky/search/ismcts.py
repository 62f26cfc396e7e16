"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) from what one seat can know.

Each iteration deals at random what the seat cannot see, and walks down a tree of the seat's own decisions that all
deals share; the others play sensibly. It adds a decision to the tree, plays on sensibly for a few turns, and adds the
chance to win that has come of it to every decision on the way."""

from math import log, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import OVER, SHUFFLE
from drlucky.engine.play import apply, legal_into
from drlucky.engine.state import State
from drlucky.search.determinize import determinize
from drlucky.search.evaluation import FEATURES, Evaluation
from drlucky.search.heuristic import in_style, sensible
from drlucky.search.minds import Minds
from drlucky.search.playout import play_on_in_style, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.search.styles import SENSIBLE, Style

EXPLORATION: Final = 0.7

# Turns played on before the position is evaluated. Played to the end a game is mostly the luck of what came later: by
# evaluating after four turns 500 iterations win twice as often against sensible players, and are four times as fast.
HORIZON: Final = 4


class Node:
    """A decision in the tree: what, how often it was possible and taken, and the chances to win that came of it, added
    up."""

    def __init__(self, parent: "Node | None", action: i64) -> None:
        self.parent: Node | None = parent
        self.action: i64 = action
        self.possible: float = 1.0
        self.visits: float = 0.0
        self.wins: float = 0.0
        self.children: list[Node] = []

    def promise(self) -> float:
        """How good it looks, and how little is known of it."""
        return self.wins / self.visits + EXPLORATION * sqrt(log(self.possible) / self.visits)


class Searcher:
    """A search from one state, which may be an imagined one, in which `seat` has a choice. Only what the seat can know
    of it is used, unless all cards are said to be open. The others play sensibly or, with `minds`, as they seem to.

    With `plans` the first choice is not among actions but among these, each of them actions in a row that the seat can
    take whatever is hidden: `best` and `findings` have the number of a plan then instead of an action's."""

    def __init__(
        self,
        root: State,
        evaluation: Evaluation,
        seat: int,
        seed: int,
        open_cards: bool = False,
        plans: list[list[int]] | None = None,
        minds: Minds | None = None,
    ) -> None:
        self.root = root
        self.evaluation = evaluation
        self.seat: i64 = seat
        self.open_cards = open_cards
        self.plans: list[list[int]] = plans or []
        self.minds = minds
        self.playing: list[Style] = [SENSIBLE] * root.rules.seats
        # Without weights to evaluate by, games are played to the end.
        self.horizon: i64 = HORIZON if evaluation.is_fitted() else root.rules.turn_limit
        self.rng = Rng(seed)
        self.tree = Node(None, -1)
        self.buf: vec[i64] = vec[i64]([0] * root.rules.actions)
        self.spare: vec[i64] = vec[i64]([0] * root.rules.actions)
        self.features: vec[i64] = vec[i64]([0] * (FEATURES * root.rules.seats))
        self.iterations: int = 0

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()
        self.iterations += iterations

    def best(self) -> int:
        """The action taken most often."""
        chosen = self.tree.children[0]
        for child in self.tree.children:
            if child.visits > chosen.visits:
                chosen = child
        return chosen.action

    def findings(self) -> list[tuple[int, int, float]]:
        """For each action tried its number, how often it was taken, and the chances to win that it had, added up."""
        return [(child.action, int(child.visits), child.wins) for child in self.tree.children]

    def iterate(self) -> None:
        s = self.root.copy() if self.open_cards else determinize(self.root, self.seat, self.rng)
        if self.minds is not None:
            self.minds.draw(self.playing, self.rng)
        node = self.descend(s)
        play_on_in_style(s, self.playing, self.rng, self.buf, s.turn + self.horizon)
        chance = self.evaluation.chance_to_win(s, self.seat, self.features)
        at: Node | None = node
        while at is not None:
            at.visits += 1.0
            at.wins += chance
            at = at.parent

    def descend(self, s: State) -> Node:
        """Down the tree to a node that was not there before, or to the end of the game."""
        node = self.tree
        if self.plans:
            node = self.follow(s)
            if not node.visits:
                return node
        while s.phase != OVER:
            if s.phase == SHUFFLE:
                shuffle_discards(s, self.rng)
                continue
            if s.decider != self.seat:
                apply(s, in_style(s, self.playing[s.decider], self.rng, self.buf))
                continue
            n = legal_into(s, self.buf)
            if n == 1:
                apply(s, self.buf[0])
                continue
            found = self.choose(node, n)
            if found is None:
                action = self.untried(node, s, n)
                found = Node(node, action)
                node.children.append(found)
                apply(s, action)
                return found
            apply(s, found.action)
            node = found
        return node

    def follow(self, s: State) -> Node:
        """Plays a plan: in their order those that were never tried, then the most promising."""
        tree = self.tree
        chosen = len(tree.children)
        if chosen < len(self.plans):
            tree.children.append(Node(tree, chosen))
        else:
            best_promise = -1.0
            for at, child in enumerate(tree.children):
                child.possible += 1.0
                promise = child.promise()
                if promise > best_promise:
                    best_promise = promise
                    chosen = at
        for action in self.plans[chosen]:
            apply(s, action)
        return tree.children[chosen]

    def choose(self, node: Node, n: i64) -> Node | None:
        """The most promising of the n possible actions; None while some of them were never tried."""
        best: Node | None = None
        best_promise = -1.0
        tried: i64 = 0
        for child in node.children:
            if self.is_legal(child.action, n):
                tried += 1
                child.possible += 1.0
                promise = child.promise()
                if promise > best_promise:
                    best_promise = promise
                    best = child
        return best if tried == n else None

    def is_legal(self, action: i64, n: i64) -> bool:
        i: i64
        for i in range(n):
            if self.buf[i] == action:
                return True
        return False

    def untried(self, node: Node, s: State, n: i64) -> i64:
        """What a decent person would do, if that was not tried yet; otherwise anything that was not."""
        likely = sensible(s, self.rng, self.spare)
        if not self.is_tried(node, likely):
            return likely
        count: i64 = 0
        i: i64
        for i in range(n):
            if not self.is_tried(node, self.buf[i]):
                self.spare[count] = self.buf[i]
                count += 1
        return self.spare[self.rng.below(count)]

    def is_tried(self, node: Node, action: i64) -> bool:
        for child in node.children:
            if child.action == action:
                return True
        return False
