"""The original game, from its rule book: the estate with 32 spaces, 96 cards, snooping or doing something."""

from collections import Counter

import pytest

import drlucky
from drlucky import DrLuckyError, Game, SetUpError
from positions import legal, play, position
from scenarios.helpers import (
    asked,
    code,
    discards,
    doctor,
    doctors_way,
    events,
    goes_to,
    gone,
    hand,
    put,
    refused,
    result,
    room_of,
    seats_in_order,
    seen_from,
    steps_from,
    strength,
    whose_turn,
)

NAMED = {
    "Master Suite", "Nursery", "Armory", "Library", "Tennessee Room", "Gallery", "Lancaster Room", "Sitting Room",
    "Dining Hall", "Billiard Room", "Lilac Room", "Kitchen", "Trophy Room", "Drawing Room", "Foyer", "Parlor",
    "Servants' Quarters", "Wine Cellar", "Green House", "Piazza", "Carriage House", "White Room", "Winter Garden",
    "Hedge Maze",
}  # fmt: skip
HALLS = {
    "Northwest Hallway", "Northeast Hallway", "West Hallway", "East Hallway", "Southwest Hallway",
    "Southeast Hallway", "West Stairs", "East Stairs",
}  # fmt: skip
BY_NUMBER = [
    "Drawing Room", "Parlor", "Billiard Room", "Dining Hall", "Sitting Room", "Trophy Room", "Green House",
    "Winter Garden", "Kitchen", "Lancaster Room", "Master Suite", "Nursery", "Armory", "Library", "Tennessee Room",
    "Lilac Room", "Servants' Quarters", "Hedge Maze", "Carriage House", "Piazza",
]  # fmt: skip
ROOM_CARDS = {
    "Master Suite", "Nursery", "Armory", "Gallery", "Library", "Sitting Room", "Dining Hall", "Billiard Room",
    "Lilac Room", "Kitchen", "Trophy Room", "Foyer", "Parlor", "Wine Cellar", "Green House", "Piazza",
    "Carriage House", "White Room", "Winter Garden", "Hedge Maze",
}  # fmt: skip


def two(room: str = "White Room", cards: str = "", other: str = "Wine Cellar", theirs: str = "") -> Game:
    """Ann's turn, Bob out of sight, the doctor far from both."""
    return position("kill-1996", f"doctor: Nursery\n* Ann: {room} | {cards}\nBob: {other} | {theirs}")


def strike(room: str, cards: str = "", theirs: str = "") -> Game:
    """Ann alone with the doctor and nobody looking; Bob to her left, Cleo after him."""
    return position(
        "kill-1996", f"doctor: {room}\n* Ann: {room} | {cards}\nBob: Lilac Room | {theirs}\nCleo: Lilac Room | Foyer"
    )


# To begin.


@pytest.mark.parametrize("players", range(2, 9))
def test_to_begin_everyone_in_the_drawing_room_with_six_cards(players: int) -> None:
    game = drlucky.new("kill-1996", players, seed=players)
    view = game.view(None)
    assert view.board == "estate"
    assert view.rooms == ("Drawing Room",) * players
    assert view.hand_sizes == (6,) * players
    assert view.piles == (96 - 6 * players,)
    assert (view.closed, view.set_aside) == ((), 0)
    assert (view.discards, view.out_of_game) == ((), ())


@pytest.mark.parametrize("seed", range(30))
def test_to_begin_the_first_room_card_dealt_face_up_decides(seed: int) -> None:
    game = drlucky.new("kill-1996", 5, seed=seed)
    dealt = events(game, "dealt face up")
    seats = [event.pawn for event in dealt if isinstance(event.pawn, int)]
    assert seats_in_order(seats, seats[0], 5)
    assert all(event.card not in ROOM_CARDS for event in dealt[:-1])
    assert dealt[-1].card in ROOM_CARDS
    assert doctor(game) == dealt[-1].card
    assert game.to_decide == dealt[-1].pawn
    assert sum(game.view(None).hand_sizes) + sum(game.view(None).piles) == 96


def test_to_begin_all_cards_are_shuffled_again() -> None:
    """The card that decided is as likely as any other to lie in the pile now, not always in the hands dealt first."""
    dealt = 0
    for seed in range(60):
        game = drlucky.new("kill-1996", 3, seed=seed)
        deciding = events(game, "dealt face up")[-1].card
        dealt += any(deciding in hand(game, name) for name in game.players)
    assert 0 < dealt < 30


def test_to_begin_every_seat_can_start() -> None:
    assert {drlucky.new("kill-1996", 3, seed=seed).to_decide for seed in range(40)} == {0, 1, 2}


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_two_to_eight_players(players: int) -> None:
    with pytest.raises(SetUpError, match="2 to 8"):
        drlucky.new("kill-1996", players)


def test_the_deck() -> None:
    game = drlucky.new("kill-1996", 4, seed=0)
    count = Counter(game.setting.card_names)
    assert count.total() == 96
    assert [count[f"Failure-{n}"] for n in (1, 2, 3)] == [26, 12, 4]
    assert [count[f"Move-{n}"] for n in (1, 2, 3)] == [8, 4, 2]
    assert {name: number for name, number in count.items() if name in ROOM_CARDS} == dict.fromkeys(ROOM_CARDS, 1)
    assert sum(card.copies for card in game.setting.deck.cards if card.kind == "weapon") == 20


# The board.


def test_board_has_24_named_rooms_6_hallways_and_2_stairways() -> None:
    assert set(two().setting.room_names) == NAMED | HALLS


def test_sight_lines_kitchen() -> None:
    assert seen_from(two(), "Ann", "Bob", "Kitchen") == {
        "Master Suite", "West Stairs", "West Hallway", "Southwest Hallway", "Trophy Room", "Wine Cellar",
        "Winter Garden",
    }  # fmt: skip


def test_sight_lines_are_not_diagonal_from_foyer_to_carriage_house() -> None:
    assert "Carriage House" not in seen_from(two(), "Ann", "Bob", "Foyer")
    assert "Foyer" not in seen_from(two(), "Ann", "Bob", "Carriage House")


def test_sight_lines_gallery_down_to_the_piazza_and_along_its_floor() -> None:
    down = {"Dining Hall", "Drawing Room", "Foyer", "Piazza"}
    along = {"Nursery", "Master Suite", "Library"}
    assert seen_from(two(), "Ann", "Bob", "Gallery") & NAMED == down | along
    for room in down | along:
        assert "Gallery" in seen_from(two(), "Ann", "Bob", room)


def test_gallery_rail_is_no_way_to_the_dining_hall() -> None:
    refused(two("Gallery"), "step Dining Hall", "not next door")
    refused(two("Dining Hall"), "step Gallery", "not next door")
    assert steps_from(two(), "Ann", "Gallery") == {"Nursery", "Library"}


@pytest.mark.parametrize("space", sorted(HALLS))
def test_hallways_and_stairs_count_as_rooms_to_stop_in(space: str) -> None:
    game = two()
    neighbour = sorted(steps_from(game, "Ann", space))[0]
    put(game, "Ann", neighbour)
    play(game, f"step {space}", "end")
    assert room_of(game, "Ann") == space


# Moving the doctor.


def test_doctor_goes_by_the_numbers_and_from_19_to_0() -> None:
    game = two()
    put(game, "doctor", "Drawing Room")
    assert doctors_way(game, 40) == [*BY_NUMBER[1:], *BY_NUMBER, "Drawing Room"]


def test_doctor_in_the_wine_cellar_goes_to_the_kitchen() -> None:
    goes_to(two(other="White Room"), {"Wine Cellar": "Kitchen"})


def test_doctor_in_the_foyer_goes_to_the_piazza() -> None:
    goes_to(two(), {"Foyer": "Piazza"})


def test_doctor_leaves_any_unnumbered_space_for_its_highest_neighbour() -> None:
    pairs = {
        "Gallery": "Library",
        "White Room": "Hedge Maze",
        "Northwest Hallway": "Nursery",
        "Northeast Hallway": "Lilac Room",
        "West Hallway": "Kitchen",
        "East Hallway": "Servants' Quarters",
        "Southwest Hallway": "Kitchen",
        "Southeast Hallway": "Hedge Maze",
        "West Stairs": "Master Suite",
        "East Stairs": "Lilac Room",
    }
    goes_to(two("Wine Cellar"), pairs)


@pytest.mark.parametrize(
    "lines",
    [
        ("end",),
        ("draw",),
        ("jump Parlor", "end"),
        ("jump Nursery", "attempt Chain Saw", "play Failure-3", "play Failure-1"),
    ],
)
def test_doctor_moves_after_every_kind_of_turn(lines: tuple[str, ...]) -> None:
    game = two("White Room", "Parlor, Nursery, Chain Saw", theirs="Failure-3, Failure-1, Foyer")
    play(game, *lines)
    assert doctor(game) == "Armory"
    assert whose_turn(game) == "Bob"


# Turn type 1: snooping.


def test_snooping_one_step_and_a_card() -> None:
    game = two("White Room")
    assert steps_from(game, "Ann", "Trophy Room") == {
        "Drawing Room", "Green House", "Southwest Hallway", "West Hallway"
    }  # fmt: skip
    put(game, "Ann", "White Room")
    play(game, "step Hedge Maze", "draw")
    assert len(hand(game, "Ann")) == 1
    assert room_of(game, "Ann") == "Hedge Maze"
    assert whose_turn(game) == "Bob"


def test_snooping_one_may_stay_put() -> None:
    game = two("White Room")
    game.play("draw")
    assert len(hand(game, "Ann")) == 1


def test_snooping_only_one_step() -> None:
    game = two("White Room")
    game.play("step Hedge Maze")
    refused(game, "step White Room", "no steps left")


@pytest.mark.parametrize("space", sorted(HALLS))
def test_snooping_finds_nothing_in_a_hallway_or_on_stairs(space: str) -> None:
    refused(two(space), "draw", "not a named room")


@pytest.mark.parametrize("room", sorted(NAMED))
def test_snooping_finds_something_in_every_named_room(room: str) -> None:
    assert "draw" in legal(two(room))


def test_snooping_in_the_sight_of_others_is_fine() -> None:
    game = position("kill-1996", "doctor: Kitchen\n* Ann: Kitchen\nBob: Kitchen\nCleo: Wine Cellar")
    assert "draw" in legal(game)


def test_snooping_and_doing_something_exclude_each_other() -> None:
    game = two("White Room", "Move-1, Parlor")
    play(game, "walk Move-1", "step Hedge Maze")
    refused(game, "draw", "card played")
    game = two("White Room", "Parlor")
    game.play("jump doctor Parlor")
    refused(game, "draw", "card played")


# Turn type 2: doing something.


def test_free_step_before_after_and_between_cards() -> None:
    for lines in (
        ("step Hedge Maze", "walk Move-1", "step Carriage House", "walk Move-1", "step Piazza"),
        ("walk Move-1", "step Hedge Maze", "step Carriage House", "walk Move-1", "step Piazza"),
        ("walk Move-1", "step Hedge Maze", "walk Move-1", "step Carriage House", "step Piazza"),
    ):
        game = two("White Room", "Move-1, Move-1")
        play(game, *lines)
        assert room_of(game, "Ann") == "Piazza"
        refused(game, "step Foyer", "no steps left")


def test_as_many_cards_as_one_wishes() -> None:
    game = two("White Room", "Move-1, Move-3, Parlor, Foyer, Kitchen")
    play(game, "jump Parlor", "jump doctor Foyer", "walk Move-1", "step Drawing Room", "jump Kitchen")
    play(game, "walk doctor Move-3", "step doctor Piazza", "step doctor Carriage House", "step doctor Parlor", "end")
    assert room_of(game, "Ann") == "Kitchen"
    assert hand(game, "Ann") == ()


def test_move_card_moves_up_to_its_number() -> None:
    game = two("White Room", "Move-3")
    play(game, "walk Move-3", "step Hedge Maze", "stop")
    assert room_of(game, "Ann") == "Hedge Maze"
    game = two("White Room", "Move-2")
    play(game, "walk Move-2", "step Hedge Maze", "step Carriage House")
    assert game.view(None).walk is None
    assert room_of(game, "Ann") == "Carriage House"


def test_move_card_sends_the_doctor_in_any_direction() -> None:
    game = two("White Room", "Move-2")
    play(game, "walk doctor Move-2", "step doctor Northwest Hallway", "step doctor Lancaster Room")
    assert doctor(game) == "Lancaster Room"
    game.play("end")
    assert doctor(game) == "Master Suite"


def test_room_card_jumps_you_or_the_doctor() -> None:
    game = two("White Room", "Parlor")
    assert {"jump Parlor", "jump doctor Parlor"} <= legal(game)
    game.play("jump doctor Parlor")
    assert (doctor(game), room_of(game, "Ann")) == ("Parlor", "White Room")
    game = two("White Room", "Parlor")
    game.play("jump Parlor")
    assert (doctor(game), room_of(game, "Ann")) == ("Nursery", "Parlor")


def test_the_free_step_is_not_the_doctors() -> None:
    refused(two(), "step doctor Armory", "free step is yours")


def test_cards_move_nobody_but_oneself_and_the_doctor() -> None:
    game = two("White Room", "Parlor, Move-1")
    assert {action.pawn for action in game.legal} == {None, "doctor"}


# Murder.


def test_murder_only_beside_the_doctor() -> None:
    refused(two("Armory", "Chain Saw"), "attempt", "doctor elsewhere")
    refused(two("Armory", "Chain Saw"), "attempt Chain Saw", "doctor elsewhere")


def test_murder_only_alone_with_him() -> None:
    game = position("kill-1996", "doctor: Parlor\n* Ann: Parlor\nBob: Parlor")
    refused(game, "attempt", "seen by player")


def test_murder_only_out_of_sight() -> None:
    game = position("kill-1996", "doctor: Parlor\n* Ann: Parlor\nBob: Trophy Room\nCleo: Foyer")
    refused(game, "attempt", "seen by player")
    why = game.why_not("attempt")
    assert why is not None
    assert why.witnesses == (1,)
    put(game, "Bob", "Foyer")
    assert "attempt" in legal(game)


def test_murder_is_the_last_thing_in_a_turn() -> None:
    game = strike("Parlor", "Move-1", "Failure-1")
    play(game, "attempt", "play Failure-1")
    assert whose_turn(game) == "Bob"
    assert (room_of(game, "Ann"), doctor(game)) == ("Parlor", "Billiard Room")


def test_murder_with_bare_hands_is_worth_1() -> None:
    game = strike("Parlor", "Chain Saw")
    game.play("attempt")
    assert strength(game) == 1
    assert hand(game, "Ann") == ("Chain Saw",)


def test_four_point_weapon_is_worth_4_not_5() -> None:
    game = strike("Parlor", "Big Red Hammer")
    game.play("attempt Big Red Hammer")
    assert strength(game) == 4


@pytest.mark.parametrize(
    ("weapon", "room", "value"),
    [
        ("Billiard Cue", "Nursery", 2),
        ("Billiard Cue", "Billiard Room", 5),
        ("Piece of Rope", "Gallery", 8),
        ("Piece of Rope", "Billiard Room", 2),
        ("Crepe Pan", "Kitchen", 4),
        ("Broom Stick", "Servants' Quarters", 7),
        ("Tight Hat", "Parlor", 2),
    ],
)
def test_weapon_values(weapon: str, room: str, value: int) -> None:
    game = position("kill-1996", f"doctor: {room}\n* Ann: {room} | {weapon}\nBob: Lilac Room | Foyer")
    game.play(f"attempt {weapon}")
    assert strength(game) == value


def test_one_weapon_only() -> None:
    game = strike("Parlor", "Chain Saw, Tight Hat", "Piazza")
    game.play("attempt Chain Saw")
    assert asked(game) == "Bob"
    refused(game, "attempt Tight Hat", "must answer")


def test_foiling_goes_to_the_left_once_around_and_adds_up() -> None:
    game = position(
        "kill-1996",
        """
        doctor: Parlor
        Ann: Lilac Room | Failure-1, Failure-1, Foyer
        * Bob: Parlor | Chain Saw
        Cleo: Lilac Room | Failure-2, Kitchen
        Dan: Lilac Room | Failure-1, Piazza
        """,
    )
    game.play("attempt Chain Saw")
    assert asked(game) == "Cleo"
    play(game, "play Failure-2", "pass")
    assert asked(game) == "Dan"
    game.play("pass")
    assert asked(game) == "Ann"
    game.play("play Failure-1")
    assert asked(game) == "Ann"
    game.play("play Failure-1")
    assert events(game, "foiled")
    assert whose_turn(game) == "Cleo"


def test_unfoiled_murder_wins_and_this_book_names_no_loser() -> None:
    game = strike("Parlor", "Chain Saw", "Failure-3, Failure-3")
    play(game, "attempt Chain Saw", "play Failure-3", "pass", "pass")
    assert result(game) == ("success", "Ann", None)
    assert game.to_decide is None
    assert legal(game) == set()
    refused(game, "end", "game over")


def test_the_last_player_is_free_to_let_it_happen() -> None:
    game = position("kill-1996", "doctor: Parlor\n* Ann: Parlor\nBob: Lilac Room | Failure-1")
    play(game, "attempt", "pass")
    assert result(game) == ("success", "Ann", None)


def test_only_failure_cards_foil() -> None:
    game = strike("Parlor", "", "Chain Saw, Piazza, Move-1, Failure-1")
    game.play("attempt")
    assert legal(game) == {"pass", "play Failure-1"}
    for card in ("Chain Saw", "Piazza", "Move-1"):
        refused(game, f"play {card}", "card without luck")
    refused(game, "play Failure-2", "card not held")


# The two discard piles.


def test_failures_are_gone_and_weapons_and_moves_are_discarded() -> None:
    game = strike("Drawing Room", "Chain Saw, Move-1, Parlor", "Failure-3, Failure-2")
    put(game, "doctor", "Parlor")
    play(game, "walk Move-1", "step Trophy Room", "jump Parlor")
    play(game, "attempt Chain Saw", "play Failure-3", "play Failure-2")
    assert discards(game) == ["Chain Saw", "Move-1", "Parlor"]
    assert gone(game) == ["Failure-2", "Failure-3"]


def test_empty_pile_is_made_anew_from_discards_without_failures() -> None:
    game = position(
        "kill-1996",
        """
        doctor: Nursery
        * Ann: White Room
        Bob: Wine Cellar
        pile: only
        discards: Chain Saw, Move-1, Parlor
        """,
    )
    already_gone = Counter(gone(game))
    game.play("draw")
    assert [event.number for event in events(game, "shuffled")] == [3]
    view = game.view(None)
    assert view.piles == (2,)
    assert view.discards == ()
    assert Counter(gone(game)) == already_gone
    assert len(hand(game, "Ann")) == 1
    assert set(hand(game, "Ann")) <= {"Chain Saw", "Move-1", "Parlor"}


def test_failures_once_played_never_come_back() -> None:
    game = position(
        "kill-1996",
        """
        doctor: Parlor
        * Ann: Parlor | Chain Saw
        Bob: Lilac Room | Failure-3, Failure-1
        pile: only
        """,
    )
    play(game, "attempt Chain Saw", "play Failure-3", "play Failure-1", "draw")
    assert [event.number for event in events(game, "shuffled")] == [1]
    assert hand(game, "Bob") == ("Chain Saw",)
    refused(game, "draw", "pile empty")


# Who goes next.


def test_next_is_the_player_to_the_left() -> None:
    game = position("kill-1996", "doctor: Nursery\nAnn: Foyer\nBob: Wine Cellar\n* Cleo: White Room")
    game.play("end")
    assert whose_turn(game) == "Ann"


def test_doctor_calls_the_player_he_lands_on() -> None:
    game = position("kill-1996", "doctor: Nursery\n* Ann: Foyer\nBob: Wine Cellar\nCleo: White Room\nDan: Armory")
    game.play("end")
    assert whose_turn(game) == "Dan"
    assert [event.seat for event in events(game, "called up")] == [3]
    game.play("end")
    assert whose_turn(game) == "Ann"


def test_doctor_calls_even_the_player_who_just_had_a_turn() -> None:
    game = position("kill-1996", "doctor: Nursery\n* Ann: Armory\nBob: Wine Cellar")
    game.play("end")
    assert whose_turn(game) == "Ann"


def test_several_turns_in_a_row_by_leading_him_around() -> None:
    game = position("kill-1996", "doctor: Parlor\n* Ann: East Hallway\nBob: Wine Cellar")
    for cards, room in enumerate(("Billiard Room", "Dining Hall", "Sitting Room"), start=1):
        play(game, f"step {room}", "draw")
        assert doctor(game) == room
        assert whose_turn(game) == "Ann"
        assert len(hand(game, "Ann")) == cards


def test_nobody_drags_him_through_an_occupied_room() -> None:
    game = position("kill-1996", "doctor: Nursery\nAnn: Wine Cellar\n* Bob: Library\nCleo: White Room\nDan: Armory")
    play(game, "step Armory", "end")
    assert whose_turn(game) == "Dan"


def test_two_or_more_in_the_room_the_first_to_the_left_of_the_last_active_player() -> None:
    text = "doctor: Nursery\nAnn: Armory\nBob: {}\nCleo: White Room\nDan: Armory\nEve: Foyer"
    game = position("kill-1996", text.format("Foyer").replace("Cleo", "* Cleo"))
    game.play("end")
    assert whose_turn(game) == "Dan"
    game = position("kill-1996", text.format("Armory").replace("Eve", "* Eve"))
    game.play("end")
    assert whose_turn(game) == "Ann"
    game = position("kill-1996", text.format("Armory").replace("Ann", "* Ann"))
    game.play("end")
    assert whose_turn(game) == "Bob"


def test_first_round_has_no_exception() -> None:
    game = position("kill-1996", "doctor: Nursery\n* Ann: Foyer\nBob: Wine Cellar\nCleo: Armory\nturn: 0")
    game.play("end")
    assert whose_turn(game) == "Cleo"


def test_failed_murderer_loses_sight_of_the_doctor() -> None:
    game = position("kill-1996", "doctor: Nursery\n* Ann: Nursery\nBob: Parlor | Failure-1")
    play(game, "attempt", "play Failure-1")
    assert doctor(game) != room_of(game, "Ann")
    assert whose_turn(game) == "Bob"


# A sample turn.


def test_sample_turn() -> None:
    game = position(
        "kill-1996",
        """
        doctor: Master Suite
        One: Library | Move-1, Billiard Cue
        Two: Kitchen | Failure-1, Failure-2, Failure-1
        Three: Parlor | Failure-2, Failure-2
        Four: White Room | Failure-1, Tight Hat, Piazza
        * Five: Carriage House | Failure-3, Foyer
        """,
    )
    game.play("end")
    assert doctor(game) == "Nursery"
    assert whose_turn(game) == "One"
    play(game, "step Gallery", "walk Move-1", "step Nursery")
    refused(game, "draw", "card played")
    game.play("attempt Billiard Cue")
    assert strength(game) == 2
    assert asked(game) == "Two"
    game.play("pass")
    assert asked(game) == "Three"
    game.play("pass")
    assert asked(game) == "Four"
    play(game, "play Failure-1", "pass")
    assert asked(game) == "Five"
    game.play("play Failure-3")
    assert [event.number for event in events(game, "played")] == [1, 4]
    assert [event.seat for event in events(game, "foiled")] == [0]
    assert gone(game) == ["Failure-1", "Failure-3"]
    assert discards(game) == ["Billiard Cue", "Move-1"]
    assert doctor(game) == "Armory"
    assert whose_turn(game) == "Two"


# To speed things up.


def test_weapons_plus_one() -> None:
    for room, value in (("Nursery", 3), ("Billiard Room", 6)):
        text = f"doctor: {room}\n* Ann: {room} | Billiard Cue\nBob: White Room | Foyer"
        game = position("kill-1996", text, weapons_plus_one=True)
        game.play("attempt Billiard Cue")
        assert strength(game) == value
    game = position("kill-1996", "doctor: Nursery\n* Ann: Nursery\nBob: Parlor | Foyer", weapons_plus_one=True)
    game.play("attempt")
    assert strength(game) == 1


def test_without_failures_of_3() -> None:
    game = drlucky.new("kill-1996", 4, seed=1, no_threes=True)
    count = Counter(game.setting.card_names)
    assert (count.total(), count["Failure-3"], count["Failure-2"]) == (92, 0, 12)
    assert game.view(None).piles == (92 - 24,)


# Refusals.


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("step Kitchen", "not next door"),
        ("step doctor Armory", "free step is yours"),
        ("jump Foyer", "card not held"),
        ("walk Move-3", "card not held"),
        ("walk Parlor", "card without steps"),
        ("jump Move-1", "card without room"),
        ("jump White Room", "already there"),
        ("jump doctor Nursery", "already there"),
        ("attempt", "doctor elsewhere"),
        ("stop", "no walk"),
        ("pass", "no attempt"),
        ("play Failure-1", "no attempt"),
    ],
)
def test_refusals_in_a_turn(action: str, why: str) -> None:
    refused(two("White Room", "Move-1, Parlor, White Room, Nursery, Failure-1, Chain Saw"), action, why)


def test_refusals_in_a_walk() -> None:
    game = two("White Room", "Move-2, Parlor, Chain Saw")
    game.play("walk Move-2")
    for action in ("end", "draw", "attempt", "attempt Chain Saw", "jump Parlor", "walk Move-2"):
        refused(game, action, "must walk")
    refused(game, "stop", "steps unused")
    refused(game, "step doctor Armory", "other pawn walks")
    refused(game, "step Parlor", "not next door")


def test_refusals_while_an_attempt_waits() -> None:
    game = strike("Parlor", "Move-1", "Failure-1, Piazza")
    game.play("attempt")
    for action in ("end", "draw", "attempt", "step Lilac Room", "jump Piazza", "stop"):
        refused(game, action, "must answer")


def test_a_weapon_not_held_is_no_weapon() -> None:
    refused(strike("Parlor"), "attempt Chain Saw", "card not held")
    assert code(strike("Parlor", "Chain Saw"), "attempt Chain Saw") is None


@pytest.mark.parametrize(
    "option", [{"closed": "west"}, {"layout": "whole"}, {"strangers": False}, {"board": "mansion"}, {"board": "ship"}]
)
def test_options_of_other_books_are_refused(option: dict[str, str]) -> None:
    with pytest.raises(DrLuckyError, match="kill-1996"):
        drlucky.new("kill-1996", 4, seed=0, **option)
