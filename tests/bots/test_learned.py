"""The bot `learned`: it plays well, from its view alone, on NumPy alone, and only what it was trained for."""

import re
import subprocess
import sys
from importlib import resources
from random import Random

import pytest

import drlucky
from drlucky.bots import Bot, RandomBot
from drlucky.bots.learned import LearnedBot
from drlucky.bots.names import parse
from drlucky.errors import DrLuckyError
from drlucky.game.determinize import imagine
from drlucky.game.view import view

GAMES = 40


def play(game: drlucky.Game, bots: list[Bot]) -> int | None:
    while (seat := game.to_decide) is not None:
        game.play(bots[seat].choose(game.view(seat), game.legal))
    assert game.outcome is not None
    return game.outcome.winner


def test_it_beats_three_who_play_at_random() -> None:
    """A fair share are 10 of 40; 30 are seven standard errors above that."""
    won = 0
    for number in range(GAMES):
        mine = number % 4
        bots: list[Bot] = [RandomBot(4 * number + seat) for seat in range(4)]
        bots[mine] = parse("learned").make(number)
        won += play(drlucky.new("kill-2016", 4, seed=f"learned {number}"), bots) == mine
    assert won >= 30


def test_it_chooses_by_its_view_alone() -> None:
    """In worlds that its seat cannot tell apart it does the same, and as often as asked."""
    game = drlucky.new("kill-2016", 4, seed="alike")
    bot, random = LearnedBot(), Random(1)
    differed = 0
    while (seat := game.to_decide) is not None and game.view(seat).turn < 12:
        seen = game.view(seat)
        chosen = bot.choose(seen, game.legal)
        for _ in range(3):
            the_setting, world = imagine(seen, random)
            other = (seat + 1) % 4
            hidden = view(the_setting, world, seen.players, other).hand
            differed += hidden != game.view(other).hand
            assert LearnedBot().choose(view(the_setting, world, seen.players, seat), game.legal) == chosen
        game.play(chosen)
    assert differed > 50


def test_its_weights_are_small() -> None:
    assert len(resources.files("drlucky.bots").joinpath("learned.npz").read_bytes()) < 1_000_000


@pytest.mark.parametrize(
    ("edition", "players", "options", "words"),
    [
        ("kill-2016", 3, {}, "players: 4, not 3; closed: ['west'], not ['east', 'west']"),
        ("kill-2016", 4, {"closed": "east"}, "closed: ['west'], not ['east']"),
        ("kill-2016", 4, {"pets": "cat"}, "pets: [], not ['cat']"),
        ("kill-2016", 4, {"board": "bed-and-breakfast"}, "board: 'mansion', not 'bed-and-breakfast'"),
        ("kill-1996", 4, {}, "edition: 'kill-2016', not 'kill-1996'"),
    ],
)
def test_another_game_than_its_own_is_refused_in_words(
    edition: str, players: int, options: dict[str, str], words: str
) -> None:
    game = drlucky.new(edition, players, seed="other", **options)
    seat = game.to_decide
    assert seat is not None
    with pytest.raises(DrLuckyError, match=re.escape(words)):
        LearnedBot().choose(game.view(seat), game.legal)
    with pytest.raises(DrLuckyError, match=re.escape(words)):
        parse("learned").check(game.view(None))


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


DECIDES = """
import sys
sys.modules["torch"] = sys.modules["gymnasium"] = None
import drlucky
from drlucky.bots.names import parse
game = drlucky.new("kill-2016", 4, seed="alone")
print(parse("learned").make().choose(game.view(game.to_decide), game.legal) in game.legal)
"""


def test_it_needs_nothing_but_numpy() -> None:
    assert python(DECIDES).stdout == "True\n"


def test_without_numpy_it_says_what_is_missing() -> None:
    asked = python('import sys; sys.modules["numpy"] = None\n' + DECIDES)
    assert asked.returncode == 1
    assert "needs NumPy: pip install 'drlucky[lab]'" in asked.stderr
