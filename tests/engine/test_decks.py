"""Decks as the engine takes them: any card may have several copies, weapons too."""

from dataclasses import replace

import pytest

from drlucky.editions import BOOKS
from drlucky.engine.codes import ALLOWED, LAY, OVER, SHUFFLE, TABLE
from drlucky.engine.deal import begin
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.state import Rules, State
from drlucky.game.setup import cards_table, setting
from drlucky.search.heuristic import sensible_action
from drlucky.search.ismcts import Searcher
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.rng import Rng


def with_two_of_each_weapon(edition: str) -> Rules:
    """The set-up for four players with a deck in which every weapon comes twice."""
    usual = setting(edition, 4)
    rooms = {name: at for at, name in enumerate(usual.room_names)}
    cards = [replace(card, copies=2) if card.kind in ("weapon", "aid") else card for card in usual.deck.cards]
    rules = usual.engine
    return usual.book.rules(
        cards_table(tuple(cards), rooms),
        rules.house,
        seats=rules.seats,
        hand=rules.hand,
        set_aside=rules.set_aside,
        start_room=rules.start_room,
        doctor_start=rules.doctor_start,
        turn_limit=rules.turn_limit,
    )


def check_legal(s: State) -> list[int]:
    """What is legal, and that it is just what nothing stands in the way of."""
    actions = legal(s)
    assert sorted(actions) == [action for action in range(s.rules.actions) if obstacle(s, action) == ALLOWED]
    return actions


@pytest.mark.parametrize("edition", BOOKS)
def test_a_weapon_may_have_two_copies(edition: str) -> None:
    rules = with_two_of_each_weapon(edition)
    rng = Rng(5)
    for _ in range(3):
        s = random_start(rules, rng)
        while s.phase != OVER:
            if s.phase == SHUFFLE:
                shuffle_discards(s, rng)
                continue
            actions = check_legal(s)
            apply(s, actions[rng.below(len(actions))])


@pytest.mark.parametrize("edition", BOOKS)
def test_searching_with_two_copies_of_a_weapon(edition: str) -> None:
    rules = with_two_of_each_weapon(edition)
    evaluation = setting(edition, 4).evaluation
    rng = Rng(6)
    s = random_start(rules, rng)
    for _ in range(40):
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
            continue
        actions = legal(s)
        if len(actions) > 1:
            search = Searcher(s, evaluation, s.decider, 1)
            search.run(20)
            assert {action for action, _, _ in search.findings()} <= set(actions)
        apply(s, sensible_action(s, rng.word()))
        if s.phase == OVER:
            break


def test_two_copies_of_a_weapon_can_be_laid_down_for_one_attempt() -> None:
    rules = with_two_of_each_weapon("kill-de")
    order = list(range(rules.cards.cards))
    first = rules.set_aside
    # The first player holds both copies of the third type, and no other weapon.
    twins = [card for card in order if rules.cards.type_of[card] == 2]
    others = [card for card in order if rules.cards.type_of[card] >= rules.weapon_types]
    deck = others[: first + rules.seats * rules.hand]
    deck[first], deck[first + rules.seats] = twins
    deck += [card for card in order if card not in deck]
    s = begin(rules, 0, order, deck, [])
    assert s.current == 0
    for seat in range(1, rules.seats):
        s.rooms[seat] = next(
            room
            for room in range(rules.house.rooms)
            if s.is_open(room) and not rules.house.sees[room] >> s.rooms[0] & 1
        )
    s.rooms[rules.doctor] = s.rooms[0]
    weapon = rules.weapon_at + 2
    worth = rules.value_here(s, 2)
    for laid in (1, 2):
        assert [action for action in check_legal(s) if rules.weapon_at <= action < rules.answer_at] == [weapon]
        apply(s, weapon)
        assert (s.phase, s.laid) == (LAY, laid * worth)
    assert s.cards_at(rules.seats + TABLE) == twins
    assert not [action for action in check_legal(s) if action >= rules.weapon_at]
