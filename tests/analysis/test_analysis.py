"""Analysis: chances for any record, honest about their errors, and what turned the game in words."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner

import drlucky
from drlucky import phrases
from drlucky.analysis import Analysis, Change, Struck, TurningPoint, analyse
from drlucky.analysis.positions import positions
from drlucky.analysis.turning_points import moments
from drlucky.bots import SensibleBot
from drlucky.cli import analyse as command
from drlucky.errors import DrLuckyError
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.game.replay import Replay, proven
from drlucky.interpreted import WISH
from drlucky.record.reader import read
from drlucky.render import analysis_plot
from drlucky.render.analysis_plot import DAY, LINES, NIGHT, Palette
from drlucky.search.estimate import OPEN, estimate
from drlucky.stats import Chance, certain, share
from positions import position
from records.mutations import fixtures

RECORDS = Path(__file__).parents[1] / "records"
SHORT = RECORDS / "kill-2016-escape-alone.txt"
TWO_PARTS = RECORDS / "kill-2016-strangers-then-escape.txt"
PEOPLE = ("Ann", "Bob", "Cleo", "Dan")


@cache
def two_parts() -> Analysis:
    return analyse(TWO_PARTS, playouts=25)


# Any record.


@pytest.mark.slow
@pytest.mark.parametrize("path", fixtures(), ids=lambda path: path.stem)
def test_every_record_can_be_analysed(path: Path) -> None:
    found = analyse(path, playouts=1)
    replay = proven(path)
    decided = [point for point in found.points if point.action is not None]
    assert len(decided) == replay.record.actions
    assert [point.decision for point in decided] == list(range(len(decided)))
    assert len(found.points) == len(decided) + len(found.parts)
    for point in found.points:
        part = found.parts[point.part]
        assert len(point.open) == len(point.known) == len(part.players)
        assert sum(chance.chance for chance in (*point.open, point.nobody)) == pytest.approx(1)
        assert all(0 <= one.low <= one.chance <= one.high <= 1 for one in (*point.open, *point.known, point.nobody))
    assert all(one.turn <= other.turn for one, other in pairwise(found.points) if one.part == other.part)
    last, outcome = found.points[-1], replay.game.outcome
    assert outcome is not None
    assert last.open == last.known == tuple(certain(seat == outcome.winner) for seat in range(len(last.open)))
    assert last.nobody == certain(outcome.winner is None)
    assert json.loads(json.dumps(found.as_dict()))["parts"][-1]["players"] == list(replay.game.players)
    assert all(found.text(language) for language in phrases.languages())


def test_a_record_of_two_games_has_two_parts() -> None:
    main, escape = two_parts().parts
    assert (main.escape, main.strangers, main.players) == (False, (1, 3), ("Ann", "Stranger 1", "Bob", "Stranger 2"))
    assert (escape.escape, escape.strangers, escape.players) == (True, (), ("Ann", "Bob"))
    assert escape.first == main.last + 1
    assert two_parts().points[main.last].open == tuple(certain(seat == 0) for seat in range(4)), "Ann killed him"
    assert {one.part for one in two_parts().turning_points} == {0, 1}


def test_a_game_that_goes_on_is_analysed_as_far_as_it_goes() -> None:
    game = drlucky.new("kill-2016", PEOPLE, seed=3)
    bot = SensibleBot(1)
    for _ in range(5):
        assert game.to_decide is not None
        game.play(bot.choose(game.view(game.to_decide), game.legal))
    found = analyse(game, playouts=5)
    assert len(found.points) == 6
    assert found.parts[0].outcome is None
    assert found.points[-1].action is None
    assert 0 < max(chance.chance for chance in found.points[-1].open) <= 1


@pytest.mark.slow
def test_the_same_seed_gives_the_same_for_any_number_of_workers() -> None:
    seen: list[tuple[int, int]] = []
    together = analyse(SHORT, playouts=40, seed=7, workers=2, progress=lambda done, of: seen.append((done, of)))
    assert together == analyse(SHORT.read_text(encoding="utf-8"), playouts=40, seed=7)
    assert together != analyse(SHORT, playouts=40, seed=8)
    assert seen == [(done, 18) for done in range(19)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"playouts": 0}, "playouts are a whole number from 1 to"),
        ({"playouts": 2.5}, "not 2.5"),
        ({"seed": -1}, "the seed is a whole number from 0"),
        ({"workers": 0}, "workers are a whole number from 1 to 256, not 0"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(DrLuckyError, match=re.escape(words)):
        analyse(SHORT, **wrong)
    with pytest.raises(DrLuckyError, match="no file"):
        analyse("no such record")


# Chances.


def test_the_interval_is_wilson_s() -> None:
    """Figures from the tables of Newcombe 1998."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611)):
        found = share(wins, games)
        assert found.low == pytest.approx(low, abs=5e-5)
        assert found.high == pytest.approx(high, abs=5e-5)
    assert share(20, 20).high == 1
    assert share(30, 100).is_beyond(share(60, 100))
    assert not share(30, 100).is_beyond(share(40, 100))


def attempt_by_ann(bob: str) -> Game:
    """Ann has struck with strength 4, and Bob, who alone is asked, holds four cards."""
    game = position(
        "kill-2016",
        f"doctor: Foyer\n* Ann: Foyer | Frozen Fish | 0\nBob: Armory | {bob}\nCleo: Wine Cellar",
        closed="none",
    )
    game.play("attempt Frozen Fish")
    return game


LUCKY = attempt_by_ann("Bats, Poof, Oops, Umm")
UNLUCKY = attempt_by_ann("Piece of Rope, Rat Poison, Chain Saw, Monkey Hand")
PLAYOUTS = 600


def test_what_a_seat_could_know_does_not_depend_on_what_it_could_not() -> None:
    for seat in (0, 2):
        one, other = (
            share(estimate(game.state, seat, PLAYOUTS, number)[0], PLAYOUTS)
            for number, game in enumerate((LUCKY, UNLUCKY))
        )
        assert not one.is_beyond(other)


def test_with_open_cards_everybody_s_hand_counts() -> None:
    assert estimate(UNLUCKY.state, OPEN, PLAYOUTS, 1) == [PLAYOUTS, 0, 0, 0]
    assert estimate(LUCKY.state, OPEN, PLAYOUTS, 1)[0] < PLAYOUTS / 2
    assert estimate(UNLUCKY.state, 1, PLAYOUTS, 1)[0] == PLAYOUTS, "Bob knows his own cards"


def test_with_open_cards_the_order_of_the_pile_is_chance_and_the_game_is_left_alone() -> None:
    game = drlucky.new("kill-2016", 4, seed=5)
    before = game.state.key()
    results = {tuple(estimate(game.state, OPEN, 20, seed)) for seed in range(5)}
    assert len(results) > 1
    assert game.state.key() == before
    assert all(sum(wins) == 20 for wins in results)


SCRIPT = """
import sys
import drlucky
from drlucky.search.estimate import estimate
from drlucky.interpreted import is_compiled
state = drlucky.load(sys.argv[1]).escape(seed=1).state
print(is_compiled(), estimate(state, 0, 25, 3), estimate(state, -1, 25, 3))
"""


def test_estimates_are_the_same_compiled_and_interpreted() -> None:
    path = str(RECORDS / "kill-2016-reasons-win.txt")
    out = subprocess.run(
        [sys.executable, "-c", SCRIPT, path], env=os.environ | {WISH: "1"}, capture_output=True, text=True, check=True
    ).stdout
    state = drlucky.load(path).escape(seed=1).state
    assert out == f"False {estimate(state, 0, 25, 3)} {estimate(state, OPEN, 25, 3)}\n"


# Turning points.


@pytest.mark.parametrize("path", fixtures(), ids=lambda path: path.stem)
def test_moments_hold_every_decision_once_and_whole_attempts(path: Path) -> None:
    places = list(positions(Replay(read(path.read_text(encoding="utf-8")))))
    found = list(moments(places))
    decisions = [at for first, last in found for at in range(first, last)]
    assert decisions == [at for at, place in enumerate(places) if place.action is not None]
    for first, last in found:
        struck = [
            event for place in places[first:last] for event in place.events if event.kind in ("attempt", "attacked")
        ]
        ended = [
            event
            for place in places[first:last]
            for event in place.events
            if event.kind in ("foiled", "died") or event.how == "success"
        ]
        assert len(struck) == len(ended)


def test_a_turning_point_is_beyond_its_error() -> None:
    found = two_parts()
    assert found.turning_points
    for number, one in enumerate(found.turning_points, 1):
        assert one.number == number
        assert one.first < one.sharpest <= one.last
        for change in one.changes:
            assert change.after.is_beyond(change.before)
            if change.seat is not None:
                assert change.before == found.points[one.first].open[change.seat]
                assert change.after == found.points[one.last].open[change.seat]
    assert all(one.first < other.first for one, other in pairwise(found.turning_points))


def told(*pieces: Struck | Event, changes: tuple[Change, ...], turn: int = 14) -> tuple[str, str]:
    one = TurningPoint(1, 0, 0, 1, 1, turn, 1, pieces, changes)
    return phrases.turning_point(one, PEOPLE), phrases.turning_point(one, PEOPLE, "de")


def change(seat: int | None, before: float, after: float) -> Change:
    return Change(seat, Chance(before, before, before), Chance(after, after, after))


STOPPED = Struck(1, None, ("Trowel",), strength=7, luck=8, stopped=True, stopped_by=3)


def test_turning_points_read_as_they_should() -> None:
    english, german = told(STOPPED, changes=(change(0, 0.22, 0.35),))
    assert english == (
        "Turn 14: Bob's attempt with Trowel (strength 7 against 8) was stopped by Dan. "
        "Ann's chance to win rose from 22% to 35%."
    )
    assert german == (
        "Zug 14: Der Versuch von Bob mit „Maurerkelle“ (Stärke 7 gegen 8) wurde von Dan vereitelt. "
        "Die Gewinnchance von Ann stieg von 22 % auf 35 %."
    )
    won = Struck(1, None, ("Trowel", "Rat Poison"), strength=7, luck=2, stopped=False, stopped_by=None)
    assert "Nobody stopped Bob's attempt with Trowel and Rat Poison (" in told(won, changes=(change(1, 0.3, 1),))[0]
    haunted = Struck("doctor", 0, (), strength=2, luck=0, stopped=False, stopped_by=None)
    english, german = told(haunted, changes=(change(0, 0.5, 0), change(None, 0.004, 0.996)))
    assert "Ann did not survive Doctor Lucky's attack with bare hands (strength 2 against 0)." in english
    assert english.endswith("Ann's chance to win fell from 50% to 0%. The chance that nobody wins rose from 1% to 99%.")
    assert "Ann überlebte den Angriff von Doktor Lucky mit bloßen Händen nicht" in german
    moved = Event("stepped", pawn="cat", room="Library")
    assert told(moved, changes=())[0] == "Turn 14 (Bob): The cat Patience steps into the Library."
    assert told(changes=()) == ("Turn 14 (Bob): Bob ends the turn.", "Zug 14 (Bob): Bob beendet den Zug.")


# Pictures.


def colours(palette: Palette) -> Iterator[str]:
    yield from (palette.ink, palette.muted, palette.strange, *palette.seats)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", [DAY, NIGHT])
def test_lines_and_words_stand_out_from_the_paper(palette: Palette) -> None:
    """The contrast that the Web Content Accessibility Guidelines ask of text."""
    paper = luminance(palette.paper)
    for colour in colours(palette):
        light, dark = sorted((paper, luminance(colour)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


@pytest.mark.slow
def test_pictures_are_drawn_in_both_languages_and_by_night() -> None:
    found = two_parts()
    picture = found.svg()
    words = "".join(ElementTree.fromstring(picture).itertext())
    assert {"Ann", "Stranger 1", "Escape", "Chance to win with all cards known"} <= set(
        map(str.strip, words.split("\n"))
    )
    assert picture == found.svg(), "the same analysis gives the same file"
    assert "Gewinnchance bei offenen Karten" in found.svg("de")
    assert NIGHT.paper in found.svg(dark=True)
    assert found.png().startswith(b"\x89PNG")
    assert found._repr_svg_() == picture
    assert found._repr_html_().count("<li>") == len(found.turning_points)


def test_no_two_seats_have_lines_alike() -> None:
    assert len(set(LINES)) == len(LINES) == 8


def test_any_name_can_be_drawn() -> None:
    game = drlucky.new("kill-2016", ["<b>&", "$x^2$", "漢字"], seed=1)
    found = analyse(game, playouts=2)
    words = "".join(ElementTree.fromstring(found.svg()).itertext())
    assert all(name in words for name in game.players)
    assert "<b>" not in found._repr_html_()


def test_names_at_the_ends_of_lines_keep_their_distance() -> None:
    heights = analysis_plot.spread([0, 0, 0, 0, 0, 0, 0.98, 1])
    assert heights[-1] <= 1
    assert all(above - below >= analysis_plot.SPREAD - 1e-9 for below, above in pairwise(heights))


WITHOUT = """
import sys
sys.modules["matplotlib"] = None
from drlucky.analysis import analyse
found = analyse(sys.argv[1], playouts=1)
print(found.text())
try:
    found.svg()
except Exception as error:
    print(type(error).__name__, error)
"""


def test_without_matplotlib_all_but_pictures_works() -> None:
    out = subprocess.run([sys.executable, "-c", WITHOUT, str(SHORT)], capture_output=True, text=True, check=True).stdout
    assert "Kill Doctor Lucky, 19.5th anniversary" in out
    assert "DrLuckyError a picture of an analysis needs matplotlib" in out
    assert "pip install 'drlucky[lab]'" in out


# The command.


def run(*arguments: str) -> tuple[int, str, BaseException | None]:
    app = typer.Typer()
    app.command()(command.analyse)
    done = CliRunner().invoke(app, list(arguments))
    return done.exit_code, done.output, done.exception


def test_the_command_tells_draws_and_writes(tmp_path: Path) -> None:
    made = {kind: tmp_path / f"chances.{kind}" for kind in ("svg", "png", "json")}
    files = [part for kind, path in made.items() for part in (f"--{kind}", str(path))]
    code, out, _ = run(str(SHORT), "--playouts", "30", "--language", "de", "--dark", *files)
    assert code == 0
    assert "Gewinnchance bei offenen Karten" in out
    assert re.search(r"^Dan +[ ▁▂▃▄▅▆▇█]+ +100 %$", out, re.MULTILINE)
    assert made["png"].read_bytes().startswith(b"\x89PNG")
    assert made["svg"].read_text(encoding="utf-8").startswith("<svg")
    assert json.loads(made["json"].read_text(encoding="utf-8"))["playouts"] == 30


def test_the_command_refuses_in_words(tmp_path: Path) -> None:
    for arguments, words in (
        ([str(SHORT), "--language", "fr"], "the languages are en, de"),
        ([str(tmp_path / "none.txt")], "no file"),
        ([str(SHORT), "--playouts", "1", "--svg", str(tmp_path)], "cannot be written"),
    ):
        code, _, error = run(*arguments)
        assert code
        assert isinstance(error, DrLuckyError)
        assert words in str(error)
