"""A game in numbers, against records whose numbers were counted another way."""

from collections import Counter
from pathlib import Path

import pytest

import drlucky
from drlucky.game.events import Event
from drlucky.game.replay import proven
from drlucky.statistics import Statistics, statistics

RECORDS = Path(__file__).parents[1] / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.txt"))


def load(name: str) -> drlucky.Game:
    return drlucky.load(RECORDS / f"{name}.txt")


def counted(name: str) -> Statistics:
    game = load(name)
    return statistics(game.events_for(None), game.setting.seats)


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_of_the_seats_are_those_of_the_game(name: str) -> None:
    game, found = load(name), counted(name)
    kinds = Counter(event.kind for event in game.events)
    seats = found.seats
    assert found.turns == sum(seat.turns for seat in seats) == kinds["turn"] + kinds["called up"]
    assert sum(seat.called_up for seat in seats) == kinds["called up"]
    assert found.drawn == sum(seat.drawn for seat in seats) == kinds["drew"]
    assert found.attempts == kinds["attempt"] + kinds["attacked"]
    assert found.luck_spent == sum(seat.luck_spent for seat in seats)
    assert sum(seat.cards_spent for seat in seats) == kinds["played"] + kinds["turned up"]
    assert [seat.reasons for seat in seats] == list(game.view(None).reasons)
    assert sum(seat.died for seat in seats) == kinds["died"]
    if game.outcome is not None:
        outcome = game.outcome
        assert (found.how, found.winner, found.loser) == (outcome.how, outcome.winner, outcome.loser)
    else:
        assert found.how is None


@pytest.mark.parametrize("name", NAMES)
def test_luck_is_what_the_cards_count(name: str) -> None:
    """An event has the sum so far; each card has its own luck in the deck."""
    game = load(name)
    luck = {card.name: card.luck for card in game.setting.deck.cards}
    spent: Counter[int] = Counter()
    for event in game.events:
        if event.kind in ("played", "turned up"):
            assert event.seat is not None
            assert event.card is not None
            spent[event.seat] += luck[event.card]
    assert [seat.luck_spent for seat in counted(name).seats] == [spent[seat] for seat in range(len(game.players))]


@pytest.mark.parametrize("name", NAMES)
def test_a_pawn_was_in_the_rooms_where_the_views_had_it(name: str) -> None:
    replay = proven(RECORDS / f"{name}.txt")
    seen: list[set[str]] = []
    for step in range(replay.last + 1):
        replay.go_to(step)
        rooms = replay.game.view(None).rooms
        if len(replay.game.history[-1].moves) == 0:
            seen = [set() for _ in rooms]
        for pawn, room in enumerate(rooms):
            seen[pawn] |= {room} if room else set()
    found = counted(name).seats
    assert all(seen[pawn] <= set(seat.rooms) for pawn, seat in enumerate(found))
    assert all(len(set(seat.rooms)) == len(seat.rooms) for seat in found)


def test_lights_and_decks_are_told_with_their_turn() -> None:
    (lights,) = counted("kill-2016-lights-out").darkenings
    assert lights.deck is None
    assert 0 < lights.turn <= counted("kill-2016-lights-out").turns
    sunk = counted("save-2000-ship-sinks").darkenings
    assert [each.deck for each in sunk] == ["D", "C", "B", "A"]
    assert sorted(each.turn for each in sunk) == [each.turn for each in sunk]
    assert counted("kill-2016-no-loser").how == "success"


def test_the_best_strength_is_the_strongest_attempt() -> None:
    events = [
        Event("turn", seat=0),
        Event("attempt", seat=0, number=3, room="Parlor"),
        Event("played", seat=1, card="Bats", number=1),
        Event("played", seat=2, card="Oops", number=3),
        Event("foiled", seat=0, pawn=0),
        Event("reason", seat=0, pawn=0, number=1),
        Event("called up", seat=0, how="doctor"),
        Event("attempt", seat=0, number=2, room="Parlor"),
        Event("played", seat=2, card="Tumbler", number=2),
        Event("foiled", seat=0, pawn=0),
        Event("attacked", pawn="doctor", seat=1, number=5),
    ]
    found = statistics(events, 3)
    assert (found.attempts, found.best_strength, found.luck_spent) == (3, 5, 5)
    ann, bob, cleo = found.seats
    assert (ann.attempts, ann.best_strength, ann.foiled, ann.reasons, ann.called_up) == (2, 3, 2, 1, 1)
    assert (bob.luck_spent, bob.attempts, cleo.luck_spent, cleo.cards_spent) == (1, 0, 4, 2)
