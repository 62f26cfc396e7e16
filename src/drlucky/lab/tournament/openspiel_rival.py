"""OpenSpiel's own search as an opponent: ISMCTSBot in Python, through the adapter, with as much time as ours has.

The game unfolds in OpenSpiel here, for its bot needs a state whose whole history it can imagine otherwise. Ours is
given its view and past of the same positions as anywhere else."""

from random import Random
from time import monotonic
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from drlucky.bots.base import Bot, choice
from drlucky.game.setup import Setting
from drlucky.game.view import outcome, view
from drlucky.lab.openspiel.game import NAME, DrLuckyState, PlayoutEvaluator
from drlucky.lab.tournament.referee import Played
from drlucky.search.past import Memory

SIMULATIONS_IN_A_WORLD = 4
"""To imagine another world takes much longer than to search in it."""


class TimedISMCTS(ismcts.ISMCTSBot):  # type: ignore[misc]  # it has no types
    """Searches for so many seconds, or if given for so many simulations."""

    def __init__(self, game: pyspiel.Game, seconds: float, simulations: int | None, seed: int) -> None:
        super().__init__(
            game,
            PlayoutEvaluator(seed=seed),
            uct_c=1.0,
            max_simulations=simulations or 0,
            random_state=np.random.RandomState(seed),
        )
        self._seconds = seconds
        self._simulations = simulations

    def run_search(self, state: DrLuckyState) -> list[tuple[int, float]]:
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node = self.create_new_node(state)
        until = monotonic() + self._seconds
        done = 0
        while not done or (done < self._simulations if self._simulations else monotonic() < until):
            self.run_simulation(self.sample_root_state(state))
            done += 1
        policy: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return policy

    def sample_root_state(self, state: DrLuckyState) -> Any:
        """A new world now and then; otherwise one of those that there are."""
        worlds = self._root_samples
        if self._random_state.randint(SIMULATIONS_IN_A_WORLD) and worlds:
            return worlds[self._random_state.randint(len(worlds))].clone()
        worlds.append(self.resample_from_infostate(state))
        return worlds[-1].clone()


class OurPlayer:
    """A bot of drlucky's in a game that unfolds in OpenSpiel."""

    def __init__(self, bot: Bot, setting: Setting, seat: int) -> None:
        self.bot = bot
        self.setting = setting
        self.seat = seat
        self.memory = Memory(setting.engine, seat)
        self._names = tuple(str(number + 1) for number in range(setting.seats))

    def step(self, state: DrLuckyState) -> int:
        s = state.world.state
        assert s
        seen = view(self.setting, s, self._names, self.seat)
        legal = [self.setting.actions[number] for number in state.legal_actions()]
        return self.setting.number_of(choice(self.bot, seen, legal, lambda: self.memory.until(s)))


def play(
    edition: str, players: int, deal: str, ours: dict[int, Bot], seconds: float, simulations: int | None
) -> Played:
    """One game; `ours` are the seats that a bot of drlucky's has. The same `deal` has the same cards in a row."""
    game = pyspiel.load_game(NAME, {"edition": edition, "players": players})
    cards = Random(deal)
    state = game.new_initial_state()
    seated = {seat: OurPlayer(bot, state.world.kit.setting, seat) for seat, bot in ours.items()}
    rivals = {
        seat: TimedISMCTS(game, seconds, simulations, Random(f"{deal} {seat}").getrandbits(31))
        for seat in range(players)
        if seat not in ours
    }
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(cards.choices(outcomes, chances)[0])
            continue
        seat = state.current_player()
        action = int((seated.get(seat) or rivals[seat]).step(state))
        for player in seated.values():
            player.memory.note(state.world.state, action)
        state.apply_action(action)
        decisions += 1
    ended = state.world.state
    found = outcome(ended)
    assert found
    return Played(found, ended.turn, decisions, ())
