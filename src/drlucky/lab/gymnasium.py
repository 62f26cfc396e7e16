"""One seat of a game as a Gymnasium environment, against bots by their names, and a policy as a bot.

    from drlucky.lab.gymnasium import SeatEnv
    seat = SeatEnv("kill-2016", 4, opponents="sensible", closed="west")

See docs/research.md for the observations, the rewards and the masks."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from drlucky import render
from drlucky.bots import names
from drlucky.bots.base import Bot, Reader, choice
from drlucky.engine import codes
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.game import seat_names, with_strangers
from drlucky.game.options import with_options
from drlucky.game.setup import Setting, setting_by_lot
from drlucky.game.view import View, view
from drlucky.lab.rewards import WIN, check_rewards, payoffs
from drlucky.search.observation import legal_mask
from drlucky.search.past import Memory, Past
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from numpy.typing import NDArray

    from drlucky.bots.policy import Mask, PolicyBot
    from drlucky.game.encoding import Encoder, Field, Vector, as_array
except ModuleNotFoundError as missing:
    raise DrLuckyError("the environment needs the pettingzoo extra: pip install 'drlucky[pettingzoo]'") from missing

ILLEGAL = -1.0
"""What an illegal action costs, which ends the game."""

__all__ = ["PolicyBot", "SeatEnv"]


class SeatEnv(gymnasium.Env[Vector, np.int64]):
    """Plays one player's decisions; bots play all the others. `player` is whose: a number from 0, or None for another
    one in every game. `opponents` is the name of a bot, or one for each of the others to the left: see docs/bots.md."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 - Gymnasium calls for it

    @with_options
    def __init__(
        self,
        edition: str = "kill-2016",
        players: int = 4,
        *,
        player: int | None = None,
        opponents: str | Sequence[str] = "sensible",
        rewards: str = WIN,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_rewards(rewards)
        if render_mode not in (None, "ansi"):
            raise DrLuckyError(f"the render mode is ansi, not {render_mode!r}")
        self.setting: Setting = setting_by_lot(edition, players, **options)
        if player is not None and player not in range(players):
            raise DrLuckyError(f"the player is a number from 0 to {players - 1}, or None, not {player!r}")
        chosen = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(chosen) != players - 1:
            raise DrLuckyError(f"there are {players - 1} opponents, and {len(chosen)} were named")
        self.opponents = [names.parse(name) for name in chosen]
        self.render_mode = render_mode
        self.player = player
        self._rewards = rewards
        self._names = with_strangers(self.setting, seat_names(self.setting.book, players))
        self._encoder = Encoder(self.setting)
        self._bots: dict[int, Bot] = {}
        self._memories: dict[int, Memory] = {}
        self._rng: Rng
        self.seat = 0
        """Where the environment's player sits in this game."""
        self.game: State
        """The engine's state, which holds everyone's cards: not for agents."""
        self.observation_space = Box(0.0, self._encoder.highest(), dtype=np.float32)
        self.action_space = Discrete(len(self.setting.actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Deals a new game, and plays until it is the player's turn to decide."""
        super().reset(seed=seed)
        live = self.setting.live
        while True:
            self._rng = Rng(int(self.np_random.integers(2**62)))
            player = int(self.np_random.integers(len(live))) if self.player is None else self.player
            self.seat = live[player]
            others = [live[(player + 1 + k) % len(live)] for k in range(len(live) - 1)]
            self._bots = {
                seat: name.make(int(self.np_random.integers(2**31)))
                for seat, name in zip(others, self.opponents, strict=True)
            }
            self._memories = {
                seat: Memory(self.setting.engine, seat) for seat, bot in self._bots.items() if isinstance(bot, Reader)
            }
            self.game = random_start(self.setting.engine, self._rng)
            self._play_others()
            if not self.game.over:
                return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Plays an action, and then the others until the player must decide again or the game is over. An illegal one
        ends the game and costs 1."""
        if self.game.over:
            raise DrLuckyError("the game is over: reset deals another")
        if obstacle(self.game, int(action)) != codes.ALLOWED:
            return self._observation(), ILLEGAL, True, False, self._info() | {"illegal": True}
        self._apply(int(action))
        self._play_others()
        cut_off = self.game.ending == codes.TURN_LIMIT
        reward = payoffs(self.setting, self.game, self._rewards)[self.setting.live.index(self.seat)]
        return self._observation(), reward, self.game.over and not cut_off, cut_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as libraries ask for it that know masks."""
        return self._mask().astype(np.bool_)

    def action(self, number: int) -> Action:
        """The action that a number stands for, as `drlucky.Game` knows it; `number_of` is the way back."""
        return self.setting.actions[number]

    def number_of(self, action: Action | str) -> int:
        return self.setting.number_of(action)

    def layout(self) -> tuple[Field, ...]:
        """Every range of an observation, with its name, its labels and what 1.0 stands for."""
        return self._encoder.layout()

    def view(self, seat: int | None) -> View:
        return view(self.setting, self.game, self._names, seat)

    def render(self) -> str | None:
        """The board as a spectator sees it."""
        return render.game.text(self.view(None)) if self.render_mode else None

    def _play_others(self) -> None:
        s = self.game
        while not s.over:
            if s.phase == codes.SHUFFLE:
                shuffle_discards(s, self._rng)
            elif s.decider == self.seat:
                return
            else:
                actions = [self.setting.actions[number] for number in legal(s)]
                seat = s.decider
                chosen = choice(self._bots[seat], self.view(seat), actions, partial(self._past, seat))
                self._apply(self.number_of(chosen))

    def _past(self, seat: int) -> Past:
        return self._memories[seat].until(self.game)

    def _apply(self, number: int) -> None:
        for memory in self._memories.values():
            memory.note(self.game, number)
        apply(self.game, number)

    def _observation(self) -> Vector:
        return self._encoder.encode(self.game, self.seat)

    def _mask(self) -> Mask:
        """None is legal when the game is over."""
        return as_array(legal_mask(self.game, self.seat), np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}
