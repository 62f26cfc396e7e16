"""Two players meet two Strangers, from the rule books of 2016 and of the German edition."""

from typing import Any

import pytest

import drlucky
from drlucky import DrLuckyError, Game, InvalidAction
from positions import legal, play, position
from scenarios.helpers import (
    asked,
    code,
    discards,
    doctor,
    events,
    gone,
    hand,
    happened,
    known,
    put,
    reasons,
    refused,
    result,
    room_of,
    strength,
    whose_turn,
)

BOTH = pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])


def table(edition: str, ann: str, one: str, bob: str, two: str, lucky: str, **options: Any) -> Game:
    """Ann's turn, Stranger 1 on her left, then Bob, then Stranger 2; in the whole mansion."""
    text = f"doctor: {lucky}\n* Ann: {ann}\nStranger 1: {one}\nBob: {bob}\nStranger 2: {two}"
    return position(edition, text, **{"closed": "none", **options})


def stranger_strikes(edition: str, ann: str = "", one: str = "", bob: str = "", pile: str = "Armory") -> Game:
    """Stranger 1 was alone with the doctor in the Wine Cellar on its turn; `ann` and `bob` are hands."""
    text = f"""
        doctor: Wine Cellar
        Ann: White Room | {ann}
        * Stranger 1: Wine Cellar | | {one}
        Bob: White Room | {bob}
        Stranger 2: White Room
        pile: {pile}
    """
    return position(edition, text, closed="none")


def ann_strikes(edition: str, ann: str = "", bob: str = "", pile: str = "Armory, Parlor") -> Game:
    """Ann is alone with the doctor in the Kitchen and strikes with bare hands; all others are far away."""
    game = table(edition, f"Kitchen | {ann}", "Foyer", f"White Room | {bob}", "Piazza", f"Kitchen\npile: {pile}")
    game.play("attempt")
    return game


# Setting up.


@BOTH
def test_set_up_for_four_with_two_hands(edition: str) -> None:
    game = drlucky.new(edition, ["Ann", "Bob"], seed=1)
    view = game.view(None)
    assert view.players == ("Ann", "Stranger 1", "Bob", "Stranger 2")
    assert view.strangers == (1, 3)
    assert (view.closed, view.set_aside) == (("west",), 5)
    assert view.hand_sizes == (6, 0, 6, 0)
    assert view.piles == (72 - 5 - 12,)
    assert view.rooms == ("Drawing Room",) * 4
    assert (view.doctor, view.reasons) == ("Gallery", (0, 0, 0, 0))


@BOTH
@pytest.mark.parametrize("wing", ["west", "east"])
def test_the_table_picks_the_wing(edition: str, wing: str) -> None:
    assert drlucky.new(edition, 2, seed=1, closed=wing).view(None).closed == (wing,)


@BOTH
def test_a_live_player_starts_at_random(edition: str) -> None:
    starts = [drlucky.new(edition, 2, seed=seed) for seed in range(40)]
    assert {game.view(None).current for game in starts} == {0, 2}
    assert all(game.view(None).turn == 0 and game.view(None).rooms == ("Drawing Room",) * 4 for game in starts)


@BOTH
@pytest.mark.parametrize("players", [3, 4, 8])
def test_strangers_join_two_players_only(edition: str, players: int) -> None:
    assert drlucky.new(edition, players, seed=0).view(None).strangers == ()
    with pytest.raises(DrLuckyError, match="Strangers"):
        drlucky.new(edition, players, strangers=True)


@BOTH
def test_strangers_may_be_asked_for_or_left_out(edition: str) -> None:
    assert drlucky.new(edition, 2, seed=0, strangers=True).view(None).strangers == (1, 3)
    alone = drlucky.new(edition, ["Ann", "Bob"], seed=0, strangers=False)
    assert alone.view(None).rooms == ("Drawing Room", "Drawing Room")
    with pytest.raises(InvalidAction):
        alone.play("step stranger-1 Parlor")


# Strangers' turns.


@BOTH
def test_a_stranger_goes_to_the_next_lower_number(edition: str) -> None:
    game = table(edition, "White Room", "Foyer", "White Room", "Kitchen", "Nursery")
    game.play("end")
    assert (room_of(game, "Stranger 1"), room_of(game, "Stranger 2")) == ("Piazza", "Kitchen")
    assert (whose_turn(game), doctor(game)) == ("Bob", "Gallery")
    game.play("end")
    assert (room_of(game, "Stranger 1"), room_of(game, "Stranger 2")) == ("Piazza", "Wine Cellar")
    assert whose_turn(game) == "Ann"


@BOTH
@pytest.mark.parametrize(
    ("closed", "start", "end"),
    [
        ("none", "Drawing Room", "Foyer"),
        ("none", "Nursery", "Master Suite"),
        ("west", "Nursery", "Green House"),
        ("west", "Carriage House", "Hedge Maze"),
        ("east", "Carriage House", "Library"),
        ("east", "Nursery", "Master Suite"),
        ("both", "Nursery", "Green House"),
        ("both", "Drawing Room", "Foyer"),
    ],
)
def test_closed_rooms_are_skipped_and_the_lowest_is_followed_by_the_highest(
    edition: str, closed: str, start: str, end: str
) -> None:
    game = table(edition, "Parlor", start, "Parlor", "Trophy Room", "Billiard Room", closed=closed)
    game.play("end")
    assert room_of(game, "Stranger 1") == end


@BOTH
@pytest.mark.parametrize(
    ("layout", "start", "end"),
    [
        ("upstairs", "Nursery", "Lancaster Room"),
        ("downstairs", "Drawing Room", "Pantry"),
        ("whole", "Nursery", "Pantry"),
        ("whole", "Drawing Room", "Lancaster Room"),
    ],
)
def test_strangers_in_the_bed_and_breakfast(edition: str, layout: str, start: str, end: str) -> None:
    other = "Sitting Room" if layout == "downstairs" else "White Room"
    lucky = "Kitchen" if layout == "downstairs" else "Rose Suite"
    text = f"doctor: {lucky}\n* Ann: {other}\nStranger 1: {start}\nBob: {other}\nStranger 2: {other}"
    game = position(edition, text, board="bed-and-breakfast", layout=layout)
    game.play("end")
    assert room_of(game, "Stranger 1") == end


@BOTH
def test_a_stranger_who_can_strike_does_not_move(edition: str) -> None:
    game = table(edition, "White Room", "Wine Cellar", "White Room | Bats", "White Room", "Winter Garden")
    game.play("end")
    assert (room_of(game, "Stranger 1"), doctor(game)) == ("Wine Cellar", "Wine Cellar")
    assert not events(game, "stranger moved")
    assert (strength(game), asked(game)) == (1, "Bob")


def foiled_stranger(edition: str, lucky: str, one: str = "Wine Cellar") -> Game:
    """Stranger 1 strikes, where it stands or where it comes to, and Bob stops it."""
    game = table(edition, "White Room", one, "White Room | Bats, Oops", "White Room", lucky)
    play(game, "end", "play Bats")
    assert happened(game, "attempt", "foiled") == ["attempt", "foiled"]
    return game


def test_2016_a_stranger_foiled_before_moving_stays() -> None:
    game = foiled_stranger("kill-2016", "Winter Garden")
    assert room_of(game, "Stranger 1") == "Wine Cellar"
    assert not events(game, "stranger moved")


def test_de_a_stranger_foiled_before_moving_still_moves() -> None:
    game = foiled_stranger("kill-de", "Winter Garden")
    assert room_of(game, "Stranger 1") == "Winter Garden"
    kinds = ("attempt", "foiled", "reason", "stranger moved", "turn over", "doctor moved")
    assert happened(game, *kinds)[2:] == ["attempt", "foiled", "reason", "stranger moved", "turn over", "doctor moved"]
    assert (doctor(game), whose_turn(game)) == ("Kitchen", "Bob")


def test_de_a_stranger_strikes_once_a_turn_and_moves_once() -> None:
    game = foiled_stranger("kill-de", "Winter Garden", one="Kitchen")
    assert happened(game, "stranger moved", "attempt", "turn over") == [
        "turn over",
        "stranger moved",
        "attempt",
        "turn over",
    ]
    assert room_of(game, "Stranger 1") == "Wine Cellar"


def test_de_a_stranger_foiled_by_the_other_stranger_still_moves() -> None:
    game = stranger_strikes("kill-de", "", "", "", "Bats, Armory")
    assert happened(game, "turned up", "foiled", "stranger moved") == ["turned up", "foiled", "stranger moved"]
    assert room_of(game, "Stranger 1") == "Winter Garden"


def test_de_a_stranger_who_wins_before_moving_stays() -> None:
    game = stranger_strikes("kill-de", "Oops", "", "", "Armory")
    game.play("pass")
    assert result(game)[:2] == ("success", "Stranger 1")
    assert room_of(game, "Stranger 1") == "Wine Cellar"
    assert game.view(None).steps_owed == 0


@BOTH
def test_a_stranger_who_could_not_strike_moves_and_strikes_if_it_then_can(edition: str) -> None:
    game = table(edition, "White Room", "Kitchen", "White Room | Bats", "White Room", "Winter Garden")
    game.play("end")
    assert (room_of(game, "Stranger 1"), doctor(game)) == ("Wine Cellar", "Wine Cellar")
    assert (strength(game), asked(game)) == (1, "Bob")


@BOTH
def test_a_stranger_beside_the_doctor_who_is_seen_goes_away(edition: str) -> None:
    for seer in ("Ann", "Bob", "Stranger 2"):
        game = table(edition, "White Room", "Wine Cellar", "White Room | Bats", "White Room", "Winter Garden")
        put(game, seer, "Kitchen")
        game.play("end")
        assert room_of(game, "Stranger 1") == "Winter Garden"
        assert not events(game, "attempt")


@BOTH
def test_a_stranger_who_comes_to_the_doctor_and_is_seen_does_nothing_more(edition: str) -> None:
    for seer in ("Ann", "Bob", "Stranger 2"):
        game = table(edition, "White Room", "Kitchen", "White Room | Bats", "White Room", "Winter Garden")
        put(game, seer, "Winter Garden")
        game.play("end")
        assert (room_of(game, "Stranger 1"), doctor(game)) == ("Wine Cellar", "Kitchen")
        assert not events(game, "attempt")
        assert whose_turn(game) == "Bob"


@BOTH
def test_the_doctor_moves_after_a_strangers_turn(edition: str) -> None:
    game = table(edition, "White Room", "Foyer", "White Room", "Kitchen", "Nursery")
    game.play("end")
    assert [event.room for event in events(game, "doctor moved")] == ["Armory", "Gallery"]
    assert game.view(None).turn == 102


@BOTH
def test_a_strangers_strength_is_1_and_its_reasons_and_never_a_weapon(edition: str) -> None:
    for number in (0, 1, 4):
        game = stranger_strikes(edition, "Bats", str(number), "Oops")
        assert strength(game) == 1 + number
        attempt = game.view(None).attempt
        assert attempt is not None
        assert attempt.cards == ()


@BOTH
def test_strangers_draw_no_cards(edition: str) -> None:
    game = table(edition, "White Room", "Kitchen", "White Room", "Foyer", "Nursery")
    play(game, "end", "end")
    assert game.view(None).hand_sizes == (0, 0, 0, 0)
    assert game.view(None).piles == (72,)


# The doctor and the order.


@BOTH
def test_the_doctor_gives_a_stranger_the_next_turn(edition: str) -> None:
    game = table(edition, "Armory", "Foyer", "White Room", "Library", "Gallery")
    game.play("end")
    assert [event.seat for event in events(game, "called up")] == [3]
    assert (room_of(game, "Stranger 1"), room_of(game, "Stranger 2")) == ("Foyer", "Gallery")
    assert (whose_turn(game), doctor(game)) == ("Ann", "Tennessee Room")


@BOTH
def test_a_stranger_comes_before_the_player_who_just_moved(edition: str) -> None:
    game = table(edition, "Library", "Foyer", "White Room", "Library", "Gallery")
    game.play("end")
    assert [event.seat for event in events(game, "called up")] == [3]


@BOTH
def test_one_stranger_after_the_other_is_called_up(edition: str) -> None:
    """Bob sees both rooms, so that neither strikes."""
    game = table(edition, "White Room", "Library", "Nursery", "Tennessee Room", "Gallery")
    game.play("end")
    assert [event.seat for event in events(game, "called up")] == [1, 3]
    assert whose_turn(game) == "Ann"


@BOTH
def test_the_first_round_counts_strangers(edition: str) -> None:
    text = "doctor: Armory\nAnn: Gallery\nStranger 1: White Room\n* Bob: Library\nStranger 2: Foyer\nturn: 2"
    game = position(edition, text, closed="none")
    game.play("end")
    # The third turn is over and Ann is not called up; after the fourth, a Stranger's, Bob is.
    assert [(event.kind, event.seat) for event in game.events if event.kind in ("turn", "called up")] == [
        ("turn", 3),
        ("called up", 2),
    ]
    assert room_of(game, "Stranger 2") == "Piazza"
    assert (whose_turn(game), doctor(game)) == ("Bob", "Library")


@BOTH
def test_no_stranger_is_called_up_in_the_first_round(edition: str) -> None:
    text = "doctor: Gallery\n* Ann: White Room\nStranger 1: Foyer\nBob: White Room\nStranger 2: Library\nturn: 0"
    game = position(edition, text, closed="none")
    game.play("end")
    assert not events(game, "called up")
    assert (room_of(game, "Stranger 1"), whose_turn(game)) == ("Piazza", "Bob")


# Against an attempt a Stranger turns up a card.


@BOTH
def test_a_stranger_turns_up_the_top_card_and_plays_its_luck(edition: str) -> None:
    game = ann_strikes(edition, "Monkey Hand", "Oops", "Bats, Parlor")
    (turned,) = events(game, "turned up")
    assert (turned.seat, turned.card, turned.number) == (1, "Bats", 1)
    assert events(game, "foiled")
    assert asked(game) == "Bob"
    assert game.view(None).attempt is None


@BOTH
@pytest.mark.parametrize(("card", "luck"), [("Bats", 1), ("Crepe Pan", 2), ("Foyer", 2), ("Shadows", 4)])
def test_luck_counts_on_a_card_of_any_kind(edition: str, card: str, luck: int) -> None:
    game = ann_strikes(edition, "Monkey Hand | 5", "Oops", card)
    (turned,) = events(game, "turned up")
    assert (turned.card, turned.number) == (card, luck)
    assert asked(game) == "Bob"


@BOTH
@pytest.mark.parametrize("card", ["Armory", "Chain Saw"])
def test_sometimes_the_card_is_worth_nothing(edition: str, card: str) -> None:
    game = ann_strikes(edition, "", "Oops", card)
    (turned,) = events(game, "turned up")
    assert (turned.card, turned.number) == (card, 0)
    attempt = game.view(None).attempt
    assert attempt is not None
    assert (asked(game), attempt.luck, attempt.cards) == ("Bob", 0, (card,))


@BOTH
def test_one_card_each_in_the_order_of_the_seats(edition: str) -> None:
    game = ann_strikes(edition, "| 6", "Oops, Armory", "Bats, Poof, Shadows")
    assert [event.seat for event in events(game, "turned up")] == [1]
    play(game, "play Oops", "pass")
    assert [(event.seat, event.card, event.number) for event in events(game, "turned up")] == [
        (1, "Bats", 1),
        (3, "Poof", 4),
    ]
    assert result(game) == ("success", "Ann", None)


@BOTH
def test_bob_strikes_and_stranger_2_answers_first(edition: str) -> None:
    text = """
        doctor: Kitchen
        Ann: White Room | Oops
        Stranger 1: Foyer
        * Bob: Kitchen | | 6
        Stranger 2: Piazza
        pile: Bats, Poof
    """
    game = position(edition, text, closed="none")
    game.play("attempt")
    assert ([event.seat for event in events(game, "turned up")], asked(game)) == ([3], "Ann")
    game.play("pass")
    assert [event.seat for event in events(game, "turned up")] == [3, 1]
    assert result(game) == ("success", "Bob", "Ann")


@BOTH
def test_no_more_cards_are_turned_up_once_the_strength_is_reached(edition: str) -> None:
    game = ann_strikes(edition, "| 1", "Bats, Oops", "Poof, Shadows")
    game.play("play Bats")
    assert [event.seat for event in events(game, "turned up")] == [1]
    assert events(game, "foiled")


@BOTH
def test_the_other_stranger_answers_a_strangers_attempt(edition: str) -> None:
    game = stranger_strikes(edition, "Regret", "3", "Bats", "Poof, Ennui")
    game.play("play Bats")
    (turned,) = events(game, "turned up")
    assert (turned.seat, turned.card, turned.number) == (3, "Poof", 2)
    assert asked(game) == "Ann"


@BOTH
def test_the_last_card_turned_up_puts_the_lights_out(edition: str) -> None:
    game = ann_strikes(edition, "| 2", "Bats", "only Poof")
    assert set(happened(game, "turned up", "lights out")) == {"turned up", "lights out"}
    assert game.view(None).lights_out
    assert asked(game) == "Bob"


@BOTH
def test_with_an_empty_pile_a_stranger_plays_nothing(edition: str) -> None:
    game = ann_strikes(edition, "", "", "only")
    assert not events(game, "turned up")
    assert result(game) == ("success", "Ann", None)
    game = ann_strikes(edition, "| 2", "Bats, Oops", "only Poof")
    play(game, "play Bats", "pass")
    assert [event.seat for event in events(game, "turned up")] == [1]
    assert result(game) == ("success", "Ann", "Bob")


@BOTH
def test_a_card_turned_up_is_discarded_or_kept_and_never_drawn_again(edition: str) -> None:
    game = ann_strikes(edition, "", "Regret", "Armory, Parlor")
    game.play("play Regret")
    assert sorted(discards(game) + gone(game)) == ["Armory", "Regret"]
    assert game.view(None).piles == (72 - 2,)


def test_2016_what_a_stranger_turned_up_can_be_the_attackers_reason() -> None:
    game = ann_strikes("kill-2016", "", "Regret", "Bats")
    assert reasons(game, "Ann") == 1
    assert (gone(game), discards(game)) == (["Bats"], [])


def test_de_bare_hands_gain_no_motive_from_what_a_stranger_turned_up() -> None:
    game = ann_strikes("kill-de", "", "Regret", "Bats")
    assert reasons(game, "Ann") == 0
    assert (gone(game), discards(game)) == ([], ["Bats"])


def test_de_a_weapon_that_a_stranger_turned_up_is_nobodys_motive() -> None:
    game = ann_strikes("kill-de", "", "Regret", "Crepe Pan")
    assert reasons(game, "Ann") == 0
    assert (gone(game), discards(game)) == ([], ["Crepe Pan"])


# After a failure.


def test_2016_a_failed_stranger_keeps_a_card_of_the_attempt() -> None:
    game = stranger_strikes("kill-2016", "Regret", "1", "Bats, Oops", "Poof, Ennui")
    play(game, "play Bats", "pass")
    assert reasons(game, "Stranger 1") == 2
    assert len(gone(game)) == 1
    assert sorted(gone(game) + discards(game)) == ["Bats", "Poof"]
    assert game.view(None).piles == (72 - 4,)
    assert game.view(None).set_aside == 0


def test_de_a_failed_stranger_keeps_the_top_card_of_the_pile_unseen() -> None:
    game = stranger_strikes("kill-de", "Regret", "1", "Bats, Oops", "Poof, Classic Blunder")
    play(game, "play Bats", "pass")
    assert reasons(game, "Stranger 1") == 2
    assert (gone(game), discards(game)) == ([], ["Bats", "Poof"])
    assert game.view(None).piles == (72 - 3 - 2,)
    assert not known(game, "Classic Blunder")


def test_de_a_reason_off_the_pile_never_comes_back() -> None:
    game = stranger_strikes("kill-de", "", "", "Bats, Oops", "Classic Blunder, Ennui")
    play(game, "play Bats", "end")
    for pawn, room in (("Ann", "Kitchen"), ("doctor", "Kitchen"), ("Stranger 1", "Foyer")):
        put(game, pawn, room)
    game.play("attempt")
    assert [event.card for event in events(game, "turned up")] == ["Ennui"]
    assert not known(game, "Classic Blunder")


def test_de_a_reason_can_be_the_last_card_and_puts_the_lights_out() -> None:
    game = stranger_strikes("kill-de", "", "", "Bats, Oops", "only Classic Blunder")
    game.play("play Bats")
    assert reasons(game, "Stranger 1") == 1
    assert game.view(None).lights_out
    assert len(events(game, "lights out")) == 1
    assert not known(game, "Classic Blunder")


@BOTH
def test_with_an_empty_pile_a_failed_stranger_keeps_a_card_of_the_attempt(edition: str) -> None:
    game = stranger_strikes(edition, "", "1", "Bats, Regret, Oops", "only")
    before = gone(game)
    play(game, "play Bats", "play Regret")
    assert reasons(game, "Stranger 1") == 2
    (kept,) = set(gone(game)) - set(before)
    assert sorted([kept, *discards(game)]) == ["Bats", "Regret"]


@BOTH
def test_a_stranger_strikes_harder_the_next_time(edition: str) -> None:
    game = stranger_strikes(edition, "", "", "Bats, Oops", "Armory")
    game.play("play Bats")
    play(game, "end")
    put(game, "Stranger 1", "Kitchen")
    put(game, "doctor", "Wine Cellar")
    game.play("end")
    assert strength(game) == 2


# A Stranger wins, and both players have lost.


@BOTH
def test_a_stranger_wins(edition: str) -> None:
    game = stranger_strikes(edition, "Armory", "5", "Parlor", "Oops")
    play(game, "pass", "pass")
    assert result(game) == ("success", "Stranger 1", None)
    assert asked(game) is None
    assert game.legal == []


@BOTH
@pytest.mark.parametrize(
    ("ann", "bob", "loser"),
    [("Bats", "Regret", "Ann"), ("Armory", "Regret", "Bob"), ("Bats", "Parlor", "Ann"), ("Armory", "Parlor", None)],
)
def test_the_loser_is_the_last_player_who_could_have_played_luck(
    edition: str, ann: str, bob: str, loser: str | None
) -> None:
    game = stranger_strikes(edition, ann, "7", bob, "Oops")
    assert asked(game) == "Bob"
    play(game, "pass", "pass")
    assert result(game) == ("success", "Stranger 1", loser)


@BOTH
def test_who_played_all_luck_is_not_the_loser(edition: str) -> None:
    game = stranger_strikes(edition, "Bats, Armory", "7", "Regret, Parlor", "Oops")
    play(game, "pass", "play Bats", "pass")
    assert result(game) == ("success", "Stranger 1", "Bob")


@BOTH
def test_stranger_2_wins_and_bob_was_the_last_to_be_asked(edition: str) -> None:
    text = """
        doctor: Wine Cellar
        Ann: White Room | Bats
        Stranger 1: White Room
        Bob: White Room | Regret
        * Stranger 2: Wine Cellar | | 6
        pile: Armory
    """
    game = position(edition, text, closed="none")
    assert asked(game) == "Ann"
    game.play("pass")
    assert asked(game) == "Bob"
    game.play("pass")
    assert result(game) == ("success", "Stranger 2", "Bob")


@BOTH
def test_a_stranger_can_win_at_once_when_nobody_holds_a_card(edition: str) -> None:
    game = stranger_strikes(edition, "", "", "", "Armory")
    assert result(game) == ("success", "Stranger 1", None)


@BOTH
def test_a_player_wins_and_the_other_is_the_loser(edition: str) -> None:
    game = ann_strikes(edition, "| 7", "Bats", "Armory, Parlor")
    game.play("pass")
    assert result(game) == ("success", "Ann", "Bob")


# On your turn you may move a Stranger as if it were you.


@BOTH
def test_the_free_step_on_a_stranger(edition: str) -> None:
    game = table(edition, "Foyer", "Wine Cellar", "Foyer", "Drawing Room", "Gallery")
    game.play("step stranger-1 Kitchen")
    assert (room_of(game, "Stranger 1"), room_of(game, "Ann")) == ("Kitchen", "Foyer")
    for action in ("step Piazza", "step stranger-2 Parlor", "step stranger-1 Wine Cellar"):
        refused(game, action, "no steps left")


@BOTH
def test_the_steps_of_a_card_one_by_one_on_anyone(edition: str) -> None:
    game = table(edition, "Foyer | Carriage House", "Wine Cellar", "Foyer", "Drawing Room", "Gallery")
    play(game, "walk Carriage House", "step stranger-1 Kitchen", "step Piazza", "step stranger-2 Parlor")
    assert [room_of(game, name) for name in game.players] == ["Piazza", "Kitchen", "Foyer", "Parlor"]
    refused(game, "step Foyer", "no steps left")


@BOTH
def test_a_cards_jump_for_a_stranger(edition: str) -> None:
    game = table(edition, "Foyer | Kitchen", "Wine Cellar", "Foyer", "Drawing Room", "Gallery")
    game.play("jump stranger-2 Kitchen")
    assert (room_of(game, "Stranger 2"), room_of(game, "Ann")) == ("Kitchen", "Foyer")
    assert (discards(game), hand(game, "Ann")) == (["Kitchen"], ())
    game.play("step stranger-2 Trophy Room")
    assert room_of(game, "Stranger 2") == "Trophy Room"


@BOTH
def test_a_strangers_step_pays_what_a_card_owes(edition: str) -> None:
    game = table(edition, "Foyer | Carriage House", "Wine Cellar", "Foyer", "Drawing Room", "Gallery")
    game.play("walk Carriage House")
    refused(game, "end", "steps unused")
    play(game, "step stranger-1 Kitchen", "end")
    assert whose_turn(game) == "Bob"


@BOTH
def test_a_stranger_moved_by_a_player_walks_through_doors(edition: str) -> None:
    game = table(edition, "Foyer | Kitchen, Wine Cellar", "Nursery", "Foyer", "Green House", "Gallery", closed="west")
    refused(game, "step stranger-1 Green House", "not next door")
    refused(game, "step stranger-1 Master Suite", "room closed")
    refused(game, "jump stranger-1 Kitchen", "room closed")
    refused(game, "jump stranger-2 Parlor", "card not held")


@BOTH
def test_no_jump_of_a_stranger_to_where_it_stands(edition: str) -> None:
    game = table(edition, "Foyer | Kitchen", "Kitchen", "Foyer", "Green House", "Gallery")
    refused(game, "jump stranger-1 Kitchen", "already there")
    assert {"jump Kitchen", "jump stranger-2 Kitchen"} <= legal(game)


@BOTH
def test_a_stranger_who_is_moved_to_the_doctor_waits_for_its_turn(edition: str) -> None:
    game = table(edition, "White Room | Wine Cellar", "Foyer", "White Room | Bats", "White Room", "Wine Cellar")
    game.play("jump stranger-1 Wine Cellar")
    assert not events(game, "attempt")
    assert asked(game) == "Ann"


@BOTH
def test_players_move_strangers_but_not_each_other_or_the_doctor(edition: str) -> None:
    game = table(edition, "Foyer", "Wine Cellar", "Foyer", "Drawing Room", "Gallery")
    assert {action.pawn for action in game.setting.actions} == {None, "stranger-1", "stranger-2"}


# Strangers see, and are seen.


@BOTH
@pytest.mark.parametrize("stranger", ["Stranger 1", "Stranger 2"])
@pytest.mark.parametrize("room", ["Kitchen", "Wine Cellar"])
def test_a_stranger_who_sees_you_keeps_you_from_drawing_and_striking(edition: str, stranger: str, room: str) -> None:
    game = table(edition, "Wine Cellar", "White Room", "White Room", "White Room", "Foyer")
    assert code(game, "draw") is None
    put(game, stranger, room)
    refused(game, "draw", "seen by player")
    put(game, "doctor", "Wine Cellar")
    refused(game, "attempt", "seen by player")
    put(game, stranger, "White Room")
    assert code(game, "attempt") is None


@BOTH
def test_in_the_dark_a_stranger_sees_only_its_room(edition: str) -> None:
    game = table(edition, "Wine Cellar", "Kitchen", "White Room", "White Room", "Wine Cellar\npile: only")
    assert code(game, "attempt") is None
    put(game, "Stranger 1", "Wine Cellar")
    refused(game, "attempt", "seen by player")


@BOTH
def test_in_the_dark_strangers_strike_more_often(edition: str) -> None:
    game = table(edition, "Kitchen", "Wine Cellar", "Winter Garden | Bats", "Kitchen", "Winter Garden\npile: only")
    game.play("end")
    assert (strength(game), asked(game)) == (1, "Bob")


# The dog binds Strangers too, and the cat hides them.


@BOTH
def test_the_dog_binds_strangers(edition: str) -> None:
    text = "White Room", "Wine Cellar", "White Room | Bats", "White Room"
    game = table(edition, *text, "Winter Garden\ndog: Kitchen", pets="dog")
    game.play("end")
    assert not events(game, "attempt")
    assert room_of(game, "Stranger 1") == "Winter Garden"
    game = table(edition, *text, "Winter Garden\ndog: Foyer", pets="dog")
    game.play("end")
    assert strength(game) == 1


@BOTH
def test_the_dog_binds_a_stranger_where_it_arrives(edition: str) -> None:
    game = table(
        edition,
        "White Room",
        "Kitchen",
        "White Room | Bats",
        "White Room",
        "Winter Garden\ndog: Winter Garden",
        pets="dog",
    )
    game.play("end")
    assert room_of(game, "Stranger 1") == "Wine Cellar"
    assert not events(game, "attempt")


@BOTH
def test_a_player_with_the_cat_does_not_see_a_stranger_strike(edition: str) -> None:
    game = table(
        edition, "Kitchen", "Wine Cellar", "White Room | Bats", "White Room", "Winter Garden\ncat: Kitchen", pets="cat"
    )
    game.play("end")
    assert strength(game) == 1


@BOTH
def test_steps_may_go_to_strangers_and_pets_in_one_turn(edition: str) -> None:
    game = table(
        edition, "Foyer | Carriage House", "Wine Cellar", "Foyer", "Foyer", "Gallery\ncat: Wine Cellar", pets="cat"
    )
    play(game, "walk Carriage House", "step stranger-1 Kitchen", "step cat Kitchen", "step Piazza")
    assert game.view(None).rooms[:2] == ("Piazza", "Kitchen")
    assert game.view(None).cat == "Kitchen"
