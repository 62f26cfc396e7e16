"""Hints: legal, from what the player may know, and with reasons that are true."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

import pytest

import drlucky
from drlucky import phrases
from drlucky.conformance import SetUp
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.determinize import imagine
from drlucky.game.game import Game
from drlucky.game.view import view
from drlucky.hints import Hint, Option, Plan, Why, hint
from drlucky.hints.explain import Grounds
from drlucky.hints.plans import plans
from drlucky.phrases.hints import REASONS
from drlucky.search.determinize import determinize
from drlucky.search.rng import Rng
from hints.proof import Proof
from positions import position
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def stroll(game: Game, choose: Random, decisions: int) -> list[int]:
    """Plays on, striking often, and says whose decision it is then; nobody's when the game is over."""
    for _ in range(decisions):
        if game.to_decide is None:
            return []
        strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
        game.play(choose.choice(strikes if strikes and choose.random() < 0.6 else game.legal))
    return [] if game.to_decide is None else [game.to_decide]


@every_setup
def test_a_hint_is_legal_and_the_same_whatever_is_hidden(setup: SetUp) -> None:
    choose = Random(str(setup))
    game = setup.game(seed=5)
    for number in range(2):
        for seat in stroll(game, choose, decisions=6):
            found = hint(game.view(seat), iterations=12, seed=number)
            assert found.action in game.legal
            assert {option.action for option in found.alternatives} <= set(game.legal) - {found.action}
            assert 0 <= found.low <= found.chance <= found.high <= 1
            twin = determinize(game.state, seat, Rng(number))
            assert hint(view(game.setting, twin, game.players, seat), iterations=12, seed=number) == found


@every_setup
def test_every_reason_that_could_be_given_is_true(setup: SetUp) -> None:
    """For every plan and not just the best, so that all kinds of reasons are met, and in the middle of plans too."""
    choose = Random(str(setup))
    game = setup.game(seed=7)
    for _ in range(4):
        for seat in stroll(game, choose, decisions=6):
            for plan, reasons in reasons_for_all(game, seat, choose):
                assert 1 <= len(reasons) <= 2, (texts(plan), reasons)
                for why in reasons:
                    assert Proof(game, seat, plan).holds(why), (texts(plan), why)


def texts(plan: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in plan]


def reasons_for_all(game: Game, seat: int, random: Random) -> list[tuple[tuple[Action, ...], tuple[Why, ...]]]:
    setting, imagined = imagine(game.view(seat), random)
    grounds = Grounds(setting, imagined, seat)
    found = plans(setting, imagined, seat)
    return [(tuple(setting.actions[number] for number in each.actions), grounds.of(each)) for each in found]


QUIET = "doctor: Foyer\n* Ann: {room} | {hand}\nBob: Armory | {others}\nCleo: Wine Cellar"


def quiet(room: str, hand: str = "", others: str = "Bats", **options: Any) -> Game:
    """The doctor in the Foyer, and nobody else near."""
    return position("kill-2016", QUIET.format(room=room, hand=hand, others=others), closed="none", **options)


def asked_last() -> Game:
    """Cleo sits to the attacker's right and holds enough to stop it."""
    game = position(
        "save-2000",
        "doctor: Bistro\n* Ann: Bistro\nBob: Bistro | Failure-1\nCleo: Bilge | Failure-1, Failure-2\n"
        "piles: 17, 17, 16, 16",
    )
    game.play("attempt")
    game.play("pass")
    return game


def rescue() -> Game:
    """Ann can save him, and Cleo sits to her right."""
    return position(
        "save-2000",
        "doctor: Bistro\n* Ann: Bistro\nBob: Bistro | Failure-1\nCleo: Bilge | Failure-1, Failure-2\n"
        "piles: 17, 17, 16, 16",
    )


def rare() -> list[Game]:
    """What seldom comes up by itself."""
    last_of_all = position("kill-1996", "doctor: Foyer\n* Ann: Parlor\nBob: Armory\nturn: 99", turn_limit=100)
    last_card = position("kill-2016", "doctor: Foyer\n* Ann: Billiard Room\nBob: Armory\nCleo: Foyer\npile: only Ennui")
    ship = "doctor: Promenade\n* Ann: Bridge\nBob: Promenade | Failure-1\npiles: 1"
    haunted = "doctor: Foyer\n* Ann: Library\nBob: Drawing Room\nCleo: Armory | Bats"
    helpless = position("kill-2016", haunted, closed="none", escape=True)
    return [last_of_all, last_card, helpless, position("save-2000", ship), position("save-2000", f"{ship}, 18")]


SCENES: list[tuple[Callable[[], Game], str, str, str]] = [
    (
        lambda: quiet("Parlor"),
        "step Drawing Room, end",
        "Doctor Lucky comes to the Drawing Room next: it's your turn again, and nobody sees you with him.",
        "Doktor Lucky kommt als Nächstes in die Garderobe: Du bist wieder am Zug, und niemand sieht dich bei ihm.",
    ),
    (
        lambda: quiet("Library"),
        "step Billiard Room, draw",
        "Nobody sees you in the Billiard Room, so you can draw a card there.",
        "Niemand sieht dich im Billardzimmer, also kannst du dort eine Karte ziehen.",
    ),
    (
        lambda: quiet("Drawing Room"),
        "step Foyer, attempt",
        "Nobody sees you with Doctor Lucky in the Foyer, so you can make an attempt.",
        "Niemand sieht dich im Foyer bei Doktor Lucky, also kannst du einen Versuch unternehmen.",
    ),
    (
        lambda: quiet("Foyer", others=""),
        "attempt",
        "nobody holds a card that could stop it.",
        "Niemand hat eine Karte, die es verhindern könnte.",
    ),
    (
        lambda: quiet("Parlor", hand="Hedge Maze"),
        "step Drawing Room, walk Hedge Maze, step Foyer, attempt",
        "Nobody sees you with Doctor Lucky in the Foyer, so you can make an attempt.",
        "Niemand sieht dich im Foyer bei Doktor Lucky, also kannst du einen Versuch unternehmen.",
    ),
    (
        lambda: quiet("Drawing Room", escape=True),
        "step Parlor, end",
        "Otherwise Doctor Lucky walks to the Drawing Room next and attacks you.",
        "Sonst geht Doktor Lucky als Nächstes in die Garderobe und greift dich an.",
    ),
    (
        asked_last,
        "play Failure-1",
        "you sit to the rescuer's right and can stop it, so you must.",
        "Du sitzt rechts neben der rettenden Person und kannst es verhindern, also musst du es.",
    ),
    (
        rescue,
        "attempt",
        "your strength is 1; the others hold 3 cards, which count about 1 against it. "
        "Cleo sits to your right, holds 2 cards and must stop it if able.",
        "Deine Stärke ist 1; die anderen haben 3 Karten, die zusammen etwa 1 dagegen zählen. "
        "Cleo sitzt rechts von dir, hat 2 Karten und muss es verhindern, wenn es geht.",
    ),
]


@pytest.mark.parametrize(("scene", "lines", "english", "german"), SCENES)
def test_reasons_read_as_they_should_and_are_true(
    scene: Callable[[], Game], lines: str, english: str, german: str
) -> None:
    game = scene()
    seat = game.to_decide
    assert seat is not None
    found = {", ".join(texts(plan)): (plan, reasons) for plan, reasons in reasons_for_all(game, seat, Random(1))}
    plan, reasons = found[lines]
    assert all(Proof(game, seat, plan).holds(why) for why in reasons)
    told = Hint(Option(plan[0], 0.31, 0.27, 0.35, 400), reasons, (), Plan(plan))
    assert english in phrases.hint(told, game.players)
    assert german in phrases.hint(told, game.players, "de")


def test_a_plan_reads_as_one() -> None:
    steps = (Action("jump", card="Armory"), Action("step", room="Billiard Room"), Action("draw"))
    why = (Why("can draw unseen", room="Billiard Room"),)
    told = Hint(Option(steps[0], 0.31, 0.27, 0.35, 400), why, (), Plan(steps))
    assert phrases.hint(told, ("Ann", "Bob")) == (
        "Your plan: play Armory to jump there, step into the Billiard Room, then draw a card. Nobody sees you in the "
        "Billiard Room, so you can draw a card there. Your chance to win is then about 31% (27 to 35%)."
    )
    on = replace(told, plan=Plan(steps, done=1), changed=Why("went elsewhere", room="Library"))
    assert phrases.hint(on, ("Ann", "Bob")).startswith(
        "You went to the Library instead, so there's a new plan. Go on: step into the Billiard Room, then draw a card."
    )
    assert phrases.hint(on, ("Ann", "Bob"), "de").startswith(
        "Du bist stattdessen in die Bibliothek gegangen, deshalb gibt es einen neuen Plan. "
        "Weiter: ins Billardzimmer gehen, dann eine Karte ziehen."
    )


def test_every_reason_is_given_somewhere() -> None:
    met = set[str]()
    games = [scene() for scene, *_ in SCENES]
    for setup in setups()[::5]:
        choose = Random(str(setup))
        game = setup.game(seed=8)
        for _ in range(25):
            for seat in stroll(game, choose, decisions=4):
                for _, reasons in reasons_for_all(game, seat, choose):
                    met |= {why.code for why in reasons}
    for game in (*games, *rare()):
        assert game.to_decide is not None
        for plan, reasons in reasons_for_all(game, game.to_decide, Random(1)):
            met |= {why.code for why in reasons}
            assert all(Proof(game, game.to_decide, plan).holds(why) for why in reasons), (texts(plan), reasons)
    assert met == set(REASONS)


def test_a_hint_finds_the_strike_that_nobody_can_stop() -> None:
    found = hint(quiet("Foyer", others="").view(0), iterations=300, seed=1)
    assert (str(found.action), found.chance, found.reason.code) == ("attempt", 1, "cannot be stopped")
    assert found.as_dict()["best"]["action"] == "attempt"


def test_a_hint_is_the_same_again_for_the_same_seed() -> None:
    shown = quiet("Parlor", hand="Hedge Maze, Bad Cream").view(0)
    assert hint(shown, iterations=80, seed=4) == hint(shown, iterations=80, seed=4)


def test_a_single_choice_needs_no_search_and_has_a_chance_all_the_same() -> None:
    game = quiet("Foyer", others="Piece of Rope", hand="Trowel")
    game.play("attempt Trowel")
    found = hint(game.view(1), iterations=50, seed=1)
    assert (game.legal, found.action, found.reason.code) == ([found.action], found.action, "only choice")
    assert found.best.games == 50
    assert not found.alternatives


def test_a_hint_keeps_to_its_time() -> None:
    shown = drlucky.new("kill-1996", 8, seed=3)
    seen = shown.view(shown.to_decide)
    hint(seen, iterations=1)  # the first imagined game makes its tables
    took = []
    for _ in range(3):
        started = process_time()
        hint(seen, seconds=0.2)
        took.append(process_time() - started)
    assert min(took) < 0.5, took


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"iterations": 0}])
def test_a_hint_without_time_is_refused_in_words(wrong: dict[str, Any]) -> None:
    with pytest.raises(DrLuckyError, match="more than no time"):
        hint(quiet("Foyer").view(0), **wrong)


def test_a_hint_is_for_the_one_who_must_decide() -> None:
    game = quiet("Foyer")
    for seat, words in ((1, "the player who must decide"), (None, "a spectator has no hand")):
        with pytest.raises(DrLuckyError, match=words):
            hint(game.view(seat), iterations=1)
