"""The games in OpenSpiel: importing this module registers `drlucky`.

    import drlucky.lab.openspiel
    game = pyspiel.load_game("drlucky(edition=kill-2016,players=4,closed=west)")

See docs/research.md for what players are told, what the tensors hold, and which of OpenSpiel's algorithms to use."""

from itertools import islice
from random import Random
from typing import Any

from drlucky.errors import DrLuckyError
from drlucky.game.options import OPTIONS
from drlucky.lab.rewards import WIN, ZERO_SUM, check_rewards, payoffs
from drlucky.search.playout import play_out
from drlucky.search.rng import Rng

try:
    import numpy as np
    import pyspiel

    from drlucky.game.encoding import Vector
    from drlucky.lab.openspiel.kit import kit_for, unset
    from drlucky.lab.openspiel.observer import Observer, add_history, words
    from drlucky.lab.openspiel.resample import other_steps
    from drlucky.lab.openspiel.state import World, numbers, with_pile
except ModuleNotFoundError as missing:
    raise DrLuckyError("the game in OpenSpiel needs its extra: pip install 'drlucky[openspiel]'") from missing

NAME = "drlucky"
RECALL = 512
TRIES = 200
"""How many other histories are tried: more than one where a book says what one must do, or a game's end tells of hidden
cards."""

PARAMETERS: dict[str, bool | int | str] = {
    "edition": "kill-2016",
    "players": 4,
    **{name: unset(option) for name, option in OPTIONS.items()},
    "rewards": WIN,
    "recall": RECALL,
}
"""Every option, and what it is if not given. An empty text, and strangers=True, leave it to the rule book."""


def game_type(rewards: str = WIN) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Doctor Lucky",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if rewards == ZERO_SUM else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS,
    )


class DrLuckyGame(pyspiel.Game):
    """A set-up. What it needs is in its parameters, so a game goes through a text and back."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        chosen = PARAMETERS | (parameters or {})
        check_rewards(str(chosen["rewards"]))
        self.recall = int(chosen["recall"])
        if self.recall < 1:
            raise DrLuckyError(f"recall is how many words of history a tensor holds, at least 1, not {self.recall}")
        self.rewards = str(chosen["rewards"])
        self.kit = kit_for(tuple(item for item in sorted(chosen.items()) if item[0] not in ("rewards", "recall")))
        players = len(self.kit.live)
        super().__init__(
            game_type(self.rewards),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.kit.setting.actions),
                max_chance_outcomes=max(players, len(self.kit.names)),
                num_players=players,
                min_utility=-1.0 / (players - 1),
                max_utility=1.0,
                utility_sum=0.0 if self.rewards == ZERO_SUM else None,
                max_game_length=self._longest(),
            ),
            {name: value for name, value in chosen.items() if value != PARAMETERS[name]},
        )

    def _longest(self) -> int:
        """More decisions than any game can have: in a turn each card can be played once, for its steps among others,
        and everyone can pass and stop after each of them."""
        deck = self.kit.setting.deck
        steps = 1 + sum((card.steps + 1) * card.copies for card in deck.cards)
        return int(self.kit.setting.turn_limit * (steps + deck.size * (1 + self.kit.setting.seats)))

    def max_chance_nodes_in_history(self) -> int:
        """The lot, the deck once to place the pawns and once to be dealt and drawn, and where the discards come again
        a card a turn."""
        return 1 + 2 * len(self.kit.deck) + self.kit.setting.turn_limit

    def new_initial_state(self, text: str | None = None) -> "DrLuckyState":
        if text is not None:
            raise DrLuckyError(
                "a game begins with the deal and not from a text; see pyspiel.deserialize_game_and_state"
            )
        return DrLuckyState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        if params:
            raise DrLuckyError(f"observations have no parameters; {params!r} were given")
        return Observer(self.kit, self.recall, kind or pyspiel.IIGObservationType(perfect_recall=False))


class DrLuckyState(pyspiel.State):
    """A game in progress. Its players are those who decide for themselves, numbered from 0 in seating order."""

    def __init__(self, game: DrLuckyGame) -> None:
        super().__init__(game)
        self.world = World(game.kit)
        self.recall = game.recall

    def current_player(self) -> int:
        return self.world.player

    def is_terminal(self) -> bool:
        return self.world.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.world.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.world.outcomes()

    def _apply_action(self, action: int) -> None:
        self.world.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        kit = self.world.kit
        if player != pyspiel.PlayerId.CHANCE:
            return str(kit.setting.actions[action])
        return kit.names[action] if self.world.steps else f"player {action}"

    # OpenSpiel would ask the observer for an array, and make a list of it, which takes most of the time. So these two
    # say the same in a list at once. Who asks for what there is not is told so by OpenSpiel.

    def observation_tensor(self, *player: int) -> list[float]:
        world, asked = self.world, self._asked(player)
        if world.state is None or asked is None:
            return super().observation_tensor(*player)  # type: ignore[no-any-return]
        return world.kit.encoder.listed(world.state, world.kit.live[asked])

    def information_state_tensor(self, *player: int) -> list[float]:
        world, asked = self.world, self._asked(player)
        if world.state is None or asked is None:
            return super().information_state_tensor(*player)  # type: ignore[no-any-return]
        observed = world.kit.encoder.listed(world.state, world.kit.live[asked])
        add_history(observed, world.told[asked], self.recall)
        return observed

    def _asked(self, player: tuple[int, ...]) -> int | None:
        """Whose tensor this is, by default that of the one who is next; None if there is no such player."""
        number = player[0] if player else self.world.player
        return number if 0 <= number < len(self.world.kit.live) else None

    def returns(self) -> list[float]:
        game = self.get_game()
        if self.world.state is None or not self.world.over:
            return [0.0] * game.num_players()
        return payoffs(self.world.kit.setting, self.world.state, game.rewards)

    def __str__(self) -> str:
        """Everything that happened: as it was told to each player, and as the bare numbers."""
        heard = self.world.told[: self.num_players()]
        told = "\n".join(f"player {player}: {words(self.world.kit, said)}" for player, said in enumerate(heard))
        return f"{told}\nsteps: {' '.join(map(str, numbers(self.world.steps)))}"

    def resample_from_infostate(self, player: int, rng: Any) -> "DrLuckyState":
        """Another game in progress that this player cannot tell from the true one, its whole history with it. `rng`
        gives numbers from 0 to 1 when called, as OpenSpiel has it."""
        histories = other_steps(self.world, self.world.kit.live[player], Random(rng()))
        for steps in islice(histories, TRIES):
            # Where a book says what one must do, a history can fit all the cards that were shown and be against it.
            other = self._replayed(steps)
            if other is not None and other.world.told[player] == self.world.told[player]:
                return other
        raise DrLuckyError(f"no other world was found that player {player} could not tell from this one")

    def _replayed(self, steps: list[int]) -> "DrLuckyState | None":
        """A state with this history, or None if a rule stands in its way."""
        other: DrLuckyState = self.get_game().new_initial_state()
        for step in steps:
            if not other.world.allows(step):
                return None
            other.apply_action(step)
        return other

    def play_out(self, seed: int) -> list[float]:
        """Plays on at random to the end, in compiled code, and returns what it came to. The state stays as it is."""
        s = self.world.state
        if s is None or self.world.pending is not None:
            raise DrLuckyError("this state waits for chance: give it a card first")
        pile = list(s.pile)
        drawn, rest = pile[: s.pile_at], pile[s.pile_at :]
        Random(seed).shuffle(rest)  # the order of the pile is no part of a state whose cards chance gives
        copy = with_pile(s, drawn + rest)
        play_out(copy, Rng(seed))
        return payoffs(self.world.kit.setting, copy, self.get_game().rewards)


class PlayoutEvaluator:
    """For OpenSpiel's searches in Python: values a state by compiled random games from it, all actions alike before."""

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        self.playouts = playouts
        self._random = Random(seed)

    def evaluate(self, state: DrLuckyState) -> Vector:
        results = [state.play_out(self._random.getrandbits(31)) for _ in range(self.playouts)]
        return np.mean(results, axis=0)  # type: ignore[no-any-return]

    def prior(self, state: DrLuckyState) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


pyspiel.register_game(game_type(), DrLuckyGame)
