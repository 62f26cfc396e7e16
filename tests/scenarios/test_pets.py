"""Doctor Lucky's dog and cat, from the rule books of 2016 and of the German edition."""

from typing import Any

import pytest

import drlucky
from drlucky import DrLuckyError, Game, InvalidAction
from positions import legal, play, position
from scenarios.helpers import code, discards, events, hand, put, refused, room_of, strength, where, whose_turn

BOTH = pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
MANSION = {
    2: "Parlor", 6: "Trophy Room", 10: "Kitchen", 19: "Servants' Quarters",
}  # fmt: skip


def house(edition: str, ann: str, bob: str, lucky: str, pets: str, **options: Any) -> Game:
    """Ann's turn in the whole mansion; `pets` is lines for them, such as "dog: Kitchen"."""
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: White Room\n{pets}"
    kinds = {line.partition(":")[0].strip() for line in pets.splitlines()} & {"cat", "dog"}
    which = "both" if len(kinds) == 2 else kinds.pop() if kinds else "none"
    return position(edition, text, **{"closed": "none", "pets": which, **options})


# Who plays along, and where they start.


@BOTH
@pytest.mark.parametrize(
    ("players", "closed", "cat", "dog"),
    [(3, "both", 2, 6), (4, "east", 10, 6), (5, "west", 2, 19), (6, "none", 10, 19), (8, "none", 10, 19)],
)
def test_starts_in_the_mansion(edition: str, players: int, closed: str, cat: int, dog: int) -> None:
    game = drlucky.new(edition, players, seed=1, closed=closed, pets="both")
    assert (where(game, "cat"), where(game, "dog")) == (MANSION[cat], MANSION[dog])
    assert (room_of(game, game.players[0]), where(game, "doctor")) == ("Drawing Room", "Gallery")


@BOTH
@pytest.mark.parametrize(("players", "cat", "dog"), [(2, 2, 19), (3, 2, 6), (4, 2, 19), (5, 2, 19), (7, 10, 19)])
def test_starts_in_the_mansion_as_it_is_closed_by_default(edition: str, players: int, cat: int, dog: int) -> None:
    for pets, room in (("cat", (MANSION[cat], None)), ("dog", (None, MANSION[dog]))):
        game = drlucky.new(edition, players, seed=1, pets=pets)
        assert (where(game, "cat"), where(game, "dog")) == room


@BOTH
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_no_pets_in_the_mansion_unless_asked_for(edition: str, players: int) -> None:
    game = drlucky.new(edition, players, seed=1)
    assert (where(game, "cat"), where(game, "dog")) == (None, None)
    with pytest.raises(InvalidAction):
        game.play("step cat Parlor")


@BOTH
def test_only_one_pet_moves_if_one_plays_along(edition: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Gallery", "cat: Kitchen")
    assert {action.pawn for action in game.setting.actions} == {None, "cat"}
    with pytest.raises(InvalidAction):
        game.play("step dog Parlor")


@pytest.mark.parametrize("edition", ["kill-1996", "save-2000", "save-paizo"])
def test_the_other_books_have_no_pets(edition: str) -> None:
    with pytest.raises(DrLuckyError, match="pets"):
        drlucky.new(edition, 4, pets="cat")


@BOTH
def test_pets_are_dog_cat_both_or_none(edition: str) -> None:
    for pets, found in (("none", ()), ("dog", ("dog",)), ("cat", ("cat",)), ("both", ("cat", "dog"))):
        assert drlucky.new(edition, 4, seed=1, pets=pets).setting.pets == found
    with pytest.raises(DrLuckyError, match="parrot"):
        drlucky.new(edition, 4, pets="parrot")


# They never move by themselves.


@BOTH
def test_pets_never_move_by_themselves(edition: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Gallery", "cat: Kitchen\ndog: Piazza")
    for _ in range(30):
        game.play("end")
    assert (where(game, "cat"), where(game, "dog")) == ("Kitchen", "Piazza")


@BOTH
def test_the_doctor_calls_no_pet_up(edition: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Gallery", "cat: Library\ndog: Library")
    game.play("end")
    assert (where(game, "doctor"), whose_turn(game)) == ("Library", "Bob")


# Moving them, 2016: one point to any room.


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_2016_one_point_takes_a_pet_to_any_open_room(pet: str) -> None:
    game = house("kill-2016", "Foyer", "Foyer", "Gallery", f"{pet}: Wine Cellar")
    steps = {action.room for action in game.legal if action.verb == "step" and action.pawn == pet}
    assert steps == set(game.setting.room_names) - {"Wine Cellar"}
    game.play(f"step {pet} White Room")
    assert where(game, pet) == "White Room"
    refused(game, f"step {pet} Foyer", "no steps left")
    refused(game, "step Piazza", "no steps left")


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_2016_points_of_a_card_one_by_one(pet: str) -> None:
    game = house("kill-2016", "Foyer | Carriage House", "Foyer", "Gallery", f"{pet}: Wine Cellar")
    play(game, "walk Carriage House", f"step {pet} White Room", "step Piazza", f"step {pet} Armory")
    assert (where(game, pet), room_of(game, "Ann")) == ("Armory", "Piazza")
    refused(game, f"step {pet} Foyer", "no steps left")


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_2016_no_cards_jump_for_a_pet(pet: str) -> None:
    game = house("kill-2016", "Foyer | Kitchen", "Foyer", "Gallery", f"{pet}: Wine Cellar")
    refused(game, f"jump {pet} Kitchen", "no jump for pet")
    assert "jump Kitchen" in legal(game)


@pytest.mark.parametrize("layout", ["upstairs", "downstairs"])
def test_2016_not_to_a_floor_that_is_not_in_play(layout: str) -> None:
    game = drlucky.new("kill-2016", 4, seed=1, board="bed-and-breakfast", layout=layout, pets="cat")
    steps = {action.room for action in game.legal if action.verb == "step" and action.pawn == "cat"}
    assert steps == set(game.setting.layout.open) - {where(game, "cat")}
    refused(game, "step cat Kitchen" if layout == "upstairs" else "step cat Nursery", "room closed")


# Moving them, German edition: as if they were you.


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_de_a_pet_goes_step_by_step(pet: str) -> None:
    game = house("kill-de", "Foyer | Carriage House", "Foyer", "Gallery", f"{pet}: Wine Cellar")
    steps = {action.room for action in game.legal if action.verb == "step" and action.pawn == pet}
    assert steps == {"Kitchen", "Winter Garden"}
    refused(game, f"step {pet} White Room", "not next door")
    play(game, "walk Carriage House", f"step {pet} Kitchen", "step Piazza", f"step {pet} Trophy Room")
    assert (where(game, pet), room_of(game, "Ann")) == ("Trophy Room", "Piazza")
    refused(game, f"step {pet} Kitchen", "no steps left")


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_de_a_pet_goes_through_halls_and_not_over_the_balcony_rail(pet: str) -> None:
    game = house("kill-de", "Foyer", "Foyer", "Gallery", f"{pet}: Dining Hall")
    steps = {action.room for action in game.legal if action.verb == "step" and action.pawn == pet}
    assert len(steps) == 15
    refused(game, f"step {pet} Gallery", "not next door")


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_de_a_cards_jump_for_a_pet(pet: str) -> None:
    game = house("kill-de", "Foyer | Armory", "Foyer", "Gallery", f"{pet}: Wine Cellar")
    game.play(f"jump {pet} Armory")
    assert (where(game, pet), room_of(game, "Ann")) == ("Armory", "Foyer")
    assert (discards(game), hand(game, "Ann")) == (["Armory"], ())
    game.play(f"step {pet} Gallery")
    assert where(game, pet) == "Gallery"


@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_de_no_jump_of_a_pet_to_where_it_is(pet: str) -> None:
    game = house("kill-de", "Foyer | Armory", "Foyer", "Gallery", f"{pet}: Armory")
    refused(game, f"jump {pet} Armory", "already there")


# Moving them, both books.


@BOTH
@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_pets_never_enter_closed_rooms(edition: str, pet: str) -> None:
    game = house(edition, "Foyer | Kitchen", "Foyer", "Gallery", f"{pet}: Dining Hall", closed="west")
    for room in ("Kitchen", "Master Suite", "Winter Garden", "Lancaster Room"):
        refused(game, f"step {pet} {room}", "room closed")
    assert code(game, f"jump {pet} Kitchen") in ("no jump for pet", "room closed")
    assert f"step {pet} Sitting Room" in legal(game)


@BOTH
@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_a_pet_cannot_be_moved_to_where_it_is(edition: str, pet: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Gallery", f"{pet}: Kitchen")
    assert code(game, f"step {pet} Kitchen") is not None
    assert f"step {pet} Kitchen" not in legal(game)


@BOTH
@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_a_pets_step_pays_what_a_card_owes(edition: str, pet: str) -> None:
    game = house(edition, "Wine Cellar | Carriage House", "Foyer", "Gallery", f"{pet}: Piazza")
    game.play("walk Carriage House")
    refused(game, "end", "steps unused")
    refused(game, "draw", "steps unused")
    play(game, f"step {pet} Foyer", "draw")
    assert whose_turn(game) == "Bob"


@BOTH
@pytest.mark.parametrize("pet", ["cat", "dog"])
def test_any_player_moves_a_pet_on_their_turn(edition: str, pet: str) -> None:
    game = house(edition, "Foyer", "Foyer", "Gallery", f"{pet}: Kitchen")
    play(game, "end", f"step {pet} Wine Cellar", "end", f"step {pet} Kitchen")
    assert where(game, pet) == "Kitchen"


@BOTH
def test_both_pets_move_in_one_turn(edition: str) -> None:
    game = house(edition, "Foyer | Armory", "Foyer", "Gallery", "cat: Kitchen\ndog: Wine Cellar")
    play(game, "walk Armory", "step cat Wine Cellar", "step dog Kitchen")
    assert (where(game, "cat"), where(game, "dog")) == ("Wine Cellar", "Kitchen")


# The dog: no drawing and no attempt where he sees you.


@BOTH
@pytest.mark.parametrize("dog", ["Wine Cellar", "Kitchen", "Winter Garden"])
def test_dog_forbids_drawing_and_striking_where_he_sees_you(edition: str, dog: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Gallery", f"dog: {dog}")
    refused(game, "draw", "seen by dog")
    put(game, "doctor", "Wine Cellar")
    refused(game, "attempt", "seen by dog")


@BOTH
@pytest.mark.parametrize("dog", ["Master Suite", "Foyer", "Trophy Room"])
def test_dog_who_does_not_see_you_does_not_mind(edition: str, dog: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Gallery", f"dog: {dog}")
    assert code(game, "draw") is None
    put(game, "doctor", "Wine Cellar")
    assert code(game, "attempt") is None


@BOTH
def test_dog_forbids_no_moving_and_no_luck(edition: str) -> None:
    game = house(edition, "Kitchen", "Foyer | Bats", "Kitchen", "dog: Foyer")
    play(game, "attempt", "play Bats")
    assert events(game, "foiled")
    game = house(edition, "Wine Cellar | Armory", "Foyer", "Gallery", "dog: Wine Cellar")
    play(game, "jump Armory", "step Gallery", "end")
    assert whose_turn(game) == "Bob"


@BOTH
def test_dog_sent_away_and_then_the_attempt(edition: str) -> None:
    game = house(edition, "Wine Cellar | Chain Saw", "Foyer | Bats", "Wine Cellar", "dog: Kitchen")
    strike = "attempt Chain Saw" if edition == "kill-2016" else "lay Chain Saw"
    refused(game, strike, "seen by dog")
    play(game, "step dog Trophy Room", strike)
    if edition == "kill-de":
        game.play("attempt")
    assert strength(game) == 4


@BOTH
def test_dog_as_a_block(edition: str) -> None:
    game = house(edition, "Trophy Room", "Wine Cellar", "Armory", "dog: Trophy Room")
    play(game, "step dog Kitchen", "end")
    refused(game, "draw", "seen by dog")


@BOTH
def test_a_dog_does_not_hide_that_a_player_sees_you(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Kitchen", "Wine Cellar", "dog: Foyer")
    refused(game, "attempt", "seen by player")
    assert code(house(edition, "Wine Cellar", "Kitchen", "Wine Cellar", "dog: Kitchen"), "attempt") is not None


@BOTH
def test_lights_out_and_the_dog_sees_his_room_only(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Wine Cellar", "dog: Kitchen\npile: only")
    assert code(game, "attempt") is None
    put(game, "dog", "Wine Cellar")
    refused(game, "attempt", "seen by dog")


# The cat: nobody in her room sees out of it.


@BOTH
def test_cat_blinds_the_doctor(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Kitchen", "cat: Foyer")
    refused(game, "draw", "seen by doctor")
    put(game, "cat", "Kitchen")
    assert code(game, "draw") is None


@BOTH
def test_cat_blinds_players(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Kitchen", "Wine Cellar", "cat: Foyer")
    refused(game, "attempt", "seen by player")
    put(game, "cat", "Kitchen")
    assert code(game, "attempt") is None
    put(game, "doctor", "Foyer")
    assert code(game, "draw") is None


@BOTH
def test_cat_blinds_her_own_room_only(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Kitchen", "Wine Cellar", "cat: Kitchen")
    put(game, "Cleo", "Winter Garden")
    refused(game, "attempt", "seen by player")


@BOTH
def test_others_still_see_into_the_cats_room(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Kitchen", "Wine Cellar", "cat: Wine Cellar")
    refused(game, "attempt", "seen by player")
    put(game, "doctor", "Foyer")
    refused(game, "draw", "seen by player")
    put(game, "Bob", "Foyer")
    put(game, "doctor", "Kitchen")
    refused(game, "draw", "seen by doctor")


@BOTH
def test_people_in_the_cats_room_see_each_other(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Wine Cellar", "Wine Cellar", "cat: Wine Cellar")
    refused(game, "attempt", "seen by player")
    put(game, "Bob", "Foyer")
    refused(game, "draw", "seen by doctor")
    assert code(game, "attempt") is None


@BOTH
def test_cat_forbids_nothing(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Gallery", "cat: Wine Cellar")
    assert code(game, "draw") is None


@BOTH
def test_cat_does_not_stop_a_sight_line_through_her_room(edition: str) -> None:
    """From the Master Suite one sees through the Nursery, where the cat is, into the Library."""
    game = house(edition, "Library", "Master Suite", "Library", "cat: Nursery")
    refused(game, "attempt", "seen by player")


@BOTH
def test_cat_brought_to_a_witness_and_then_the_attempt(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Kitchen | Bats", "Wine Cellar", "cat: Trophy Room")
    play(game, "step cat Kitchen", "attempt")
    assert strength(game) == 1


# Both pets.


@BOTH
def test_cat_blinds_the_dog(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Wine Cellar", "dog: Kitchen\ncat: Foyer")
    refused(game, "attempt", "seen by dog")
    put(game, "cat", "Kitchen")
    assert code(game, "attempt") is None
    put(game, "doctor", "Foyer")
    assert code(game, "draw") is None


@BOTH
def test_dog_in_the_cats_room_sees_who_is_in_it(edition: str) -> None:
    game = house(edition, "Kitchen", "Foyer", "Kitchen", "dog: Kitchen\ncat: Kitchen")
    refused(game, "attempt", "seen by dog")
    put(game, "doctor", "Foyer")
    refused(game, "draw", "seen by dog")


@BOTH
def test_dog_sees_into_the_cats_room(edition: str) -> None:
    game = house(edition, "Wine Cellar", "Foyer", "Wine Cellar", "dog: Kitchen\ncat: Wine Cellar")
    refused(game, "attempt", "seen by dog")


@BOTH
def test_in_the_dark_the_cat_changes_nothing(edition: str) -> None:
    game = house(edition, "Kitchen", "Kitchen", "Kitchen", "cat: Kitchen\npile: only")
    refused(game, "attempt", "seen by player")
    put(game, "Bob", "Wine Cellar")
    assert code(game, "attempt") is None
