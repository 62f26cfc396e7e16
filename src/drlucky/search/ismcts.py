"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) from what one seat can know.

Each iteration deals at random what the seat cannot see, and walks down a tree of the seat's own decisions that all
deals share; the others play sensibly. It adds a decision to the tree, plays on sensibly for a few turns, and adds the
chance to win that has come of it to every decision on the way."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import ANSWER, OVER, SHUFFLE
from drlucky.engine.play import apply, legal_into
from drlucky.engine.state import State
from drlucky.search.determinize import Worlds
from drlucky.search.evaluation import FEATURES, Evaluation
from drlucky.search.heuristic import in_style, sensible
from drlucky.search.minds import Minds
from drlucky.search.playout import play_on_in_style, shuffle_discards
from drlucky.search.rng import Rng
from drlucky.search.styles import MODELS, SENSIBLE, Style
from drlucky.search.telling import ALL, trust_after
from drlucky.search.tree import NO_NODE, ROOT, Tree

EXPLORATION: Final = 0.7

# Turns played on before the position is evaluated: it is judged as soon as somebody's turn begins. What comes later is
# mostly luck. In kill-2016 200 iterations win 65 % of 600 games against sensible players with 8 turns, 74 % with 4, and
# 79 % with 2; in kill-de 1,500 iterations win 68 % of 120 games with 2 and 77 % with 1.
HORIZON: Final = 1

# Of two choices the one that keeps cards is taken, if it looks worse by no more than this and was taken at least so
# often for each time that the best one was.
NO_WORSE: Final = 0.01
TRIED: Final = 0.2

# In so many of a hundred iterations the others mind what an answer tells. With all of them 73.5 % of 600 games of
# kill-2016 were won against sensible players, who mind nothing, and 77.0 % with none.
LISTENERS: Final = 25

AT_A_TIME: Final = 32  # iterations, before it is asked whether anything can still change


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
        # The others mind what the answer tells that is chosen now.
        self.trust: vec[i64] = vec[i64]()
        self.models: list[Style] = MODELS
        if root.phase == ANSWER and not self.plans and not open_cards:
            self.models = [style.watching(seat) for style in MODELS]
        self.playing: list[Style] = [self.models[MODELS.index(SENSIBLE)]] * root.rules.seats
        # Without weights to evaluate by, games are played to the end.
        self.horizon: i64 = HORIZON if evaluation.is_fitted() else root.rules.turn_limit
        self.exploration: float = EXPLORATION
        self.rng = Rng(seed)
        self.tree = Tree()
        if self.models is not MODELS:
            self.trust = trust_after(root, self.rng)
        self.worlds = Worlds(root, self.seat, self.rng)
        self.buf: vec[i64] = vec[i64]([0] * root.rules.actions)
        self.spare: vec[i64] = vec[i64]([0] * root.rules.actions)
        self.listed: vec[i64] = vec[i64]([0] * root.rules.actions)  # when each action was legal last
        self.times: i64 = 0  # that actions were listed
        self.features: vec[i64] = vec[i64]([0] * (FEATURES * root.rules.seats))
        self.iterations: int = 0

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()
        self.iterations += iterations

    def run_until_settled(self, iterations: int) -> None:
        """At most so many: it ends as soon as no other choice could be the most frequent one any more."""
        left = iterations
        while left > 0 and not self.is_settled(left):
            some = min(AT_A_TIME, left)
            self.run(some)
            left -= some

    def is_settled(self, left: int) -> bool:
        """Will the choice that is the most frequent one still be that after so many more iterations?"""
        if len(self.plans) == 1 and self.iterations:
            return True
        most = 0.0
        second = 0.0
        for child in self.tree.children(ROOT):
            visits = self.tree.visits(child)
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
        return most - second > float(left)

    def best(self) -> int:
        """The action, or the plan, that was taken most often."""
        chosen = -1
        most = 0.0
        for child in self.tree.children(ROOT):
            if self.tree.visits(child) > most:
                most = self.tree.visits(child)
                chosen = self.tree.action(child)
        return chosen

    def best_of(self, costs: list[int]) -> int:
        """The same, or one that is as good and costs less, where each action or plan has a cost."""
        best = self.best()
        chosen = best
        findings = self.findings()
        most = 0
        good = 0.0
        for action, visits, wins in findings:
            if action == best:
                most, good = visits, wins / visits - NO_WORSE
        for action, visits, wins in findings:
            if visits >= TRIED * most and wins / visits >= good and costs[action] < costs[chosen]:
                chosen = action
        return chosen

    def findings(self) -> list[tuple[int, int, float]]:
        """For each action or plan tried its number, how often it was taken, and the chances to win that it had, added
        up."""
        tree = self.tree
        return [(int(tree.action(each)), int(tree.visits(each)), tree.wins(each)) for each in tree.children(ROOT)]

    def iterate(self) -> None:
        s = self.world()
        node = self.descend(s)
        play_on_in_style(s, self.playing, self.rng, self.buf, s.turn + self.horizon)
        self.tree.add_result(node, self.evaluation.chance_to_win(s, self.seat, self.features))

    def world(self) -> State:
        """A state that may be the true one."""
        if self.open_cards:
            return self.root.copy()
        if self.minds is not None:
            return self.minds.world(self.worlds, self.models, self.playing, self.rng)
        return self.worlds.uniform(self.rng)

    def descend(self, s: State) -> i64:
        """Down the tree to a node that was not there before, or to the end of the game."""
        node: i64 = ROOT
        if self.plans:
            node = self.follow(s)
            if not self.tree.visits(node):
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
            if found == NO_NODE:
                action = self.untried(node, s, n)
            else:
                action = self.tree.action(found)
            if node == ROOT:
                self.tell(action)
            apply(s, action)
            if found == NO_NODE:
                return self.tree.add(node, action)
            node = found
        return node

    def tell(self, action: i64) -> None:
        """Now and then the others hear what an answer tells of the hand that it comes from."""
        if len(self.trust):
            trust = self.trust[action] if self.rng.below(100) < LISTENERS else i64(ALL)
            for style in self.models:
                style.trust = trust

    def follow(self, s: State) -> i64:
        """Plays a plan: in their order those that were never tried, then the most promising."""
        tree = self.tree
        chosen: i64 = NO_NODE
        tried: i64 = 0
        best_promise = -1.0
        child = tree.newest_child(ROOT)
        if child != NO_NODE:
            tried = tree.action(child) + 1
        if tried < len(self.plans):
            chosen = tree.add(ROOT, tried)
        else:
            while child != NO_NODE:
                promise = tree.note_possible(child, self.exploration)
                if promise > best_promise:
                    best_promise = promise
                    chosen = child
                child = tree.older_sibling(child)
        for action in self.plans[tree.action(chosen)]:
            apply(s, action)
        return chosen

    def choose(self, node: i64, n: i64) -> i64:
        """The most promising of the n possible actions; NO_NODE while some of them were never tried."""
        self.times += 1
        i: i64
        for i in range(n):
            self.listed[self.buf[i]] = self.times
        tree = self.tree
        best: i64 = NO_NODE
        best_promise = -1.0
        tried: i64 = 0
        child = tree.newest_child(node)
        while child != NO_NODE:
            if self.listed[tree.action(child)] == self.times:
                tried += 1
                promise = tree.note_possible(child, self.exploration)
                if promise > best_promise:
                    best_promise = promise
                    best = child
            child = tree.older_sibling(child)
        if tried < n:
            return NO_NODE
        return best

    def untried(self, node: i64, s: State, n: i64) -> i64:
        """What a decent person would do, if that was not tried yet; otherwise anything that was not."""
        likely = sensible(s, self.rng, self.spare)
        tree = self.tree
        child = tree.newest_child(node)
        while child != NO_NODE:
            self.listed[tree.action(child)] = 0
            child = tree.older_sibling(child)
        if self.listed[likely] == self.times:
            return likely
        count: i64 = 0
        i: i64
        for i in range(n):
            if self.listed[self.buf[i]] == self.times:
                self.spare[count] = self.buf[i]
                count += 1
        return self.spare[self.rng.below(count)]
