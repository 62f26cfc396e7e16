"""The games as a PettingZoo environment: agents take turns, one decision at a time.

    from drlucky.lab.pettingzoo import env
    table = env("kill-2016", players=4, closed="west")

See docs/research.md for the observations, the rewards and what else to know."""

from copy import copy, deepcopy
from typing import Any

from drlucky import render
from drlucky.engine import codes
from drlucky.engine.play import apply, obstacle
from drlucky.engine.state import State, restored
from drlucky.errors import DrLuckyError
from drlucky.game.game import seat_names, with_strangers
from drlucky.game.options import with_options
from drlucky.game.setup import Setting, setting_by_lot
from drlucky.game.sight import Sight, sight
from drlucky.game.view import View, view
from drlucky.game.why_not import IllegalAction, explained
from drlucky.lab.rewards import WIN, check_rewards, payoffs
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng

try:
    import numpy as np
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
    from pettingzoo.utils.env_logger import EnvLogger

    from drlucky.game.encoding import Encoder, Field, Slate
except ModuleNotFoundError as missing:
    raise DrLuckyError("the environment needs the pettingzoo extra: pip install 'drlucky[pettingzoo]'") from missing

Observation = dict[str, NDArray[Any]]
ILLEGAL = -1.0
"""What an illegal action costs where there are guards."""
RENDER_MODES = ("ansi", "human", "svg")
UNPICKLED = ("game", "_rng", "_encoder", "_slate")
"""What goes through a pickle as numbers, or is made anew."""


@with_options
def env(edition: str = "kill-2016", players: int = 4, **options: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's usual guards: an illegal action ends the game and costs its agent -1. The
    options are those of `raw_env`."""
    return Guarded(raw_env(edition, players, **options))


@with_options
def parallel_env(
    edition: str = "kill-2016", players: int = 4, **options: Any
) -> turn_based_aec_to_parallel_wrapper[str, Observation, int]:
    """The same where every agent hands in an action at every step, and only that of the one who must decide counts."""
    return turn_based_aec_to_parallel_wrapper(env(edition, players, **options))


class Guarded(wrappers.OrderEnforcingWrapper[str, Observation, int | None]):
    """What PettingZoo's OrderEnforcingWrapper, AssertOutOfBoundsWrapper and TerminateIllegalWrapper do together, in
    one: each of the three looks everything up through those below it, which took most of the time of a step."""

    env: "raw_env"

    def __copy__(self) -> "Guarded":
        """With a table of its own: to play on at the copy would move the original otherwise."""
        twin = Guarded(copy(self.env))
        twin.__dict__ |= {name: value for name, value in self.__dict__.items() if name != "env"}
        return twin

    def last(self, observe: bool = True) -> Any:
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        table = self.env
        if not self._has_reset or not table.agents:
            super().step(action)
            return
        self._has_updated = True
        agent = table.agent_selection
        if table.terminations[agent] or table.truncations[agent]:
            assert action is None, "action is not in action space"
            table.step(action)
            return
        assert table.action_space(agent).contains(action), "action is not in action space"
        if table.is_illegal(action):
            EnvLogger.warn_on_illegal_move()
            table.give_up(agent)
        else:
            table.step(action)


class raw_env(AECEnv[str, Observation, int | None]):
    """Without the guards: an illegal action raises IllegalAction, which gives the reason in words.

    `rewards` are "win" or "zero-sum": see `drlucky.lab.rewards`. The other options are those of `drlucky.new`."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo calls for it
        "render_modes": list(RENDER_MODES),
        "name": "drlucky_v0",
        "is_parallelizable": True,
        "render_fps": 2,
    }

    @with_options
    def __init__(
        self,
        edition: str = "kill-2016",
        players: int = 4,
        *,
        rewards: str = WIN,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        AECEnv.__init__(self)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise DrLuckyError(f"the render modes are {', '.join(RENDER_MODES)}, not {render_mode!r}")
        check_rewards(rewards)
        self.setting: Setting = setting_by_lot(edition, players, **options)
        self.render_mode = render_mode
        self._names = with_strangers(self.setting, seat_names(self.setting.book, players))
        self._rewards = rewards
        self._encoder = Encoder(self.setting)
        self._slate = Slate(self._encoder)
        self.possible_agents = [f"player_{k}" for k in range(len(self.setting.live))]
        self.seats = dict(zip(self.possible_agents, self.setting.live, strict=True))
        """The seat of each agent. Strangers have seats too, but they are no agents."""
        self._agents = {seat: agent for agent, seat in self.seats.items()}
        self._actions = len(self.setting.actions)
        self._action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}
        self._observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._rng: Rng
        self.game: State
        """The engine's state, which holds everyone's cards: not for agents."""

    def __getstate__(self) -> dict[str, Any]:
        """All of it, also in the middle of a game: the engine's state and the chance to come as numbers."""
        found = {name: value for name, value in vars(self).items() if name not in UNPICKLED}
        if "game" in vars(self):
            found["dealt"] = self.game.key(), self._rng.numbers()
        return deepcopy(found)

    def __setstate__(self, found: dict[str, Any]) -> None:
        dealt = found.pop("dealt", None)
        self.__dict__.update(found)
        self._encoder = Encoder(self.setting)
        self._slate = Slate(self._encoder)
        if dealt is not None:
            numbers, chance = dealt
            self.game = restored(self.setting.engine, numbers)
            self._rng = Rng(0)
            self._rng.set_numbers(chance)

    def _observation_space(self) -> Dict:
        return Dict(
            {
                "observation": Box(0.0, self._encoder.highest(), dtype=np.float32),
                "action_mask": Box(0, 1, (self._actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def layout(self) -> tuple[Field, ...]:
        """Every range of the observation vector, with its name, its labels and what 1.0 stands for."""
        return self._encoder.layout()

    def describe(self) -> str:
        """The same as a text."""
        return self._encoder.describe()

    def action_names(self) -> tuple[str, ...]:
        """Every action's line of text, at its number."""
        return tuple(str(action) for action in self.setting.actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. The same seed deals the same; without one the last seed's series goes on."""
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._rng = Rng(int(self._random.integers(2**62)))
        self.game = random_start(self.setting.engine, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self._agents[self.game.decider]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """All that the agent may know now, and which actions it may take: none if it is not asked."""
        seat = self.seats[agent]
        return {"observation": self._slate.encode(self.game, seat), "action_mask": self._slate.mask(self.game, seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._checked(action)
        s = self.game
        self._cumulative_rewards[agent] = 0.0
        apply(s, number)
        if s.phase == codes.SHUFFLE:
            shuffle_discards(s, self._rng)
        if s.phase == codes.OVER:
            self._finish()
        else:
            self.agent_selection = self._agents[s.decider]
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        """Everyone's game ends at once; by the turn limit it is cut off rather than decided."""
        self.rewards = dict(zip(self.agents, payoffs(self.setting, self.game, self._rewards), strict=True))
        self._accumulate_rewards()
        ended = self.truncations if self.game.ending == codes.TURN_LIMIT else self.terminations
        for agent in self.agents:
            ended[agent] = True
        self.agent_selection = self.agents[0]

    def is_illegal(self, action: int | None) -> bool:
        return action is None or obstacle(self.game, int(action)) != codes.ALLOWED

    def give_up(self, agent: str) -> None:
        """Ends everyone's game, at a cost to the agent who did something illegal."""
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL}
        self._accumulate_rewards()
        self._deads_step_first()

    def _checked(self, action: int | None) -> int:
        if action is None or not 0 <= action < self._actions:
            raise DrLuckyError(f"an action is a number from 0 to {self._actions - 1}, not {action!r}")
        number = int(action)
        found = obstacle(self.game, number)
        if found:
            why = explained(self.setting, self.game, number, found, self.game.decider)
            raise IllegalAction(why, self._names)
        return number

    def view(self, seat: int | None) -> View:
        """All that a seat, or a spectator (None), may know, in names and words."""
        return view(self.setting, self.game, self._names, seat)

    def sight(self, seat: int | None = None) -> Sight:
        """Who sees whom."""
        return sight(self.setting, self.game, seat)

    def render(self) -> str | None:
        """The board as a spectator sees it: as text ("ansi"), printed ("human"), or as an SVG picture ("svg")."""
        if self.render_mode is None:
            logger.warn("render does nothing without a render_mode, such as env(render_mode='ansi')")
            return None
        shown = render.game.svg(self) if self.render_mode == "svg" else render.game.text(self)
        if self.render_mode != "human":
            return shown
        print(shown)
        return None
