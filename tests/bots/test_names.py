"""One grammar for the names of bots, wherever one is given."""

import re
import shlex
import sys
from pathlib import Path

import pytest

import drlucky
from drlucky.bots import NoviceBot, RandomBot, SearcherBot, SensibleBot
from drlucky.bots.external import GuestBot
from drlucky.bots.names import ITERATIONS, Kind, load_class, parse
from drlucky.errors import DrLuckyError
from drlucky.lab.study.bots import check
from drlucky.lab.tournament.entrants import entrant
from lab.study_bots import Last, Noisy

CLEVER = "drlucky.bots:NoviceBot"
PROGRAM = f"program:{shlex.quote(sys.executable)} -m drlucky.bots.program {CLEVER}"
NAMES = ["random", "sensible", "easy", "normal", "hard", "expert", "searcher", "searcher:20", "searcher:0.01s"]


@pytest.mark.parametrize("name", [*NAMES, CLEVER, PROGRAM])
def test_a_bot_that_is_a_bot_anywhere_is_one_everywhere(name: str) -> None:
    """In studies, in tournaments, and at a game of one's own."""
    check(name)
    assert entrant(name).bot == name
    game = drlucky.new("kill-2016", 3, seed="names")
    seat = game.to_decide
    assert seat is not None
    bot = parse(name).make(1)
    assert bot.choose(game.view(seat), game.legal) in game.legal
    if isinstance(bot, GuestBot):
        bot.end()


def test_names_stand_for_what_they_say() -> None:
    assert isinstance(parse("random").make(1), RandomBot)
    assert isinstance(parse("normal").make(1), SensibleBot)
    assert isinstance(parse("easy").make(1), NoviceBot)
    assert (parse("searcher").iterations, parse("searcher:7").iterations) == (ITERATIONS, 7)
    assert (parse("searcher:1s").seconds, parse("searcher:0.25s").seconds, parse("expert").seconds) == (1, 0.25, 1)
    by_time, by_count = parse("searcher:2s").make(), parse("searcher:7").make()
    assert isinstance(by_time, SearcherBot)
    assert isinstance(by_count, SearcherBot)
    assert (by_time.seconds, by_time.iterations, by_count.iterations) == (2, None, 7)
    assert parse("program:sh -c 'x y'").command == ["sh", "-c", "x y"]
    assert parse(CLEVER).command == [sys.executable, "-m", "drlucky.bots.program", CLEVER]
    assert parse("sensible").command is None


def test_what_hangs_on_the_clock_is_known() -> None:
    timed = [name for name in [*NAMES, CLEVER, PROGRAM] if parse(name).is_timed]
    assert timed == ["hard", "expert", "searcher:0.01s", PROGRAM]


def test_a_class_of_ones_own_gets_a_seed_if_it_takes_one() -> None:
    assert isinstance(parse("lab.study_bots:Last").make(3), Last)
    noisy, same = parse("lab.study_bots:Noisy").make(3), parse("lab.study_bots:Noisy").make(3)
    assert isinstance(noisy, Noisy)
    assert isinstance(same, Noisy)
    assert noisy._random.random() == same._random.random()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "clever",
            "there is no bot 'clever'; it is one of random, sensible, easy, normal, hard, expert",
        ),
        ("", "there is no bot ''"),
        ("searcher:fast", "there is no bot 'searcher:fast'"),
        ("searcher:-1", "there is no bot 'searcher:-1'"),
        ("searcher:0", "1 to 1,000,000 iterations"),
        ("searcher:1000001", "1 to 1,000,000 iterations"),
        ("searcher:0s", "more than no time"),
        ("searcher:4000s", "seconds from 0 to 3600"),
        ("my bots:Clever", "there is no bot"),
        ("mybots:", "there is no bot"),
        ("program:", "is no program"),
        ("program:'", "cannot be read as a command"),
    ],
)
def test_what_is_no_bot_is_refused_in_the_same_words_everywhere(name: str, words: str) -> None:
    for refuse in (parse, check, entrant):
        with pytest.raises(DrLuckyError, match=re.escape(words)):
            refuse(name)


def test_a_class_that_cannot_play_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_bots.py").write_text("raise OSError('no luck')")
    monkeypatch.syspath_prepend(tmp_path)
    for name, words in {
        "no_such_module:Bot": "the bot no_such_module:Bot cannot be imported: ModuleNotFoundError",
        "broken_bots:Bot": "the bot broken_bots:Bot cannot be imported: OSError: no luck",
        "drlucky.bots:Nobody": "the module drlucky.bots has no class Nobody",
        "lab.study_bots:Mute": "it needs a method choose(view, legal)",
    }.items():
        assert parse(name).kind is Kind.CLASS
        with pytest.raises(DrLuckyError, match=re.escape(words)):
            load_class(name)
