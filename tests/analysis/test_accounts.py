"""Luck and skill: what each result is made of adds up, is measured honestly, and blames nobody for what they could not
know."""

import json
import os
import subprocess
import sys
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

import drlucky
from drlucky import phrases
from drlucky.analysis import Account, Amount, Analysis, analyse
from drlucky.analysis.accounts import accounts
from drlucky.analysis.analyse import quietly
from drlucky.analysis.deeds import deeds
from drlucky.analysis.effects import won
from drlucky.analysis.estimating import Work, estimates
from drlucky.analysis.mistakes import MOST, grounds
from drlucky.analysis.positions import Position, positions
from drlucky.engine.codes import SHUFFLE
from drlucky.engine.play import apply
from drlucky.game.actions import normal
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.game.replay import Replay
from drlucky.interpreted import WISH
from drlucky.record.reader import read
from drlucky.render.analysis_text import AMOUNTS
from drlucky.search.compare import Comparison, compare
from drlucky.search.estimate import OPEN, estimate
from drlucky.search.heuristic import action_in_style
from drlucky.search.styles import GAMBLING, SENSIBLE
from positions import position
from records.mutations import fixtures

RECORDS = Path(__file__).parents[1] / "records"


def together(account: Account) -> float:
    parts = (account.deal, account.draws, account.others, account.own)
    return account.start.chance + sum(part.value for part in parts)


def places_of(text: str) -> list[Position]:
    return list(positions(Replay(read(text))))


def playing(game: Game, *actions: str) -> list[Position]:
    """A game that begins in the middle, from here through these actions."""
    places = []
    for action in actions:
        before, decider = game.state.copy(), game.to_decide
        events: tuple[Event, ...] = tuple(game.play(action))
        places.append(Position(game, 0, before, decider, action, events))
    return [*places, Position(game, 0, game.state.copy(), game.to_decide, None, ())]


def accounts_of(places: list[Position], playouts: int, seed: int = 1) -> list[Account]:
    return list(accounts(places, estimates("", Work(places, playouts, seed), 1, quietly)))


# What it is made of.


@pytest.mark.slow
@pytest.mark.parametrize("path", fixtures(), ids=lambda path: path.stem)
def test_every_result_is_the_sum_of_its_parts(path: Path) -> None:
    found = analyse(path, playouts=2)
    for part, told in zip(found.parts, found.as_dict()["parts"], strict=True):
        assert part.outcome
        assert [account.seat for account in part.accounts] == list(range(len(part.players)))
        assert sum(account.result for account in part.accounts) == (part.outcome.winner is not None)
        for account, plain in zip(part.accounts, told["accounts"], strict=True):
            assert account.result == (account.seat == part.outcome.winner)
            assert together(account) == pytest.approx(account.result, abs=1e-12)
            assert sum(account.rounded.values()) == 100 * account.result
            assert plain["start"]["chance"] + sum(plain[name]["value"] for name in AMOUNTS) == pytest.approx(
                plain["result"], abs=1e-12
            )
            for name in AMOUNTS:
                amount = getattr(account, name)
                assert amount.low <= amount.value <= amount.high
                assert abs(100 * amount.value - account.rounded[name]) < 1
            if account.seat in part.strangers:
                assert account.own == Amount(0, 0, 0), "a Stranger decides nothing"


@pytest.mark.parametrize("path", fixtures(), ids=lambda path: path.stem)
def test_every_decision_belongs_to_one_deed_of_its_player(path: Path) -> None:
    places = places_of(path.read_text(encoding="utf-8"))
    found = deeds(places)
    decisions = [at for deed in found for at in range(deed.first, deed.last)]
    assert decisions == [at for at, place in enumerate(places) if place.action is not None]
    for deed in found:
        of_deed = places[deed.first : deed.last]
        assert {place.decider for place in of_deed} == {deed.seat}
        assert len({(place.state.turn, place.state.pile_at) for place in of_deed}) == 1
        assert len(deed.actions) == len(of_deed)


def test_a_game_that_goes_on_has_no_accounts() -> None:
    game = drlucky.new("kill-2016", 3, seed=1)
    found = analyse(game, playouts=1)
    assert found.parts[0].accounts == ()
    assert "Luck and skill" not in found.text()


# What a deed was worth.


def decided(game: Game, *actions: str) -> list[int]:
    return [game.setting.numbers[normal(action)] for action in actions]


def attempt_by_ann(bob: str, pile: str) -> Game:
    """Ann has struck with strength 4, and Bob, who alone can be asked, holds four cards."""
    game = position(
        "kill-2016",
        f"doctor: Foyer\n* Ann: Foyer | Frozen Fish | 0\nBob: Armory | {bob}\nCleo: Wine Cellar\npile: {pile}",
        closed="none",
    )
    game.play("attempt Frozen Fish")
    return game


LUCKY = "Bats, Poof, Oops, Umm"
UNLUCKY = "Piece of Rope, Rat Poison, Chain Saw, Monkey Hand"


def test_to_let_an_attempt_through_that_one_could_stop_is_a_mistake() -> None:
    _, bob, cleo = accounts_of(playing(attempt_by_ann(LUCKY, UNLUCKY), "pass"), 50)
    assert bob.own.high < -0.2
    (mistake,) = bob.mistakes
    assert (mistake.seat, list(map(str, mistake.done))) == (1, ["pass"])
    assert {action.verb for action in mistake.better} == {"play"}
    assert {why.code for why in mistake.grounds} & {"stops it", "few after you", "nobody after you"}
    assert mistake.cost.low > 0.2
    assert cleo.own == Amount(0, 0, 0)
    assert cleo.others.high < -0.1, "Bob's mistake was Cleo's bad luck"


def test_to_let_one_through_that_one_could_not_stop_is_none() -> None:
    _, bob, _ = accounts_of(playing(attempt_by_ann(UNLUCKY, LUCKY), "pass"), 50)
    assert bob.own == Amount(0, 0, 0)
    assert not bob.mistakes


def test_what_a_sensible_player_does_is_worth_nothing_more_or_less() -> None:
    game = attempt_by_ann(LUCKY, UNLUCKY)
    found = compare(game.state, 1, [action_in_style(game.state, SENSIBLE, 1)], 1, 1)
    assert (found.gained, found.differed) == ([0, 0, 0], [0, 0, 0])


def plain(found: Comparison) -> tuple[object, ...]:
    return found.gained, found.differed, found.instead


def test_nobody_is_judged_by_what_they_could_not_see() -> None:
    """Ann's view is the same in both games, which differ in Bob's hand and the pile."""

    def before_the_strike(bob: str, pile: str) -> Game:
        return position(
            "kill-2016",
            f"doctor: Foyer\n* Ann: Foyer | Frozen Fish | 0\nBob: Armory | {bob}\nCleo: Wine Cellar\npile: {pile}",
            closed="none",
        )

    one, other = before_the_strike(LUCKY, UNLUCKY), before_the_strike(UNLUCKY, LUCKY)
    done = decided(one, "step Drawing Room") if "step Drawing Room" in map(str, one.legal) else decided(one, "end")
    found = compare(one.state, 0, done, 40, 3)
    assert found.instead
    assert plain(found) == plain(compare(other.state, 0, done, 40, 3))
    assert plain(compare(one.state, OPEN, done, 40, 3)) != plain(compare(other.state, OPEN, done, 40, 3))
    better = list(min(found.instead))
    there, here = (deeds(playing(game, str(game.setting.actions[done[0]])))[0] for game in (one, other))
    assert grounds(there, better) == grounds(here, better) != ()


def worst(game: Game, playouts: int = 30) -> int:
    """The action after which the chance to win is lowest, from what its player can know."""
    seat = game.state.decider
    chances: dict[int, int] = {}
    for action in game.legal:
        number = game.number_of(action)
        there = game.state.copy()
        apply(there, number)
        if there.over:
            chances[number] = playouts * (there.winner == seat)
        else:
            chances[number] = 0 if there.phase == SHUFFLE else estimate(there, seat, playouts, 1)[seat]
    return min(chances, key=lambda number: (chances[number], number))


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
def test_who_always_does_the_worst_is_told_so(edition: str) -> None:
    """It can cost no more than there is to lose: of three players' chances about a third in each game."""
    found: list[list[Account]] = []
    for seed in (1, 2, 3):
        game = drlucky.new(edition, 3, seed=seed)
        while game.outcome is None:
            number = worst(game) if game.to_decide == 0 else action_in_style(game.state, SENSIBLE, len(game.events))
            game.play(str(game.setting.actions[number]))
        found.append(list(analyse(game, playouts=40).parts[0].accounts))

    def worth(seat: int) -> tuple[float, float]:
        """In the average of the games, with its margin of error."""
        own = [accounts[seat].own for accounts in found]
        return fmean(one.value for one in own), sqrt(sum((one.high - one.value) ** 2 for one in own)) / len(own)

    value, margin = worth(0)
    assert value < -0.15
    assert value + margin < 0
    assert all(worth(seat)[0] > value for seat in (1, 2))
    assert any(accounts[0].mistakes for accounts in found)
    assert all(len(account.mistakes) <= MOST for accounts in found for account in accounts)


def test_good_cards_are_the_luck_of_the_deal() -> None:
    """Strong weapons, and ways to the doctor; nobody else has luck to stop it."""
    good = "Civil War Cannon, Chain Saw, Foyer, Library, Gallery, Kitchen"
    bad = "Piece of Rope, Trowel"

    def deal(ann: str, bob: str) -> list[float]:
        game = position(
            "kill-2016",
            f"doctor: Foyer\n* Ann: Armory | {ann}\nBob: Kitchen | {bob}\nCleo: Wine Cellar | Shoe Horn\nturn: 0",
        )
        place = Position(game, 0, game.state.copy(), game.to_decide, None, ())
        found = Work([place], 50, 1).beginning(place, 0)
        return [won(found.dealt, seat).mean - won(found.undealt, seat).mean for seat in range(3)]

    assert deal(good, bad)[0] > 0.05 > -0.1 > deal(bad, good)[0]
    assert deal(bad, good)[1] > 0.1


# Errors.


def mixed_game() -> str:
    game = drlucky.new("kill-de", 4, seed=4)
    while game.outcome is None:
        style = GAMBLING if game.to_decide in (0, 2) else SENSIBLE
        game.play(str(game.setting.actions[action_in_style(game.state, style, len(game.events))]))
    return game.record(secret=True)


@pytest.mark.slow
def test_the_bands_are_as_wide_as_other_seeds_differ() -> None:
    places = places_of(mixed_game())
    found = [accounts_of(places, 5, seed) for seed in range(16)]
    seats = range(4)
    for name in AMOUNTS:
        spread = [stdev(getattr(each[seat], name).value for each in found) for seat in seats]
        told = [
            fmean((getattr(each[seat], name).high - getattr(each[seat], name).value) / 1.96 for each in found)
            for seat in seats
        ]
        ratio = sqrt(fmean(s * s for s in spread)) / sqrt(fmean(t * t for t in told))
        # Four seats and 16 seeds tell a spread to some 12 %; pseudo-counts make bands a little wide.
        assert 0.6 < ratio < 1.25, (name, ratio)


SCRIPT = """
import sys
import drlucky
from drlucky.search.compare import compare
from drlucky.search.estimate import ONLOOKER, estimate
from drlucky.interpreted import is_compiled
game = drlucky.load(sys.argv[1]).escape(seed=1)
done = [game.number_of(game.legal[0])]
found = [compare(game.state, seat, done, 12, 3) for seat in (game.state.decider, -1)]
print(is_compiled(), [(each.gained, each.differed, each.instead) for each in found])
print(estimate(game.state, ONLOOKER, 9, 3))
"""


def test_comparisons_are_the_same_compiled_and_interpreted() -> None:
    path = str(RECORDS / "kill-2016-reasons-win.txt")

    def out(environment: dict[str, str]) -> str:
        return subprocess.run(
            [sys.executable, "-c", SCRIPT, path], env=environment, capture_output=True, text=True, check=True
        ).stdout.partition(" ")[2]

    assert out(os.environ | {WISH: "1"}) == out(dict(os.environ)) != ""


# How it is told.


@cache
def analysed() -> Analysis:
    return analyse(mixed_game(), playouts=20)


def test_the_table_is_told_in_text_in_notebooks_and_as_data() -> None:
    found = analysed()
    (part,) = found.parts
    text = found.text()
    assert "Luck and skill  Before the deal" in text
    for account in part.accounts:
        row = next(line for line in text.splitlines() if line.startswith(part.players[account.seat]) and "±" in line)
        whole = account.rounded
        assert row.split()[1 if " " not in part.players[account.seat] else 2] == str(whole["start"])
        assert phrases.amount(whole["own"], account.own) in row
    assert "Glück und Können" in found.text("de")
    assert found._repr_html_().count("<tr>") == 1 + len(part.accounts)
    told = json.loads(json.dumps(found.as_dict()))["parts"][0]["accounts"]
    assert [each["rounded"] for each in told] == [account.rounded for account in part.accounts]


def test_mistakes_are_told_in_both_languages() -> None:
    _, bob, _ = accounts_of(playing(attempt_by_ann(LUCKY, UNLUCKY), "pass"), 20)
    english = phrases.mistake(bob.mistakes[0], ("Ann", "Bob", "Cleo"), saving=False)
    german = phrases.mistake(bob.mistakes[0], ("Ann", "Bob", "Cleo"), "de", saving=False)
    assert english.startswith("Turn 101, Bob: pass. That cost about ")
    assert " Better: play " in english
    assert "What Bob could know: “" in english
    assert german.startswith("Zug 101, Bob: passen. Das kostete etwa ")
    assert " Besser: " in german
    assert "Was Bob wissen konnte: „" in german
