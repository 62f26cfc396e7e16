"""What two or more of the rule books say alike, tested in each of them: see docs/rules/coverage.md."""

from collections import Counter
from typing import Any

import pytest

import drlucky
from drlucky import Game
from drlucky.game.setup import setting
from positions import legal, play, position
from scenarios.helpers import (
    asked,
    discards,
    doctor,
    doctors_way,
    events,
    goes_to,
    gone,
    hand,
    refused,
    result,
    room_of,
    seats_in_order,
    seen_from,
    steps_from,
    strength,
    waterline,
    whose_turn,
)

MODERN = pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
SAVE = pytest.mark.parametrize("edition", ["save-2000", "save-paizo"])
BY_NUMBER = [
    "Boiler Room", "Engineering", "Coal Bunker", "Steerage", "Mess Hall", "Infirmary", "Gymnasium", "Steam Bath",
    "Sports Deck", "Bridge", "Lifeboats 1", "Lifeboats 2", "Captain's Lounge", "Lido Deck", "Ballroom", "Bistro",
    "Chapel", "Mail Room", "Purser's Office", "Laundry", "Logistics", "Cargo Hold", "Turbine Room",
]  # fmt: skip
"""The ship's rooms from 0 to 22."""
ALL = pytest.mark.parametrize("edition", ["kill-1996", "kill-2016", "kill-de", "save-2000", "save-paizo"])


def house(edition: str, ann: str, bob: str, cleo: str, lucky: str, **options: Any) -> Game:
    """Ann's turn in the whole mansion, the first round long over."""
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}"
    return position(edition, text, **{"closed": "none", **options})


def strike(edition: str, ann: str = "", bob: str = "", cleo: str = "") -> Game:
    """Ann is alone with the doctor in the Kitchen and strikes; nobody looks."""
    game = house(edition, f"Kitchen | {ann}", f"White Room | {bob}", f"White Room | {cleo}", "Kitchen")
    game.play("attempt")
    return game


def ship(edition: str, ann: str, bob: str, cleo: str, lucky: str) -> Game:
    """Ann's turn, everyone having had one."""
    return position(edition, f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}")


def kinds(edition: str) -> Counter[str]:
    """How many cards of each kind there are."""
    found: Counter[str] = Counter()
    for card in drlucky.new(edition, 3, seed=0).setting.deck.cards:
        found[card.kind] += card.copies
    return found


# Every book.


@ALL
def test_who_someone_is_changes_nothing_in_play(edition: str) -> None:
    """Characters, pawns and names are for telling people apart."""
    one = drlucky.new(edition, ["Ann", "Bob", "Cleo"], seed=4)
    other = drlucky.new(edition, ["The Colonel", "Aunt Agatha", "Z"], seed=4)
    assert one.state.key() == other.state.key()
    assert list(map(str, one.legal)) == list(map(str, other.legal))


@ALL
def test_hands_are_for_their_players_only(edition: str) -> None:
    game = drlucky.new(edition, 3, seed=4)
    assert game.view(None).hand is None
    for seat in range(3):
        own = game.view(seat)
        assert own.hand is not None
        assert len(own.hand) == own.hand_sizes[seat]
        assert sorted(own.hand) == sorted(game.setting.card_names[card] for card in game.state.cards_at(seat))
        told = own.as_dict()
        assert [name for name in told if name.startswith("hand")] == ["hand", "hand_sizes", "hand_copies"]


@ALL
def test_after_who_was_called_up_it_goes_on_to_their_left(edition: str) -> None:
    far, before, after = ("Ice", "Bistro", "Chapel") if edition.startswith("save") else ("Foyer", "Nursery", "Armory")
    options = {"closed": "none"} if edition in ("kill-2016", "kill-de") else {}
    text = f"doctor: {before}\n* Ann: {far}\nBob: {far}\nCleo: {after}\nDan: {far}"
    game = position(edition, text, **options)
    game.play("end")
    assert whose_turn(game) == "Cleo"
    game.play("end")
    assert whose_turn(game) == "Dan"


# Both modern books.


@MODERN
def test_72_cards_of_three_kinds(edition: str) -> None:
    assert kinds(edition) == {"weapon": 24, "move": 24, "failure": 24}


@MODERN
def test_weapons_are_worth_2_or_3_and_4_to_6_in_their_rooms(edition: str) -> None:
    weapons = [card for card in drlucky.new(edition, 3, seed=0).setting.deck.cards if card.kind == "weapon"]
    assert {card.value for card in weapons} == {2, 3}
    assert {card.value_in_room for card in weapons if card.room} == {4, 5, 6}


@MODERN
def test_clovers_on_cards(edition: str) -> None:
    cards = drlucky.new(edition, 3, seed=0).setting.deck.cards
    assert {card.luck for card in cards if card.kind != "failure"} == {0, 1, 2}
    assert {card.luck for card in cards if card.kind == "failure"} == {1, 2, 3, 4}
    assert all(card.steps == 0 and card.value == 0 and not card.room for card in cards if card.kind == "failure")


@MODERN
def test_every_move_card_has_one_or_two_steps_and_a_room(edition: str) -> None:
    moves = [card for card in drlucky.new(edition, 3, seed=0).setting.deck.cards if card.kind == "move"]
    assert {card.steps for card in moves} == {1, 2}
    assert all(card.room for card in moves)


@MODERN
@pytest.mark.parametrize(("wing", "numbers"), [("west", range(8, 13)), ("east", range(17, 22))])
def test_a_wing_is_five_rooms(edition: str, wing: str, numbers: range) -> None:
    layout = setting(edition, 4, closed=wing).layout
    shut = {room.number for room in layout.board.rooms if room.name not in layout.open}
    assert shut == set(numbers)


@MODERN
@pytest.mark.parametrize(("floor", "numbers"), [("downstairs", range(1, 16)), ("upstairs", range(16, 29))])
def test_the_floors_of_the_other_house(edition: str, floor: str, numbers: range) -> None:
    layout = setting(edition, 4, board="bed-and-breakfast", layout=floor).layout
    assert {room.number for room in layout.board.rooms if room.name in layout.open} == set(numbers)


@MODERN
def test_one_free_step_or_none(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Foyer", "Gallery")
    refused(game, "step Trophy Room", "not next door")
    game.play("step Kitchen")
    refused(game, "step Wine Cellar", "no steps left")
    game = house(edition, "Wine Cellar", "Foyer", "Foyer", "Gallery")
    game.play("end")
    assert room_of(game, "Ann") == "Wine Cellar"


@MODERN
def test_any_number_of_move_cards_before_and_after_the_free_step(edition: str) -> None:
    game = house(edition, "Wine Cellar | Lancaster Room, Carriage House, Parlor", "Foyer", "Foyer", "Gallery")
    play(game, "jump Lancaster Room", "step Dining Hall", "walk Carriage House", "step Drawing Room", "step Foyer")
    play(game, "jump Parlor", "end")
    assert room_of(game, "Ann") == "Parlor"
    assert discards(game) == ["Carriage House", "Lancaster Room", "Parlor"]


@MODERN
def test_halls_and_stairs_are_nowhere_to_stop(edition: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Foyer", "Gallery")
    numbered = {room.name for room in game.board.rooms if room.number is not None}
    assert set(game.setting.room_names) == numbered
    assert len(numbered) == 24


@MODERN
def test_drawing_after_move_cards(edition: str) -> None:
    game = house(edition, "Foyer | Kitchen, Parlor", "Foyer", "Foyer", "Gallery")
    play(game, "jump Kitchen", "walk Parlor", "step Wine Cellar", "draw")
    assert len(hand(game, "Ann")) == 1


@MODERN
def test_drawing_is_for_the_unseen(edition: str) -> None:
    """Neither from the same room nor from one along a line of sight, neither by a player nor by the doctor."""
    for room in ("Wine Cellar", "Kitchen"):
        refused(house(edition, "Wine Cellar", room, "Foyer", "Gallery"), "draw", "seen by player")
        refused(house(edition, "Wine Cellar", "Foyer", "Foyer", room), "draw", "seen by doctor")
    game = house(edition, "Wine Cellar", "Foyer", "Foyer", "Gallery")
    game.play("draw")
    assert len(hand(game, "Ann")) == 1


@MODERN
def test_sometimes_there_is_no_action_to_take(edition: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Foyer", "Gallery")
    assert not {"draw", "attempt"} & legal(game)
    assert "end" in legal(game)


@MODERN
def test_players_cannot_jump_past_closed_rooms_as_the_doctor_does(edition: str) -> None:
    game = house(edition, "Green House", "Foyer", "Foyer", "Green House", closed="both")
    refused(game, "step Nursery", "not next door")
    game.play("end")
    assert doctor(game) == "Nursery"


@MODERN
@pytest.mark.parametrize(("above", "below"), [("Master Suite", "Kitchen"), ("Tennessee Room", "Servants' Quarters")])
def test_sight_runs_up_and_down_the_stairs(edition: str, above: str, below: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Foyer", "Gallery")
    assert below in seen_from(game, "Ann", "Bob", above)
    assert above in seen_from(game, "Ann", "Bob", below)


@MODERN
@pytest.mark.parametrize(("current", "called"), [("Ann", "Bob"), ("Bob", "Dan"), ("Cleo", "Dan"), ("Eve", "Ann")])
def test_of_several_the_first_to_the_left_of_whoever_moved(edition: str, current: str, called: str) -> None:
    text = "doctor: Gallery\nAnn: Library\nBob: Library\nCleo: Foyer\nDan: Library\nEve: Foyer"
    game = position(edition, text.replace(current, f"* {current}"), closed="none")
    game.play("end")
    assert whose_turn(game) == called


@MODERN
def test_the_train_and_where_it_stops(edition: str) -> None:
    game = house(edition, "Armory", "Foyer", "Foyer", "Gallery")
    for room in ("Library", "Tennessee Room"):
        play(game, f"step {room}", "end")
        assert whose_turn(game) == "Ann"
    game = house(edition, "Armory", "Foyer", "Library", "Gallery")
    play(game, "step Library", "end")
    assert whose_turn(game) == "Cleo"


@MODERN
def test_the_doctor_goes_up_the_numbers_and_from_the_highest_to_the_lowest(edition: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Foyer", "Gallery")
    game.play("end")
    assert doctor(game) == "Library"
    last, first = game.board.rooms[23].name, game.board.rooms[0].name
    game = house(edition, "Foyer", "Foyer", "Foyer", last)
    game.play("end")
    assert doctor(game) == first


@MODERN
@pytest.mark.parametrize(
    "lines", [("end",), ("draw",), ("jump Parlor", "end"), ("jump Gallery", "attempt", "play Bats")]
)
def test_the_doctor_moves_after_every_kind_of_turn(edition: str, lines: tuple[str, ...]) -> None:
    game = house(edition, "Wine Cellar | Parlor, Gallery", "White Room | Bats, Oops", "White Room", "Gallery")
    play(game, *lines)
    assert (doctor(game), whose_turn(game)) == ("Library", "Bob")


@MODERN
def test_as_much_luck_as_the_strength_is_enough(edition: str) -> None:
    game = strike(edition, "| 2", "Immunity, Bats")
    assert strength(game) == 3
    game.play("play Immunity")
    assert events(game, "foiled")


@MODERN
def test_asked_from_the_left_once_around(edition: str) -> None:
    game = strike(edition, "| 5", "Bats, Oops", "Poof")
    order: list[str | None] = []
    while game.outcome is None:
        order.append(asked(game))
        game.play("pass")
    assert order == ["Bob", "Cleo"]
    assert result(game) == ("success", "Ann", "Cleo")


@MODERN
def test_the_last_one_asked_is_free(edition: str) -> None:
    game = strike(edition, "", "Bats", "Regret")
    game.play("pass")
    assert "pass" in legal(game)


@MODERN
def test_discards_do_not_come_back(edition: str) -> None:
    game = house(edition, "Wine Cellar", "White Room", "Foyer", "Gallery\npile: only Ennui\ndiscards: Bats, Poof")
    game.play("draw")
    refused(game, "draw", "pile empty")
    assert discards(game) == ["Bats", "Poof"]
    assert not events(game, "shuffled")
    assert game.view(None).piles == (0,)


@MODERN
def test_reasons_are_for_all_to_see(edition: str) -> None:
    game = house(edition, "Foyer | | 3", "Foyer", "Foyer", "Gallery")
    assert all(game.view(seat).reasons == (3, 0, 0) for seat in (None, 0, 1, 2))


# Both ships.


@SAVE
def test_90_cards_of_three_kinds(edition: str) -> None:
    cards = drlucky.new(edition, 3, seed=0).setting.deck.cards
    assert kinds(edition) == {"aid": 20, "move": 30, "failure": 40}
    assert {card.luck for card in cards if card.kind == "failure"} == {1, 2, 3}
    aids = [card for card in cards if card.kind == "aid"]
    assert min(card.value for card in aids) == 1
    assert max(max(card.value, card.value_in_room) for card in aids) == 6


@SAVE
@pytest.mark.parametrize("seed", range(15))
def test_starting_the_players(edition: str, seed: int) -> None:
    game = drlucky.new(edition, 4, seed=seed)
    moves = {card.name for card in game.setting.deck.cards if card.kind == "move"}
    dealt = events(game, "dealt face up")
    assert Counter(event.card for event in dealt) <= Counter(game.setting.card_names)
    start = next(at for at, event in enumerate(dealt) if event.card in moves)
    seats = [event.pawn for event in dealt[: start + 1] if isinstance(event.pawn, int)]
    assert seats_in_order(seats, seats[0], 4)
    first = dealt[start].pawn
    assert isinstance(first, int)
    assert game.to_decide == first
    placing = [event for event in dealt if event.card in moves]
    assert [event.pawn for event in placing] == [*((first + k) % 4 for k in range(4)), "doctor"]
    at = start
    for event in placing[1:]:
        while dealt[at + 1].card not in moves:
            assert dealt[at + 1].pawn == event.pawn
            at += 1
        at += 1
    assert at == len(dealt) - 1
    view = game.view(None)
    assert view.doctor == placing[-1].card
    assert view.rooms == tuple(next(event.card for event in placing if event.pawn == seat) for seat in range(4))


@SAVE
def test_one_card_each_goes_round_until_a_move_card_comes(edition: str) -> None:
    """Not all who are dealt a card get a second one, but some do."""
    rounds = 0
    for seed in range(40):
        dealt = events(drlucky.new(edition, 2, seed=seed, dealer=1), "dealt face up")
        rounds += [event.pawn for event in dealt[:3]] == [0, 1, 0]
        assert dealt[0].pawn == 0
    assert 0 < rounds < 40


@SAVE
def test_all_cards_are_shuffled_again_before_the_hands_are_dealt(edition: str) -> None:
    for seed in range(10):
        game = drlucky.new(edition, 3, seed=seed)
        names = game.setting.card_names
        hands = [card for player in game.players for card in hand(game, player)]
        pile = [names[card] for card in game.state.pile]
        assert Counter(hands + pile[game.state.pile_at :]) == Counter(names)
        shown = [event.card for event in events(game, "dealt face up")]
        assert pile[: len(shown)] != shown


@SAVE
def test_a_step_or_none_and_then_a_card(edition: str) -> None:
    game = ship(edition, "Promenade", "Bilge", "Bilge", "Chapel")
    game.play("step Bridge")
    refused(game, "step Promenade", "no steps left")
    game.play("draw")
    assert (room_of(game, "Ann"), len(hand(game, "Ann"))) == ("Bridge", 1)
    game.play("draw")
    assert (room_of(game, "Bob"), len(hand(game, "Bob"))) == ("Bilge", 1)


@SAVE
def test_a_step_leads_through_any_door_to_other_decks_too(edition: str) -> None:
    game = ship(edition, "Promenade", "Bilge", "Bilge", "Chapel")
    assert steps_from(game, "Ann", "Promenade") == {"Bridge", "Captain's Lounge", "Lido Deck"}
    assert steps_from(game, "Ann", "Chapel") == {"Bistro", "Galley", "Gymnasium", "Lido Deck", "Steam Bath"}


@SAVE
def test_drawing_in_the_sight_of_all_is_fine(edition: str) -> None:
    assert "draw" in legal(ship(edition, "Chapel", "Chapel", "Chapel", "Chapel"))


@SAVE
@pytest.mark.parametrize(("card", "steps"), [("Mail Room", 2), ("Bilge", 3), ("Bistro", 1)])
def test_a_move_card_jumps_or_walks_you_or_the_doctor(edition: str, card: str, steps: int) -> None:
    game = ship(edition, f"Promenade | {card}", "Ice", "Ice", "Steam Bath")
    assert {f"jump {card}", f"jump doctor {card}", f"walk {card}", f"walk doctor {card}"} <= legal(game)
    game.play(f"jump {card}")
    assert (room_of(game, "Ann"), doctor(game)) == (card, "Steam Bath")
    game = ship(edition, f"Promenade | {card}", "Ice", "Ice", "Steam Bath")
    game.play(f"jump doctor {card}")
    assert (room_of(game, "Ann"), doctor(game)) == ("Promenade", card)
    for pawn, rooms in (("", ("Lido Deck", "Chapel", "Galley")), ("doctor ", ("Chapel", "Galley", "Mess Hall"))):
        game = ship(edition, f"Promenade | {card}", "Ice", "Ice", "Steam Bath")
        game.play(f"walk {pawn}{card}")
        walk = game.view(None).walk
        assert walk is not None
        assert walk.left == steps
        play(game, *(f"step {pawn}{room}" for room in rooms[:steps]))
        assert game.view(None).walk is None
        moved = doctor(game) if pawn else room_of(game, "Ann")
        assert moved == rooms[steps - 1]


@SAVE
def test_cards_of_the_top_deck_have_no_steps(edition: str) -> None:
    game = ship(edition, "Bilge | Bridge", "Ice", "Ice", "Engineering")
    refused(game, "walk Bridge", "card without steps")
    refused(game, "walk doctor Bridge", "card without steps")
    assert {"jump Bridge", "jump doctor Bridge"} <= legal(game)


@SAVE
def test_any_number_of_cards_around_the_free_step(edition: str) -> None:
    game = ship(edition, "Bilge | Bistro, Mail Room, Chapel", "Ice", "Ice", "Engineering")
    play(game, "jump Bistro", "step Chapel", "walk Mail Room", "step Lido Deck", "step Promenade")
    play(game, "jump doctor Chapel", "end")
    assert room_of(game, "Ann") == "Promenade"
    assert gone(game) == ["Bistro", "Chapel", "Mail Room"]
    assert discards(game) == []


@SAVE
def test_the_free_step_is_yours_alone(edition: str) -> None:
    refused(ship(edition, "Bilge", "Ice", "Ice", "Engineering"), "step doctor Boiler Room", "free step is yours")


@SAVE
def test_no_card_is_drawn_after_one_was_played(edition: str) -> None:
    for actions in (["jump Bistro"], ["jump doctor Bistro"], ["walk Bistro", "step Bridge"]):
        game = ship(edition, "Promenade | Bistro", "Bilge", "Bilge", "Chapel")
        play(game, *actions)
        refused(game, "draw", "card played")


@SAVE
def test_one_aid_only(edition: str) -> None:
    game = ship(edition, "Lido Deck | Whiskey, Dramamine", "Chapel | Bistro", "Bilge", "Lido Deck")
    game.play("attempt Dramamine")
    assert strength(game) == 4
    refused(game, "attempt Whiskey", "must answer")


@SAVE
def test_many_aids_are_worth_more_in_a_room_of_their_own(edition: str) -> None:
    aids = [card for card in drlucky.new(edition, 3, seed=0).setting.deck.cards if card.kind == "aid"]
    assert sum(aid.room is not None for aid in aids) == 16
    for aid in aids:
        for room in {aid.room or "Galley", "Galley"}:
            game = ship(edition, f"{room} | {aid.name}", f"{room} | Failure-1", "Bilge", room)
            game.play(f"attempt {aid.name}")
            assert strength(game) == (aid.value_in_room if room == aid.room else aid.value)
            assert aid.room is None or aid.value_in_room > aid.value


@SAVE
def test_only_failures_count(edition: str) -> None:
    game = ship(edition, "Lido Deck | Cork Vest", "Chapel | Bistro, Whiskey, Failure-1", "Bilge", "Lido Deck")
    game.play("attempt Cork Vest")
    assert legal(game) == {"pass", "play Failure-1"}
    refused(game, "play Whiskey", "card without luck")
    refused(game, "play Bistro", "card without luck")


@SAVE
def test_an_attempt_takes_as_many_points_as_it_is_worth(edition: str) -> None:
    game = ship(edition, "Lido Deck | Cork Vest", "Chapel | Failure-3, Failure-1", "Bilge", "Lido Deck")
    play(game, "attempt Cork Vest", "play Failure-3")
    assert (strength(game), asked(game)) == (4, "Bob")
    game.play("play Failure-1")
    assert events(game, "foiled")


@SAVE
def test_cards_come_from_the_lowest_pile(edition: str) -> None:
    game = drlucky.new(edition, 4, seed=1)
    before = game.view(None).piles
    game.play("draw")
    assert game.view(None).piles == (before[0] - 1, *before[1:])


@SAVE
def test_a_deck_sinks_before_the_doctor_moves(edition: str) -> None:
    game = waterline(ship(edition, "Bilge", "Engineering", "Ice", "Logistics"), sunk=0, left=1)
    game.play("draw")
    kinds = [event.kind for event in game.events if event.kind in ("drew", "deck sank", "washed up", "doctor moved")]
    assert kinds == ["drew", "deck sank", *["washed up"] * 3, "doctor moved"]
    assert game.view(None).rooms == ("Steerage", "Steerage", "Ice")


@SAVE
def test_who_is_not_stopped_wins(edition: str) -> None:
    game = ship(edition, "Lido Deck | Whiskey", "Chapel | Failure-1", "Bilge", "Lido Deck")
    play(game, "attempt Whiskey", "play Failure-1")
    assert result(game)[:2] == ("success", "Ann")


@SAVE
@pytest.mark.parametrize(
    ("sunk", "deck", "below", "refuge", "onward"),
    [
        (0, "D", "Bilge", "Steerage", "Mess Hall"),
        (1, "C", "Laundry", "Gymnasium", "Steam Bath"),
        (2, "B", "Galley", "Sports Deck", "Bridge"),
    ],
)
def test_pawns_go_up_to_the_lowest_number_of_the_next_deck(
    edition: str, sunk: int, deck: str, below: str, refuge: str, onward: str
) -> None:
    game = waterline(ship(edition, below, "Ice", "Ice", below), sunk=sunk, left=1)
    game.play("draw")
    assert [event.how for event in events(game, "deck sank")] == [deck]
    assert room_of(game, "Ann") == refuge
    assert doctor(game) == onward


@SAVE
def test_a_deck_stays_afloat_while_it_has_cards(edition: str) -> None:
    game = waterline(ship(edition, "Bilge", "Ice", "Ice", "Bridge"), sunk=0, left=2)
    game.play("draw")
    assert game.view(None).sunk == ()
    game.play("draw")
    assert game.view(None).sunk == ("D",)
    assert room_of(game, "Ann") == "Steerage"


@SAVE
def test_the_rooms_of_a_sunken_deck_are_gone(edition: str) -> None:
    game = waterline(ship(edition, "Laundry | Bilge, Steerage", "Ice", "Ice", "Bridge"), sunk=1, left=5)
    refused(game, "step Boiler Room", "room closed")
    refused(game, "jump Bilge", "room closed")
    refused(game, "jump doctor Bilge", "room closed")
    play(game, "walk Steerage", "step Mess Hall")
    refused(game, "step Engineering", "room closed")


@SAVE
def test_drawing_for_ever_ends_with_the_ship(edition: str) -> None:
    game = drlucky.new(edition, 5, seed=7)
    drawn: list[tuple[int, ...]] = []
    while game.outcome is None:
        game.play("draw")
        drawn.append(game.view(None).piles)
    assert [event.how for event in events(game, "deck sank")] == ["D", "C", "B", "A"]
    assert drawn[13:17] == [(1, 15, 15, 15), (15, 15, 15), (14, 15, 15), (13, 15, 15)]
    assert len(drawn) == 60
    assert result(game) == ("sunk", None, None)


@SAVE
def test_the_doctor_goes_by_the_numbers_and_from_22_to_0(edition: str) -> None:
    game = ship(edition, "Ice", "Ice", "Ice", "Boiler Room")
    assert doctors_way(game, 46) == [*BY_NUMBER[1:], *BY_NUMBER, "Boiler Room"]


@SAVE
def test_the_doctor_leaves_unnumbered_rooms_for_the_highest_neighbour(edition: str) -> None:
    pairs = {
        "Promenade": "Lido Deck",
        "Ice": "Lifeboats 1",
        "Galley": "Chapel",
        "Grand Staircase": "Purser's Office",
        "Kennel": "Infirmary",
        "Crew Quarters": "Laundry",
        "Shaft Alley": "Turbine Room",
        "Bilge": "Cargo Hold",
    }
    goes_to(ship(edition, "Sports Deck", "Sports Deck", "Sports Deck", "Ice"), pairs)


@SAVE
@pytest.mark.parametrize(
    ("sunk", "pairs"),
    [
        (1, {"Laundry": "Steerage", "Sports Deck": "Bridge", "Infirmary": "Gymnasium"}),
        (2, {"Chapel": "Gymnasium", "Steam Bath": "Sports Deck", "Grand Staircase": "Bistro"}),
        (3, {"Lido Deck": "Sports Deck", "Bridge": "Lifeboats 1", "Promenade": "Lido Deck"}),
    ],
)
def test_the_doctor_skips_what_has_sunk(edition: str, sunk: int, pairs: dict[str, str]) -> None:
    goes_to(waterline(ship(edition, "Ice", "Ice", "Ice", "Bridge"), sunk=sunk, left=5), pairs)


def six(edition: str, turn_of: str, in_the_chapel: str) -> Game:
    """Six players, with the doctor next door to the Chapel and about to enter it."""
    names = ("One", "Two", "Three", "Four", "Five", "Six")
    rooms = {name: "Chapel" if name in in_the_chapel.split() else "Ice" for name in names}
    lines = [f"{'* ' if name == turn_of else ''}{name}: {room}" for name, room in rooms.items()]
    return position(edition, "\n".join(["doctor: Bistro", *lines]))


@SAVE
def test_the_turn_passes_to_the_left(edition: str) -> None:
    game = six(edition, "One", "")
    order: list[str] = []
    for _ in range(7):
        game.play("end")
        order.append(whose_turn(game))
    assert order == ["Two", "Three", "Four", "Five", "Six", "One", "Two"]


@SAVE
@pytest.mark.parametrize(
    ("turn_of", "in_the_chapel", "following"),
    [
        ("Six", "Three Five Six", "Three"),
        ("Four", "One", "One"),
        ("Four", "Two Six", "Six"),
        ("Four", "Three Four", "Three"),
        ("Two", "Two", "Two"),
    ],
)
def test_of_those_he_comes_to_the_first_to_the_left_is_next(
    edition: str, turn_of: str, in_the_chapel: str, following: str
) -> None:
    game = six(edition, turn_of, in_the_chapel)
    game.play("end")
    assert whose_turn(game) == following


@SAVE
def test_the_train_on_the_ship_and_where_it_stops(edition: str) -> None:
    for last, following in (("Ice", "Ann"), ("Laundry", "Cleo")):
        game = ship(edition, "Mail Room", "Ice", last, "Chapel")
        play(game, "draw", "step Purser's Office", "draw")
        assert (whose_turn(game), doctor(game)) == ("Ann", "Purser's Office")
        play(game, "step Laundry", "draw")
        assert (whose_turn(game), doctor(game)) == (following, "Laundry")
        assert len(hand(game, "Ann")) == 3


@SAVE
def test_after_an_attempt_he_walks_away_from_who_made_it(edition: str) -> None:
    game = ship(edition, "Bistro", "Mail Room", "Chapel | Failure-1", "Ballroom")
    game.play("end")
    assert (whose_turn(game), doctor(game)) == ("Ann", "Bistro")
    play(game, "attempt", "play Failure-1")
    assert (doctor(game), whose_turn(game)) == ("Chapel", "Cleo")
    game = ship(edition, "Bistro", "Ice", "Galley | Failure-1", "Bistro")
    play(game, "attempt", "play Failure-1")
    assert (doctor(game), whose_turn(game)) == ("Chapel", "Bob")


@SAVE
def test_no_card_that_moves_the_doctor_changes_the_order(edition: str) -> None:
    for actions in (["jump doctor Bistro"], ["walk doctor Bistro", "step doctor Bistro"]):
        game = ship(edition, "Ice | Bistro", "Bilge", "Bistro", "Galley")
        play(game, *actions)
        assert (whose_turn(game), asked(game), doctor(game)) == ("Ann", "Ann", "Bistro")
        game.play("end")
        assert (doctor(game), whose_turn(game)) == ("Chapel", "Bob")
