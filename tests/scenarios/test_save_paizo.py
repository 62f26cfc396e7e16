"""Save Doctor Lucky in colour, from its rule book: as on the first voyage, with a calm first round and no loser."""

from typing import Any

import pytest

import drlucky
from drlucky import DrLuckyError, Game, SetUpError
from positions import legal, play, position
from scenarios.helpers import (
    asked,
    code,
    discards,
    doctor,
    events,
    goes_to,
    gone,
    put,
    refused,
    result,
    room_of,
    seen_from,
    strength,
    waterline,
    whose_turn,
)


def three(ann: str, bob: str, cleo: str, lucky: str) -> Game:
    """Ann's turn, everyone having had one."""
    return position("save-paizo", f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}")


def save(cards: str = "", bob: str = "", cleo: str = "") -> Game:
    """Ann with the doctor on the Lido Deck, and Bob looking on."""
    return three(f"Lido Deck | {cards}", f"Chapel | {bob}", f"Bilge | {cleo}", "Lido Deck")


# The boards and sight lines.


def test_ship_of_31_rooms_23_numbered_and_8_not() -> None:
    rooms = drlucky.new("save-paizo", 4, seed=0).board.rooms
    assert [room.number for room in rooms if room.number is not None] == list(range(23))
    assert len(rooms) == 31


def test_figure_2_engineering_and_logistics_see_each_other() -> None:
    game = three("Ice", "Ice", "Sports Deck", "Ice")
    assert "Logistics" in seen_from(game, "Ann", "Bob", "Engineering")
    assert "Engineering" in seen_from(game, "Ann", "Bob", "Logistics")


def test_figure_3_chapel_and_lido_deck_see_each_other_and_bistro_does_not_see_the_lido_deck() -> None:
    game = three("Ice", "Ice", "Bilge", "Ice")
    assert "Lido Deck" in seen_from(game, "Ann", "Bob", "Chapel")
    assert "Chapel" in seen_from(game, "Ann", "Bob", "Lido Deck")
    assert "Bistro" not in seen_from(game, "Ann", "Bob", "Lido Deck")


# To begin.


@pytest.mark.parametrize(("players", "cards"), [(2, 8), (3, 8), (4, 6), (5, 6), (6, 6), (7, 6)])
def test_hands_and_piles(players: int, cards: int) -> None:
    view = drlucky.new("save-paizo", players, seed=1).view(None)
    assert view.hand_sizes == (cards,) * players
    assert sum(view.piles) == 90 - players * cards
    assert len(view.piles) == 4
    assert max(view.piles) - min(view.piles) <= 1
    assert list(view.piles) == sorted(view.piles, reverse=True)


@pytest.mark.parametrize("players", [1, 8])
def test_two_to_seven_players(players: int) -> None:
    with pytest.raises(SetUpError, match="2 to 7"):
        drlucky.new("save-paizo", players)


# On your turn.


def test_card_to_the_bistro_free_step_to_the_chapel_and_a_card_for_the_doctor() -> None:
    game = three("Bilge | Bistro, Chapel", "Lido Deck", "Ice", "Kennel")
    play(game, "jump Bistro", "step Chapel", "jump doctor Chapel")
    assert (room_of(game, "Ann"), doctor(game)) == ("Chapel", "Chapel")
    assert gone(game) == ["Bistro", "Chapel"]
    assert "attempt" in legal(game)
    refused(game, "draw", "card played")


def test_draw_only_without_card_or_attempt() -> None:
    game = three("Bilge | Bistro", "Lido Deck", "Ice", "Kennel")
    assert "draw" in legal(game)
    play(game, "walk Bistro", "step Cargo Hold")
    refused(game, "draw", "card played")


def test_attempt_in_his_room_and_seen() -> None:
    refused(three("Chapel", "Lido Deck", "Ice", "Kennel"), "attempt", "doctor elsewhere")
    refused(three("Chapel", "Ice", "Ice", "Chapel"), "attempt", "no witness")
    assert code(three("Chapel", "Ice", "Chapel", "Chapel"), "attempt") is None
    assert code(three("Chapel", "Ice", "Lido Deck", "Chapel"), "attempt") is None


@pytest.mark.parametrize(("line", "value"), [("attempt", 1), ("attempt Horseshoe", 3), ("attempt Dramamine", 4)])
def test_save_value(line: str, value: int) -> None:
    game = save("Horseshoe, Dramamine", "Bistro")
    game.play(line)
    assert strength(game) == value


def test_player_to_the_right_must_prevent_it_if_he_can() -> None:
    game = save("Horseshoe", "Failure-3", "Failure-1, Failure-2, Bistro")
    play(game, "attempt Horseshoe", "pass")
    refused(game, "pass", "must stop it")
    game.play("play Failure-2")
    refused(game, "pass", "must stop it")
    game.play("play Failure-1")
    assert events(game, "foiled")


def test_player_to_the_right_is_free_if_he_cannot() -> None:
    game = save("Horseshoe", "Failure-3", "Failure-1, Bistro")
    play(game, "attempt Horseshoe", "pass", "pass")
    assert result(game) == ("success", "Ann", None)


def test_this_book_names_no_loser() -> None:
    game = save("Cork Vest", "Failure-3, Failure-1", "Failure-3")
    play(game, "attempt Cork Vest", "pass", "pass")
    assert result(game) == ("success", "Ann", None)


def test_used_cards_are_removed_from_the_game() -> None:
    game = save("Horseshoe", "Failure-3, Bistro", "Bilge")
    play(game, "attempt Horseshoe", "play Failure-3")
    assert gone(game) == ["Failure-3", "Horseshoe"]
    assert discards(game) == []


# Sinking.


def test_flooded_deck_is_removed_and_pawns_go_up() -> None:
    game = waterline(three("Bilge", "Coal Bunker", "Ice", "Bridge"), sunk=0, left=1)
    game.play("draw")
    assert game.view(None).sunk == ("D",)
    assert game.view(None).rooms == ("Steerage", "Steerage", "Ice")
    assert game.view(None).piles == (17, 16, 16)
    game.play("step Infirmary")
    assert room_of(game, "Bob") == "Infirmary"


def test_if_a_deck_sinks_everybody_loses() -> None:
    game = waterline(three("Ice", "Ice", "Ice", "Bridge"), sunk=3, left=1)
    game.play("draw")
    assert result(game) == ("sunk", None, None)


# Moving the doctor.


def test_with_d_deck_sunk_19_is_followed_by_3() -> None:
    game = waterline(three("Ice", "Ice", "Ice", "Bridge"), sunk=1, left=4)
    goes_to(game, {"Laundry": "Steerage"})


def test_doctor_on_the_promenade_goes_to_the_lido_deck() -> None:
    goes_to(three("Ice", "Ice", "Ice", "Bridge"), {"Promenade": "Lido Deck"})


# Who goes next.


def test_until_everyone_has_had_a_turn_nothing_changes_the_order() -> None:
    game = three("Ice", "Bilge", "Chapel", "Bistro\nturn: 0")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Chapel", "Bob")
    put(game, "Ann", "Mail Room")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Mail Room", "Cleo")
    put(game, "Bob", "Purser's Office")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Purser's Office", "Bob")


def test_doctor_moved_by_a_card_calls_nobody() -> None:
    game = three("Ice | Bistro", "Bilge", "Bistro", "Kennel")
    play(game, "jump doctor Bistro")
    assert whose_turn(game) == "Ann"
    game.play("end")
    assert whose_turn(game) == "Bob"


def test_player_who_just_had_a_turn_can_go_on() -> None:
    game = three("Chapel", "Bilge", "Ice", "Bistro")
    game.play("end")
    assert whose_turn(game) == "Ann"


def test_of_two_in_the_room_the_one_who_would_have_gone_next() -> None:
    game = three("Chapel", "Bilge", "Chapel", "Bistro")
    game.play("end")
    assert whose_turn(game) == "Cleo"


# A sample turn.


def test_sample_turn() -> None:
    game = position(
        "save-paizo",
        """
        doctor: Sports Deck
        One: Galley | Promenade, Rabbit's Foot
        Two: Ice | Failure-1, Failure-2
        Three: Lifeboats 1 | Failure-2, Bistro
        * Four: Bilge | Failure-3, Chapel
        """,
    )
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Bridge", "One")
    play(game, "jump Promenade", "step Bridge", "attempt Rabbit's Foot")
    assert strength(game) == 3
    assert asked(game) == "Two"
    game.play("pass")
    assert asked(game) == "Three"
    play(game, "play Failure-2", "pass")
    assert asked(game) == "Four"
    assert legal(game) == {"play Failure-3"}
    refused(game, "pass", "must stop it")
    game.play("play Failure-3")
    assert [event.number for event in events(game, "played")] == [2, 5]
    assert [event.seat for event in events(game, "foiled")] == [0]
    assert doctor(game) == "Lifeboats 1"
    assert whose_turn(game) == "Three"
    game.play("end")
    assert whose_turn(game) == "Four"


def test_sample_turn_both_witnesses_see_the_bridge() -> None:
    for witness in ("Ice", "Lifeboats 1"):
        assert code(three("Bridge", witness, "Bilge", "Bridge"), "attempt") is None


# Refusals.


@pytest.mark.parametrize(
    "option",
    [{"weapons_plus_one": True}, {"no_threes": True}, {"closed": "west"}, {"layout": "whole"}, {"board": "mansion"}],
    ids=str,
)
def test_options_of_other_books_are_refused_in_words(option: dict[str, Any]) -> None:
    with pytest.raises(DrLuckyError, match="save-paizo"):
        drlucky.new("save-paizo", 4, seed=0, **option)
