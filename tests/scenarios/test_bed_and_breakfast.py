"""The bed and breakfast, in German the Hotel: the board's other side, folded or whole."""

from itertools import product

import pytest

import drlucky
from drlucky import DrLuckyError, Game
from positions import legal, play, position
from scenarios.helpers import code, doctors_way, put, refused, room_of, seen_from, steps_from, where, whose_turn

BOTH = pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
LAYOUTS = ("upstairs", "downstairs", "whole")
DOWNSTAIRS = [
    "Drawing Room", "Parlor", "Foyer", "Sitting Room", "Dining Hall", "Main Hall", "Kitchen", "Wine Cellar",
    "Hedge Maze", "Billiard Room", "Carriage House", "Piazza", "Green House", "Winter Garden", "Pantry",
]  # fmt: skip
UPSTAIRS = [
    "Nursery", "Trophy Room", "Library", "Armory", "Servants' Quarters", "Rose Suite", "Gallery", "Master Suite",
    "Lilac Room", "Tennessee Room", "White Room", "Skipper's Rest", "Lancaster Room",
]  # fmt: skip
BY_NUMBER = DOWNSTAIRS + UPSTAIRS
WITHOUT_CARDS = {"Main Hall", "Pantry", "Rose Suite", "Skipper's Rest"}
# The rooms around the foot and the head of each stairway.
WEST_DOWN = {"Pantry", "Kitchen", "Dining Hall"}
EAST_DOWN = {"Drawing Room", "Billiard Room", "Parlor"}
WEST_UP = {"Rose Suite", "Servants' Quarters", "Nursery"}
EAST_UP = {"Armory", "Library", "Lancaster Room"}


def hotel(edition: str, layout: str, ann: str, bob: str, lucky: str) -> Game:
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}"
    return position(edition, text, strangers=False, board="bed-and-breakfast", layout=layout)


def any_game(edition: str, layout: str) -> Game:
    """Some position in a layout, for questions about the house itself."""
    room = "Foyer" if layout == "downstairs" else "White Room"
    return hotel(edition, layout, room, room, room)


def rooms_of(layout: str) -> list[str]:
    return {"upstairs": UPSTAIRS, "downstairs": DOWNSTAIRS, "whole": BY_NUMBER}[layout]


# Layouts and starts.


@BOTH
@pytest.mark.parametrize(
    ("players", "layout"),
    [(2, "upstairs"), (3, "upstairs"), (5, "downstairs"), (6, "whole"), (7, "whole"), (8, "whole")],
)
def test_default_layout_by_the_number_of_players(edition: str, players: int, layout: str) -> None:
    game = drlucky.new(edition, players, seed=1, board="bed-and-breakfast", strangers=False if players == 2 else None)
    assert game.view(None).layout == layout


@BOTH
def test_four_players_take_one_of_the_halves(edition: str) -> None:
    assert drlucky.new(edition, 4, seed=1, board="bed-and-breakfast").view(None).layout in ("upstairs", "downstairs")


@BOTH
def test_two_players_with_strangers_take_one_of_the_halves(edition: str) -> None:
    view = drlucky.new(edition, 2, seed=1, board="bed-and-breakfast").view(None)
    assert view.layout in ("upstairs", "downstairs")
    assert view.strangers == (1, 3)


@BOTH
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_other_sizes_are_allowed(edition: str, layout: str, players: int) -> None:
    game = drlucky.new(edition, players, seed=1, board="bed-and-breakfast", layout=layout)
    assert game.view(None).layout == layout
    assert set(game.setting.layout.open) == set(rooms_of(layout))


@BOTH
@pytest.mark.parametrize(
    ("layout", "players", "lucky", "cat", "dog"),
    [("upstairs", 17, 23, 26, 20), ("downstairs", 6, 9, 7, 14), ("whole", 6, 23, 7, 20)],
)
def test_start_table(edition: str, layout: str, players: int, lucky: int, cat: int, dog: int) -> None:
    for count in (2, 3, 4, 5, 6, 8):
        game = drlucky.new(edition, count, seed=1, board="bed-and-breakfast", layout=layout, pets="both")
        assert set(game.view(None).rooms) == {BY_NUMBER[players - 1]}
        assert where(game, "doctor") == BY_NUMBER[lucky - 1]
        assert where(game, "cat") == BY_NUMBER[cat - 1]
        assert where(game, "dog") == BY_NUMBER[dog - 1]


@BOTH
@pytest.mark.parametrize("layout", LAYOUTS)
def test_folding_sets_no_cards_aside(edition: str, layout: str) -> None:
    for players in (3, 4, 7):
        view = drlucky.new(edition, players, seed=1, board="bed-and-breakfast", layout=layout).view(None)
        hand = 5 if players == 7 else 6
        assert (view.set_aside, view.closed) == (0, ())
        assert view.piles == (72 - hand * players,)


@BOTH
def test_this_house_has_no_wings_to_close(edition: str) -> None:
    with pytest.raises(DrLuckyError, match="wings"):
        drlucky.new(edition, 4, board="bed-and-breakfast", closed="west")


# Pets: the German book has some by default, the other only suggests them.


@pytest.mark.parametrize(
    ("players", "layout", "pets"),
    [
        (3, "upstairs", ()),
        (4, "upstairs", ("cat",)),
        (4, "downstairs", ("dog",)),
        (5, "downstairs", ()),
        (6, "whole", ()),
        (7, "whole", ("cat",)),
        (8, "whole", ("cat",)),
    ],
)
def test_default_pets(players: int, layout: str, pets: tuple[str, ...]) -> None:
    german = drlucky.new("kill-de", players, seed=1, board="bed-and-breakfast", layout=layout)
    assert german.setting.pets == pets
    starts = {"upstairs": (26, 20), "downstairs": (7, 14), "whole": (7, 20)}[layout]
    assert where(german, "cat") == (BY_NUMBER[starts[0] - 1] if "cat" in pets else None)
    assert where(german, "dog") == (BY_NUMBER[starts[1] - 1] if "dog" in pets else None)
    english = drlucky.new("kill-2016", players, seed=1, board="bed-and-breakfast", layout=layout)
    assert english.setting.pets == ()


def test_default_pet_of_four_in_the_default_half() -> None:
    view = drlucky.new("kill-de", 4, seed=1, board="bed-and-breakfast").view(None)
    assert ((view.cat is None), (view.dog is None)) == (view.layout != "upstairs", view.layout != "downstairs")


def test_two_players_without_strangers_have_no_pet_by_default() -> None:
    for layout in LAYOUTS:
        game = drlucky.new("kill-de", 2, seed=1, board="bed-and-breakfast", layout=layout, strangers=False)
        assert game.setting.pets == ()


@pytest.mark.parametrize(("players", "layout"), [(4, "upstairs"), (4, "downstairs"), (7, "whole"), (8, "whole")])
def test_default_pets_can_be_left_out_or_changed(players: int, layout: str) -> None:
    for pets, found in (("none", ()), ("dog", ("dog",)), ("cat", ("cat",)), ("both", ("cat", "dog"))):
        game = drlucky.new("kill-de", players, seed=1, board="bed-and-breakfast", layout=layout, pets=pets)
        assert game.setting.pets == found


# The doctor's way.


@BOTH
@pytest.mark.parametrize("layout", LAYOUTS)
def test_doctors_way(edition: str, layout: str) -> None:
    way = rooms_of(layout)
    game = hotel(edition, layout, way[0], way[0], way[0])
    assert doctors_way(game, len(way)) == [*way[1:], way[0]]


@BOTH
def test_the_doctor_changes_floors_and_calls_up_who_is_there(edition: str) -> None:
    game = hotel(edition, "whole", "White Room", "Nursery", "Pantry")
    put(game, "Ann", "White Room")
    game.play("end")
    assert (where(game, "doctor"), whose_turn(game)) == ("Nursery", "Bob")


# Stairs.


@BOTH
def test_stairs_of_the_upper_floor_join_each_other(edition: str) -> None:
    game = any_game(edition, "upstairs")
    for west, east in product(WEST_UP, EAST_UP):
        assert east in steps_from(game, "Ann", west)
        assert west in steps_from(game, "Ann", east)


@BOTH
def test_stairs_of_the_lower_floor_join_each_other(edition: str) -> None:
    game = any_game(edition, "downstairs")
    for west, east in product(WEST_DOWN, EAST_DOWN):
        assert east in steps_from(game, "Ann", west)
        assert west in steps_from(game, "Ann", east)


@BOTH
def test_stairs_of_the_whole_house_join_their_counterparts(edition: str) -> None:
    game = any_game(edition, "whole")
    for room in BY_NUMBER:
        steps = steps_from(game, "Ann", room)
        if room in UPSTAIRS:
            across = WEST_DOWN if room in WEST_UP else EAST_DOWN if room in EAST_UP else set()
            assert steps & set(DOWNSTAIRS) == across
        else:
            across = WEST_UP if room in WEST_DOWN else EAST_UP if room in EAST_DOWN else set()
            assert steps & set(UPSTAIRS) == across


@BOTH
def test_in_the_whole_house_the_two_stairways_are_apart(edition: str) -> None:
    half, whole = any_game(edition, "downstairs"), any_game(edition, "whole")
    assert "Parlor" in steps_from(half, "Ann", "Pantry")
    assert not EAST_DOWN & steps_from(whole, "Ann", "Pantry")
    half = any_game(edition, "upstairs")
    assert "Lancaster Room" in steps_from(half, "Ann", "Servants' Quarters")
    assert "Lancaster Room" not in steps_from(whole, "Ann", "Servants' Quarters")


@BOTH
def test_one_step_leads_from_floor_to_floor(edition: str) -> None:
    game = hotel(edition, "whole", "Pantry", "Foyer", "Foyer")
    game.play("step Rose Suite")
    assert room_of(game, "Ann") == "Rose Suite"
    refused(game, "step Pantry", "no steps left")


@BOTH
@pytest.mark.parametrize("layout", LAYOUTS)
def test_halls_and_landings_are_no_rooms(edition: str, layout: str) -> None:
    assert list(any_game(edition, layout).setting.room_names) == BY_NUMBER


# Sight.


@BOTH
def test_no_sight_between_floors(edition: str) -> None:
    game = any_game(edition, "whole")
    for room in BY_NUMBER:
        other = set(UPSTAIRS if room in DOWNSTAIRS else DOWNSTAIRS)
        assert not seen_from(game, "Ann", "Bob", room) & other


@BOTH
@pytest.mark.parametrize("layout", ["upstairs", "downstairs"])
def test_no_sight_through_stairs_that_join(edition: str, layout: str) -> None:
    """Folding the board changes nobody's view."""
    whole, half = any_game(edition, "whole"), any_game(edition, layout)
    for room in rooms_of(layout):
        assert seen_from(half, "Ann", "Bob", room) == seen_from(whole, "Ann", "Bob", room)


@BOTH
def test_draw_out_of_sight_of_the_other_floor(edition: str) -> None:
    game = hotel(edition, "whole", "Rose Suite", "Pantry", "Kitchen")
    assert code(game, "draw") is None
    put(game, "Bob", "Servants' Quarters")
    refused(game, "draw", "seen by player")


# Cards.


@BOTH
def test_four_rooms_have_no_cards(edition: str) -> None:
    cards = drlucky.new(edition, 8, seed=0, board="bed-and-breakfast").setting.deck.cards
    assert set(BY_NUMBER) - {card.name for card in cards if card.kind == "move"} == WITHOUT_CARDS
    assert set(BY_NUMBER) - {card.room for card in cards if card.kind == "weapon"} == WITHOUT_CARDS


@BOTH
@pytest.mark.parametrize(
    ("layout", "room", "card", "steps", "jumps"),
    [
        ("upstairs", "Gallery", "Carriage House", 2, False),
        ("upstairs", "Gallery", "Armory", 1, True),
        ("downstairs", "Foyer", "Tennessee Room", 2, False),
        ("downstairs", "Foyer", "Carriage House", 2, True),
        ("whole", "Foyer", "Tennessee Room", 2, True),
    ],
)
def test_a_card_for_a_room_not_in_play_keeps_its_steps(
    edition: str, layout: str, room: str, card: str, steps: int, jumps: bool
) -> None:
    game = hotel(edition, layout, f"{room} | {card}", room, room)
    assert code(game, f"jump {card}") == (None if jumps else "room closed")
    game.play(f"walk {card}")
    assert game.view(None).steps == 1 + steps


@BOTH
@pytest.mark.parametrize(("layout", "room"), [("upstairs", "Gallery"), ("downstairs", "Foyer")])
def test_the_other_floor_cannot_be_entered(edition: str, layout: str, room: str) -> None:
    game = hotel(edition, layout, room, room, room)
    for other in set(BY_NUMBER) - set(rooms_of(layout)):
        assert code(game, f"step {other}") == "room closed"


@BOTH
def test_a_weapon_counts_more_in_its_room_on_this_board_too(edition: str) -> None:
    game = hotel(edition, "upstairs", "Gallery | Piece of Rope", "White Room | Bats", "Gallery")
    play(game, *(("lay Piece of Rope", "attempt") if edition == "kill-de" else ("attempt Piece of Rope",)))
    attempt = game.view(None).attempt
    assert attempt is not None
    assert attempt.strength == 1 + 6


@BOTH
def test_lights_go_out_here_too(edition: str) -> None:
    game = hotel(edition, "downstairs", "Winter Garden", "Pantry", "Pantry\npile: only")
    assert game.view(None).lights_out
    put(game, "doctor", "Winter Garden")
    assert "attempt" in legal(game)
