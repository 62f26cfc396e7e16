"""The 19.5th anniversary game, from its rule book: closed wings, drawing out of sight, Reasons, luck, lights out."""

from collections import Counter
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

BY_NUMBER = [
    "Drawing Room", "Parlor", "Billiard Room", "Dining Hall", "Sitting Room", "Trophy Room", "Green House",
    "Winter Garden", "Wine Cellar", "Kitchen", "Lancaster Room", "Master Suite", "Nursery", "Armory", "Gallery",
    "Library", "Tennessee Room", "Lilac Room", "Servants' Quarters", "White Room", "Hedge Maze", "Carriage House",
    "Piazza", "Foyer",
]  # fmt: skip
WEST = {"Winter Garden", "Wine Cellar", "Kitchen", "Lancaster Room", "Master Suite"}
EAST = {"Tennessee Room", "Lilac Room", "Servants' Quarters", "White Room", "Hedge Maze"}
DOWNSTAIRS = [
    "Drawing Room", "Parlor", "Foyer", "Sitting Room", "Dining Hall", "Main Hall", "Kitchen", "Wine Cellar",
    "Hedge Maze", "Billiard Room", "Carriage House", "Piazza", "Green House", "Winter Garden", "Pantry",
]  # fmt: skip
UPSTAIRS = [
    "Nursery", "Trophy Room", "Library", "Armory", "Servants' Quarters", "Rose Suite", "Gallery", "Master Suite",
    "Lilac Room", "Tennessee Room", "White Room", "Skipper's Rest", "Lancaster Room",
]  # fmt: skip


def three(ann: str, bob: str, cleo: str, lucky: str, **options: Any) -> Game:
    """Ann's turn in the whole mansion, the first round long over."""
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}"
    return position("kill-2016", text, **{"closed": "none", **options})


def strike(room: str, ann: str = "", bob: str = "", cleo: str = "") -> Game:
    """Ann alone with the doctor and nobody looking."""
    return three(f"{room} | {ann}", f"White Room | {bob}", f"White Room | {cleo}", room)


def hotel(layout: str, ann: str, bob: str, lucky: str) -> Game:
    return position(
        "kill-2016",
        f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}",
        strangers=False,
        board="bed-and-breakfast",
        layout=layout,
    )


# Shutting off rooms, setting up.


@pytest.mark.parametrize(
    ("players", "closed", "cards"),
    [
        (2, {"west"}, 6),
        (3, {"west", "east"}, 6),
        (4, {"west"}, 6),
        (5, {"west"}, 6),
        (6, set(), 6),
        (7, set(), 5),
        (8, set(), 5),
    ],
)
def test_setting_up(players: int, closed: set[str], cards: int) -> None:
    strangers = False if players == 2 else None
    view = drlucky.new("kill-2016", players, seed=players, strangers=strangers).view(None)
    assert view.board == "mansion"
    assert set(view.closed) == closed
    assert view.set_aside == 5 * len(closed)
    assert view.hand_sizes == (cards,) * players
    assert view.piles == (72 - 5 * len(closed) - cards * players,)
    assert view.rooms == ("Drawing Room",) * players
    assert view.doctor == "Gallery"
    assert view.reasons == (0,) * players
    assert (view.discards, view.out_of_game) == ((), ())


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("wing", ["west", "east"])
def test_the_table_picks_the_wing_to_close(players: int, wing: str) -> None:
    view = drlucky.new("kill-2016", players, seed=1, closed=wing, strangers=False).view(None)
    assert view.closed == (wing,)
    assert view.set_aside == 5
    assert (view.rooms[0], view.doctor) == ("Drawing Room", "Gallery")


@pytest.mark.parametrize(("closed", "rooms"), [("none", 24), ("west", 19), ("east", 19), ("both", 14)])
def test_rooms_in_play(closed: str, rooms: int) -> None:
    layout = drlucky.new("kill-2016", 4, seed=1, closed=closed).setting.layout
    assert len(layout.open) == rooms
    shut = {"none": set[str](), "west": WEST, "east": EAST, "both": WEST | EAST}[closed]
    assert set(layout.open) == set(BY_NUMBER) - shut


@pytest.mark.parametrize("players", [0, 1, 9])
def test_no_more_than_eight_players_and_no_fewer_than_two(players: int) -> None:
    with pytest.raises(SetUpError, match="2 to 8"):
        drlucky.new("kill-2016", players)


def test_first_player_is_random_and_play_goes_to_the_left() -> None:
    games = [drlucky.new("kill-2016", 3, seed=seed) for seed in range(40)]
    assert {game.to_decide for game in games} == {0, 1, 2}
    game = games[0]
    first = game.to_decide
    assert first is not None
    order = []
    for _ in range(3):
        assert game.to_decide is not None
        order.append(game.to_decide)
        game.play("end")
    assert seats_in_order(order, first, 3)


def test_this_book_has_no_dealer_who_decides() -> None:
    with pytest.raises(SetUpError, match="kill-2016 has no option 'dealer'"):
        drlucky.new("kill-2016", 3, seed=0, dealer=0)


def test_nothing_is_dealt_face_up() -> None:
    assert not events(drlucky.new("kill-2016", 4, seed=3), "dealt face up")


def test_the_deck() -> None:
    cards = drlucky.new("kill-2016", 4, seed=0).setting.deck.cards
    assert Counter(card.kind for card in cards) == {"weapon": 24, "move": 24, "failure": 24}
    failures = Counter(card.luck for card in cards if card.kind == "failure")
    assert set(failures) == {1, 2, 3, 4}
    assert {card.luck for card in cards if card.kind != "failure"} == {0, 1, 2}
    assert {card.steps for card in cards if card.kind == "move"} == {1, 2}
    assert {card.value for card in cards if card.kind == "weapon"} == {2, 3}


# Closed rooms.


def test_closed_rooms_are_skipped_by_the_doctor() -> None:
    game = three("Foyer", "Foyer", "Foyer", "Drawing Room", closed="both")
    centre = [room for room in BY_NUMBER if room not in WEST | EAST]
    assert doctors_way(game, 28) == [*centre[1:], *centre, "Drawing Room"]
    goes_to(game, {"Green House": "Nursery", "Library": "Carriage House", "Foyer": "Drawing Room"})
    game = three("Foyer", "Foyer", "Foyer", "Drawing Room", closed="west")
    goes_to(game, {"Green House": "Nursery", "Library": "Tennessee Room"})


def test_closed_rooms_cannot_be_entered() -> None:
    game = three("Dining Hall | Kitchen", "Foyer", "Foyer", "Gallery", closed="west")
    refused(game, "step Master Suite", "room closed")
    refused(game, "jump Kitchen", "room closed")
    game.play("walk Kitchen")
    assert game.view(None).steps == 2


# Sight lines.


def test_sight_lines_trophy_room() -> None:
    game = three("Foyer", "Foyer", "White Room", "Gallery")
    seen = seen_from(game, "Ann", "Bob", "Trophy Room")
    assert seen == {"Sitting Room", "Drawing Room", "Parlor", "Green House", "Kitchen"}


def test_sight_lines_from_the_gallery_down_the_middle_of_the_board() -> None:
    game = three("Foyer", "Foyer", "White Room", "Gallery")
    assert {"Dining Hall", "Drawing Room", "Foyer"} <= seen_from(game, "Ann", "Bob", "Gallery")


def test_balcony_rail_is_closed_to_movement() -> None:
    refused(three("Gallery", "Foyer", "Foyer", "Parlor"), "step Dining Hall", "not next door")
    refused(three("Dining Hall", "Foyer", "Foyer", "Parlor"), "step Gallery", "not next door")


def test_balcony_blocks_sight_between_lancaster_room_and_lilac_room() -> None:
    game = three("Foyer", "Foyer", "White Room", "Gallery")
    assert "Lilac Room" not in seen_from(game, "Ann", "Bob", "Lancaster Room")
    assert "Lancaster Room" not in seen_from(game, "Ann", "Bob", "Lilac Room")


# Movement.


def test_dining_hall_is_one_step_from_fifteen_rooms() -> None:
    rooms = steps_from(three("Foyer", "Foyer", "Foyer", "Gallery"), "Ann", "Dining Hall")
    assert len(rooms) == 15
    assert {"Master Suite", "Lancaster Room", "Kitchen", "Winter Garden"} <= rooms


def test_hallways_are_no_rooms_to_stop_in() -> None:
    assert set(three("Foyer", "Foyer", "Foyer", "Gallery").setting.room_names) == set(BY_NUMBER)


def test_one_free_move_or_none() -> None:
    game = three("Wine Cellar", "Foyer", "Foyer", "Gallery")
    game.play("step Kitchen")
    refused(game, "step Wine Cellar", "no steps left")
    game = three("Wine Cellar", "Foyer", "Foyer", "Gallery")
    game.play("end")
    assert room_of(game, "Ann") == "Wine Cellar"


@pytest.mark.parametrize(("card", "steps"), [("Lancaster Room", 1), ("Carriage House", 2)])
def test_move_card_adds_one_or_two_steps_or_jumps(card: str, steps: int) -> None:
    game = three(f"Wine Cellar | {card}", "Foyer", "Foyer", "Gallery")
    game.play(f"walk {card}")
    assert game.view(None).steps == 1 + steps
    game = three(f"Wine Cellar | {card}", "Foyer", "Foyer", "Gallery")
    game.play(f"jump {card}")
    assert room_of(game, "Ann") == card
    assert game.view(None).steps == 1


def test_move_cards_before_and_after_the_free_step() -> None:
    game = three("Wine Cellar | Lancaster Room, Carriage House, Parlor", "Foyer", "Foyer", "Gallery")
    play(game, "jump Lancaster Room", "step Dining Hall", "walk Carriage House", "step Drawing Room", "step Foyer")
    play(game, "jump Parlor", "end")
    assert room_of(game, "Ann") == "Parlor"
    assert discards(game) == ["Carriage House", "Lancaster Room", "Parlor"]


def test_move_cards_never_move_the_doctor_or_others() -> None:
    game = three("Wine Cellar | Lancaster Room, Carriage House", "Foyer", "Foyer", "Gallery")
    assert {action.pawn for action in game.setting.actions} == {None}


# Drawing.


def test_draw_unseen() -> None:
    game = three("Wine Cellar", "Foyer", "Foyer", "Gallery")
    game.play("draw")
    assert len(hand(game, "Ann")) == 1
    assert whose_turn(game) == "Bob"


def test_draw_not_when_a_player_sees_you() -> None:
    refused(three("Wine Cellar", "Kitchen", "Foyer", "Gallery"), "draw", "seen by player")
    refused(three("Wine Cellar", "Wine Cellar", "Foyer", "Gallery"), "draw", "seen by player")


def test_draw_not_when_the_doctor_sees_you() -> None:
    refused(three("Wine Cellar", "Foyer", "Foyer", "Kitchen"), "draw", "seen by doctor")
    refused(three("Wine Cellar", "Foyer", "Foyer", "Wine Cellar"), "draw", "seen by doctor")


def test_draw_after_moving_by_cards() -> None:
    game = three("Foyer | Kitchen, Parlor", "Foyer", "Foyer", "Gallery")
    play(game, "jump Kitchen", "walk Parlor", "step Wine Cellar", "draw")
    assert len(hand(game, "Ann")) == 1


def test_one_action_only() -> None:
    game = three("Wine Cellar", "Foyer", "Foyer", "Gallery")
    game.play("draw")
    assert (whose_turn(game), doctor(game)) == ("Bob", "Library")


def test_sometimes_there_is_no_action() -> None:
    game = three("Foyer", "Foyer", "Foyer", "Gallery")
    assert not {"draw", "attempt"} & legal(game)
    assert "end" in legal(game)


# Moving the doctor, and whose turn it is.


def test_doctor_goes_from_the_gallery_to_the_library_and_from_24_to_1() -> None:
    game = three("Foyer", "Foyer", "Foyer", "Gallery")
    goes_to(game, {"Gallery": "Library", "Foyer": "Drawing Room"})
    put(game, "doctor", "Drawing Room")
    assert doctors_way(game, 48) == [*BY_NUMBER[1:], *BY_NUMBER, "Drawing Room"]


def test_doctor_gives_the_next_turn_to_the_player_in_his_room() -> None:
    game = three("Foyer", "Foyer", "Library", "Gallery")
    game.play("end")
    assert whose_turn(game) == "Cleo"
    game.play("end")
    assert whose_turn(game) == "Ann"


def test_riding_the_lucky_train() -> None:
    game = three("Armory", "Foyer", "Foyer", "Gallery")
    play(game, "step Library", "end")
    assert whose_turn(game) == "Ann"
    play(game, "step Tennessee Room", "end")
    assert whose_turn(game) == "Ann"


def test_no_riding_through_an_occupied_room() -> None:
    game = three("Armory", "Foyer", "Library", "Gallery")
    play(game, "step Library", "end")
    assert whose_turn(game) == "Cleo"


def test_first_round_gives_everyone_a_turn() -> None:
    game = three("Foyer", "Foyer", "Library", "Gallery\nturn: 0")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Library", "Bob")
    put(game, "Ann", "Tennessee Room")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Tennessee Room", "Cleo")


def test_first_round_ends_with_the_doctors_move_after_its_last_turn() -> None:
    game = three("Foyer", "Library", "Foyer", "Armory\nturn: 0")
    play(game, "end", "end")
    assert whose_turn(game) == "Cleo"
    put(game, "Cleo", "Tennessee Room")
    game.play("end")
    assert (doctor(game), whose_turn(game)) == ("Tennessee Room", "Cleo")


# Murder attempts.


def test_attempt_needs_the_doctor_alone_and_no_eyes() -> None:
    refused(three("Kitchen", "White Room", "White Room", "Wine Cellar"), "attempt", "doctor elsewhere")
    refused(three("Kitchen", "Kitchen", "White Room", "Kitchen"), "attempt", "seen by player")
    refused(three("Kitchen", "White Room", "Master Suite", "Kitchen"), "attempt", "seen by player")
    assert code(three("Kitchen", "White Room", "White Room", "Kitchen"), "attempt") is None


def test_basic_strength_is_1() -> None:
    game = strike("Kitchen", "", "Bats")
    game.play("attempt")
    assert strength(game) == 1


def test_three_reasons_make_a_basic_strength_of_4() -> None:
    game = strike("Kitchen", "| 3", "Bats")
    game.play("attempt")
    assert strength(game) == 4


@pytest.mark.parametrize(("room", "value"), [("Kitchen", 2), ("Gallery", 6)])
def test_piece_of_rope(room: str, value: int) -> None:
    game = strike(room, "Piece of Rope", "Bats")
    game.play("attempt Piece of Rope")
    assert strength(game) == 1 + value
    game = strike(room, "Piece of Rope | 3", "Bats")
    game.play("attempt Piece of Rope")
    assert strength(game) == 4 + value


def test_one_weapon_only() -> None:
    game = strike("Kitchen", "Piece of Rope, Trowel", "Bats")
    game.play("attempt Trowel")
    assert asked(game) == "Bob"
    assert hand(game, "Ann") == ("Piece of Rope",)


def test_luck_is_on_cards_of_every_kind() -> None:
    game = strike("Kitchen", "Chain Saw", "Letter Opener, Gallery, Regret, Monkey Hand, Armory")
    game.play("attempt Chain Saw")
    assert legal(game) == {"pass", "play Letter Opener", "play Gallery", "play Regret"}
    refused(game, "play Monkey Hand", "card without luck")
    refused(game, "play Armory", "card without luck")
    play(game, "play Letter Opener", "play Gallery")
    assert [event.number for event in events(game, "played")] == [2, 4]
    assert events(game, "foiled")


def test_asking_starts_on_the_left_and_goes_once_around() -> None:
    text = """
        doctor: Kitchen
        Ann: White Room | Bats, Oops
        * Bob: Kitchen | Chain Saw
        Cleo: White Room | Ennui, Regret
        Dan: White Room | Poof, Monkey Hand
    """
    game = position("kill-2016", text, closed="none")
    game.play("attempt Chain Saw")
    order = []
    for line in ("play Ennui", "pass", "play Poof", "pass", "play Bats", "pass"):
        order.append(asked(game))
        game.play(line)
    assert order == ["Cleo", "Cleo", "Dan", "Dan", "Ann", "Ann"]
    assert result(game)[:2] == ("success", "Bob")


def test_equal_luck_is_enough() -> None:
    game = strike("Kitchen", "Trowel", "Immunity, Bats")
    play(game, "attempt Trowel", "play Immunity")
    assert events(game, "foiled")
    assert whose_turn(game) == "Bob"


def test_growing_stronger_by_the_weapon_or_else_a_luck_card() -> None:
    game = strike("Kitchen", "Trowel", "Immunity, Bats")
    play(game, "attempt Trowel", "play Immunity")
    assert game.view(None).reasons == (1, 0, 0)
    assert (discards(game), gone(game)) == (["Immunity"], ["Trowel"])
    game = strike("Kitchen", "| 1", "Ennui, Bats", "Regret, Poof")
    play(game, "attempt", "play Ennui", "pass", "play Regret")
    assert game.view(None).reasons == (2, 0, 0)
    assert (discards(game), gone(game)) == (["Regret"], ["Ennui"])


def test_reasons_last_for_the_next_attempt() -> None:
    game = position("kill-2016", "doctor: Kitchen\n* Ann: Kitchen\nBob: White Room | Bats, Oops", strangers=False,
                    closed="none")  # fmt: skip
    play(game, "attempt", "play Bats", "end")
    put(game, "doctor", "Kitchen")
    game.play("attempt")
    assert strength(game) == 2


def test_not_enough_luck_and_the_attacker_wins() -> None:
    game = strike("Kitchen", "Trowel", "Oops, Monkey Hand", "Armory")
    play(game, "attempt Trowel", "play Oops", "pass", "pass")
    assert result(game) == ("success", "Ann", None)


def test_loser_is_the_last_who_could_have_played_luck_but_did_not() -> None:
    game = strike("Kitchen", "Trowel", "Bats", "Regret")
    play(game, "attempt Trowel", "pass", "pass")
    assert result(game) == ("success", "Ann", "Cleo")
    game = strike("Kitchen", "Trowel", "Letter Opener", "Armory")
    play(game, "attempt Trowel", "pass", "pass")
    assert result(game) == ("success", "Ann", "Bob")


def test_the_last_player_is_free() -> None:
    game = strike("Kitchen", "", "Bats", "Regret")
    play(game, "attempt", "pass")
    assert "pass" in legal(game)


# Lights out.


def dark(ann: str = "Wine Cellar", bob: str = "Foyer | Bats", cleo: str = "White Room", lucky: str = "Gallery") -> Game:
    """Ann has just drawn the last card and Bob is next."""
    return three(ann, bob, cleo, f"{lucky}\npile: only Ennui")


def test_lights_go_out_with_the_last_card() -> None:
    game = dark()
    assert not game.view(None).lights_out
    game.play("draw")
    assert hand(game, "Ann") == ("Ennui",)
    assert game.view(None).lights_out
    kinds = [event.kind for event in game.events]
    assert kinds.index("lights out") < kinds.index("doctor moved")


def test_in_the_dark_only_people_in_the_same_room_see() -> None:
    game = dark()
    game.play("draw")
    for witness, why in (("Kitchen", None), ("Master Suite", None), ("Trophy Room", "seen by player")):
        put(game, "doctor", "Trophy Room")
        put(game, "Bob", "Trophy Room")
        put(game, "Ann", witness)
        assert code(game, "attempt") == why


def test_in_the_dark_there_is_nothing_to_draw() -> None:
    game = dark()
    game.play("draw")
    put(game, "Bob", "Parlor")
    refused(game, "draw", "pile empty")


def test_discards_are_never_recycled() -> None:
    game = three("Wine Cellar", "Foyer", "Foyer", "Gallery\npile: only Ennui\ndiscards: Bats, Poof")
    game.play("draw")
    assert discards(game) == ["Bats", "Poof"]
    assert not events(game, "shuffled")
    assert game.view(None).piles == (0,)


# Two players by the basic rules.


def test_two_players_by_the_basic_rules() -> None:
    game = drlucky.new("kill-2016", ["Ann", "Bob"], seed=1, strangers=False)
    assert len(game.view(None).rooms) == 2
    with pytest.raises(DrLuckyError):
        drlucky.new("kill-1996", ["Ann", "Bob"], seed=1, strangers=False)


# The alternate board.


@pytest.mark.parametrize(
    ("layout", "players", "start", "lucky", "rooms"),
    [
        ("upstairs", (2, 3, 4), "Trophy Room", "Master Suite", 13),
        ("downstairs", (2, 4, 5), "Main Hall", "Hedge Maze", 15),
        ("whole", (6, 7, 8), "Main Hall", "Master Suite", 28),
    ],
)
def test_bed_and_breakfast_starts(layout: str, players: tuple[int, ...], start: str, lucky: str, rooms: int) -> None:
    for count in players:
        game = drlucky.new("kill-2016", count, seed=1, board="bed-and-breakfast", layout=layout, strangers=False)
        view = game.view(None)
        assert view.rooms == (start,) * count
        assert view.doctor == lucky
        assert len(game.setting.layout.open) == rooms
        assert view.set_aside == 0
        cards = 5 if count > 6 else 6
        assert (view.hand_sizes, view.piles) == ((cards,) * count, (72 - cards * count,))


@pytest.mark.parametrize(
    ("players", "layout"),
    [(2, "upstairs"), (3, "upstairs"), (5, "downstairs"), (6, "whole"), (7, "whole"), (8, "whole")],
)
def test_bed_and_breakfast_recommended_halves(players: int, layout: str) -> None:
    game = drlucky.new("kill-2016", players, seed=1, board="bed-and-breakfast", strangers=False)
    assert game.view(None).layout == layout


def test_bed_and_breakfast_four_players_take_either_half() -> None:
    game = drlucky.new("kill-2016", 4, seed=1, board="bed-and-breakfast")
    assert game.view(None).layout in ("upstairs", "downstairs")


def test_bed_and_breakfast_other_sizes_are_allowed() -> None:
    game = drlucky.new("kill-2016", 8, seed=1, board="bed-and-breakfast", layout="upstairs")
    assert game.view(None).layout == "upstairs"


@pytest.mark.parametrize(
    ("layout", "start", "way"),
    [
        ("upstairs", "Nursery", UPSTAIRS),
        ("downstairs", "Drawing Room", DOWNSTAIRS),
        ("whole", "Drawing Room", DOWNSTAIRS + UPSTAIRS),
    ],
)
def test_bed_and_breakfast_doctors_way(layout: str, start: str, way: list[str]) -> None:
    game = hotel(layout, start, start, start)
    assert doctors_way(game, len(way)) == [*way[1:], start]


def test_bed_and_breakfast_stairs_of_a_half_join_each_other() -> None:
    up = hotel("upstairs", "Nursery", "Gallery", "Library")
    assert steps_from(up, "Ann", "Servants' Quarters") == {
        "Armory", "Lancaster Room", "Library", "Nursery", "Rose Suite"
    }  # fmt: skip
    down = hotel("downstairs", "Foyer", "Foyer", "Foyer")
    assert steps_from(down, "Ann", "Pantry") == {
        "Billiard Room", "Dining Hall", "Drawing Room", "Kitchen", "Parlor", "Winter Garden"
    }  # fmt: skip


def test_bed_and_breakfast_stairs_of_the_whole_join_their_counterparts() -> None:
    game = hotel("whole", "Foyer", "Foyer", "Foyer")
    west = {"Pantry", "Kitchen", "Dining Hall"}
    east = {"Drawing Room", "Billiard Room", "Parlor"}
    assert steps_from(game, "Ann", "Servants' Quarters") & set(DOWNSTAIRS) == west
    assert steps_from(game, "Ann", "Lancaster Room") & set(DOWNSTAIRS) == east
    assert "Lancaster Room" not in steps_from(game, "Ann", "Servants' Quarters")


def test_bed_and_breakfast_no_sight_between_floors_or_through_joined_stairs() -> None:
    whole = hotel("whole", "Foyer", "Foyer", "Foyer")
    for room in UPSTAIRS:
        assert not seen_from(whole, "Ann", "Bob", room) & set(DOWNSTAIRS)
    up = hotel("upstairs", "Nursery", "Gallery", "Library")
    for room in UPSTAIRS:
        assert seen_from(up, "Ann", "Bob", room) == seen_from(whole, "Ann", "Bob", room)


def test_bed_and_breakfast_card_for_a_room_not_in_play_keeps_its_steps() -> None:
    game = hotel("upstairs", "Nursery | Kitchen, Gallery", "Gallery", "Library")
    refused(game, "jump Kitchen", "room closed")
    assert {"walk Kitchen", "jump Gallery"} <= legal(game)


def test_bed_and_breakfast_other_floor_cannot_be_entered() -> None:
    refused(hotel("upstairs", "Nursery", "Gallery", "Library"), "step Kitchen", "room closed")


def test_bed_and_breakfast_no_cards_for_the_four_extra_rooms() -> None:
    names = set(drlucky.new("kill-2016", 4, seed=0).setting.card_names)
    assert not {"Main Hall", "Pantry", "Rose Suite", "Skipper's Rest"} & names


# Refusals.


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("step Foyer", "not next door"),
        ("jump Kitchen", "card not held"),
        ("jump Wine Cellar", "already there"),
        ("walk Armory", "card not held"),
        ("attempt", "doctor elsewhere"),
        ("pass", "no attempt"),
        ("play Bats", "no attempt"),
        ("stop", "no walk"),
    ],
)
def test_refusals_in_a_turn(action: str, why: str) -> None:
    refused(three("Wine Cellar | Wine Cellar, Bats", "Foyer", "Foyer", "Gallery"), action, why)


@pytest.mark.parametrize("text", ["jump doctor Kitchen", "step doctor Library", "lay Trowel", "kill him", ""])
def test_what_is_no_action_of_this_book_is_refused_in_words(text: str) -> None:
    game = three("Wine Cellar | Kitchen, Trowel", "Foyer", "Foyer", "Gallery")
    with pytest.raises(InvalidAction, match="no action of this game"):
        game.play(text)


def test_refusals_with_steps_unused() -> None:
    game = three("Wine Cellar | Parlor", "Foyer", "Foyer", "Gallery")
    game.play("walk Parlor")
    for action in ("end", "draw", "attempt"):
        refused(game, action, "steps unused")


@pytest.mark.parametrize(
    "option",
    [
        {"weapons_plus_one": True},
        {"no_threes": True},
        {"board": "estate"},
        {"board": "ship"},
        {"board": "nowhere"},
        {"closed": "north"},
        {"layout": "upstairs"},
        {"board": "bed-and-breakfast", "closed": "west"},
        {"board": "bed-and-breakfast", "closed": "both"},
        {"board": "bed-and-breakfast", "layout": "attic"},
    ],
    ids=str,
)
def test_options_that_do_not_fit_are_refused_in_words(option: dict[str, Any]) -> None:
    with pytest.raises(DrLuckyError, match=r".{20}"):
        drlucky.new("kill-2016", 4, seed=0, **option)
