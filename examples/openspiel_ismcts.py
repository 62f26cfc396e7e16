"""OpenSpiel's information-set Monte Carlo tree search sits down with players who do anything they may.

    python examples/openspiel_ismcts.py --games 4 --simulations 150

It is the bot that OpenSpiel ships in Python. The one in C++ cannot play a game written in Python, because such a game
has no way to tell it how to imagine the cards it does not see."""

import argparse
import random
import time

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from drlucky.lab.openspiel.game import PlayoutEvaluator


def searcher(game: pyspiel.Game, simulations: int, seed: int) -> ismcts.ISMCTSBot:
    return ismcts.ISMCTSBot(
        game,
        PlayoutEvaluator(seed=seed),
        uct_c=1.0,
        max_simulations=simulations,
        max_world_samples=max(1, simulations // 4),
        random_state=np.random.RandomState(seed),
    )


def play(game: pyspiel.Game, bot: ismcts.ISMCTSBot, seat: int, choose: random.Random) -> list[float]:
    """One game with the bot at this seat; what it came to for each player."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, chances)[0])
        elif state.current_player() == seat:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(choose.choice(state.legal_actions()))
    return list(state.returns())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="drlucky(edition=kill-2016,players=4,closed=west)")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()

    game = pyspiel.load_game(asked.game)
    choose = random.Random(asked.seed)
    bot = searcher(game, asked.simulations, asked.seed)
    won = 0
    for number in range(asked.games):
        seat = number % game.num_players()
        began = time.perf_counter()
        results = play(game, bot, seat, choose)
        won += results[seat] == 1.0
        said = "won" if results[seat] == 1.0 else "lost"
        print(f"game {number + 1}: the searcher at seat {seat} {said} after {time.perf_counter() - began:.1f} s")
    print(f"{won} of {asked.games} games won; a fair share is 1 in {game.num_players()}")


if __name__ == "__main__":
    main()
