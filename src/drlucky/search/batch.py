"""Batches: many games of one set-up, of which each takes one action at a time, in compiled code. Their face is
`drlucky.lab.vector`."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from drlucky.engine.codes import OVER, SHUFFLE, TURN_LIMIT
from drlucky.engine.play import apply, legal_into
from drlucky.engine.state import State, restored
from drlucky.search.heuristic import sensible
from drlucky.search.observation import Observer, OpenCards, Sheet, mark, set_byte
from drlucky.search.playout import mix, random_start, shuffle_discards
from drlucky.search.rng import Rng

ALL_LEGAL: Final = -1


class Batch:
    """The games, and all that is written of them after each step: a row or a number for each game. The sheet has the
    observations but for their open cards, which have rows of their own."""

    def __init__(
        self, observer: Observer, floats: bool, seeds: list[int], skip_forced: bool, payoffs: list[float]
    ) -> None:
        """`payoffs` are what a winner gets, what everyone else does, and what all get when no player won."""
        rules = observer.rules
        games: i64 = len(seeds)
        self.observer: Final[Observer] = observer
        self.skip_forced: bool = skip_forced
        self.payoffs: vec[float] = vec[float](payoffs)
        self.games: i64 = games
        self.players: i64 = len(rules.live)
        self.buf: Final[vec[i64]] = vec[i64]([0] * rules.actions)
        self.player_of: Final[vec[u8]] = vec[u8]([0] * rules.seats)
        player: i64
        for player in range(self.players):
            self.player_of[rules.live[player]] = u8(player)
        self.states: Final[list[State]] = []
        self.rngs: Final[list[Rng]] = []
        self.sheet: Final[Sheet] = Sheet(observer.scales, observer.size, games, floats)
        self.open_cards: Final[OpenCards] = OpenCards(observer, games, floats)
        self.masks: Final[vec[u8]] = vec[u8]([0] * (games * rules.actions))
        self.deciders: Final[vec[u8]] = vec[u8]([0] * games)
        self.rewards: vec[float] = vec[float]([0.0] * (games * self.players))
        self.terminated: vec[u8] = vec[u8]([0] * games)
        self.truncated: vec[u8] = vec[u8]([0] * games)
        self.checksums: vec[i64] = vec[i64]([0] * games)
        for seed in seeds:
            rng = Rng(seed)
            self.rngs.append(rng)
            self.states.append(random_start(rules, rng))

    def deal(self, game: i64, seed: int) -> None:
        """A new game from a new seed, in place of this one."""
        rng = Rng(seed)
        self.rngs[game] = rng
        self.states[game] = random_start(self.observer.rules, rng)
        self.checksums[game] = 0

    def first_illegal(self, actions: list[int]) -> i64:
        """The first game whose action is not legal, ALL_LEGAL if there is none."""
        size = self.observer.rules.actions
        game: i64
        for game in range(self.games):
            action: i64 = actions[game]
            if action < 0 or action >= size or not self.masks[game * size + action]:
                return game
        return ALL_LEGAL

    def step(self, actions: list[int]) -> None:
        """Plays the action of each game, and brings every game to its next decision. All that is written must be 0
        before: whoever owns the arrays clears them, which is much faster there."""
        game: i64
        for game in range(self.games):
            apply(self.states[game], actions[game])
            self.write_game(game)

    def sensible_actions(self, games: list[int], seed: int) -> list[int]:
        """What a sensible player would do in each of these games. The seed breaks ties, and the games' own chance stays
        as it was."""
        rng = Rng(seed)
        chosen: list[int] = []
        game: i64
        for game in games:
            chosen.append(sensible(self.states[game], rng, self.buf))
        return chosen

    def write(self) -> None:
        """Writes what there is to know of every game."""
        game: i64
        for game in range(self.games):
            self.write_game(game)

    def write_game(self, game: i64) -> None:
        legal = self.settle(game)
        s = self.states[game]
        mark(self.masks, game * self.observer.rules.actions, self.buf, legal)
        set_byte(self.deciders, game, self.player_of[s.decider])
        self.observer.observe_but_open_cards(s, s.decider, self.sheet, game)
        self.open_cards.update(s, game)

    def settle(self, game: i64) -> i64:
        """Shuffles, pays out and deals anew until someone has to decide, or has a choice; says how many actions are
        legal then, and lists them in `buf`."""
        s = self.states[game]
        while True:
            if s.phase == OVER:
                self.finish(game, s)
                s = random_start(s.rules, self.rngs[game])
                self.states[game] = s
            elif s.phase == SHUFFLE:
                shuffle_discards(s, self.rngs[game])
            else:
                n = legal_into(s, self.buf)
                if n > 1 or not self.skip_forced:
                    return n
                apply(s, self.buf[0])

    def finish(self, game: i64, s: State) -> None:
        """Pays out. By the turn limit a game is cut off rather than decided."""
        if s.ending == TURN_LIMIT:
            self.truncated[game] = 1
        else:
            self.terminated[game] = 1
        first = game * self.players
        won = s.winner >= 0 and not s.rules.is_stranger(s.winner)
        player: i64
        for player in range(self.players):
            if not won:
                self.rewards[first + player] = self.payoffs[2]
            elif s.rules.live[player] == s.winner:
                self.rewards[first + player] = self.payoffs[0]
            else:
                self.rewards[first + player] = self.payoffs[1]
        self.checksums[game] = mix(self.checksums[game], s)

    def snapshot(self, game: i64) -> list[int]:
        """All that is true of a game, as numbers: its generator's, its checksum, and its state's."""
        return [*self.rngs[game].numbers(), self.checksums[game], *self.states[game].key()]

    def restore(self, game: i64, numbers: list[int]) -> None:
        """Makes a game what it was. Its row is not written."""
        rng = Rng(0)
        rng.set_numbers(numbers)
        self.rngs[game] = rng
        self.checksums[game] = numbers[1]
        self.states[game] = restored(self.observer.rules, numbers[2:])
