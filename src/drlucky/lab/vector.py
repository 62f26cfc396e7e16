"""Many games of one set-up at once, for learning: every step takes an action for each game, and writes what the next to
decide may know into NumPy arrays, all in compiled code.

    from drlucky.lab.vector import Games
    games = Games("kill-2016", 4, games=4096, seed=1)
    games.step(games.random_actions())

See docs/research.md for the observations and the rewards."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.options import with_options
from drlucky.game.setup import Setting, setting_by_lot
from drlucky.lab.rewards import WIN, check_rewards, payoff_table
from drlucky.search.batch import ALL_LEGAL, Batch

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from drlucky.game.encoding import Encoder, Field, shared
except ModuleNotFoundError as missing:
    raise DrLuckyError("games at once need NumPy: pip install 'drlucky[pettingzoo]'") from missing

DTYPES = ("uint8", "float32")
MOST_GAMES = 1 << 20
SEEDS = 1 << 62


class Arrays(NamedTuple):
    """What is written after every step: a row or a number for each game."""

    observations: NDArray[Any]
    """What the one who must decide may know."""
    masks: NDArray[np.bool_]
    """Which actions are legal."""
    players: NDArray[np.uint8]
    """Who must decide: the number of a player."""
    rewards: NDArray[np.float64]
    """What the game that just ended was worth to each player, a column each; 0 while a game goes on."""
    terminated: NDArray[np.bool_]
    """Did a game just end? The other arrays, but for the rewards, are of the new game already."""
    truncated: NDArray[np.bool_]
    """Did the turn limit just end it?"""


class Games:
    """Games that are played side by side. A game that ends is followed by a new one at once.

    Each has a seed of its own: `seed` is where their series begins, or `seeds` names them all; a game and all that
    follow it in its place depend on its seed and its actions alone. `dtype` is "uint8" or "float32". With
    `skip_forced` decisions without a choice are played through. The options are those of `drlucky.new`."""

    @with_options
    def __init__(
        self,
        edition: str = "kill-2016",
        players: int = 4,
        *,
        games: int = 1024,
        seed: int | None = None,
        seeds: Sequence[int] | None = None,
        dtype: str = "float32",
        rewards: str = WIN,
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        check_rewards(rewards)
        if dtype not in DTYPES:
            raise DrLuckyError(f"observations are {' or '.join(DTYPES)}, not {dtype!r}")
        if seeds is None:
            if not 1 <= games <= MOST_GAMES:
                raise DrLuckyError(f"there can be 1 to {MOST_GAMES:,} games, not {games!r}")
            seeds = series(seed, games)
        elif not 1 <= len(seeds) <= MOST_GAMES:
            raise DrLuckyError(f"there can be 1 to {MOST_GAMES:,} seeds, not {len(seeds)}")
        self.setting: Setting = setting_by_lot(edition, players, **options)
        self._encoder = Encoder(self.setting)
        floats = dtype == "float32"
        self._batch = Batch(
            self._encoder.observer,
            floats,
            [_seed(one) for one in seeds],
            skip_forced,
            payoff_table(len(self.setting.live), rewards),
        )
        self.games = len(seeds)
        self.actions = len(self.setting.actions)
        """How many actions there are."""
        self.size = self._encoder.size
        """How many numbers an observation has."""
        self.players = len(self.setting.live)
        """How many decide for themselves."""
        batch, sheet = self._batch, self._batch.sheet
        rows = shared(sheet.floats, np.float32) if floats else shared(sheet.bytes, np.uint8)
        self.arrays = Arrays(
            rows.reshape(self.games, self.size),
            shared(batch.masks, np.bool_).reshape(self.games, self.actions),
            shared(batch.deciders, np.uint8),
            shared(batch.rewards, np.float64).reshape(self.games, self.players),
            shared(batch.terminated, np.bool_),
            shared(batch.truncated, np.bool_),
        )
        """Written anew by every step: copy what you want to keep."""
        cards = batch.open_cards
        faces = shared(cards.sheet.floats, np.float32) if floats else shared(cards.sheet.bytes, np.uint8)
        self._open_cards = faces.reshape(self.games, cards.size)
        self._shown_cards = self.arrays.observations[:, cards.start : cards.start + cards.size]
        self.checksums = np.asarray(batch.checksums)
        """Of all games that have ended, by place: equal where the same was played."""
        self._random = np.random.default_rng(seed)
        batch.write()
        self._show_open_cards()

    def step(self, actions: ArrayLike, out: Arrays | None = None) -> Arrays:
        """Plays an action in every game, and writes what comes of it into `arrays`, or into arrays of your own as well.
        If one action is illegal none is played."""
        chosen = self._chosen(actions)
        self._clear()
        self._batch.step(chosen)
        self._show_open_cards()
        return self._given(out)

    def reset(self, seeds: Sequence[int] | int | None = None, out: Arrays | None = None) -> Arrays:
        """Deals every game anew: from these seeds, from a series that begins with this one, or from any."""
        each = series(seeds, self.games) if seeds is None or isinstance(seeds, int) else seeds
        if len(each) != self.games:
            raise DrLuckyError(f"there are {self.games} games, and {len(each)} seeds were given")
        for game, seed in enumerate(each):
            self._batch.deal(game, _seed(seed))
        self._clear()
        self._batch.write()
        self._show_open_cards()
        return self._given(out)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each as likely as the others."""
        masks = self.arrays.masks
        counts = masks.sum(axis=1)
        wanted = (self._random.random(self.games) * counts).astype(np.int64)
        starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
        chosen: NDArray[np.int64] = np.flatnonzero(masks)[starts + wanted] % self.actions
        return chosen

    def sensible_actions(self, games: ArrayLike | None = None) -> NDArray[np.int64]:
        """What the bot `sensible` would do, from what the one who must decide may know: in each game, or in those that
        are named by their numbers."""
        named = np.arange(self.games) if games is None else np.asarray(games)
        if named.ndim != 1 or (named.size and named.dtype.kind not in "iu"):
            raise DrLuckyError(
                f"games are named by a row of whole numbers, not an array of {named.dtype} with the shape {named.shape}"
            )
        if named.size:
            self._checked(int(named.min()))
            self._checked(int(named.max()))
        seed = int(self._random.integers(SEEDS))
        return np.array(self._batch.sensible_actions(named.tolist(), seed), np.int64)

    def snapshot(self, game: int) -> tuple[int, ...]:
        """All that is true of a game, hidden cards and the chance to come included: for `restore`."""
        return tuple(self._batch.snapshot(self._checked(game)))

    def restore(self, game: int, snapshot: Sequence[int]) -> None:
        """Makes a game what it was when the snapshot was taken, in any place of games with the same set-up."""
        batch = self._batch
        numbers = list(snapshot)
        wanted = len(batch.snapshot(self._checked(game))) - len(batch.states[game].pile)
        if len(numbers) < wanted:
            raise DrLuckyError(f"a snapshot of this set-up has at least {wanted} numbers, not {len(numbers)}")
        batch.restore(game, numbers)
        self.arrays.observations[game] = 0
        self.arrays.masks[game] = False
        self.arrays.rewards[game] = 0
        self.arrays.terminated[game] = self.arrays.truncated[game] = False
        batch.write_game(game)
        self._show_open_cards()

    def layout(self) -> tuple[Field, ...]:
        """Every range of an observation, with its name, its labels and what 1.0 stands for."""
        return self._encoder.layout()

    def describe(self) -> str:
        """The same as a text."""
        return self._encoder.describe()

    def action(self, number: int) -> Action:
        """The action that a number stands for, as `drlucky.Game` knows it; `number_of` is the way back."""
        return self.setting.actions[number]

    def number_of(self, action: Action | str) -> int:
        return self.setting.number_of(action)

    def _chosen(self, actions: ArrayLike) -> list[int]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise DrLuckyError(
                f"actions are {self.games} whole numbers, not an array of {chosen.dtype} with the shape {chosen.shape}"
            )
        numbers: list[int] = chosen.tolist()
        wrong = self._batch.first_illegal(numbers)
        if wrong != ALL_LEGAL:
            raise DrLuckyError(f"action {chosen[wrong]} is not legal in game {wrong}: see its row of the masks")
        return numbers

    def _clear(self) -> None:
        for array in self.arrays:
            array.fill(0)

    def _show_open_cards(self) -> None:
        self._shown_cards[:] = self._open_cards

    def _given(self, out: Arrays | None) -> Arrays:
        if out is None:
            return self.arrays
        for name in Arrays._fields:
            np.copyto(getattr(out, name), getattr(self.arrays, name), casting="same_kind")
        return out

    def _checked(self, game: int) -> int:
        if not 0 <= game < self.games:
            raise DrLuckyError(f"games are numbered from 0 to {self.games - 1}, not {game!r}")
        return game


def series(seed: int | None, games: int) -> list[int]:
    """A seed for each game, from one."""
    return [int(each) for each in np.random.default_rng(seed).integers(SEEDS, size=games)]


def _seed(seed: int) -> int:
    if not 0 <= seed < SEEDS:
        raise DrLuckyError(f"a seed is a whole number from 0 to 2**62 - 1, not {seed!r}")
    return int(seed)
