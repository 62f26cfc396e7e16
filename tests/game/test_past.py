"""The past as a seat may know it: all that was decided, and nothing that was hidden."""

import pickle
from random import Random

import pytest

import drlucky
from drlucky.conformance import SetUp
from drlucky.conformance.secrecy import choice, hidden_slots
from drlucky.engine.codes import ASIDE, GROUPS, KEPT, PLACES
from drlucky.engine.play import apply
from drlucky.engine.state import restored
from drlucky.game import Game, undo
from drlucky.game.replay import load
from drlucky.search.determinize import is_hidden
from drlucky.search.heuristic import sensible_action
from drlucky.search.past import NONE_YET, Moment
from game.test_copies import SETUPS, WAYS, play_on
from setups import setups


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_holds_every_decision_with_what_could_be_seen(setup: SetUp) -> None:
    game = setup.game(seed=3)
    choose = Random(1)
    done = []
    for _ in range(40):
        if game.to_decide is None:
            break
        action = choose.choice(game.legal)
        done.append(game.number_of(action))
        game.play(action)
    seat = game.setting.live[0]
    moments = [Moment(game.setting.engine, row) for row in game.past(seat)]
    assert [m.action for m in moments] == [*done, NONE_YET][-len(moments) :]
    last = moments[-1]
    seats = game.setting.seats
    assert last.s.count_at(seat) == game.state.count_at(seat)
    for place in range(seats + PLACES):
        assert last.counts[place] == game.state.count_at(place)
        if is_hidden(game.setting.engine, place, seat):
            assert not last.s.count_at(place)
    assert not any(last.s.pile)
    assert len(last.s.pile) == len(game.state.pile)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_two_pasts_that_differ_in_hidden_things_only_are_equal(setup: SetUp) -> None:
    game = setup.game(seed=7)
    choose = Random(str(setup))
    for decision in range(90):
        if game.to_decide is None:
            break
        game.play(choice(game.legal, choose))
        if decision % 30 == 29:
            for seat in game.setting.live:
                assert other_past(game, seat, choose).past(seat) == game.past(seat)


def other_past(game: Game, seat: int, choose: Random) -> Game:
    """The same decisions in a game in which the cards that the seat has never seen change places from the start."""
    ever_seen = seen_since_the_deal(game, seat)
    hidden = [card for card in hidden_slots(game, seat)[0] if card not in ever_seen]
    changed = dict(zip(hidden, choose.sample(hidden, len(hidden)), strict=True))
    twin = game.copy()
    s = restored(game.setting.engine, game._dealt)
    for place in [*range(game.setting.seats), game.setting.seats + ASIDE, game.setting.seats + KEPT]:
        cards = s.cards_at(place)
        for group in range(GROUPS):
            s.hands[GROUPS * place + group] = 0
        for card in cards:
            s.give(place, changed.get(card, card))
    s.pile = type(s.pile)([changed.get(card, card) for card in s.pile])
    twin._dealt = s.key()
    return twin


def seen_since_the_deal(game: Game, seat: int) -> set[int]:
    """Also what cannot be seen any more: in the Escape the hand of one who dies is shown, and then robbed."""
    rules = game.setting.engine
    s = restored(rules, game._dealt)
    places = [place for place in range(rules.seats + PLACES) if not is_hidden(rules, place, seat)]
    found = {card for place in places for card in s.cards_at(place)}
    for number in game._done:
        held = {hand: set(s.cards_at(hand)) for hand in range(rules.seats)}
        apply(s, number)
        found |= {card for hand, cards in held.items() for card in cards - set(s.cards_at(hand))}
        found |= {card for place in places for card in s.cards_at(place)}
    return found


@pytest.mark.parametrize("way", WAYS)
def test_twins_have_the_same_past(way: str) -> None:
    game = drlucky.new("kill-2016", 4, seed=3)
    play_on(game, 60, seed=1)
    twin = WAYS[way](game)
    before = game.past(1)
    assert twin.past(1) == before
    play_on(twin, 20, seed=2)
    assert game.past(1) == before


def test_what_was_taken_back_is_no_part_of_it() -> None:
    game = drlucky.new("kill-2016", 4, seed=3)
    taken_back = 0
    choose = Random(1)
    for _ in range(60):
        before, known = undo.point(game), game.past(0)
        action = choose.choice(game.legal)
        game.play(action)
        if undo.can_go_back(game, before):
            undo.go_back(game, before)
            assert game.past(0) == known
            taken_back += 1
            game.play(action)
    assert taken_back > 5


def test_it_is_there_after_the_game_is_loaded_and_begins_anew_with_the_escape() -> None:
    game = drlucky.new("kill-2016", 4, seed=5)
    play_on(game, 10_000, seed=1)
    assert load(game.record()).past(2) == game.past(2)
    haunted = game.escape(seed=9)
    assert len(haunted.past(2)) == 1


def test_when_the_discards_are_shuffled_it_begins_anew_and_it_is_never_big() -> None:
    """In kill-1996 the pile lasts for a few dozen turns where everyone draws."""
    game = drlucky.new("kill-1996", 6, seed=5)
    shuffled = 0
    while game.to_decide is not None:
        draws = [action for action in game.legal if str(action) == "draw"]
        before = len(game.past(0))
        game.play(draws[0] if draws else game.setting.actions[sensible_action(game.state, before)])
        past = game.past(0)
        shuffled += len(past) < before
        assert len(pickle.dumps(past)) < 250 * len(past) + 250
    assert shuffled
