"""The forecast comes true: whoever is said to be next is, in every set-up, however the turn ends."""

from collections.abc import Iterable
from random import Random

import pytest

from drlucky.conformance import SetUp
from drlucky.game.actions import Action
from drlucky.game.events import Event
from drlucky.game.forecast import Forecast, Next, forecast
from drlucky.game.game import Game
from positions import play, position
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
BEGINNINGS = ("turn", "called up")


def foretold(game: Game) -> Forecast:
    found = forecast(game.setting, game.state)
    assert found is not None
    return found


def copy_of(game: Game) -> Game:
    copy = Game(game.setting, game.players, bytes(32))
    game.state.copy_into(copy.state)
    copy.copies = game.copies
    return copy


def until_the_next_turn(told: Iterable[Event]) -> list[Event] | None:
    """What happened until it began or the game was over; None if neither did."""
    found: list[Event] = []
    for event in told:
        found.append(event)
        if event.kind in (*BEGINNINGS, "over"):
            return found
    return None


def came_true(expected: Next, story: list[Event], *, in_attack: bool) -> None:
    """`in_attack`: it was foretold while an attack was under way, so that it need not hold if that one succeeds."""
    last = story[-1]
    attacked = in_attack or any(event.kind == "attacked" for event in story)
    if last.kind == "over":
        assert expected.over or attacked
    else:
        assert not expected.over
        if expected.seat is not None:
            assert (last.seat, last.kind == "called up") == (expected.seat, expected.called)
        else:
            assert attacked, "only an attack leaves it open"
    if not in_attack:
        rooms = [event.room for event in story if event.kind == "doctor moved"]
        victims = [event.seat for event in story if event.kind == "attacked" and event.pawn == "doctor"]
        assert (expected.room, expected.attacks) == (next(iter(rooms), None), next(iter(victims), None))


def lively(legal: list[Action], choose: Random) -> Action:
    """Anything, but attempts and attacks rather often."""
    strikes = [action for action in legal if action.verb in ("attempt", "attack")]
    return choose.choice(strikes if strikes and choose.random() < 0.5 else legal)


@every_setup
def test_what_is_foretold_comes_true(setup: SetUp) -> None:
    choose = Random(str(setup))
    met, seed = 0, 0
    while met < 20:  # some games are over soon
        met += forecasts_met(setup.game(seed), choose)
        seed += 1


def forecasts_met(game: Game, choose: Random) -> int:
    """How many came true in the course of a game."""
    expected: list[tuple[Next, bool, list[Event]]] = []
    met = 0
    for _ in range(120):
        if game.to_decide is None:
            break
        now = foretold(game)
        in_attack = game.view(None).phase in ("lay", "answer")
        may_end = any(action.verb == "end" for action in game.legal)
        action = Action("end") if expected and may_end else lively(game.legal, choose)
        if in_attack or action.verb == "end":
            expected.append((now.next, in_attack, []))
        elif action.verb == "draw":
            assert now.drawing_ends_turn
            assert now.drawing is not None
            expected.append((now.drawing, False, []))
        else:
            expected.clear()  # of an attack on the way, after which steps are still owed
        told = game.play(action)
        for each, attacked, story in expected:
            story += told
            found = until_the_next_turn(story)
            if found is not None:
                came_true(each, found, in_attack=attacked)
                met += 1
        if until_the_next_turn(told):
            expected.clear()
    return met


@every_setup
def test_rooms_call_whoever_stands_in_them(setup: SetUp) -> None:
    """Whoever really steps there and ends the turn is called up, or attacked, where that was said, and nowhere else."""
    choose = Random(str(setup))
    game = setup.game(seed=6)
    for decision in range(60):
        if game.to_decide is None:
            return
        if decision % 5 == 0 and game.view(None).phase == "turn":
            rooms_call(game)
        game.play(choose.choice(game.legal))


def rooms_call(game: Game) -> None:
    seat = game.to_decide
    fates = {place.room: place.fate for place in game.sight(seat).places}
    for action in game.legal:
        there = copy_of(game)
        if action.verb == "step" and action.pawn is None:
            play(there, str(action))
        elif action.verb != "end":
            continue
        if "end" not in map(str, there.legal):
            continue
        story = there.play("end")
        room = action.room or game.view(None).rooms[seat or 0] or ""
        first = next(event for event in story if event.kind in (*BEGINNINGS, "over", "attacked"))
        fate = {"called up": "called", "attacked": "attacked"}.get(first.kind) if first.seat == seat else None
        assert fates[room] == fate


# By hand


def next_of(game: Game) -> tuple[int | None, bool, str | None, int | None]:
    found = foretold(game).next
    return found.seat, found.called, found.room, found.attacks


def test_the_doctor_walks_in_on_someone() -> None:
    game = position("kill-1996", "doctor: Kitchen\n * Ann: Foyer\n Bob: Foyer\n Cleo: Lancaster Room")
    assert next_of(game) == (2, True, "Lancaster Room", None)
    fates = {place.room: place.fate for place in game.sight(1).places}
    assert fates["Lancaster Room"] == "called", "Bob sits nearer to Ann's left than Cleo"
    assert set(fates.values()) == {"called", None}
    assert all(place.fate is None for place in game.sight(0).places), "Ann comes last, and Cleo is there"


def test_in_the_first_round_nobody_is_called() -> None:
    lines = "doctor: Kitchen\n * Ann: Foyer\n Bob: Foyer\n Cleo: Lancaster Room\n turn: 0"
    game = position("kill-2016", lines, closed="none")
    assert next_of(game) == (1, False, "Lancaster Room", None)
    assert all(place.fate is None for place in game.sight(1).places)


def test_the_last_card_of_a_deck_sinks_it_and_changes_his_way() -> None:
    game = position("save-2000", "doctor: Bilge\n * Ann: Chapel\n Bob: Lido Deck\n Cleo: Bridge\n piles: 1, 17, 16, 16")
    found = foretold(game)
    assert found.drawing is not None
    assert found.drawing.room != found.next.room
    told = game.play("draw")
    assert [event.room for event in told if event.kind == "doctor moved"] == [found.drawing.room]


def test_the_last_card_of_all_ends_the_game() -> None:
    game = position("save-2000", "doctor: Ice\n * Ann: Ice\n Bob: Ice\n Cleo: Bridge\n piles: 1")
    found = foretold(game)
    assert found.drawing == Next(None, False, None, None, True)
    assert not found.next.over


def test_in_the_escape_who_is_attacked_may_be_the_next() -> None:
    """The ghost comes to the Library: whether Bob has the next turn hangs on how he answers."""
    text = "doctor: Gallery\n * Ann: Foyer | Bats\n Bob: Library | Regret\n Cleo: Piazza | Ennui\n pile: only"
    game = position("kill-2016", text, escape=True, closed="none")
    assert next_of(game) == (None, False, "Library", 1)
    assert not foretold(game).drawing_ends_turn
    play(game, "end", "play Regret")
    assert game.view(None).current == 1


def test_in_the_escape_an_empty_hand_leaves_nothing_open() -> None:
    text = "doctor: Gallery\n * Ann: Foyer | Bats\n Bob: Library\n Cleo: Piazza | Ennui\n pile: only"
    game = position("kill-2016", text, escape=True, closed="none")
    assert next_of(game) == (2, False, "Library", 1)


def test_a_game_that_is_over_has_none() -> None:
    game = position("kill-1996", "doctor: Kitchen\n * Ann: Kitchen\n Bob: Library\n Cleo: Library")
    play(game, "attempt")
    assert game.outcome is not None
    assert forecast(game.setting, game.state) is None
