"""The sight explorer says what the board and the rules say, and nothing that is hidden."""

import json
from collections.abc import Iterator
from random import Random

import pytest

import drlucky
from drlucky.conformance import SetUp
from drlucky.engine.codes import ASIDE, GROUPS, KEPT
from drlucky.engine.turns import begin_turn
from drlucky.errors import SetUpError
from drlucky.game.game import Game
from drlucky.game.sight import FORESEEN, Sight
from positions import play, position
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def random_positions(setup: SetUp, how_many: int) -> Iterator[tuple[Game, Random]]:
    """Positions of a random game, an even sample of its first decisions."""
    choose = Random(str(setup))
    game = setup.game(seed=3)
    for decision in range(how_many * 12):
        if game.to_decide is None:
            return
        if decision % 12 == 0:
            yield game, choose
        game.play(choose.choice(game.legal))


def copy_of(game: Game) -> Game:
    copy = Game(game.setting, game.players, bytes(32))
    game.state.copy_into(copy.state)
    return copy


def pawns(game: Game) -> dict[int | str, str]:
    view = game.view(None)
    seats: list[tuple[int | str, str | None]] = list(enumerate(view.rooms))
    others = [("doctor", view.doctor), ("cat", view.cat), ("dog", view.dog)]
    return {pawn: room for pawn, room in seats + others if room is not None}


def sees(game: Game, one: str, other: str) -> bool:
    """Worked out anew: the same room, or a line on the plan while there is light and no cat at its beginning."""
    view = game.view(None)
    return one == other or (not view.lights_out and view.cat != one and other in game.setting.layout.sees[one])


@pytest.mark.slow
@every_setup
def test_who_sees_whom_is_what_the_plan_says(setup: SetUp) -> None:
    for game, _ in random_positions(setup, 8):
        where = pawns(game)
        expected = {
            (a, b, where[a], where[b]) for a in where for b in where if a != b and sees(game, where[a], where[b])
        }
        sight = game.sight()
        assert {(g.seer, g.seen, g.seer_room, g.seen_room) for g in sight.glances} == expected
        assert len(sight.glances) == len(expected)
        for glance in sight.glances:
            assert bool(glance.lines) == (glance.seer_room != glance.seen_room)


@every_setup
def test_places_are_judged_as_the_rules_do(setup: SetUp) -> None:
    """Someone who really stands there, at the start of a turn, may do what the explorer says, and for its reason."""
    for game, choose in random_positions(setup, 4):
        seat = choose.randrange(game.setting.seats)
        places = game.sight(seat).places
        sunk = {room for deck in game.view(None).sunk for room in game.board.decks[deck]}
        assert [place.room for place in places] == [room for room in game.setting.layout.open if room not in sunk]
        for place in choose.sample(places, 3):
            there = copy_of(game)
            begin_turn(there.state, seat, 0)
            there.state.rooms[seat] = game.setting.room_names.index(place.room)
            drawing = there.why_not("draw")
            assert place.draw == (drawing.code if drawing else None)
            where = pawns(there)
            del where[seat]
            assert place.seen_by == tuple(pawn for pawn, room in where.items() if sees(game, room, place.room))
            assert place.seen_from == tuple(other.room for other in places if sees(game, other.room, place.room))
            there.state.rooms[there.setting.engine.doctor] = there.state.rooms[seat]
            striking = there.why_not("attempt") if not there.setting.engine.many_weapons() else None
            legal = any(action.verb == "attempt" for action in there.legal)
            assert (place.attempt is None) == legal
            assert striking is None or place.attempt == striking.code


@every_setup
def test_the_doctor_goes_and_calls_as_foretold(setup: SetUp) -> None:
    """When everyone just ends their turns, from any start of a turn. Strangers do as they please when it is theirs, so
    that with them the way is sure but not who is met on it."""
    for game, choose in random_positions(setup, 6):
        there = copy_of(game)
        alive = [seat for seat in there.setting.live if there.view(None).rooms[seat] is not None]
        begin_turn(there.state, choose.choice(alive), 0)
        foretold = there.sight().doctor
        happened = list(stops(there))
        assert foretold or setup.options.get("escape")
        assert [stop.room for stop in foretold][: len(happened)] == [room for room, _ in happened][: len(foretold)]
        if not there.setting.strangers:
            assert [(stop.room, stop.calls) for stop in foretold] == happened
        assert [stop.turns for stop in foretold] == list(range(1, len(foretold) + 1))


def stops(game: Game) -> Iterator[tuple[str | None, int | None]]:
    """Where the doctor goes and whom he calls up or attacks there, until someone must decide about it."""
    met = 0
    while met < FORESEEN and "end" in map(str, game.legal):
        told = game.play("end")
        for at, event in enumerate(told):
            if event.kind == "doctor moved" and met < FORESEEN:
                after = told[at + 1] if at + 1 < len(told) else event
                met += 1
                yield event.room, after.seat if after.kind in ("called up", "attacked") else None


def other_world(game: Game, choose: Random) -> Game:
    """The same table with every card that is not open dealt anew."""
    twin = copy_of(game)
    s, seats = twin.state, twin.setting.seats
    places = [*range(seats), seats + ASIDE, seats + KEPT]
    slots = [place for place in places for _ in s.cards_at(place)]
    cards = [card for place in places for card in s.cards_at(place)] + list(s.pile)[s.pile_at :]
    for place in places:
        for group in range(GROUPS):
            s.hands[GROUPS * place + group] = 0
    shuffled = choose.sample(cards, len(cards))
    for card, place in zip(shuffled, slots, strict=False):
        s.give(place, card)
    s.pile = type(s.pile)([*list(s.pile)[: s.pile_at], *shuffled[len(slots) :]])
    return twin


@every_setup
def test_nothing_hidden_is_in_it(setup: SetUp) -> None:
    for game, choose in random_positions(setup, 4):
        twin = other_world(game, choose)
        for seat in (None, *range(game.setting.seats)):
            assert json.dumps(twin.sight(seat).as_dict()).encode() == json.dumps(game.sight(seat).as_dict()).encode()


# By hand


def test_a_position_by_hand() -> None:
    game = position(
        "kill-2016",
        """
        doctor: Gallery
        * Ann: Armory
        Bob: Dining Hall
        Cleo: Hedge Maze
        """,
        closed="none",
    )
    sight = game.sight(0)
    pairs = {(glance.seer, glance.seen) for glance in sight.glances}
    assert {("doctor", 0), (0, "doctor"), (1, "doctor")} <= pairs
    assert (0, 2) not in pairs
    line = next(glance.lines for glance in sight.glances if (glance.seer, glance.seen) == (1, "doctor"))
    assert line == game.setting.layout.lines("Dining Hall", "Gallery")
    places = {place.room: place for place in sight.places}
    assert places["Gallery"].attempt == "seen by player"
    assert places["Hedge Maze"].attempt == places["Hedge Maze"].draw == "seen by player"
    assert places["Armory"].draw == "seen by doctor"
    assert "Armory" in sight.to_attempt
    assert "Armory" not in sight.to_draw
    assert [stop.room for stop in sight.doctor[:3]] == ["Library", "Tennessee Room", "Lilac Room"]
    assert [stop.calls for stop in sight.doctor].count(2) == 1


def test_in_save_a_witness_is_wanted() -> None:
    game = position("save-2000", "doctor: Bridge\n * Ann: Bridge\n Bob: Bilge\n Cleo: Bilge")
    sight = game.sight(0)
    places = {place.room: place for place in sight.places}
    assert places["Bilge"].attempt is None
    assert places["Bridge"].attempt == "no witness"
    assert set(sight.to_attempt) == {"Bilge", *game.board.sees["Bilge"]}


def test_the_one_in_turn_is_called_last() -> None:
    game = position("kill-1996", "doctor: Kitchen\n * Ann: Lancaster Room\n Bob: Lancaster Room\n Cleo: Foyer")
    first, second = game.sight().doctor[:2]
    assert (first.room, first.calls) == ("Lancaster Room", 1)
    assert (second.room, second.calls) == ("Master Suite", None)
    alone = position("kill-1996", "doctor: Kitchen\n * Ann: Lancaster Room\n Bob: Foyer\n Cleo: Foyer")
    assert alone.sight().doctor[0].calls == 0


def test_the_first_round_is_calm() -> None:
    lines = "doctor: Kitchen\n * Ann: Foyer\n Bob: Foyer\n Cleo: Lancaster Room\n turn: {}"
    early, later = (position("kill-2016", lines.format(turn), closed="none") for turn in (0, 2))
    assert early.sight().doctor[0].calls is None
    assert later.sight().doctor[0].calls == 2, "the doctor's move after the last of these turns already counts"


def test_in_the_dark_only_the_same_room_is_seen() -> None:
    game = position("kill-2016", "doctor: Gallery\n * Ann: Armory\n Bob: Gallery\n Cleo: Foyer\n pile: only Ennui")
    game.state.rooms[0] = game.setting.room_names.index("Piazza")
    play(game, "draw")
    assert game.view(None).lights_out
    sight = game.sight()
    assert all(glance.seer_room == glance.seen_room and not glance.lines for glance in sight.glances)
    assert all(place.seen_from == (place.room,) and place.draw == "pile empty" for place in sight.places)


def test_when_all_is_over_the_doctor_goes_nowhere() -> None:
    game = drlucky.new("kill-2016", 3, seed=1, turn_limit=3)
    assert len(game.sight().doctor) == 2, "the turn limit ends the way"
    play(game, "end", "end", "end")
    assert game.outcome is not None
    assert game.sight().doctor == ()
    assert game.sight().glances


def test_a_sunk_ship_has_no_rooms() -> None:
    game = drlucky.new("save-paizo", 2, seed=1)
    while game.to_decide is not None:
        verbs = {action.verb: action for action in game.legal}
        game.play(verbs.get("draw") or verbs.get("pass") or verbs["end"])
    assert game.outcome is not None
    assert game.outcome.how == "sunk"
    assert game.sight(1) == Sight(1, (), (), ())


def test_seats_are_checked() -> None:
    game = drlucky.new("kill-2016", 3, seed=1)
    assert game.sight() == game.sight(game.to_decide)
    for seat in (3, -1, True):
        with pytest.raises(SetUpError, match="seats are 0 to 2"):
            game.sight(seat)


def test_it_is_plain_data() -> None:
    told = json.loads(json.dumps(drlucky.new("kill-de", 5, seed=2).sight().as_dict()))
    assert set(told) == {"seat", "glances", "places", "doctor", "to_attempt", "to_draw"}
    assert all(len(line) == 4 for glance in told["glances"] for line in glance["lines"])
