"""The German edition, from its rule book: any number of weapons at once, and Motives that only a weapon can give."""

from typing import Any

import pytest

import drlucky
from drlucky import DrLuckyError, Game, InvalidAction, SetUpError
from positions import legal, play, position
from scenarios.helpers import (
    asked,
    code,
    discards,
    doctor,
    events,
    goes_to,
    gone,
    hand,
    put,
    refused,
    result,
    room_of,
    seen_from,
    steps_from,
    strength,
    whose_turn,
)


def three(ann: str, bob: str, cleo: str, lucky: str, **options: Any) -> Game:
    """Ann's turn in the whole Villa, the first round long over."""
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}"
    return position("kill-de", text, **{"closed": "none", **options})


def strike(room: str, ann: str = "", bob: str = "", cleo: str = "") -> Game:
    """Ann alone with the doctor and nobody looking."""
    return three(f"{room} | {ann}", f"White Room | {bob}", f"White Room | {cleo}", room)


# Spielvorbereitung.


@pytest.mark.parametrize(
    ("players", "wings", "cards"), [(2, 1, 6), (3, 2, 6), (4, 1, 6), (5, 1, 6), (6, 0, 6), (7, 0, 5), (8, 0, 5)]
)
def test_spielvorbereitung(players: int, wings: int, cards: int) -> None:
    strangers = False if players == 2 else None
    view = drlucky.new("kill-de", players, seed=players, strangers=strangers).view(None)
    assert view.board == "mansion"
    assert len(view.closed) == wings
    assert view.set_aside == 5 * wings
    assert view.hand_sizes == (cards,) * players
    assert view.piles == (72 - 5 * wings - cards * players,)
    assert view.rooms == ("Drawing Room",) * players
    assert view.doctor == "Gallery"
    assert view.reasons == (0,) * players
    assert (view.discards, view.out_of_game) == ((), ())


@pytest.mark.parametrize("wing", ["west", "east"])
def test_west_or_east_wing_with_four(wing: str) -> None:
    view = drlucky.new("kill-de", 4, seed=1, closed=wing).view(None)
    assert (view.closed, view.set_aside) == ((wing,), 5)


def test_who_begins_is_random() -> None:
    assert {drlucky.new("kill-de", 4, seed=seed).to_decide for seed in range(50)} == {0, 1, 2, 3}


@pytest.mark.parametrize("players", [1, 9])
def test_number_of_players(players: int) -> None:
    with pytest.raises(SetUpError, match="2 to 8"):
        drlucky.new("kill-de", players)


@pytest.mark.parametrize(
    ("layout", "players", "start", "lucky", "rooms"),
    [
        ("upstairs", 3, "Trophy Room", "Master Suite", 13),
        ("downstairs", 5, "Main Hall", "Hedge Maze", 15),
        ("whole", 6, "Main Hall", "Master Suite", 28),
    ],
)
def test_hotel(layout: str, players: int, start: str, lucky: str, rooms: int) -> None:
    game = drlucky.new("kill-de", players, seed=1, board="bed-and-breakfast")
    view = game.view(None)
    assert view.layout == layout
    assert view.rooms == (start,) * players
    assert view.doctor == lucky
    assert len(game.setting.layout.open) == rooms
    assert view.set_aside == 0


# 1. Bewegung.


def test_remise_card_is_two_steps_or_a_jump() -> None:
    game = three("Wine Cellar | Carriage House", "Foyer", "Foyer", "Gallery")
    assert {"walk Carriage House", "jump Carriage House"} <= legal(game)
    play(game, "walk Carriage House", "step Winter Garden", "step Green House", "step Piazza")
    refused(game, "step Foyer", "no steps left")
    game = three("Wine Cellar | Carriage House", "Foyer", "Foyer", "Gallery")
    game.play("jump Carriage House")
    assert room_of(game, "Ann") == "Carriage House"


def test_lancaster_card_is_one_step_or_a_jump() -> None:
    game = three("Wine Cellar | Lancaster Room", "Foyer", "Foyer", "Gallery")
    play(game, "walk Lancaster Room", "step Winter Garden", "step Green House")
    refused(game, "step Piazza", "no steps left")
    game = three("Wine Cellar | Lancaster Room", "Foyer", "Foyer", "Gallery")
    play(game, "step Kitchen", "jump Lancaster Room")
    assert room_of(game, "Ann") == "Lancaster Room"


def test_wintergarten_to_schlafgemach_is_one_step() -> None:
    game = three("Winter Garden", "Foyer", "Foyer", "Gallery")
    game.play("step Master Suite")
    assert room_of(game, "Ann") == "Master Suite"


def test_speisesaal_adjoins_fifteen_rooms() -> None:
    rooms = steps_from(three("Foyer", "Foyer", "Foyer", "Gallery"), "Ann", "Dining Hall")
    assert len(rooms) == 15
    assert {"Kitchen", "Library", "Nursery"} <= rooms


def test_cards_never_move_the_doctor() -> None:
    assert {action.pawn for action in three("Foyer", "Foyer", "Foyer", "Gallery").setting.actions} == {None}


# 2. Aktion: eine Karte ziehen.


def test_draw_alone_and_unseen() -> None:
    game = three("Foyer | Kitchen", "Foyer", "Foyer", "Gallery")
    play(game, "jump Kitchen", "draw")
    assert len(hand(game, "Ann")) == 1
    refused(three("Kitchen", "Foyer", "Trophy Room", "Gallery"), "draw", "seen by player")
    refused(three("Kitchen", "Kitchen", "Foyer", "Gallery"), "draw", "seen by player")
    refused(three("Kitchen", "Foyer", "Foyer", "Winter Garden"), "draw", "seen by doctor")
    refused(three("Kitchen", "Foyer", "Foyer", "Kitchen"), "draw", "seen by doctor")


# Sichtlinien.


def test_sichtlinien_trophaeenzimmer() -> None:
    game = three("Foyer", "Foyer", "White Room", "Gallery")
    seen = seen_from(game, "Ann", "Bob", "Trophy Room")
    assert seen == {"Sitting Room", "Drawing Room", "Parlor", "Green House", "Kitchen"}


def test_sichtlinien_galerie() -> None:
    game = three("Foyer", "Foyer", "White Room", "Parlor")
    down = {"Dining Hall", "Drawing Room", "Foyer"}
    assert {"Nursery", "Armory", "Library"} | down <= seen_from(game, "Ann", "Bob", "Gallery")
    for room in down:
        assert "Gallery" in seen_from(game, "Ann", "Bob", room)
    put(game, "Ann", "Gallery")
    refused(game, "step Dining Hall", "not next door")
    put(game, "Ann", "Dining Hall")
    refused(game, "step Gallery", "not next door")
    assert "Lilac Room" not in seen_from(game, "Ann", "Bob", "Lancaster Room")
    assert "Lancaster Room" not in seen_from(game, "Ann", "Bob", "Lilac Room")


# Doktor Lucky bewegen.


def test_doctor_goes_by_numbers_and_skips_closed_rooms() -> None:
    goes_to(three("Foyer", "Foyer", "Foyer", "Gallery"), {"Gallery": "Library", "Foyer": "Drawing Room"})
    closed = three("Foyer", "Foyer", "Foyer", "Gallery", closed="both")
    goes_to(closed, {"Green House": "Nursery", "Library": "Carriage House", "Foyer": "Drawing Room"})


def test_doctor_changes_the_order() -> None:
    game = three("Library", "Foyer", "Library", "Gallery")
    game.play("end")
    assert whose_turn(game) == "Cleo"
    put(game, "Cleo", "Tennessee Room")
    game.play("end")
    assert whose_turn(game) == "Cleo"
    game.play("end")
    assert whose_turn(game) == "Ann"


def test_first_round_is_in_order_and_the_move_after_its_last_turn_counts() -> None:
    game = three("Foyer", "Foyer", "Library", "Gallery\nturn: 0")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Library", "Bob")
    game.play("end")
    assert whose_turn(game) == "Cleo"
    put(game, "Bob", "Lilac Room")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Lilac Room", "Bob")


# Mordversuch.


def test_attempt_conditions() -> None:
    refused(three("Kitchen", "White Room", "White Room", "Wine Cellar"), "attempt", "doctor elsewhere")
    refused(three("Kitchen", "White Room", "White Room", "Wine Cellar"), "lay Trowel", "doctor elsewhere")
    refused(three("Kitchen", "Kitchen", "White Room", "Kitchen"), "attempt", "seen by player")
    refused(three("Kitchen", "Master Suite", "White Room", "Kitchen"), "attempt", "seen by player")
    assert code(strike("Kitchen"), "attempt") is None


def test_several_weapons_are_summed_each_in_its_room() -> None:
    game = strike("Kitchen", "Crepe Pan, Trowel, Chain Saw | 1", "Bats")
    play(game, "lay Crepe Pan", "lay Trowel", "lay Chain Saw", "attempt")
    assert strength(game) == (1 + 1) + 4 + 2 + 3


def test_basic_strength_with_motives() -> None:
    for motives, value in ((0, 1), (3, 4)):
        game = strike("Kitchen", f"| {motives}", "Bats")
        game.play("attempt")
        assert strength(game) == value


def test_weapons_laid_down_are_on_the_table() -> None:
    game = strike("Kitchen", "Crepe Pan, Trowel, Foyer", "Bats")
    game.play("lay Crepe Pan")
    assert legal(game) == {"attempt", "lay Trowel"}
    for seat in (None, 0, 1, 2):
        assert [event.card for event in game.events_for(seat) if event.kind == "laid down"] == ["Crepe Pan"]
    for action in ("end", "draw", "step Wine Cellar", "jump Foyer"):
        refused(game, action, "must strike")
    refused(game, "lay Chain Saw", "card not held")
    refused(game, "lay Crepe Pan", "card not held")
    refused(game, "play Bats", "no attempt")


def test_luck_from_the_left_until_it_is_as_much_as_the_strength() -> None:
    game = strike("Kitchen", "Trowel, Chain Saw", "Oops, Bats", "Letter Opener, Gallery, Monkey Hand")
    play(game, "lay Trowel", "lay Chain Saw", "attempt")
    assert asked(game) == "Bob"
    play(game, "play Oops", "pass")
    assert asked(game) == "Cleo"
    refused(game, "play Monkey Hand", "card without luck")
    play(game, "play Letter Opener", "play Gallery")
    assert [event.number for event in events(game, "played")] == [2, 4, 6]
    assert events(game, "foiled")


def test_one_weapon_becomes_the_motive_and_the_rest_are_discarded() -> None:
    game = strike("Wine Cellar", "Crepe Pan, Chain Saw", "Shadows, Immunity")
    play(game, "lay Crepe Pan", "lay Chain Saw", "attempt", "play Shadows", "play Immunity")
    assert game.view(None).reasons == (1, 0, 0)
    kept = gone(game)
    assert len(kept) == 1
    assert set(kept) <= {"Crepe Pan", "Chain Saw"}
    assert sorted(kept + discards(game)) == ["Chain Saw", "Crepe Pan", "Immunity", "Shadows"]


def test_a_motive_lasts_for_the_next_attempt() -> None:
    game = strike("Kitchen", "Trowel", "Immunity, Bats")
    play(game, "lay Trowel", "attempt", "play Immunity", "end", "end")
    assert whose_turn(game) == "Ann"
    put(game, "doctor", "Kitchen")
    game.play("attempt")
    assert strength(game) == 2


def test_no_motive_without_a_weapon() -> None:
    game = strike("Kitchen", "", "Bats, Poof")
    play(game, "attempt", "play Bats")
    assert game.view(None).reasons == (0, 0, 0)
    assert (discards(game), gone(game)) == (["Bats"], [])
    assert not events(game, "reason")


def test_not_enough_luck_wins_and_the_last_who_kept_luck_back_loses() -> None:
    game = strike("Kitchen", "Trowel", "Bats", "Regret")
    play(game, "lay Trowel", "attempt", "pass", "pass")
    assert result(game) == ("success", "Ann", "Cleo")
    game = strike("Kitchen", "Trowel", "Bats, Oops", "Armory")
    play(game, "lay Trowel", "attempt", "play Bats", "pass", "pass")
    assert result(game) == ("success", "Ann", "Bob")


# Die Lichter gehen aus.


def test_lights_go_out_with_the_last_card() -> None:
    game = three("Wine Cellar", "Foyer", "Foyer", "Gallery\npile: only Ennui\ndiscards: Bats")
    game.play("draw")
    assert game.view(None).lights_out
    kinds = [event.kind for event in game.events]
    assert kinds.index("lights out") < kinds.index("doctor moved")
    put(game, "doctor", "Drawing Room")
    put(game, "Bob", "Drawing Room")
    assert "attempt" in legal(game)
    refused(game, "draw", "pile empty")
    put(game, "Cleo", "Drawing Room")
    refused(game, "attempt", "seen by player")


# Refusals.


@pytest.mark.parametrize(
    "option",
    [{"weapons_plus_one": True}, {"no_threes": True}, {"board": "estate"}, {"board": "ship"}, {"closed": "south"}],
    ids=str,
)
def test_options_that_do_not_fit_are_refused_in_words(option: dict[str, Any]) -> None:
    with pytest.raises(DrLuckyError, match=r".{20}"):
        drlucky.new("kill-de", 4, seed=0, **option)


def test_one_weapon_at_once_is_not_how_this_book_strikes() -> None:
    with pytest.raises(InvalidAction):
        strike("Kitchen", "Trowel", "Bats").play("attempt Trowel")
