"""The OpenSpiel game, judged by OpenSpiel's own tests, and by drlucky's own game."""

import pickle
import sys
import unittest
from collections import Counter
from collections.abc import Iterator
from math import comb
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import outcome_sampling_mccfr
from open_spiel.python.tests import games_sim_test

from drlucky.conformance import SetUp
from drlucky.conformance.secrecy import without_copies
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError, SetUpError
from drlucky.game.dealer import Lot, Shuffle
from drlucky.game.game import Game
from drlucky.game.options import OPTIONS
from drlucky.game.view import view
from drlucky.lab.openspiel.game import PARAMETERS, DrLuckyState
from drlucky.lab.openspiel.kit import kit_for
from drlucky.lab.openspiel.observer import words
from drlucky.lab.openspiel.resample import chronicle
from drlucky.lab.openspiel.state import CHANCE, World, numbers
from setups import setups

VARIED = [
    "drlucky",
    "drlucky(edition=kill-1996,players=3)",
    "drlucky(edition=kill-2016,players=2)",
    "drlucky(edition=kill-de,players=2,turn_limit=60)",
    "drlucky(edition=kill-de,players=4,board=bed-and-breakfast,layout=whole,pets=both)",
    "drlucky(edition=kill-2016,players=4,escape=True)",
    "drlucky(edition=save-2000,players=4,rewards=zero-sum)",
    "drlucky(edition=save-paizo,players=2)",
]
varied = pytest.mark.parametrize("name", VARIED)
UNIFORM = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def parameters(setup: SetUp) -> dict[str, Any]:
    return {"edition": setup.edition, "players": setup.players, **setup.options}


def lot(state: Any, choose: Random) -> int:
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    return int(choose.choices(outcomes, chances)[0])


def decisions(game: Any, choose: Random, boldness: float = 0.5) -> Iterator[DrLuckyState]:
    """A game at random: its states, one after another, in which a player decides, and the last. Whoever can make an
    attempt does so with this boldness."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lot(state, choose))
            continue
        yield state
        bold: list[int] = []
        calm: list[int] = []
        for action in state.legal_actions():
            strikes = state.action_to_string(action).startswith(("attempt", "lay", "attack"))
            (bold if strikes else calm).append(action)
        state.apply_action(choose.choice(bold if bold and (not calm or choose.random() < boldness) else calm))
    yield state


# OpenSpiel's own.


@varied
def test_openspiel_s_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False, mask_test=True)


@varied
def test_openspiel_s_simulation_in_python(name: str) -> None:
    """Cloning, and going through a text and a pickle and back."""
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


@varied
def test_openspiel_s_api(name: str) -> None:
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(name), "game_name": name})
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = tests.run(unittest.TestResult())
    assert result.testsRun >= 5
    assert not result.failures + result.errors, (result.failures + result.errors)[0][1]


@varied
def test_openspiel_s_requirements_for_resampling(name: str) -> None:
    """As `ResampleInfostateTest` of OpenSpiel's tests in C++ has it, which cannot be called from Python; and the other
    world differs from the true one, where there is anything to differ in."""
    game = pyspiel.load_game(name)
    differ = 0
    for number, state in enumerate(decisions(game, Random(3))):
        if number % 15 or state.is_terminal():
            continue
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, UNIFORM)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            differ += other.history() != state.history()
    assert differ, "what is hidden is dealt anew"


def test_openspiel_s_monte_carlo_regret_minimisation_runs() -> None:
    game = pyspiel.load_game("drlucky(players=2,strangers=False,rewards=zero-sum,turn_limit=40)")
    deep = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)  # OpenSpiel's solver goes a level deeper with every decision
    try:
        np.random.seed(1)
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
        solver.iteration()
        assert solver.average_policy().action_probabilities(next(decisions(game, Random(1))))
    finally:
        sys.setrecursionlimit(deep)


# Our own.


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_world_that_is_given_a_game_s_cards_is_that_game(setup: SetUp) -> None:
    choose = Random(str(setup))
    game = setup.game(seed=6)
    kit = pyspiel.load_game("drlucky", parameters(setup)).kit
    world = World(kit)
    deal(world, game)
    for _ in range(80):
        seat = game.to_decide
        assert world.over == (seat is None)
        if seat is None:
            break
        assert world.state is not None
        assert kit.live[world.player] == seat
        assert world.legal() == sorted(kit.setting.actions.index(action) for action in game.legal)
        for looker in (seat, None):
            assert view(kit.setting, world.state, game.players, looker) == without_copies(game.view(looker))
        strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
        action = choose.choice(strikes if strikes and choose.random() < 0.6 else game.legal)
        ahead = list(game.state.pile)[game.state.pile_at :]
        game.play(action)
        ahead += list(game.state.pile)  # where the discards became the pile, it goes on with these
        world.apply(kit.setting.actions.index(action))
        while world.player == CHANCE:
            world.apply(kit.types[ahead[len(world.given)]])


def deal(world: World, game: Game) -> None:
    """Gives a world the cards that a game was dealt."""
    drawn, placing, deck = game._dealer.log[:3]
    assert isinstance(drawn, Lot)
    assert isinstance(placing, Shuffle)
    assert isinstance(deck, Shuffle)
    world.apply(drawn.number)
    shown = iter(placing.order)
    while not world.begun:
        world.apply(world.kit.types[next(shown)])
    for card in deck.order[: world.kit.dealt]:
        world.apply(world.kit.types[card])


@varied
def test_tensors_are_what_the_observers_say(name: str) -> None:
    """They are made as lists, past OpenSpiel's own way, which asks the observer."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    assert not any(state.observation_tensor(0))
    observers = [
        (DrLuckyState.observation_tensor, game.make_py_observer()),
        (
            DrLuckyState.information_state_tensor,
            game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)),
        ),
    ]
    for state in decisions(game, Random(3)):
        for tensor, observer in observers:
            for player in range(game.num_players()):
                observer.set_from(state, player)
                assert tensor(state, player) == observer.tensor.tolist()
            if not state.is_terminal():
                assert tensor(state) == tensor(state, state.current_player())
    for tensor, _ in observers:
        with pytest.raises(pyspiel.SpielError):
            tensor(state, game.num_players())


@varied
def test_recall_is_perfect(name: str) -> None:
    """Two histories that a player cannot tell apart never could be told apart by that player before: at each of the
    player's own decisions the information was the same, and so was the choice."""
    game = pyspiel.load_game(name)
    states = [state.clone() for number, state in enumerate(decisions(game, Random(5))) if number % 20 == 19]
    state = states[len(states) // 2]
    for player in range(game.num_players()):
        other = state.resample_from_infostate(player, UNIFORM)
        assert own_history(game, other, player) == own_history(game, state, player)


def own_history(game: Any, state: Any, player: int) -> list[tuple[str, tuple[float, ...], int]]:
    found = []
    again = game.new_initial_state()
    for action in state.history():
        if again.current_player() == player:
            tensor = tuple(again.information_state_tensor(player))
            found.append((again.information_state_string(player), tensor, action))
        again.apply_action(action)
    return found


@varied
def test_what_a_player_does_see_makes_a_difference(name: str) -> None:
    """In a world imagined for one player the others hold other cards, and know it."""
    game = pyspiel.load_game(name)
    state = next(decisions(game, Random(2)))
    other = state.resample_from_infostate(0, UNIFORM)
    assert other.information_state_string(1) != state.information_state_string(1)
    assert other.information_state_tensor(1) != state.information_state_tensor(1)
    assert other.observation_string(1) != state.observation_string(1)
    assert other.observation_tensor(1) != state.observation_tensor(1)


def test_a_long_history_still_makes_a_difference_when_it_does_not_fit_the_tensor() -> None:
    game = pyspiel.load_game("drlucky(recall=4)")
    assert game.information_state_tensor_size() == game.observation_tensor_size() + 4 + 64
    state = next(decisions(game, Random(2)))
    there, back = state.clone(), state.clone()
    for walk in (["end", "end", "end", "end"], ["step Parlor", "end", "end", "end"]):
        walked = there if walk[0] == "end" else back
        for action in walk:
            walked.apply_action(walked.string_to_action(action))
    assert there.information_state_tensor(0)[-64:] != back.information_state_tensor(0)[-64:]


def test_what_is_public_and_what_is_private_can_be_had_apart() -> None:
    seen, whose = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = pyspiel.load_game("drlucky(edition=kill-2016,players=3)")
    state = next(decisions(game, Random(1)))
    for recall in (False, True):
        public = game.make_py_observer(seen(public_info=True, perfect_recall=recall, private_info=whose.NONE))
        private = game.make_py_observer(
            seen(public_info=False, perfect_recall=recall, private_info=whose.SINGLE_PLAYER)
        )
        hand = [game.kit.names[game.kit.types[card]] for card in engine(state).cards_at(0)]
        assert hand
        for card in hand:
            assert card in private.string_from(state, 0)
        assert not any(card in public.string_from(state, 0) for card in hand if card not in game.kit.setting.room_names)
        public.set_from(state, 0)
        assert ("hand" in public.dict, "rooms" in public.dict) == (False, True)
        private.set_from(state, 0)
        assert private.dict["hand"].sum() == len(hand)
    with pytest.raises(DrLuckyError, match="one player's cards at most"):
        game.make_py_observer(seen(public_info=True, perfect_recall=False, private_info=whose.ALL_PLAYERS))


def test_chance_gives_each_card_as_often_as_there_are_copies_left() -> None:
    game = pyspiel.load_game("drlucky(edition=kill-1996,players=3)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    assert [state.action_to_string(player) for player in range(3)] == ["player 0", "player 1", "player 2"]
    state.apply_action(1)
    failure = max(game.kit.copies, key=lambda kind: game.kit.copies[kind])
    copies, cards = game.kit.copies[failure], len(game.kit.deck)
    assert copies > 1
    assert dict(state.chance_outcomes())[failure] == copies / cards
    state.apply_action(failure)
    assert dict(state.chance_outcomes())[failure] == (copies - 1) / (cards - 1)


def test_another_world_knows_that_discards_came_again() -> None:
    """What was drawn after the shuffle can only be what was discarded before it."""
    game = pyspiel.load_game("drlucky(edition=kill-1996,players=3)")
    state = next(state for state in decisions(game, Random(1), boldness=0) if was_shuffled(state))
    for player in range(3):
        for _ in range(5):
            other = state.resample_from_infostate(player, UNIFORM)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.history() != state.history()
            assert was_shuffled(other)


@pytest.mark.parametrize("players", [3, 4, 8])
@pytest.mark.parametrize("times", [2, 4, 10])
def test_the_truth_comes_back_no_more_often_than_any_other_world(players: int, times: int) -> None:
    """After several shuffles few ways lead to what was shown. There are thousands of them all the same, and the true
    one must not be handed out for want of another: it was, whenever a pile of a single card had been shuffled."""
    game = pyspiel.load_game(f"drlucky(edition=kill-1996,players={players})")
    for seed in range(4):
        state = next(state for state in eager(game, Random(seed)) if shuffles(state) >= times)
        worlds = [state.resample_from_infostate(player, UNIFORM) for player in range(3) for _ in range(2)]
        assert [other.history() for other in worlds].count(state.history()) == 0
        assert len({tuple(other.history()) for other in worlds}) == len(worlds)


def eager(game: Any, choose: Random) -> Iterator[DrLuckyState]:
    """A game of people who draw whenever they may and stop every attempt that they can: the discards come again."""
    state = game.new_initial_state()
    verbs = [action.verb for action in game.kit.setting.actions]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lot(state, choose))
            continue
        yield state
        liked = "attempt" if choose.random() < 0.3 else "draw"
        best = [action for action in state.legal_actions() if verbs[action] in ("play", liked)]
        state.apply_action(choose.choice(best or state.legal_actions()))


def test_other_worlds_are_as_likely_as_chance_makes_them() -> None:
    """Someone has shown a card of which there are several. How many of them that hand was dealt is known exactly: as
    many as chance would give it, where it is at least one."""
    game = pyspiel.load_game("drlucky(edition=kill-1996,players=3)")
    kit = game.kit
    games = (state for seed in range(100) for state in decisions(game, Random(seed), 1.0))
    state, player, kind = next(filter(None, map(first_shown, games)))
    looker = next(other for other in range(3) if other != player)
    known = Counter(numbers(state.world.steps)[at] for at in dealt_to(state, looker))
    unseen, copies = len(kit.deck) - known.total(), kit.copies[kind] - known[kind]
    hand = len(dealt_to(state, player))
    ways = [comb(copies, n) * comb(unseen - copies, hand - n) for n in range(copies + 1)]
    chances = [0.0, *(way / sum(ways[1:]) for way in ways[1:])]
    worlds, found = 800, Counter[int]()
    for _ in range(worlds):
        steps = state.resample_from_infostate(looker, UNIFORM).history()
        found[sum(steps[at] == kind for at in dealt_to(state, player))] += 1
    assert found[0] == 0
    expected = [worlds * chance for chance in chances[1:3]]
    surprise = sum((found[n] - expected[n - 1]) ** 2 / expected[n - 1] for n in (1, 2))
    assert surprise < 20, (found, expected)


def first_shown(state: DrLuckyState) -> tuple[DrLuckyState, int, int] | None:
    """A player who has just shown the first card of the game, one of which there are more, and its type."""
    if state.world.state is None or any(flow.taken for flow in list(chronicle(state.world))[1:]):
        return None
    shown = [one for flow in chronicle(state.world) for one in flow.shown]
    if len(shown) != 1 or state.world.kit.copies[shown[0][1]] < 3:
        return None
    return state.clone(), *shown[0]


def dealt_to(state: DrLuckyState, seat: int) -> list[int]:
    """The steps that gave this seat its first cards."""
    first = next(chronicle(state.world))
    return [step for step, owner in first.taken if owner == seat]


def shuffles(state: DrLuckyState) -> int:
    return sum(flow.shuffled is not None for flow in chronicle(state.world))


def engine(state: DrLuckyState) -> State:
    assert state.world.state is not None
    return state.world.state


def was_shuffled(state: DrLuckyState) -> bool:
    return shuffles(state) > 0


def test_every_unseen_card_is_as_likely_in_another_world() -> None:
    game = pyspiel.load_game("drlucky(players=4)")
    state = next(decisions(game, Random(4)))
    own = set(engine(state).cards_at(0))
    worlds, found = 400, Counter[int]()
    for _ in range(worlds):
        found.update(engine(state.resample_from_infostate(0, UNIFORM)).cards_at(1))
    unseen = [card for card in game.kit.deck if card not in own]
    assert set(found) <= set(unseen)
    expected = worlds * 6 / len(unseen)
    surprise = sum((found[card] - expected) ** 2 / expected for card in unseen)
    assert surprise < 115, "chi-squared with 65 degrees of freedom goes beyond that once in 8,000 times"


@varied
def test_another_world_s_history_keeps_to_the_rules(name: str) -> None:
    game = pyspiel.load_game(name)
    *_, before, end = (state.clone() for state in decisions(game, Random(8)))
    for state in (before, end):
        other = state.resample_from_infostate(1, UNIFORM)
        assert other.information_state_string(1) == state.information_state_string(1)
        again = game.new_initial_state()
        for action in other.history():
            again.apply_action_with_legality_check(action)
        assert str(again) == str(other)


def test_the_same_parameters_share_their_tables_and_survive_a_pickle() -> None:
    one, two = pyspiel.load_game("drlucky(closed=east)"), pyspiel.load_game("drlucky(closed=east,rewards=zero-sum)")
    assert one.kit is two.kit
    assert pickle.loads(pickle.dumps(one.kit)) is one.kit
    assert str(one) == "drlucky(closed=east)"
    assert kit_for(one.kit.parameters) is one.kit


def test_playing_on_leaves_the_state_alone_and_needs_no_chance() -> None:
    game = pyspiel.load_game("drlucky")
    state = next(decisions(game, Random(1)))
    before = str(state)
    results = {tuple(state.play_out(seed)) for seed in range(30)}
    assert len(results) > 1
    assert state.play_out(3) == state.play_out(3)
    assert str(state) == before
    with pytest.raises(DrLuckyError, match="waits for chance"):
        game.new_initial_state().play_out(1)


def test_a_state_says_what_each_player_was_told() -> None:
    state = next(decisions(pyspiel.load_game("drlucky(edition=kill-de,players=2)"), Random(1)))
    told = words(state.world.kit, state.world.told[0])
    assert told.startswith("lot for ")
    assert told.count("+") == 6
    assert words(state.world.kit, state.world.told[-1]).count("+") == 0
    assert f"player 0: {told}" in str(state)


def test_what_does_not_fit_is_refused_in_words() -> None:
    for text, message in {
        "drlucky(players=9)": "for 2 to 8 players, not 9",
        "drlucky(edition=kill-2017)": "kill-2017",
        "drlucky(edition=save-2000,closed=west)": "has no option 'closed'",
    }.items():
        with pytest.raises(SetUpError, match=message):
            pyspiel.load_game(text)
    with pytest.raises(DrLuckyError, match="rewards are win or zero-sum"):
        pyspiel.load_game("drlucky(rewards=score)")
    with pytest.raises(DrLuckyError, match="at least 1, not 0"):
        pyspiel.load_game("drlucky(recall=0)")
    with pytest.raises(DrLuckyError, match="begins with the deal"):
        pyspiel.load_game("drlucky").new_initial_state("x")
    assert set(PARAMETERS) == {"edition", "players", *OPTIONS, "rewards", "recall"}
