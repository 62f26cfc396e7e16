"""Save Doctor Lucky, from its first rule book: be seen saving him before the ship has sunk."""

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
    gone,
    refused,
    result,
    room_of,
    strength,
    waterline,
    whose_turn,
)

A_DECK = {
    "Sports Deck", "Lifeboats 2", "Lido Deck", "Captain's Lounge", "Promenade", "Bridge", "Ice", "Lifeboats 1"
}  # fmt: skip
B_DECK = {"Gymnasium", "Steam Bath", "Chapel", "Bistro", "Galley", "Grand Staircase", "Ballroom"}
C_DECK = {
    "Steerage", "Infirmary", "Kennel", "Mess Hall", "Crew Quarters", "Laundry", "Purser's Office", "Mail Room"
}  # fmt: skip
D_DECK = {
    "Turbine Room", "Shaft Alley", "Engineering", "Boiler Room", "Coal Bunker", "Logistics", "Cargo Hold", "Bilge"
}  # fmt: skip


def three(ann: str, bob: str, cleo: str, lucky: str) -> Game:
    """Ann's turn."""
    return position("save-2000", f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}")


def save(cards: str = "", bob: str = "", cleo: str = "") -> Game:
    """Ann with the doctor on the Lido Deck, and Bob looking on."""
    return three(f"Lido Deck | {cards}", f"Chapel | {bob}", f"Bilge | {cleo}", "Lido Deck")


# How to begin.


def test_every_seat_can_start() -> None:
    assert {drlucky.new("save-2000", 3, seed=seed).to_decide for seed in range(40)} == {0, 1, 2}


@pytest.mark.parametrize(
    ("players", "cards", "piles"),
    [
        (2, 8, (19, 19, 18, 18)),
        (3, 8, (17, 17, 16, 16)),
        (4, 6, (17, 17, 16, 16)),
        (5, 6, (15, 15, 15, 15)),
        (6, 6, (14, 14, 13, 13)),
        (7, 6, (12, 12, 12, 12)),
    ],
)
def test_hands_and_four_roughly_equal_piles(players: int, cards: int, piles: tuple[int, ...]) -> None:
    view = drlucky.new("save-2000", players, seed=1).view(None)
    assert view.hand_sizes == (cards,) * players
    assert view.piles == piles
    assert (view.discards, view.out_of_game, view.sunk) == ((), (), ())


@pytest.mark.parametrize("players", [0, 1, 8])
def test_two_to_seven_players(players: int) -> None:
    with pytest.raises(SetUpError, match="2 to 7"):
        drlucky.new("save-2000", players)


def test_the_deck() -> None:
    cards = drlucky.new("save-2000", 4, seed=0).setting.deck
    assert cards.size == 90
    by_name = {card.name: card for card in cards.cards}
    for names, steps in ((A_DECK - {"Ice"}, 0), (B_DECK, 1), (C_DECK, 2), (D_DECK, 3)):
        assert {by_name[name].steps for name in names} == {steps}
    assert {card.luck for card in cards.cards if card.kind == "failure"} == {1, 2, 3}


# On your turn.


@pytest.mark.parametrize("card", sorted(A_DECK - {"Ice"}))
def test_a_deck_cards_have_no_additional_move(card: str) -> None:
    game = three(f"Bilge | {card}", "Ice", "Ice", "Engineering")
    refused(game, f"walk {card}", "card without steps")
    refused(game, f"walk doctor {card}", "card without steps")
    assert {f"jump {card}", f"jump doctor {card}"} <= legal(game)


# The attempt.


def test_attempt_needs_the_doctor_and_a_witness() -> None:
    refused(three("Lido Deck", "Chapel", "Bilge", "Bridge"), "attempt", "doctor elsewhere")
    refused(three("Lido Deck", "Bistro", "Bilge", "Lido Deck"), "attempt", "no witness")
    assert code(three("Lido Deck", "Bistro", "Lido Deck", "Lido Deck"), "attempt") is None
    assert code(three("Lido Deck", "Bistro", "Chapel", "Lido Deck"), "attempt") is None


def test_sight_lines_run_one_or_two_decks_away() -> None:
    assert code(three("Grand Staircase", "Bridge", "Bilge", "Grand Staircase"), "attempt") is None
    assert code(three("Grand Staircase", "Logistics", "Bilge", "Grand Staircase"), "attempt") is None
    assert code(three("Ballroom", "Cargo Hold", "Bilge", "Ballroom"), "attempt") is None


def test_dramamine_and_whiskey() -> None:
    for aid, room, witness, value in (
        ("Dramamine", "Chapel", "Bistro", 2),
        ("Dramamine", "Lido Deck", "Chapel", 4),
        ("Whiskey", "Lido Deck", "Chapel", 2),
        ("Whiskey", "Captain's Lounge", "Promenade", 6),
    ):
        game = three(f"{room} | {aid}", f"{witness} | Bistro", "Bilge | Bilge", room)
        game.play(f"attempt {aid}")
        assert strength(game) == value


def test_without_an_aid_the_attempt_is_worth_1() -> None:
    game = save("Whiskey", "Bistro")
    game.play("attempt")
    assert strength(game) == 1


def test_an_example_whiskey_in_the_captains_lounge() -> None:
    game = position(
        "save-2000",
        """
        doctor: Captain's Lounge
        * One: Captain's Lounge | Whiskey
        Two: Promenade | Failure-2, Failure-1
        Three: Bilge | Failure-3, Bistro
        Four: Chapel | Failure-1, Failure-1, Failure-2
        Five: Galley | Failure-3, Chapel
        Six: Kennel | Failure-1, Bilge
        """,
    )
    game.play("attempt Whiskey")
    assert strength(game) == 6
    order: list[str | None] = []
    for line in ("pass", "pass", "play Failure-1", "play Failure-1", "pass", "play Failure-3", "pass"):
        order.append(asked(game))
        game.play(line)
    assert order == ["Two", "Three", "Four", "Four", "Four", "Five", "Five"]
    assert asked(game) == "Six"
    assert legal(game) == {"play Failure-1"}
    game.play("play Failure-1")
    assert [event.number for event in events(game, "played")] == [1, 2, 5, 6]
    assert events(game, "foiled")
    assert game.outcome is None
    assert gone(game) == ["Failure-1", "Failure-1", "Failure-1", "Failure-3", "Whiskey"]
    assert (doctor(game), whose_turn(game)) == ("Lido Deck", "Two")


def test_a_save_of_4_takes_4_points() -> None:
    game = save("Cork Vest", "Failure-1, Failure-1, Failure-1, Failure-1, Failure-1", "Bistro")
    play(game, "attempt Cork Vest", *["play Failure-1"] * 3)
    assert asked(game) == "Bob"
    game.play("play Failure-1")
    assert events(game, "foiled")


def test_last_in_line_must_stop_it_if_able() -> None:
    game = save("Horseshoe", "Failure-3", "Failure-1, Failure-2, Failure-3, Bistro")
    game.play("attempt Horseshoe")
    assert "pass" in legal(game)
    game.play("pass")
    assert asked(game) == "Cleo"
    refused(game, "pass", "must stop it")
    assert legal(game) == {"play Failure-1", "play Failure-2", "play Failure-3"}
    why = game.why_not("pass")
    assert why is not None
    assert why.needed == 3
    game.play("play Failure-1")
    refused(game, "pass", "must stop it")
    game.play("play Failure-2")
    assert events(game, "foiled")


@pytest.mark.parametrize("looking", [None, 0, 1, 2])
def test_everyone_is_told_who_is_last_in_line(looking: int | None) -> None:
    """Whoever that is is bound; whether they are able is theirs to know."""
    game = save("Horseshoe", "Failure-3", "Failure-1, Bistro")
    game.play("attempt Horseshoe")
    for action in ("pass", "pass"):
        attempt = game.view(looking).attempt
        assert attempt is not None
        assert attempt.bound == 2
        game.play(action)


def test_last_in_line_may_overshoot() -> None:
    game = save("Horseshoe", "Bistro", "Failure-2, Failure-3")
    play(game, "attempt Horseshoe", "pass", "play Failure-2", "play Failure-3")
    assert [event.number for event in events(game, "played")] == [2, 5]
    assert events(game, "foiled")


def test_last_in_line_is_free_if_not_able() -> None:
    game = save("Cork Vest", "Bistro", "Failure-3, Chapel")
    play(game, "attempt Cork Vest", "pass")
    assert "pass" in legal(game)
    game.play("pass")
    assert result(game) == ("success", "Ann", None)


def test_used_cards_leave_the_game() -> None:
    game = save("Cork Vest, Bistro, Lido Deck", "Failure-3, Failure-1", "Bilge")
    play(game, "jump Bistro", "jump Lido Deck", "attempt Cork Vest", "play Failure-3", "play Failure-1")
    assert gone(game) == ["Bistro", "Cork Vest", "Failure-1", "Failure-3", "Lido Deck"]
    assert discards(game) == []


def test_losing_is_for_the_last_who_could_have_played_a_failure() -> None:
    game = save("Cork Vest", "Failure-1", "Failure-3")
    play(game, "attempt Cork Vest", "pass", "pass")
    assert result(game) == ("success", "Ann", "Bob")
    game = save("Cork Vest", "Bistro", "Failure-3")
    play(game, "attempt Cork Vest", "pass", "pass")
    assert result(game) == ("success", "Ann", None)


# The end of your turn.


def six(turn_of: str, rooms: dict[str, str], lucky: str) -> Game:
    names = ("One", "Two", "Three", "Four", "Five", "Six")
    lines = [f"{'* ' if name == turn_of else ''}{name}: {rooms.get(name, 'Ice')}" for name in names]
    return position("save-2000", "\n".join([f"doctor: {lucky}", *lines]))


def test_after_player_four_only_player_one_in_the_room() -> None:
    game = six("Four", {"One": "Chapel"}, "Bistro")
    game.play("end")
    assert whose_turn(game) == "One"
    game.play("end")
    assert whose_turn(game) == "Two"


def test_after_player_six_players_three_five_and_six_in_the_room() -> None:
    game = six("Six", {"Three": "Chapel", "Five": "Chapel", "Six": "Chapel"}, "Bistro")
    game.play("end")
    assert whose_turn(game) == "Three"


def test_even_the_player_who_just_took_a_turn() -> None:
    game = six("Two", {"Two": "Chapel"}, "Bistro")
    game.play("end")
    assert whose_turn(game) == "Two"


def test_doctor_moved_by_a_card_changes_no_order() -> None:
    game = three("Ice | Bistro", "Bilge", "Bistro", "Kennel")
    game.play("jump doctor Bistro")
    assert whose_turn(game) == "Ann"
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Chapel", "Bob")


def test_first_round_has_no_exception() -> None:
    game = three("Ice", "Bilge", "Chapel", "Bistro\nturn: 0")
    game.play("end")
    assert whose_turn(game) == "Cleo"


# Submerged decks.


def test_deck_sinks_at_the_end_of_the_turn_before_the_doctor_moves() -> None:
    game = waterline(three("Bilge", "Engineering", "Ice", "Logistics"), sunk=0, left=1)
    game.play("draw")
    kinds = [event.kind for event in game.events]
    assert kinds.index("drew") < kinds.index("deck sank") < kinds.index("doctor moved")
    assert game.view(None).sunk == ("D",)
    assert (room_of(game, "Ann"), room_of(game, "Bob"), room_of(game, "Cleo")) == ("Steerage", "Steerage", "Ice")
    assert doctor(game) == "Mess Hall"
    washed = [(event.pawn, event.room) for event in events(game, "washed up")]
    assert washed == [(0, "Steerage"), (1, "Steerage"), ("doctor", "Steerage")]


def test_if_the_a_deck_sinks_nobody_wins() -> None:
    game = waterline(three("Ice", "Ice", "Ice", "Bridge"), sunk=3, left=1)
    game.play("draw")
    assert result(game) == ("sunk", None, None)
    assert legal(game) == set()
    assert game.view(None).sunk == ("D", "C", "B", "A")


# Refusals.


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("step Bilge", "not next door"),
        ("jump Ballroom", "card not held"),
        ("jump Chapel", "already there"),
        ("jump doctor Kennel", "already there"),
        ("attempt", "doctor elsewhere"),
        ("attempt Whiskey", "doctor elsewhere"),
        ("pass", "no attempt"),
        ("stop", "no walk"),
    ],
)
def test_refusals_in_a_turn(action: str, why: str) -> None:
    refused(three("Chapel | Chapel, Kennel, Whiskey", "Ice", "Ice", "Kennel"), action, why)


@pytest.mark.parametrize(
    "option",
    [
        {"weapons_plus_one": True},
        {"no_threes": True},
        {"closed": "none"},
        {"layout": "whole"},
        {"strangers": False},
        {"board": "estate"},
        {"board": "mansion"},
        {"board": "bed-and-breakfast"},
    ],
    ids=str,
)
def test_options_of_other_books_are_refused_in_words(option: dict[str, Any]) -> None:
    with pytest.raises(DrLuckyError, match="save-2000"):
        drlucky.new("save-2000", 4, seed=0, **option)
