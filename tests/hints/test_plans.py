"""Plans: kept over a turn as long as nothing changes, and never a card spent for nothing."""

from dataclasses import replace
from typing import Any

import pytest

import drlucky
from drlucky.engine import codes
from drlucky.engine.play import apply
from drlucky.game.game import Game
from drlucky.game.view import view
from drlucky.hints import Hint, Plan, hint
from drlucky.hints.plans import plans
from drlucky.search.determinize import determinize
from drlucky.search.rng import Rng
from drlucky.search.ways import ways
from hints.waste import Judge
from positions import position

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("kill-1996", 4, {}),
    ("kill-2016", 4, {}),
    ("kill-2016", 2, {}),
    ("kill-2016", 3, {"pets": "both"}),
    ("kill-2016", 4, {"escape": True}),
    ("kill-de", 4, {}),
    ("kill-de", 4, {"board": "bed-and-breakfast", "layout": "downstairs", "pets": "dog"}),
    ("kill-de", 4, {"escape": True}),
    ("save-2000", 4, {}),
    ("save-paizo", 3, {}),
]
every_game = pytest.mark.parametrize(("edition", "players", "options"), GAMES)
LONGEST = 160
"""Decisions: an Escape can go on for long."""


def follow(game: Game, seed: int) -> Judge:
    """Everyone does what their hints say, all through the game. Every hint has a ground, and is kept to its plan."""
    judge = Judge(game)
    kept: dict[int, Hint] = {}
    for number in range(LONGEST):
        seat = game.to_decide
        if seat is None:
            break
        before = kept.get(seat)
        found = kept[seat] = hint(game.view(seat), iterations=120, seed=seed + number, earlier=before)
        assert found.reasons
        if before is not None and len(before.plan.rest) > 1 and is_mine(game, before):
            assert found.plan.rest == before.plan.rest[1:], "the plan was followed, and goes on"
            assert (found.chance, found.changed) == (before.chance, None)
        judge.before(found.action)
        game.play(found.action)
        judge.after()
    return judge


def is_mine(game: Game, before: Hint) -> bool:
    """Is it still the same turn of the same player?"""
    return before.plan.positions[0].turn == game.state.turn


@pytest.mark.slow
@every_game
def test_whoever_follows_hints_keeps_to_a_plan_and_wastes_no_card(
    edition: str, players: int, options: dict[str, Any]
) -> None:
    played = 0
    for seed in range(2):
        judge = follow(drlucky.new(edition, players, seed=seed, **options), seed)
        assert not judge.wasted
        played += judge.spent
    assert played, "no card was played for a move, so that none could be wasted"


def test_the_judge_knows_waste_when_he_sees_it() -> None:
    game = house(hand="Hedge Maze, Armory, Bad Cream")
    judge = Judge(game)
    for line in ("walk Hedge Maze", "step Drawing Room", "end"):
        action = next(action for action in game.legal if str(action) == line)
        judge.before(action)
        game.play(action)
        judge.after()
    assert judge.wasted == ["end: 1 cards where 0 would do"]


def house(hand: str = "Hedge Maze", room: str = "Parlor") -> Game:
    return position(
        "kill-2016",
        f"doctor: Foyer\n* Ann: {room} | {hand}\nBob: Armory | Bats\nCleo: Wine Cellar",
        closed="none",
    )


# Going on.


def planned(game: Game, *lines: str) -> Hint:
    """A hint with this plan, as if the search had found it best."""
    found = hint(game.view(0), iterations=8, seed=1)
    s = game.state.copy()
    positions = list(found.plan.positions[:1])
    for line in lines[:-1]:
        apply(s, game.setting.numbers[line.casefold()])
        positions.append(hint(view(game.setting, s, game.players, 0), iterations=1, seed=1).plan.positions[0])
    actions = tuple(game.setting.actions[game.setting.numbers[line.casefold()]] for line in lines)
    return replace(found, plan=Plan(actions, tuple(positions)))


def test_a_plan_that_was_followed_goes_on_and_comes_back_with_an_undo() -> None:
    game = house()
    first = planned(game, "step Drawing Room", "walk Hedge Maze", "step Foyer", "attempt")
    game.play("step Drawing Room")
    second = hint(game.view(0), iterations=8, earlier=first)
    assert [str(action) for action in second.plan.rest] == ["walk Hedge Maze", "step Foyer", "attempt"]
    assert (second.chance, second.plan.done, second.changed) == (first.chance, 1, None)
    assert second.reason.code == "unseen with the doctor"
    game.play("walk Hedge Maze")
    third = hint(game.view(0), iterations=8, earlier=second)
    assert [str(action) for action in third.plan.rest] == ["step Foyer", "attempt"]
    again = hint(house().view(0), iterations=8, earlier=third)
    assert (again.plan.done, again.plan.actions) == (0, first.plan.actions)


def test_the_same_question_has_the_same_answer() -> None:
    game = house()
    first = hint(game.view(0), iterations=40, seed=1)
    assert hint(game.view(0), iterations=40, seed=2, earlier=first) == first


@pytest.mark.parametrize(
    ("does", "code", "what"),
    [
        (("step Lilac Room",), "went elsewhere", "Lilac Room"),
        (("jump Library",), "went elsewhere", "Library"),
        (("walk Library",), "played another card", "Library"),
    ],
)
def test_whoever_does_something_else_gets_a_new_plan_and_is_told_so(
    does: tuple[str, ...], code: str, what: str
) -> None:
    game = house(hand="Hedge Maze, Library")
    first = planned(game, "step Drawing Room", "walk Hedge Maze", "step Foyer", "attempt")
    for line in does:
        game.play(line)
    found = hint(game.view(0), iterations=40, seed=1, earlier=first)
    assert found.changed is not None
    assert (found.changed.code, found.changed.room or found.changed.card) == (code, what)
    assert found.plan.done == 0
    assert found.action in game.legal


def test_a_new_turn_has_a_new_plan_and_nothing_has_changed() -> None:
    game = house()
    first = hint(game.view(0), iterations=8, seed=1)
    game.play("end")
    while game.to_decide != 0:
        game.play("end")
    assert hint(game.view(0), iterations=8, seed=1, earlier=first).changed is None


def test_a_plan_is_the_same_whatever_is_hidden() -> None:
    for seed in range(3):
        game = drlucky.new("kill-1996", 4, seed=seed)
        seat = game.to_decide
        assert seat is not None
        first = hint(game.view(seat), iterations=40, seed=seed)
        game.play(first.action)
        if game.to_decide != seat:
            continue
        twin = determinize(game.state, seat, Rng(seed))
        twins = view(game.setting, twin, game.players, seat)
        assert hint(twins, iterations=40, earlier=first) == hint(game.view(seat), iterations=40, earlier=first)


# Cards.


def lines(game: Game) -> list[tuple[str, ...]]:
    assert game.to_decide is not None
    found = plans(game.setting, game.state, game.to_decide)
    return [tuple(str(game.setting.actions[number]) for number in each.actions) for each in found]


def test_no_plan_plays_a_card_to_go_where_a_step_leads() -> None:
    found = lines(house(hand="Hedge Maze, Drawing Room"))
    assert ("step Drawing Room", "end") in found
    assert not [plan for plan in found if plan[-2:] == ("jump Drawing Room", "end")]


def test_no_plan_plays_a_card_for_nothing() -> None:
    """To the Library a jump leads, and nothing else: there the doctor neither comes soon nor is a card to be had."""
    assert not [plan for plan in lines(house(hand="Library", room="Drawing Room")) if "jump Library" in plan[:1]]


def test_an_answer_pays_no_more_than_it_must_and_nothing_in_vain() -> None:
    text = "doctor: Foyer\n* Ann: Foyer\nBob: Armory | {hand}\nCleo: Wine Cellar"
    game = position("kill-1996", text.format(hand="Failure-1, Failure-2, Failure-3"))
    game.play("attempt")
    assert set(lines(game)) == {("play Failure-1",), ("pass",)}
    game = position("kill-1996", text.format(hand="Failure-1").replace("Ann: Foyer", "Ann: Foyer | Big Red Hammer"))
    game.play("attempt Big Red Hammer")
    assert lines(game) == [("pass",)]


def test_there_is_an_end_to_looking_for_ways() -> None:
    """With a hand full of moves and two pets there are too many; those with the fewest cards come first."""
    moves = "Hedge Maze, Armory, Library, Piazza, Parlor, Foyer, Kitchen, Winter Garden"
    text = f"doctor: Foyer\n* Ann: Drawing Room | {moves}\nBob: Armory\nCleo: Wine Cellar"
    game = position("kill-2016", text, closed="none", pets="both")
    found = ways(game.state, 300)
    assert found[0].actions == [codes.END]
    assert [way.cards for way in found] == sorted(way.cards for way in found)
    assert len(plans(game.setting, game.state, 0)) <= 120
