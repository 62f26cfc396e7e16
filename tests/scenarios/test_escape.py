"""Escape from Lucky Mansion, in German Flucht aus Luckys Villa: the game after the game."""

from typing import Any

import pytest

import drlucky
from drlucky import DrLuckyError, Game, InvalidAction
from drlucky.engine.codes import ASIDE
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
    seats_in_order,
    strength,
    where,
    whose_turn,
)

BOTH = pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])


def three(
    edition: str, ann: str, bob: str, cleo: str, lucky: str = "Gallery", pile: str = "only", **options: Any
) -> Game:
    """Ann's turn in an Escape in the whole mansion; unless a pile is given it is empty, so that nobody draws."""
    text = f"doctor: {lucky}\n* Ann: {ann}\nBob: {bob}\nCleo: {cleo}\npile: {pile}"
    return position(edition, text, **{"escape": True, "closed": "none", **options})


def fight(edition: str, ann: str = "", bob: str = "", room: str = "Kitchen", pile: str = "only") -> Game:
    """Ann and Bob in one room; the doctor and Cleo are far away. `ann` and `bob` are hands."""
    return three(edition, f"{room} | {ann}", f"{room} | {bob}", "White Room | Ennui", "Piazza", pile)


def strike(game: Game, *weapons: str) -> None:
    """Ann attacks Bob with weapons, or with bare hands."""
    game.play("attack seat-1")
    if game.edition.id == "kill-de":
        play(game, *(f"lay {weapon}" for weapon in weapons), "attempt")
    else:
        game.play(" ".join(["attempt", *weapons]))


def taken(game: Game, before: list[str]) -> list[str]:
    """The cards that have gone out of the game since."""
    return sorted(set(gone(game)) - set(before))


# Right after a finished game.


def finished(edition: str, winner: str = "Bob", **options: Any) -> Game:
    """One of three has won in the Kitchen, with Reasons, cards and discards all round."""
    game = position(
        edition,
        """
        doctor: Kitchen
        Ann: Foyer | Parlor | 1
        Bob: Foyer | Sitting Room | 2
        Cleo: White Room | Armory | 3
        discards: Bats, Poof
        """.replace(f"{winner}: ", f"* {winner}: "),
        **{"closed": "none", **options},
    )
    put(game, winner, "Kitchen")
    play(game, "attempt", "pass", "pass")
    assert result(game)[:2] == ("success", winner)
    return game


@BOTH
def test_everyone_stays_where_they_are(edition: str) -> None:
    game = finished(edition).escape(seed=1)
    assert game.view(None).escape
    assert game.view(None).rooms == ("Foyer", "Kitchen", "White Room")
    assert doctor(game) == "Kitchen"
    assert game.players == ("Ann", "Bob", "Cleo")


@BOTH
def test_reasons_are_gone_and_all_cards_are_dealt_anew(edition: str) -> None:
    game = finished(edition).escape(seed=1)
    view = game.view(None)
    assert (view.reasons, view.doctor_reasons) == ((0, 0, 0), 0)
    assert (view.discards, view.out_of_game, view.set_aside) == ((), (), 0)
    assert view.hand_sizes == (6, 7, 6)  # Bob's turn has begun, with a card
    assert view.piles == (72 - 18 - 1,)
    assert (view.turn, view.lights_out) == (0, False)


@BOTH
@pytest.mark.parametrize("winner", ["Ann", "Bob", "Cleo"])
def test_the_winner_starts(edition: str, winner: str) -> None:
    for seed in range(5):
        assert whose_turn(finished(edition, winner).escape(seed=seed)) == winner


@BOTH
def test_nobody_won_and_a_random_player_starts(edition: str) -> None:
    game = drlucky.new(edition, 3, seed=1, turn_limit=1)
    game.play("end")
    assert {game.escape(seed=seed).to_decide for seed in range(40)} == {0, 1, 2}


@BOTH
@pytest.mark.parametrize(("stranger", "first"), [("Stranger 1", "Bob"), ("Stranger 2", "Ann")])
def test_a_stranger_won_and_the_player_on_its_left_starts(edition: str, stranger: str, first: str) -> None:
    people = ("Ann: Foyer", "Stranger 1: Armory", "Bob: White Room", "Stranger 2: Piazza")
    lines = [f"* {stranger}: Kitchen | | 9" if line.startswith(stranger) else line for line in people]
    main = position(edition, "\n".join(["doctor: Kitchen", *lines]), closed="none")
    assert result(main)[:2] == ("success", stranger)
    game = main.escape(seed=3)
    assert game.players == ("Ann", "Bob")
    assert (game.view(None).rooms, game.view(None).strangers) == (("Foyer", "White Room"), ())
    assert whose_turn(game) == first
    assert sorted(game.view(None).hand_sizes) == [6, 7]
    with pytest.raises(InvalidAction):
        game.play("step stranger-1 Foyer")


@BOTH
def test_closed_rooms_stay_closed_and_keep_their_cards(edition: str) -> None:
    main = drlucky.new(edition, 3, seed=1, turn_limit=1)
    main.play("end")
    game = main.escape(seed=1)
    view = game.view(None)
    assert (set(view.closed), view.set_aside) == ({"west", "east"}, 10)
    assert view.piles == (72 - 10 - 18 - 1,)
    assert game.state.cards_at(3 + ASIDE) == main.state.cards_at(3 + ASIDE)
    aside = set(main.state.cards_at(3 + ASIDE))
    assert not aside & set(game.state.pile[game.state.pile_at :])


@BOTH
def test_pets_leave(edition: str) -> None:
    main = finished(edition, pets="both")
    assert main.view(None).cat
    game = main.escape(seed=1)
    assert (game.view(None).cat, game.view(None).dog) == (None, None)
    assert {action.pawn for action in game.setting.actions} == {None, "doctor"}


@BOTH
def test_the_lights_are_of_no_account(edition: str) -> None:
    main = finished(edition)
    main.state.stage = 1
    assert not main.escape(seed=1).view(None).lights_out


@BOTH
def test_the_escape_comes_once_and_after_the_game(edition: str) -> None:
    with pytest.raises(DrLuckyError):
        drlucky.new(edition, 3, seed=1).escape()
    text = "doctor: Piazza\n* Ann: Kitchen | | 3\nBob: Kitchen"
    game = position(edition, text, escape=True)
    strike(game)
    assert game.outcome
    with pytest.raises(DrLuckyError):
        game.escape()


def test_the_other_books_have_no_escape() -> None:
    for edition in ("kill-1996", "save-2000", "save-paizo"):
        game = drlucky.new(edition, 3, seed=1, turn_limit=1)
        game.play("end")
        with pytest.raises(DrLuckyError):
            game.escape()
        with pytest.raises(DrLuckyError, match="escape"):
            drlucky.new(edition, 3, escape=True)


# By itself.


@BOTH
@pytest.mark.parametrize("players", range(2, 9))
def test_by_itself_from_the_start_rooms(edition: str, players: int) -> None:
    game = drlucky.new(edition, players, seed=2, escape=True)
    view = game.view(None)
    assert view.rooms == ("Drawing Room",) * players
    assert view.doctor == "Gallery"
    assert view.set_aside == {2: 5, 3: 10, 4: 5, 5: 5}.get(players, 0)
    assert sorted(view.hand_sizes) == [6] * (players - 1) + [7]
    assert view.hand_sizes[view.current] == 7
    assert view.strangers == ()


@BOTH
@pytest.mark.parametrize(
    ("layout", "start", "lucky"),
    [
        ("upstairs", "Trophy Room", "Master Suite"),
        ("downstairs", "Main Hall", "Hedge Maze"),
        ("whole", "Main Hall", "Master Suite"),
    ],
)
def test_by_itself_in_the_bed_and_breakfast(edition: str, layout: str, start: str, lucky: str) -> None:
    game = drlucky.new(edition, 4, seed=2, escape=True, board="bed-and-breakfast", layout=layout)
    assert game.view(None).rooms == (start,) * 4
    assert (doctor(game), where(game, "cat"), where(game, "dog")) == (lucky, None, None)


@BOTH
def test_by_itself_a_random_player_starts(edition: str) -> None:
    assert {drlucky.new(edition, 3, seed=seed, escape=True).to_decide for seed in range(40)} == {0, 1, 2}


@BOTH
def test_no_strangers_and_no_pets_in_it(edition: str) -> None:
    with pytest.raises(DrLuckyError, match="Escape"):
        drlucky.new(edition, 2, escape=True, strangers=True)
    for pets in ("cat", "dog", "both"):
        with pytest.raises(DrLuckyError, match="Escape"):
            drlucky.new(edition, 4, escape=True, pets=pets)


# Turns.


@BOTH
def test_the_order_is_always_to_the_left(edition: str) -> None:
    text = "doctor: Gallery\n* Ann: Foyer\nBob: Foyer\nCleo: Library | Shadows, Bats\nDan: Foyer"
    game = position(edition, text, escape=True, closed="none")
    if edition == "kill-de":  # where he does not walk by himself
        game.play("step doctor Library")
    order = []
    for _ in range(9):
        if game.view(None).attempt:
            game.play("play Shadows")
        order.append(game.view(None).current)
        game.play("end")
    assert seats_in_order(order, 0, 4)
    assert not events(game, "called up")


@BOTH
def test_each_turn_begins_with_a_card(edition: str) -> None:
    game = three(edition, "Foyer", "Piazza", "Piazza", "Drawing Room", "Bats, Oops, Ennui, Poof")
    assert hand(game, "Ann") == ("Bats",)
    game.play("end")
    assert hand(game, "Bob") == ("Oops",)
    play(game, "end", "end")
    assert [len(hand(game, name)) for name in game.players] == [2, 1, 1]
    assert [event.seat for event in events(game, "drew")] == [0, 1, 2, 0]


@BOTH
def test_one_sees_only_the_cards_one_draws(edition: str) -> None:
    game = three(edition, "Foyer", "Piazza", "Piazza", "Drawing Room", "Classic Blunder, Ennui")
    (drew,) = [event for event in game.events_for(1) if event.kind == "drew"]
    assert drew.card is None
    (drew,) = [event for event in game.events_for(0) if event.kind == "drew"]
    assert drew.card == "Classic Blunder"


@BOTH
def test_with_an_empty_pile_nobody_draws(edition: str) -> None:
    game = three(edition, "Foyer", "Piazza", "Piazza", "Drawing Room", "only Bats")
    play(game, "end", "end", "end")
    assert [event.seat for event in events(game, "drew")] == [0]
    assert [len(hand(game, name)) for name in game.players] == [1, 0, 0]
    assert whose_turn(game) == "Ann"


@BOTH
def test_a_card_is_drawn_at_no_other_time(edition: str) -> None:
    game = three(edition, "Wine Cellar", "Piazza", "Piazza", "Drawing Room", "Bats, Poof")
    refused(game, "draw", "drawn already")


@BOTH
def test_the_doctor_cannot_be_killed(edition: str) -> None:
    game = three(edition, "Wine Cellar", "Piazza", "Piazza", "Wine Cellar")
    refused(game, "attempt", "doctor is dead")
    assert not [action for action in legal(game) if action.startswith(("attempt", "lay", "attack"))]


@BOTH
def test_dead_players_have_no_turns(edition: str) -> None:
    game = three(edition, "Foyer", "out", "Piazza", "Drawing Room", "Bats, Oops, Ennui")
    game.play("end")
    assert whose_turn(game) == "Cleo"
    assert hand(game, "Cleo") == ("Oops",)
    game.play("end")
    assert whose_turn(game) == "Ann"


@BOTH
def test_moving_oneself_as_ever(edition: str) -> None:
    game = three(edition, "Foyer | Carriage House, Armory", "Piazza", "Piazza", "Trophy Room")
    play(game, "walk Carriage House", "step Piazza", "step Green House", "jump Armory", "step Gallery")
    assert room_of(game, "Ann") == "Gallery"
    refused(game, "step Armory", "no steps left")


# Points for the doctor.


@BOTH
@pytest.mark.parametrize(
    ("closed", "start", "end"),
    [
        ("none", "Gallery", "Library"),
        ("none", "Foyer", "Drawing Room"),
        ("west", "Green House", "Nursery"),
        ("both", "Library", "Carriage House"),
    ],
)
def test_one_point_takes_him_one_number_forward(edition: str, closed: str, start: str, end: str) -> None:
    game = three(edition, "Parlor", "Parlor", "Parlor", start, closed=closed)
    steps = [str(action) for action in game.legal if action.pawn == "doctor"]
    assert steps == [f"step doctor {end}"]
    game.play(steps[0])
    assert (doctor(game), room_of(game, "Ann")) == (end, "Parlor")
    refused(game, "step Billiard Room", "no steps left")


@BOTH
def test_he_goes_forward_by_the_numbers_only(edition: str) -> None:
    game = three(edition, "Parlor", "Parlor", "Parlor", "Library")
    for room in ("Gallery", "Armory", "Lilac Room", "Dining Hall"):
        refused(game, f"step doctor {room}", "not next number")


@BOTH
def test_points_of_a_card_one_by_one(edition: str) -> None:
    game = three(edition, "Foyer | Carriage House", "Parlor", "Parlor")
    game.play("walk Carriage House")
    refused(game, "end", "steps unused")
    play(game, "step doctor Library", "step Piazza", "step doctor Tennessee Room")
    assert (doctor(game), room_of(game, "Ann")) == ("Tennessee Room", "Piazza")
    refused(game, "step doctor Lilac Room", "no steps left")
    game = three(edition, "Foyer | Carriage House", "Parlor", "Parlor")
    play(game, "walk Carriage House", "step doctor Library", "end")
    assert whose_turn(game) == "Bob"


@BOTH
def test_a_cards_jump_can_be_his(edition: str) -> None:
    game = three(edition, "Foyer | Kitchen, Gallery", "Parlor", "Parlor")
    refused(game, "jump doctor Gallery", "already there")
    refused(game, "jump doctor Armory", "card not held")
    game.play("jump doctor Kitchen")
    assert (doctor(game), room_of(game, "Ann")) == ("Kitchen", "Foyer")
    assert (discards(game), game.view(None).steps) == (["Kitchen"], 1)


@BOTH
def test_he_cannot_jump_into_a_closed_room(edition: str) -> None:
    game = three(edition, "Foyer | Kitchen", "Parlor", "Parlor", closed="west")
    refused(game, "jump doctor Kitchen", "room closed")


@BOTH
def test_players_move_nobody_else(edition: str) -> None:
    game = three(edition, "Foyer", "Parlor", "Parlor")
    assert {action.pawn for action in game.setting.actions} == {None, "doctor"}


# His own walk: the book of 2016 has it, the German one does not.


def test_2016_the_doctor_walks_after_every_turn() -> None:
    game = three("kill-2016", "Foyer", "Foyer", "Foyer", "Nursery")
    play(game, "end", "end", "end")
    assert [event.room for event in events(game, "doctor moved")] == ["Armory", "Gallery", "Library"]


def test_2016_his_walk_skips_closed_rooms() -> None:
    game = three("kill-2016", "Foyer", "Foyer", "Foyer", "Library", closed="both")
    game.play("end")
    assert doctor(game) == "Carriage House"


def test_2016_he_attacks_where_he_arrives() -> None:
    game = three("kill-2016", "Foyer", "Foyer", "Library | Bats, Oops")
    game.play("end")
    (attack,) = events(game, "attacked")
    assert (attack.pawn, attack.seat, attack.number) == ("doctor", 2, 1)
    assert asked(game) == "Cleo"
    game.play("play Bats")
    assert (whose_turn(game), asked(game)) == ("Bob", "Bob")
    assert doctor(game) == "Library"


def test_2016_his_walk_comes_after_an_attack_of_a_player_too() -> None:
    game = fight("kill-2016", "", "Bats, Oops")
    strike(game)
    game.play("play Bats")
    assert (doctor(game), whose_turn(game)) == ("Foyer", "Bob")


@pytest.mark.parametrize(
    ("ann", "bob", "cleo", "victim"),
    [
        ("Library", "Library", "Library", "Bob"),
        ("Library", "Foyer", "Library", "Cleo"),
        ("Library", "Foyer", "Foyer", "Ann"),
        ("Foyer", "Library", "Library", "Bob"),
    ],
)
def test_2016_on_his_walk_he_attacks_who_is_next(ann: str, bob: str, cleo: str, victim: str) -> None:
    game = three("kill-2016", f"{ann} | Bats, Oops", f"{bob} | Poof, Umm", f"{cleo} | Ennui, Turnabout")
    game.play("end")
    assert [game.players[event.seat or 0] for event in events(game, "attacked")] == [victim]
    assert asked(game) == victim
    game.play("play " + {"Ann": "Bats", "Bob": "Poof", "Cleo": "Ennui"}[victim])
    assert whose_turn(game) == "Bob"


def test_2016_the_next_player_defends_before_drawing() -> None:
    game = three("kill-2016", "Foyer", "Library", "Foyer", "Gallery", "Bats, Oops, Poof")
    game.play("end")
    assert where(game, "Bob") is None
    assert (whose_turn(game), hand(game, "Cleo")) == ("Cleo", ("Oops",))


def test_2016_no_first_round_without_attacks() -> None:
    game = three("kill-2016", "Foyer", "Library | Bats", "Foyer", "Gallery\nturn: 0")
    game.play("end")
    assert asked(game) == "Bob"


def test_de_the_doctor_moves_only_when_moved() -> None:
    game = three("kill-de", "Foyer", "Foyer", "Library | Bats")
    play(game, "end", "end", "end")
    assert doctor(game) == "Gallery"
    assert not events(game, "doctor moved")
    assert not events(game, "attacked")


# He attacks where he is brought.


@BOTH
def test_a_step_into_a_room_with_a_player_is_an_attack(edition: str) -> None:
    game = three(edition, "Foyer | Armory", "Library | Bats, Oops", "Piazza")
    play(game, "walk Armory", "step doctor Library")
    (attack,) = events(game, "attacked")
    assert (attack.pawn, attack.seat, attack.number) == ("doctor", 1, 1)
    assert (asked(game), strength(game)) == ("Bob", 1)
    attempt = game.view(None).attempt
    assert attempt is not None
    assert (attempt.attacker, attempt.target) == ("doctor", 1)


@BOTH
def test_a_jump_into_a_room_with_a_player_is_an_attack(edition: str) -> None:
    game = three(edition, "Foyer | Kitchen", "Kitchen | Bats, Oops", "Piazza")
    game.play("jump doctor Kitchen")
    assert [event.seat for event in events(game, "attacked")] == [1]
    assert asked(game) == "Bob"


@BOTH
def test_an_empty_room_is_no_attack(edition: str) -> None:
    game = three(edition, "Foyer | Kitchen", "Piazza", "Piazza")
    play(game, "step doctor Library", "jump doctor Kitchen")
    assert not events(game, "attacked")


@BOTH
def test_who_walks_up_to_him_is_not_attacked(edition: str) -> None:
    game = three(edition, "Armory | Parlor", "Piazza", "Piazza")
    game.play("step Gallery")
    assert not events(game, "attacked")
    game = three(edition, "Armory | Parlor", "Piazza", "Piazza", "Parlor")
    game.play("jump Parlor")
    assert not events(game, "attacked")


@BOTH
def test_the_mover_goes_on_afterwards(edition: str) -> None:
    game = three(edition, "Foyer | Carriage House, Armory", "Library | Bats, Oops", "Foyer | Poof")
    play(game, "walk Carriage House", "step doctor Library", "play Bats")
    assert (whose_turn(game), asked(game), game.view(None).steps) == ("Ann", "Ann", 2)
    play(game, "step Piazza", "jump Armory", "step Gallery", "end")
    assert whose_turn(game) == "Bob"


@BOTH
def test_each_room_entered_is_an_attack(edition: str) -> None:
    game = three(edition, "Foyer | Armory, Kitchen", "Library | Bats, Oops", "Tennessee Room | Umm, Poof")
    play(game, "walk Armory", "step doctor Library", "play Bats", "step doctor Tennessee Room", "play Umm")
    assert [(event.seat, event.number) for event in events(game, "attacked")] == [(1, 1), (2, 2)]
    put(game, "Bob", "Kitchen")
    game.play("jump doctor Kitchen")
    assert [(event.seat, event.number) for event in events(game, "attacked")][2:] == [(1, 3)]


@BOTH
def test_after_his_attack_the_mover_may_still_attack(edition: str) -> None:
    game = three(edition, "Foyer", "Library | Bats, Oops", "Foyer | Poof, Umm")
    play(game, "step doctor Library", "play Bats", "attack seat-2", "attempt")
    assert asked(game) == "Cleo"


@BOTH
@pytest.mark.parametrize(
    ("rooms", "victim"),
    [
        ("Library Library Library Library", 2),
        ("Library Library Foyer Library", 3),
        ("Library Library Foyer Foyer", 0),
        ("Foyer Library Foyer Foyer", 1),
        ("Library Library out Foyer", 0),
        ("Library Library out Library", 3),
    ],
)
def test_of_several_he_attacks_who_is_next_and_the_player_in_turn_comes_last(
    edition: str, rooms: str, victim: int
) -> None:
    ann, bob, cleo, dan = rooms.split()
    cleo += "" if cleo == "out" else " | Umm"
    text = f"doctor: Gallery\nAnn: {ann} | Bats\n* Bob: {bob} | Poof\nCleo: {cleo}\nDan: {dan} | Ennui\npile: only"
    game = position(edition, text, escape=True, closed="none")
    game.play("step doctor Library")
    assert [event.seat for event in events(game, "attacked")] == [victim]
    assert game.to_decide == victim


# Defending.


@BOTH
def test_only_the_victim_defends(edition: str) -> None:
    game = three(edition, "Foyer | Shadows", "Library | Bats, Armory", "Foyer | Oops", "Gallery | 4")
    game.play("step doctor Library")
    assert (strength(game), legal(game)) == (5, {"pass", "play Bats"})
    refused(game, "play Armory", "card without luck")
    play(game, "play Bats", "pass")
    assert where(game, "Bob") is None
    assert asked(game) == "Ann"
    assert not [event for event in game.events if event.kind in ("played", "passed") and event.seat != 1]


@BOTH
def test_enough_luck_saves_the_victim(edition: str) -> None:
    game = three(edition, "Foyer", "Library | Bats, Oops, Ennui", "Foyer", "Gallery | 2")
    play(game, "step doctor Library", "play Bats", "play Oops")
    assert room_of(game, "Bob") == "Library"
    assert hand(game, "Bob") == ("Ennui",)
    assert events(game, "foiled")


@BOTH
def test_who_can_only_pass_is_asked_and_an_empty_hand_is_not(edition: str) -> None:
    game = three(edition, "Foyer", "Library | Armory", "Foyer")
    game.play("step doctor Library")
    assert (asked(game), legal(game)) == ("Bob", {"pass"})
    game = three(edition, "Foyer", "Library", "Foyer")
    game.play("step doctor Library")
    assert (asked(game), where(game, "Bob")) == ("Ann", None)


@BOTH
def test_too_little_and_the_victim_is_out(edition: str) -> None:
    game = three(edition, "Foyer", "Library | Bats, Armory, Chain Saw, Oops", "Foyer", "Gallery | 3")
    before = gone(game)
    play(game, "step doctor Library", "play Bats", "pass")
    (died,) = events(game, "died")
    assert (died.seat, died.pawn) == (1, "doctor")
    assert where(game, "Bob") is None
    assert hand(game, "Bob") == ()
    assert game.outcome is None
    # Nobody gets the cards, and he does not grow stronger by success.
    assert sorted(discards(game) + taken(game, before)) == ["Armory", "Bats", "Chain Saw", "Oops"]
    assert (hand(game, "Ann"), hand(game, "Cleo"), reasons(game, "doctor")) == ((), (), 3)


@BOTH
def test_his_strength_grows_with_each_failure(edition: str) -> None:
    for failures in (0, 1, 4):
        game = three(edition, "Foyer", "Library | Bats, Shadows, Classic Blunder", "Foyer", f"Gallery | {failures}")
        game.play("step doctor Library")
        assert strength(game) == 1 + failures
        game.play("play Shadows")
        if failures == 4:
            game.play("play Bats")
        assert reasons(game, "doctor") == failures + 1


def test_2016_his_reason_is_a_card_of_the_attack() -> None:
    game = three(
        "kill-2016", "Foyer", "Library | Bats, Regret", "Foyer | Umm", "Gallery | 1", "Armory, Classic Blunder"
    )
    play(game, "step doctor Library", "play Bats", "play Regret")
    assert len(gone(game)) == 1
    assert sorted(gone(game) + discards(game)) == ["Bats", "Regret"]
    assert game.view(None).piles == (72 - 3 - 1,)


def test_de_his_reason_is_the_top_card_of_the_pile_unseen() -> None:
    game = three("kill-de", "Foyer", "Library | Bats, Regret", "Foyer | Umm", "Gallery | 1", "Armory, Classic Blunder")
    play(game, "step doctor Library", "play Bats", "play Regret")
    assert (gone(game), discards(game)) == ([], ["Bats", "Regret"])
    assert game.view(None).piles == (72 - 3 - 2,)
    assert not known(game, "Classic Blunder")
    game.play("end")
    assert "Classic Blunder" not in hand(game, "Bob")


@BOTH
def test_with_an_empty_pile_his_reason_is_a_card_of_the_attack(edition: str) -> None:
    game = three(edition, "Foyer", "Library | Bats, Regret, Oops", "Foyer", "Gallery | 1")
    before = gone(game)
    play(game, "step doctor Library", "play Bats", "play Regret")
    assert reasons(game, "doctor") == 2
    assert len(taken(game, before)) == 1
    assert sorted(taken(game, before) + discards(game)) == ["Bats", "Regret"]


# Players attack each other.


@BOTH
def test_attack_a_player_in_the_same_room(edition: str) -> None:
    game = three(edition, "Kitchen", "Kitchen | Bats", "Wine Cellar | Oops", "Piazza")
    assert {"attack seat-1"} == {action for action in legal(game) if action.startswith("attack")}
    refused(game, "attack seat-2", "nobody to attack")
    refused(game, "attack seat-0", "nobody to attack")
    game = three(edition, "Kitchen", "out", "Kitchen | Oops", "Piazza")
    refused(game, "attack seat-1", "nobody to attack")


@BOTH
def test_sight_does_not_matter(edition: str) -> None:
    game = three(edition, "Kitchen", "Kitchen | Bats", "Kitchen | Oops", "Kitchen")
    play(game, "attack seat-2", "attempt")
    (attack,) = events(game, "attacked")
    assert (attack.pawn, attack.seat, attack.number) == (0, 2, 1)
    assert asked(game) == "Cleo"


@BOTH
def test_an_attack_once_chosen_is_made(edition: str) -> None:
    game = fight(edition, "Trowel, Foyer", "Bats")
    game.play("attack seat-1")
    weapon = "lay Trowel" if edition == "kill-de" else "attempt Trowel"
    assert legal(game) == {"attempt", weapon}
    for action in ("end", "step Wine Cellar", "jump Foyer", "attack seat-1"):
        refused(game, action, "must strike")


@BOTH
def test_bare_hands_and_reasons(edition: str) -> None:
    for number in (0, 2):
        game = fight(edition, f"| {number}", "Bats")
        strike(game)
        assert strength(game) == 1 + number


@BOTH
@pytest.mark.parametrize(("room", "value"), [("Kitchen", 2), ("Gallery", 6)])
def test_a_weapon_counts_more_in_its_room(edition: str, room: str, value: int) -> None:
    game = fight(edition, "Piece of Rope | 2", "Bats", room)
    strike(game, "Piece of Rope")
    assert strength(game) == 3 + value


def test_2016_one_weapon_only() -> None:
    game = fight("kill-2016", "Trowel, Chain Saw", "Bats")
    play(game, "attack seat-1", "attempt Trowel")
    assert (strength(game), asked(game), hand(game, "Ann")) == (3, "Bob", ("Chain Saw",))
    with pytest.raises(InvalidAction):
        game.play("lay Chain Saw")


def test_de_any_number_of_weapons() -> None:
    game = fight("kill-de", "Trowel, Chain Saw, Crepe Pan | 1", "Bats")
    strike(game, "Trowel", "Chain Saw", "Crepe Pan")
    assert strength(game) == 2 + 2 + 3 + 4


@BOTH
def test_the_attacked_player_defends_alone(edition: str) -> None:
    game = fight(edition, "Chain Saw", "Shadows, Armory")
    strike(game, "Chain Saw")
    assert (asked(game), legal(game)) == ("Bob", {"pass", "play Shadows"})
    game.play("play Shadows")
    assert events(game, "foiled")
    assert room_of(game, "Bob") == "Kitchen"
    game = fight(edition, "Chain Saw", "Shadows, Armory")  # and Cleo, who holds luck, is not asked
    strike(game, "Chain Saw")
    game.play("pass")
    assert where(game, "Bob") is None


@BOTH
def test_an_attack_ends_the_turn(edition: str) -> None:
    game = fight(edition, "Foyer", "Bats, Oops")
    strike(game)
    game.play("play Bats")
    assert (whose_turn(game), asked(game)) == ("Bob", "Bob")


@BOTH
def test_first_move_then_attack(edition: str) -> None:
    game = three(edition, "Foyer | Parlor, Kitchen", "Kitchen | Bats", "White Room", "Piazza")
    game.play("walk Parlor")
    assert code(game, "attack seat-1") is not None
    play(game, "step Drawing Room", "jump Kitchen")
    assert "attack seat-1" in legal(game)


def test_2016_a_failed_attack_gives_a_reason() -> None:
    game = fight("kill-2016", "Trowel", "Shadows, Bats")
    before = gone(game)
    strike(game, "Trowel")
    game.play("play Shadows")
    assert (reasons(game, "Ann"), reasons(game, "doctor")) == (1, 0)
    assert (taken(game, before), discards(game)) == (["Trowel"], ["Shadows"])
    game = fight("kill-2016", "", "Poof, Bats")
    before = gone(game)
    strike(game)
    game.play("play Poof")
    assert reasons(game, "Ann") == 1
    assert (taken(game, before), discards(game)) == (["Poof"], [])


def test_de_a_failed_attack_gives_a_motive_if_a_weapon_was_played() -> None:
    game = fight("kill-de", "Trowel, Chain Saw", "Shadows, Oops, Bats")
    before = gone(game)
    strike(game, "Trowel", "Chain Saw")
    play(game, "play Shadows", "play Oops")
    assert reasons(game, "Ann") == 1
    assert len(taken(game, before)) == 1
    assert set(taken(game, before)) <= {"Trowel", "Chain Saw"}
    assert sorted(taken(game, before) + discards(game)) == ["Chain Saw", "Oops", "Shadows", "Trowel"]
    game = fight("kill-de", "", "Poof, Bats")
    before = gone(game)
    strike(game)
    game.play("play Poof")
    assert reasons(game, "Ann") == 0
    assert (taken(game, before), discards(game)) == ([], ["Poof"])


@BOTH
def test_killing_takes_the_cards_without_luck(edition: str) -> None:
    game = fight(edition, "Trowel", "Armory, Chain Saw, Oops, Crepe Pan, Bats")
    strike(game, "Trowel")
    play(game, "play Bats", "pass")
    (died,) = events(game, "died")
    assert (died.seat, died.pawn) == (1, 0)
    assert sorted(hand(game, "Ann")) == ["Armory", "Chain Saw"]
    assert {"Oops", "Crepe Pan", "Bats"} <= set(discards(game))
    (robbed,) = events(game, "robbed")
    assert (robbed.pawn, robbed.seat, robbed.number) == (0, 1, 2)
    assert (where(game, "Bob"), hand(game, "Bob")) == (None, ())
    assert whose_turn(game) == "Cleo"


def test_2016_a_kill_gives_no_reason() -> None:
    game = fight("kill-2016", "Trowel", "Armory")
    strike(game, "Trowel")
    game.play("pass")
    assert reasons(game, "Ann") == 0
    assert discards(game) == ["Trowel"]


def test_de_a_kill_with_a_weapon_gives_a_motive_too() -> None:
    game = fight("kill-de", "Trowel, Chain Saw", "Armory")
    before = gone(game)
    strike(game, "Trowel", "Chain Saw")
    game.play("pass")
    assert reasons(game, "Ann") == 1
    assert len(taken(game, before)) == 1
    assert sorted(taken(game, before) + discards(game)) == ["Chain Saw", "Trowel"]
    assert hand(game, "Ann") == ("Armory",)
    game = fight("kill-de", "", "Armory")
    strike(game)
    game.play("pass")
    assert reasons(game, "Ann") == 0


@BOTH
def test_an_empty_hand_cannot_defend(edition: str) -> None:
    game = fight(edition)
    strike(game)
    assert where(game, "Bob") is None
    assert whose_turn(game) == "Cleo"


@BOTH
def test_what_was_stolen_can_be_used(edition: str) -> None:
    text = "doctor: Dining Hall\n* Ann: Kitchen\nBob: Kitchen | Chain Saw\nCleo: Kitchen | Bats\npile: only"
    game = position(edition, text, escape=True, closed="none")
    strike(game)
    play(game, "pass", "end", "attack seat-2", "lay Chain Saw" if edition == "kill-de" else "attempt Chain Saw")
    if edition == "kill-de":
        game.play("attempt")
    assert strength(game) == 4


# Out, and over.


@BOTH
def test_the_dead_are_neither_attacked_nor_asked(edition: str) -> None:
    game = three(edition, "Foyer", "Library", "White Room | Bats")
    play(game, "step doctor Library", "end")
    assert whose_turn(game) == "Cleo"
    assert game.view(None).rooms[1] is None
    play(game, "end")
    assert whose_turn(game) == "Ann"
    assert len(events(game, "attacked")) == 1


@BOTH
def test_dying_in_ones_own_turn_ends_it(edition: str) -> None:
    game = three(edition, "Foyer | Foyer, Carriage House, Armory", "White Room", "Kitchen")
    play(game, "walk Carriage House", "jump doctor Foyer")
    assert asked(game) == "Ann"
    game.play("pass")
    assert where(game, "Ann") is None
    assert whose_turn(game) == "Bob"
    assert doctor(game) == ("Drawing Room" if edition == "kill-2016" else "Foyer")


def test_2016_after_a_death_in_ones_own_turn_he_attacks_where_he_arrives() -> None:
    game = three("kill-2016", "Foyer | Foyer", "White Room", "Drawing Room | Bats, Oops")
    game.play("jump doctor Foyer")
    assert [event.seat for event in events(game, "attacked")] == [0, 2]
    assert asked(game) == "Cleo"
    game.play("play Bats")
    assert whose_turn(game) == "Bob"


@BOTH
def test_surviving_ones_own_trick_one_goes_on(edition: str) -> None:
    game = three(edition, "Foyer | Foyer, Bats, Armory", "White Room", "Kitchen")
    play(game, "jump doctor Foyer", "play Bats", "jump Armory", "step Gallery")
    assert room_of(game, "Ann") == "Gallery"


@BOTH
def test_the_last_one_alive_wins_at_once_by_killing(edition: str) -> None:
    game = three(edition, "Kitchen | Trowel", "Kitchen | Armory", "out", "Piazza")
    strike(game, "Trowel")
    game.play("pass")
    assert result(game) == ("last alive", "Ann", None)
    assert doctor(game) == "Piazza"
    assert game.legal == []


@BOTH
def test_the_last_one_alive_wins_at_once_by_the_doctor(edition: str) -> None:
    game = three(edition, "Kitchen | Trowel", "Library", "out")
    game.play("step doctor Library")
    assert result(game) == ("last alive", "Ann", None)
    assert doctor(game) == "Library"
    assert happened(game, "died", "over", "doctor moved", "turn over")[:2] == ["died", "over"]


@BOTH
def test_the_player_in_turn_dies_and_the_other_wins(edition: str) -> None:
    game = three(edition, "Foyer | Foyer", "Library | Bats", "out")
    game.play("jump doctor Foyer")
    assert result(game) == ("last alive", "Bob", None)
    assert doctor(game) == "Foyer"


def test_2016_he_ends_the_game_on_his_walk() -> None:
    game = three("kill-2016", "Kitchen", "Library", "out")
    game.play("end")
    assert result(game) == ("last alive", "Ann", None)


@BOTH
def test_there_is_no_loser(edition: str) -> None:
    game = three(edition, "Kitchen | Trowel", "Kitchen | Shadows", "out", "Piazza")
    strike(game, "Trowel")
    game.play("pass")
    assert result(game) == ("last alive", "Ann", None)


@BOTH
def test_turn_limit(edition: str) -> None:
    game = three(edition, "Foyer", "Foyer", "Foyer", "Parlor\nturn: 999")
    game.play("end")
    assert result(game) == ("turn limit", None, None)
    game = three(edition, "Foyer", "Foyer", "Foyer", "Parlor\nturn: 5", turn_limit=7)
    play(game, "end", "end")
    assert result(game) == ("turn limit", None, None)


@BOTH
def test_the_turn_limit_counts_from_the_beginning_of_the_escape(edition: str) -> None:
    main = drlucky.new(edition, 3, seed=1, turn_limit=2)
    play(main, "end", "end")
    game = main.escape(seed=1)
    game.play("end")
    assert game.outcome is None or game.outcome.how != "turn limit"
    while game.outcome is None:
        game.play("end" if "end" in legal(game) else "pass")
    assert game.view(None).turn == 2
