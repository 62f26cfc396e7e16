"""The rulings where the rule books are silent, one or more tests for each, by number."""

from typing import Any

import pytest

import drlucky
from drlucky import Game, SetUpError
from drlucky.engine.codes import ASIDE
from drlucky.engine.deal import begin
from drlucky.game.setup import setting
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
    known,
    put,
    refused,
    result,
    room_of,
    steps_from,
    strength,
    waterline,
    whose_turn,
)

MODERN = ("kill-2016", "kill-de")
SAVE = ("save-2000", "save-paizo")
ALL = ("kill-1996", *MODERN, *SAVE)


def game_of(edition: str, ann: str, bob: str, cleo: str, lucky: str, **options: Any) -> Game:
    """Ann's turn; in the modern books in the whole mansion."""
    if edition in MODERN:
        options = {"closed": "none", **options}
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}"
    return position(edition, text, **options)


def attempt_in(edition: str, ann: str = "", bob: str = "", cleo: str = "") -> Game:
    """Ann where she may make an attempt."""
    if edition in SAVE:
        return game_of(edition, f"Lido Deck | {ann}", f"Chapel | {bob}", f"Bilge | {cleo}", "Lido Deck")
    return game_of(edition, f"Kitchen | {ann}", f"White Room | {bob}", f"White Room | {cleo}", "Kitchen")


# Moving and acting.


@pytest.mark.parametrize("edition", ALL)
def test_ruling_01_drawing_is_no_duty(edition: str) -> None:
    far = "Ice" if edition in SAVE else "Wine Cellar"
    other = "Bilge" if edition in SAVE else "White Room"
    game = game_of(edition, far, other, other, "Chapel" if edition in SAVE else "Foyer")
    assert {"draw", "end"} <= legal(game)
    game.play("end")
    assert whose_turn(game) == "Bob"
    assert hand(game, "Ann") == ()


@pytest.mark.parametrize("edition", ALL)
def test_ruling_01_drawing_ends_the_turn(edition: str) -> None:
    far = "Ice" if edition in SAVE else "Wine Cellar"
    other = "Bilge" if edition in SAVE else "White Room"
    game = game_of(edition, far, other, other, "Chapel" if edition in SAVE else "Foyer")
    game.play("draw")
    assert whose_turn(game) == "Bob"
    assert room_of(game, "Ann") == far


@pytest.mark.parametrize("edition", ALL)
def test_ruling_01_an_attempt_is_no_duty(edition: str) -> None:
    game = attempt_in(edition)
    assert {"attempt", "end"} <= legal(game)
    game.play("end")
    assert whose_turn(game) == "Bob"
    assert not events(game, "attempt")


@pytest.mark.parametrize("edition", ALL)
def test_ruling_01_attempting_ends_the_turn(edition: str) -> None:
    failure = "Bats" if edition in MODERN else "Failure-1"
    game = attempt_in(edition, "", failure, "Foyer" if edition not in SAVE else "Bistro")
    play(game, "attempt", f"play {failure}")
    assert whose_turn(game) == "Bob"
    assert game.view(None).steps == 1


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_01_modern_steps_form_a_pool_and_what_is_left_lapses(edition: str) -> None:
    game = game_of(edition, "Wine Cellar | Carriage House, Parlor", "White Room", "White Room", "Foyer")
    play(game, "walk Carriage House", "walk Parlor")
    assert game.view(None).steps == 4
    play(game, "step Kitchen", "step Trophy Room")
    assert game.view(None).steps == 2
    game.play("end")
    assert room_of(game, "Ann") == "Trophy Room"
    assert game.view(None).steps == 1


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_01_modern_pool_outlasts_a_jump(edition: str) -> None:
    game = game_of(edition, "Wine Cellar | Carriage House, Parlor", "White Room", "White Room", "Foyer")
    play(game, "walk Carriage House", "step Kitchen", "jump Parlor")
    assert game.view(None).steps == 2
    play(game, "step Drawing Room", "step Foyer")
    refused(game, "step Piazza", "no steps left")


def test_ruling_01_original_walk_is_one_piece_without_the_free_step() -> None:
    game = game_of("kill-1996", "White Room | Move-2, Parlor", "Kitchen", "Kitchen", "Nursery")
    play(game, "walk Move-2", "step Hedge Maze")
    assert legal(game) == {"stop", "step Carriage House", "step Southeast Hallway", "step White Room"}
    for action in ("jump Parlor", "end", "draw"):
        refused(game, action, "must walk")
    game.play("stop")
    play(game, "step Carriage House")
    refused(game, "step Piazza", "no steps left")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_01_save_walk_is_one_piece_without_the_free_step(edition: str) -> None:
    game = game_of(edition, "Ice | Bilge, Chapel", "Kennel", "Kennel", "Chapel")
    play(game, "walk Bilge", "step Bridge")
    assert legal(game) == {"stop", "step Grand Staircase", "step Ice", "step Lifeboats 1", "step Promenade"}
    for action in ("jump Chapel", "end", "draw", "attempt"):
        refused(game, action, "must walk")
    play(game, "stop", "step Promenade")
    refused(game, "step Bridge", "no steps left")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_01_save_walk_is_all_one_pawns(edition: str) -> None:
    game = game_of(edition, "Ice | Bilge", "Kennel", "Kennel", "Chapel")
    play(game, "walk doctor Bilge", "step doctor Bistro")
    refused(game, "step Bridge", "other pawn walks")
    play(game, "stop", "step Bridge")
    assert (doctor(game), room_of(game, "Ann")) == ("Bistro", "Bridge")


def test_ruling_01_rooms_walked_through_have_no_effect() -> None:
    game = game_of("kill-1996", "White Room | Move-3", "Armory", "Kitchen", "Nursery")
    play(game, "walk doctor Move-3", "step doctor Armory", "step doctor Library", "stop")
    assert whose_turn(game) == "Ann"
    assert not events(game, "called up")


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_02_no_card_for_no_steps_modern(edition: str) -> None:
    game = game_of(edition, "Wine Cellar | Carriage House, Parlor", "White Room", "White Room", "Foyer")
    game.play("walk Carriage House")
    refused(game, "end", "steps unused")
    refused(game, "draw", "steps unused")
    game.play("step Kitchen")
    assert "end" in legal(game)


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_02_every_card_played_for_steps_owes_one(edition: str) -> None:
    game = game_of(edition, "Wine Cellar | Lancaster Room, Parlor", "White Room", "White Room", "Foyer")
    play(game, "walk Lancaster Room", "walk Parlor", "step Kitchen")
    refused(game, "end", "steps unused")
    play(game, "step Trophy Room", "end")


def test_ruling_02_no_card_for_no_steps_original() -> None:
    game = game_of("kill-1996", "White Room | Move-2", "Kitchen", "Kitchen", "Nursery")
    game.play("walk Move-2")
    refused(game, "stop", "steps unused")
    game = game_of("kill-1996", "White Room | Move-2", "Kitchen", "Kitchen", "Nursery")
    game.play("walk doctor Move-2")
    refused(game, "stop", "steps unused")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_02_save_no_card_for_no_steps_and_a_walk_may_end_where_it_began(edition: str) -> None:
    for pawn, there, back in (("", "Bridge", "Ice"), ("doctor ", "Bistro", "Chapel")):
        game = game_of(edition, "Ice | Mail Room", "Kennel", "Kennel", "Chapel")
        game.play(f"walk {pawn}Mail Room")
        refused(game, "stop", "steps unused")
        play(game, f"step {pawn}{there}", f"step {pawn}{back}")
        assert (room_of(game, "Ann"), doctor(game)) == ("Ice", "Chapel")


@pytest.mark.parametrize("edition", ALL)
def test_ruling_02_no_jump_to_where_one_stands(edition: str) -> None:
    room = "Bistro" if edition in SAVE else "Parlor"
    other = "Kennel" if edition in SAVE else "Kitchen"
    game = game_of(edition, f"{room} | {room}", other, other, room)
    refused(game, f"jump {room}", "already there")
    if edition not in MODERN:
        refused(game, f"jump doctor {room}", "already there")


@pytest.mark.parametrize(("edition", "card"), [("kill-1996", "Kitchen"), ("save-2000", "Bistro")])
def test_ruling_03_a_jump_of_the_doctor_changes_nobodys_turn(edition: str, card: str) -> None:
    start = "Nursery" if edition == "kill-1996" else "Kennel"
    far = "White Room" if edition == "kill-1996" else "Ice"
    game = game_of(edition, f"{far} | {card}", far, card, start)
    game.play(f"jump doctor {card}")
    assert (whose_turn(game), asked(game)) == ("Ann", "Ann")
    game.play("end")
    assert whose_turn(game) == "Bob"


def test_ruling_03_a_walk_of_the_doctor_changes_nobodys_turn() -> None:
    game = game_of("kill-1996", "White Room | Move-1", "Kitchen", "Armory", "Nursery")
    play(game, "walk doctor Move-1", "step doctor Armory")
    assert whose_turn(game) == "Ann"
    game.play("end")
    assert whose_turn(game) == "Bob"


@pytest.mark.parametrize("space", ["Southeast Hallway", "East Stairs", "Northwest Hallway", "West Stairs"])
def test_ruling_04_attempt_in_a_hallway_or_on_stairs(space: str) -> None:
    game = game_of("kill-1996", space, "Foyer | Failure-1", "Foyer", space)
    game.play("attempt")
    assert strength(game) == 1


# Stopping an attempt.


@pytest.mark.parametrize("edition", ALL)
def test_ruling_05_who_can_only_pass_is_asked_all_the_same(edition: str) -> None:
    useless = {"kill-1996": "Chain Saw", "save-2000": "Whiskey", "save-paizo": "Whiskey"}.get(edition, "Monkey Hand")
    game = attempt_in(edition, "", useless, "Foyer" if edition not in SAVE else "Bistro")
    game.play("attempt")
    assert asked(game) == "Bob"
    assert legal(game) == {"pass"}


@pytest.mark.parametrize("edition", ALL)
def test_ruling_05_only_an_empty_hand_is_skipped(edition: str) -> None:
    game = attempt_in(edition, "", "", "Bats" if edition in MODERN else "Failure-1")
    game.play("attempt")
    assert asked(game) == "Cleo"


@pytest.mark.parametrize("edition", ALL)
def test_ruling_05_asking_ends_when_the_strength_is_reached(edition: str) -> None:
    failure = "Bats" if edition in MODERN else "Failure-1"
    another = "Poof" if edition in MODERN else "Failure-1"
    game = attempt_in(edition, "", f"{failure}, {another}", "Foyer" if edition not in SAVE else "Bistro")
    play(game, "attempt", f"play {failure}")
    assert events(game, "foiled")
    assert whose_turn(game) == "Bob"
    assert hand(game, "Bob") == (another,)
    refused(game, f"play {another}", "no attempt")


@pytest.mark.parametrize("edition", ALL)
def test_ruling_05_one_card_may_overshoot(edition: str) -> None:
    big = "Shadows" if edition in MODERN else "Failure-3"
    game = attempt_in(edition, "", f"{big}", "Foyer" if edition not in SAVE else "Bistro")
    play(game, "attempt", f"play {big}")
    assert events(game, "foiled")


@pytest.mark.parametrize("edition", ALL)
def test_ruling_05_only_cards_that_count_may_be_played(edition: str) -> None:
    useless = {"kill-1996": "Chain Saw", "save-2000": "Whiskey", "save-paizo": "Whiskey"}.get(edition, "Monkey Hand")
    game = attempt_in(edition, "", useless, "Foyer" if edition not in SAVE else "Bistro")
    game.play("attempt")
    refused(game, f"play {useless}", "card without luck")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_forced_last_player_chooses_the_cards(edition: str) -> None:
    for lines in (("play Failure-3",), ("play Failure-1", "play Failure-2"), ("play Failure-2", "play Failure-3")):
        game = attempt_in(edition, "Horseshoe", "Bistro", "Failure-1, Failure-2, Failure-3, Chapel")
        play(game, "attempt Horseshoe", "pass")
        for line in lines:
            assert code(game, "pass") == "must stop it"
            game.play(line)
        assert events(game, "foiled")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_failures_played_before_count_towards_what_is_needed(edition: str) -> None:
    game = attempt_in(edition, "Cork Vest", "Failure-3, Bistro", "Failure-1, Chapel")
    play(game, "attempt Cork Vest", "play Failure-3", "pass")
    assert legal(game) == {"play Failure-1"}


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_who_cannot_reach_it_is_free(edition: str) -> None:
    game = attempt_in(edition, "Cork Vest", "Bistro", "Failure-2, Failure-1, Chapel")
    play(game, "attempt Cork Vest", "pass")
    assert "pass" in legal(game)
    play(game, "play Failure-1", "pass")
    assert result(game)[:2] == ("success", "Ann")


def four_to_stop(edition: str, bob: str, cleo: str, dan: str) -> Game:
    """Ann tries to save him with bare hands; Dan sits to her right, and Cleo before him."""
    text = f"""
        doctor: Lido Deck
        * Ann: Lido Deck
        Bob: Chapel | {bob}
        Cleo: Bilge | {cleo}
        Dan: Bilge | {dan}
    """
    game = position(edition, text)
    game.play("attempt")
    return game


def bound(game: Game) -> str | None:
    """Who must stop the attempt if able, as everyone is told alike."""
    told = {seat: game.view(seat).attempt for seat in (None, *range(len(game.players)))}
    seats = {attempt.bound for attempt in told.values() if attempt}
    assert len(seats) == 1
    seat = seats.pop()
    return None if seat is None else game.players[seat]


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_the_right_hand_neighbour_is_bound_by_seat(edition: str) -> None:
    game = four_to_stop(edition, "Failure-1", "Failure-1", "Failure-1")
    for _ in ("Bob", "Cleo"):
        assert bound(game) == "Dan"
        game.play("pass")
    refused(game, "pass", "must stop it")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_of_two_the_other_is_the_right_hand_neighbour(edition: str) -> None:
    game = position(edition, "doctor: Chapel\n* Ann: Chapel\nBob: Bistro | Failure-1, Bilge")
    game.play("attempt")
    assert bound(game) == "Bob"
    refused(game, "pass", "must stop it")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_an_empty_right_hand_hand_binds_nobody(edition: str) -> None:
    """Cleo is asked last then, and stays as free as she was."""
    game = four_to_stop(edition, "Failure-1", "Failure-1", "")
    for name in ("Bob", "Cleo"):
        assert (asked(game), bound(game)) == (name, None)
        game.play("pass")
    assert result(game)[:2] == ("success", "Ann")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_two_empty_hands_bind_nobody(edition: str) -> None:
    game = four_to_stop(edition, "Failure-1", "", "")
    assert (asked(game), bound(game)) == ("Bob", None)
    game.play("pass")
    assert result(game)[:2] == ("success", "Ann")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_a_hand_without_failures_is_bound_and_free_to_pass(edition: str) -> None:
    """What is in it is nobody's business, so it is asked and called bound like any other."""
    game = four_to_stop(edition, "Bistro", "Failure-1", "Chapel, Whiskey")
    for _ in ("Bob", "Cleo"):
        assert bound(game) == "Dan"
        game.play("pass")
    assert (asked(game), bound(game), legal(game)) == ("Dan", "Dan", {"pass"})
    game.play("pass")
    assert result(game)[:2] == ("success", "Ann")


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_06_only_the_last_player_is_forced(edition: str) -> None:
    game = attempt_in(edition, "", "Failure-1, Bistro", "Chapel")
    game.play("attempt")
    assert "pass" in legal(game)


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_07_loser_is_the_last_in_order_still_holding_luck(edition: str) -> None:
    game = attempt_in(edition, "| 3", "Bats, Oops", "Poof, Monkey Hand")
    play(game, "attempt", "pass", "play Poof", "pass")
    assert result(game) == ("success", "Ann", "Bob")


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_07_who_played_some_luck_and_kept_some_can_be_the_loser(edition: str) -> None:
    game = attempt_in(edition, "| 3", "Bats, Oops", "Poof, Regret")
    play(game, "attempt", "pass", "play Poof", "pass")
    assert result(game) == ("success", "Ann", "Cleo")


@pytest.mark.parametrize("edition", ["kill-2016", "kill-de", "save-2000"])
def test_ruling_07_there_may_be_no_loser(edition: str) -> None:
    useless = "Whiskey" if edition in SAVE else "Monkey Hand"
    game = attempt_in(edition, "", useless, "Bistro" if edition in SAVE else "Armory")
    play(game, "attempt", "pass", "pass")
    assert result(game) == ("success", "Ann", None)


def test_ruling_07_save_last_player_who_could_not_stop_it_is_not_the_loser() -> None:
    game = attempt_in("save-2000", "Cork Vest", "Failure-1, Bistro", "Failure-3, Chapel")
    play(game, "attempt Cork Vest", "pass", "pass")
    assert result(game) == ("success", "Ann", "Bob")
    game = position("save-2000", "doctor: Chapel\n* Ann: Chapel | Cork Vest\nBob: Bistro | Failure-3")
    play(game, "attempt Cork Vest", "pass")
    assert result(game) == ("success", "Ann", None)


@pytest.mark.parametrize("edition", ["kill-1996", "save-paizo"])
def test_ruling_07_books_without_a_loser(edition: str) -> None:
    game = attempt_in(edition, "", "Failure-1", "Foyer" if edition == "kill-1996" else "Bistro")
    play(game, "attempt", "pass", "pass")
    assert result(game) == ("success", "Ann", None)


def test_ruling_08_reason_is_the_weapon_or_else_the_first_luck_card() -> None:
    game = attempt_in("kill-2016", "Chain Saw", "Shadows, Bats", "Poof")
    play(game, "attempt Chain Saw", "play Shadows")
    assert (gone(game), discards(game)) == (["Chain Saw"], ["Shadows"])
    game = attempt_in("kill-2016", "| 1", "Bats, Regret", "Poof")
    play(game, "attempt", "play Regret", "play Bats")
    assert (gone(game), discards(game)) == (["Regret"], ["Bats"])


def test_ruling_08_motive_is_always_taken_and_is_the_first_weapon() -> None:
    game = attempt_in("kill-de", "Trowel, Chain Saw", "Shadows, Oops", "Poof")
    play(game, "lay Trowel", "lay Chain Saw", "attempt", "play Shadows", "play Oops")
    assert game.view(None).reasons == (1, 0, 0)
    assert (gone(game), discards(game)) == (["Trowel"], ["Chain Saw", "Oops", "Shadows"])


# Cards.


def test_ruling_09_reshuffle_waits_until_a_card_is_wanted() -> None:
    text = "White Room\nBob: Kitchen\npile: only Failure-1\ndiscards: Chain Saw, Parlor"
    game = position("kill-1996", f"doctor: Nursery\n* Ann: {text}")
    game.play("draw")
    assert hand(game, "Ann") == ("Failure-1",)
    assert not events(game, "shuffled")
    assert discards(game) == ["Chain Saw", "Parlor"]
    assert game.view(None).piles == (0,)
    game.play("draw")
    assert [event.number for event in events(game, "shuffled")] == [2]
    assert set(hand(game, "Bob")) <= {"Chain Saw", "Parlor"}


def test_ruling_09_nothing_to_reshuffle_nothing_to_draw() -> None:
    game = position("kill-1996", "doctor: Nursery\n* Ann: White Room\nBob: Kitchen\npile: only")
    refused(game, "draw", "pile empty")
    game.play("end")
    assert whose_turn(game) == "Bob"


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_10_lights_go_out_whoever_takes_the_last_card(edition: str) -> None:
    game = game_of(edition, "Wine Cellar", "White Room", "Lancaster Room", "Foyer\npile: only Bats, Poof")
    game.play("draw")
    assert not game.view(None).lights_out
    game.play("draw")
    assert game.view(None).lights_out
    assert len(events(game, "lights out")) == 1


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_10_a_reason_comes_from_the_attempt_in_the_dark_too(edition: str) -> None:
    game = game_of(
        edition, "Wine Cellar", "White Room | Trowel", "Lancaster Room | Immunity", "Hedge Maze\npile: only Bats"
    )
    game.play("draw")
    put(game, "doctor", "White Room")
    play(game, *(("lay Trowel", "attempt") if edition == "kill-de" else ("attempt Trowel",)), "play Immunity")
    assert game.view(None).reasons == (0, 1, 0)


def with_strangers(edition: str, ann: str, one: str, bob: str, two: str, lucky: str, star: str = "Ann") -> Game:
    """A game of two players and two Strangers in the whole mansion."""
    text = f"doctor: {lucky}\nAnn: {ann}\nStranger 1: {one}\nBob: {bob}\nStranger 2: {two}"
    return position(edition, text.replace(f"{star}:", f"* {star}:"), closed="none")


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_10_lights_go_out_when_a_stranger_turns_up_the_last_card(edition: str) -> None:
    game = with_strangers(edition, "Kitchen || 1", "Foyer", "White Room | Bats", "Foyer", "Kitchen\npile: only Poof")
    game.play("attempt")
    assert game.view(None).lights_out
    assert len(events(game, "lights out")) == 1


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_10_with_an_empty_pile_a_stranger_plays_nothing(edition: str) -> None:
    game = with_strangers(edition, "Kitchen", "Foyer", "White Room", "Foyer", "Kitchen\npile: only")
    game.play("attempt")
    assert not events(game, "turned up")
    assert result(game) == ("success", "Ann", None)


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_10_with_an_empty_pile_a_strangers_reason_comes_from_the_luck_just_played(edition: str) -> None:
    lucky = "Wine Cellar\npile: only"
    game = with_strangers(edition, "Foyer", "Wine Cellar", "Foyer | Bats, Oops", "Foyer", lucky, "Stranger 1")
    assert asked(game) == "Bob"
    game.play("play Bats")
    assert game.view(None).reasons == (0, 1, 0, 0)
    assert "Bats" in gone(game) + discards(game)


@pytest.mark.parametrize("edition", MODERN)
@pytest.mark.parametrize("players", [2, 4, 5])
def test_ruling_11_west_is_closed_by_default(edition: str, players: int) -> None:
    game = drlucky.new(edition, players, seed=1, strangers=False)
    assert game.view(None).closed == ("west",)


@pytest.mark.parametrize("edition", MODERN)
@pytest.mark.parametrize(("players", "aside"), [(3, 10), (4, 5), (6, 0)])
def test_ruling_11_wings_are_closed_before_hands_are_dealt(edition: str, players: int, aside: int) -> None:
    view = drlucky.new(edition, players, seed=1).view(None)
    assert view.set_aside == aside
    assert sum(view.hand_sizes) + sum(view.piles) + aside == 72
    deck = list(range(72))
    dealt = begin(setting(edition, players).engine, 0, deck, deck, [])
    assert dealt.cards_at(players + ASIDE) == deck[:aside]
    assert dealt.cards_at(0) == deck[aside : aside + 6 * players : players]


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_11_cards_on_closed_rooms_are_seen_by_no_one(edition: str) -> None:
    game = drlucky.new(edition, 3, seed=1)
    hidden = [game.view(seat) for seat in (0, 1, 2, None)]
    assert all(view.out_of_game == () and view.discards == () for view in hidden)
    failures = {card.name for card in game.setting.deck.cards if card.kind == "failure"}  # which no room is called
    aside = {game.setting.card_names[card] for card in game.state.cards_at(3 + ASIDE)} & failures
    assert aside
    assert not any(known(game, card) for card in aside)


@pytest.mark.parametrize("edition", SAVE)
@pytest.mark.parametrize("players", range(2, 8))
def test_ruling_12_piles_differ_by_at_most_one_with_more_below(edition: str, players: int) -> None:
    piles = drlucky.new(edition, players, seed=2).view(None).piles
    assert len(piles) == 4
    assert list(piles) == sorted(piles, reverse=True)
    assert piles[0] - piles[-1] <= 1
    assert sum(piles) == 90 - players * (8 if players <= 3 else 6)


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_12_card_for_a_sunken_room_keeps_its_steps(edition: str) -> None:
    game = waterline(game_of(edition, "Chapel | Bilge", "Ice", "Ice", "Galley"), sunk=1, left=5)
    refused(game, "jump Bilge", "room closed")
    refused(game, "jump doctor Bilge", "room closed")
    assert {"walk Bilge", "walk doctor Bilge"} <= legal(game)
    play(game, "walk Bilge", "step Lido Deck", "step Promenade", "step Bridge")
    assert room_of(game, "Ann") == "Bridge"


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_12_pawns_go_up_and_the_doctor_moves_on(edition: str) -> None:
    game = waterline(game_of(edition, "Bilge", "Ice", "Ice", "Turbine Room"), sunk=0, left=1)
    game.play("draw")
    assert [event.room for event in events(game, "washed up")] == ["Steerage", "Steerage"]
    assert doctor(game) == "Mess Hall"


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_12_the_next_deck_sinks_from_the_pile_beside_it(edition: str) -> None:
    game = position(edition, "doctor: Steerage\n* Ann: Ice\nBob: Ice\npiles: 1, 18, 18")
    assert game.view(None).sunk == ("D",)
    game.play("draw")
    assert game.view(None).sunk == ("D", "C")
    assert game.view(None).piles == (18, 18)


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_12_being_washed_up_together_changes_nobodys_turn(edition: str) -> None:
    game = waterline(game_of(edition, "Ice", "Sports Deck", "Steerage", "Bilge"), sunk=0, left=1)
    game.play("draw")
    assert whose_turn(game) == "Bob"
    game = waterline(game_of(edition, "Ice", "Sports Deck", "Bilge", "Steerage"), sunk=0, left=1)
    game.play("draw")
    assert room_of(game, "Cleo") == "Steerage"
    assert whose_turn(game) == "Bob"


@pytest.mark.parametrize("edition", SAVE)
def test_ruling_12_the_doctors_own_move_after_sinking_still_counts(edition: str) -> None:
    game = waterline(game_of(edition, "Ice", "Sports Deck", "Mess Hall", "Bilge"), sunk=0, left=1)
    game.play("draw")
    assert (doctor(game), whose_turn(game)) == ("Mess Hall", "Cleo")


@pytest.mark.parametrize("edition", ["kill-1996", *SAVE])
def test_ruling_13_dealer_is_a_random_seat(edition: str) -> None:
    first = {events(drlucky.new(edition, 3, seed=seed), "dealt face up")[0].pawn for seed in range(40)}
    assert first == {0, 1, 2}


@pytest.mark.parametrize("edition", ["kill-1996", *SAVE])
@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_ruling_13_in_a_rematch_the_last_winner_deals(edition: str, dealer: int) -> None:
    game = drlucky.new(edition, 4, seed=5, dealer=dealer)
    assert events(game, "dealt face up")[0].pawn == (dealer + 1) % 4


@pytest.mark.parametrize("edition", ["kill-1996", *SAVE])
def test_ruling_13_the_table_may_name_the_dealer(edition: str) -> None:
    """Nothing else of the deal changes, and the record tells it."""
    for dealer in range(3):
        game = drlucky.new(edition, 3, seed=8, dealer=dealer)
        assert events(game, "dealt face up")[0].pawn == (dealer + 1) % 3
        assert drlucky.load(game.record(secret=True)).state.key() == game.state.key()
    hands = {drlucky.new(edition, 3, seed=8, dealer=dealer).view(0).hand for dealer in range(3)}
    assert len(hands) == 1


@pytest.mark.parametrize("edition", MODERN)
@pytest.mark.parametrize("options", [{}, {"escape": True}])
def test_ruling_13_the_table_may_name_the_starter(edition: str, options: dict[str, Any]) -> None:
    for starter in range(3):
        for seed in range(3):
            game = drlucky.new(edition, 3, seed=seed, starter=starter, **options)
            assert game.to_decide == starter
            assert drlucky.load(game.record(secret=True)).to_decide == starter


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_13_of_two_who_meet_strangers_either_may_be_named(edition: str) -> None:
    named = [drlucky.new(edition, ["Ann", "Bob"], seed=1, starter=starter) for starter in range(2)]
    assert [asked(game) for game in named] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("edition", "option"),
    [(edition, "dealer") for edition in MODERN] + [(edition, "starter") for edition in ("kill-1996", *SAVE)],
)
def test_ruling_13_an_option_that_an_edition_does_not_have_is_refused(edition: str, option: str) -> None:
    named: dict[str, Any] = {option: 0}
    with pytest.raises(SetUpError, match=f"{edition} has no option '{option}'"):
        drlucky.new(edition, 4, **named)


@pytest.mark.parametrize(
    ("edition", "option"), [("kill-1996", "dealer"), ("save-2000", "dealer"), ("kill-de", "starter")]
)
@pytest.mark.parametrize("player", [4, -1])
def test_ruling_13_who_is_named_plays(edition: str, option: str, player: int) -> None:
    named: dict[str, Any] = {option: player}
    with pytest.raises(SetUpError, match=f"the {option} is a player from 0 to 3, not {player}"):
        drlucky.new(edition, 4, **named)


# Seeing and rooms.


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_14_closed_rooms_are_for_nobody(edition: str) -> None:
    game = game_of(edition, "Dining Hall | Kitchen, Armory", "Foyer", "Foyer", "Gallery", closed="west")
    for room in ("Winter Garden", "Kitchen", "Lancaster Room", "Master Suite"):
        refused(game, f"step {room}", "room closed")
    refused(game, "jump Kitchen", "room closed")
    assert "jump Armory" in legal(game)
    goes_to(game, {"Green House": "Nursery"})


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_14_halls_stay_open(edition: str) -> None:
    game = game_of(edition, "Foyer", "Foyer", "Foyer", "Gallery", closed="both")
    assert {"Sitting Room", "Trophy Room", "Nursery"} <= steps_from(game, "Ann", "Dining Hall")
    assert "Nursery" in steps_from(game, "Ann", "Sitting Room")
    assert "Library" in steps_from(game, "Ann", "Billiard Room")


@pytest.mark.parametrize("edition", MODERN)
@pytest.mark.parametrize(
    ("layout", "seen", "unseen"),
    [
        ("whole", "Rose Suite", ("Pantry", "Kitchen", "Dining Hall")),
        ("whole", "Parlor", ("Armory", "Library", "Lancaster Room")),
        ("upstairs", "Servants' Quarters", ("Lancaster Room", "Library")),
        ("downstairs", "Kitchen", ("Billiard Room", "Parlor", "Drawing Room")),
    ],
)
def test_ruling_15_stairs_are_to_walk_and_not_to_look_along(
    edition: str, layout: str, seen: str, unseen: tuple[str, ...]
) -> None:
    text = f"doctor: {seen}\n* Ann: {seen}\nBob: {unseen[0]}"
    game = position(edition, text, strangers=False, board="bed-and-breakfast", layout=layout)
    assert set(unseen) <= steps_from(game, "Ann", seen)
    put(game, "Ann", seen)
    for room in unseen:
        put(game, "Bob", room)
        assert code(game, "attempt") is None


@pytest.mark.parametrize("edition", MODERN)
@pytest.mark.parametrize(("dog", "why"), [("Kitchen", None), ("Winter Garden", None), ("Wine Cellar", "seen by dog")])
def test_ruling_16_in_the_dark_the_dog_sees_his_room_only(edition: str, dog: str, why: str | None) -> None:
    lucky = f"Wine Cellar\ndog: {dog}\npile: only"
    game = game_of(edition, "Wine Cellar", "Foyer", "Foyer", lucky, pets="dog")
    assert game.view(None).lights_out
    assert code(game, "attempt") == why


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_16_the_dog_is_blinded_when_the_last_card_is_drawn(edition: str) -> None:
    lucky = "Foyer\ndog: Kitchen\npile: only Bats"
    game = game_of(edition, "White Room", "Wine Cellar", "Foyer", lucky, pets="dog")
    game.play("draw")
    put(game, "doctor", "Wine Cellar")
    assert code(game, "attempt") is None


# The rest.


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_17_with_strangers_a_live_player_starts_at_random(edition: str) -> None:
    starts = [drlucky.new(edition, 2, seed=seed).view(None) for seed in range(60)]
    assert {view.current for view in starts} == {0, 2}
    assert {view.turn for view in starts} == {0}


@pytest.mark.parametrize("edition", MODERN)
@pytest.mark.parametrize(("stranger", "first"), [("Stranger 1", "Bob"), ("Stranger 2", "Ann")])
def test_ruling_18_strangers_leave_and_the_player_to_the_winners_left_starts(
    edition: str, stranger: str, first: str
) -> None:
    rooms = {"Stranger 1": "Foyer", "Stranger 2": "Foyer", stranger: "Wine Cellar || 9"}
    one, two = rooms["Stranger 1"], rooms["Stranger 2"]
    main = with_strangers(edition, "White Room", one, "Piazza", two, "Wine Cellar", stranger)
    assert result(main) == ("success", stranger, None)
    game = main.escape(seed=1)
    assert game.players == ("Ann", "Bob")
    assert whose_turn(game) == first


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_18_by_itself_from_the_start_rooms_with_a_random_first_player(edition: str) -> None:
    games = [drlucky.new(edition, 3, seed=seed, escape=True) for seed in range(40)]
    assert {game.to_decide for game in games} == {0, 1, 2}
    assert {game.view(None).rooms for game in games} == {("Drawing Room",) * 3}
    assert {doctor(game) for game in games} == {"Gallery"}


@pytest.mark.parametrize(("edition", "room"), [("kill-2016", "Drawing Room"), ("kill-de", "Foyer")])
def test_ruling_18_who_dies_in_their_own_turn_ends_it_and_in_2016_the_doctor_still_moves(
    edition: str, room: str
) -> None:
    game = game_of(edition, "Foyer | Foyer", "Kitchen", "Kitchen", "Gallery\npile: only", escape=True)
    game.play("jump doctor Foyer")
    assert game.view(None).rooms == (None, "Kitchen", "Kitchen")
    assert (doctor(game), whose_turn(game)) == (room, "Bob")


@pytest.mark.parametrize("edition", MODERN)
def test_ruling_18_with_an_empty_pile_nobody_draws(edition: str) -> None:
    game = game_of(edition, "Foyer", "Kitchen", "Kitchen", "Gallery\npile: only", escape=True)
    play(game, "end", "end", "end")
    assert game.view(None).hand_sizes == (0, 0, 0)
    assert not events(game, "drew")


@pytest.mark.parametrize("edition", ALL)
def test_ruling_19_turn_limit_is_an_option(edition: str) -> None:
    game = drlucky.new(edition, 3, seed=1, turn_limit=7)
    turns = 0
    while game.outcome is None:
        game.play("end")
        turns += 1
    assert turns == 7
    assert result(game) == ("turn limit", None, None)


@pytest.mark.parametrize("edition", ALL)
def test_ruling_19_a_thousand_turns_by_default(edition: str) -> None:
    game = drlucky.new(edition, 3, seed=1)
    for _ in range(999):
        game.play("end")
    assert game.outcome is None
    game.play("end")
    assert result(game) == ("turn limit", None, None)


@pytest.mark.parametrize("limit", [0, -5])
def test_ruling_19_a_limit_is_a_number_of_turns(limit: int) -> None:
    with pytest.raises(SetUpError, match="turn limit"):
        drlucky.new("kill-1996", 3, seed=1, turn_limit=limit)
