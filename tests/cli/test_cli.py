"""The command line and the text game, as a person uses them."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from drlucky.cli.play import TextGame, play
from drlucky.interpreted import is_compiled
from drlucky.puzzle import puzzle
from drlucky.puzzle.answer import right_answer
from patience import NEVER
from positions import position


def run(*arguments: str, typed: str = "", code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "drlucky", *arguments], input=typed, capture_output=True, text=True, timeout=NEVER
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_version_says_whether_compiled() -> None:
    how = "compiled" if is_compiled() else "interpreted"
    assert run("--version").strip() == f"drlucky {version('drlucky')} ({how})"


def test_editions_are_listed() -> None:
    out = run("editions")
    assert all(name in out for name in ("kill-1996", "kill-2016", "kill-de", "save-2000", "save-paizo"))


def test_cards_are_shown_by_deck_and_by_name() -> None:
    assert all(name in run("cards") for name in ("classic", "modern", "save"))
    out = run("cards", "modern")
    assert "Frozen Fish: worth 2, 4 in the Piazza; counts 2 against an attempt" in out
    assert out.count("\n\n") == 72
    fish = run("cards", "frozen fish")
    assert "The modern deck of 72" in fish
    assert "By dinner nobody will find the weapon." in fish
    pan = run("cards", "Crepe Pan", "--language", "de")
    assert pan.count("Es liegt alles im Handgelenk") == 2, "it is in two decks"
    assert run("cards", "Hasenpfote") == run("cards", "Rabbit's Foot")
    assert "Fabrizio" in run("cards", "cast")
    assert run("cards", "cast", "--language", "de") != run("cards", "cast")
    save = run("cards", "save")
    assert not any(clue.sentence in save for clue in puzzle().clues), "they are found in play"


def test_a_card_that_is_not_there_is_refused_in_words() -> None:
    assert "did you mean 'Frozen Fish'?" in run("cards", "Frozen Fisch", code=2)
    assert "the decks are classic, modern, save" in run("cards", "xyzzy", code=2)
    assert "the languages are en, de" in run("cards", "--language", "tlh", code=2)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["kill-1996", "kill-2016", "kill-de", "save-2000", "save-paizo"])
def test_a_whole_game_can_be_played_by_typing_numbers(edition: str) -> None:
    """The first choice every time: ending turns, passing, stopping what must be stopped."""
    out = run("play", edition, "--players", "3", "--seed", "7", "--name", "Zoe", typed="1\n" * 3000)
    assert "Nobody stopped it: " in out or "nobody wins" in out
    assert "You left the game" not in out


@pytest.mark.slow
def test_the_record_of_a_game_can_be_kept_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "save-2000", "--players", "2", "--record", str(path), typed="1\n" * 3000)
    assert "Proven: cards, moves and result follow from the seed." in run("verify", str(path))


@pytest.mark.slow
def test_what_cannot_be_written_is_said_before_the_work(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "game.txt")
    for path, why in ((str(tmp_path), "it is a folder"), (nowhere, "there is no folder")):
        out = run("play", "kill-de", "--record", path, typed="1\n" * 3000, code=2)
        assert why in out
        assert "Type help" not in out, "no game is begun whose record would be lost"
    record = str(Path(__file__).parents[1] / "records" / "kill-2016-cat.txt")
    assert "it is a folder" in run("analyse", record, "--svg", str(tmp_path), code=2)


@pytest.mark.slow
def test_a_folder_is_no_record(tmp_path: Path) -> None:
    for command in ("replay", "analyse"):
        assert "is no file; give the path of a record" in run(command, str(tmp_path), code=2)


def test_asking_and_erring_changes_nothing() -> None:
    typed = "help\nboard\nhand\nwhy attempt\nwhy fly\nfly\n99\n0\nattempt\n\nstep Parlor\nquit\n"
    out = run("play", "kill-2016", "--seed", "2", "--bots", "easy", typed=typed)
    assert "Type the number of a choice" in out
    assert "1 Drawing Room" in out
    assert "against an attempt" in out
    assert "You can't make an attempt: Doctor Lucky isn't in your room" in out
    assert "'fly' is no action of this game" in out
    assert "There are choices 1 to" in out
    assert "You left the game." in out


@pytest.mark.slow
def test_a_hint_says_what_to_do_how_good_it_is_and_why() -> None:
    out = run("play", "kill-2016", "--seed", "2", "--bots", "easy", typed="help\nhint\nquit\n")
    assert "what a good player would do here" in out
    advice = re.search(
        r"^>   ([A-Z].*: .*[.]) Your chance to win is then about \d+% \(\d+ to \d+%\)[.]\n +(\d+)  (.*): \d+ %$",
        out,
        re.MULTILINE,
    )
    assert advice, out
    number, line = advice[2], advice[3]
    assert re.search(rf"^ +{number}  {re.escape(line)}$", out, re.MULTILINE), "it is one of the choices"


@pytest.mark.slow
def test_without_an_edition_it_asks() -> None:
    out = run("play", typed="9\n4\nquit\n")
    assert "Type a number from 1 to 5." in out
    assert "Save Doctor Lucky, 2000." in out
    assert "You left the game." in run("play", typed="")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "there is no edition 'chess'"),
        (["play", "kill-2016", "--players", "12"], "for 2 to 8 players, not 12"),
        (["play", "kill-2016", "--players", "1"], "for 2 to 8 players, not 1"),
        (["play", "save-2000", "--no-threes"], "no option 'no_threes'"),
        (["play", "kill-2016", "--board", "no/such/plan.txt"], "plan.txt"),
        (["dance"], "No such command"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(arguments: list[str], words: str) -> None:
    assert words in run(*arguments, code=2)


def test_two_players_play_by_the_plain_rules() -> None:
    assert "It's" in run("play", "kill-de", "--players", "2", "--seed", "1", typed="quit\n")


RECORD = Path(__file__).parents[1] / "records" / "kill-2016-lights-out.txt"


@pytest.mark.slow
def test_a_recorded_game_is_drawn_on_its_board() -> None:
    text = run("board", "--game", str(RECORD))
    assert "Drawing Room" in text
    assert "Doctor Lucky" in text
    picture = run("board", "--game", str(RECORD), "--svg", "-", "--room", "Dining Hall")
    assert picture.startswith("<svg")
    assert "name a board" in run("board", code=2)
    assert "one of the two" in run("board", "mansion", "--game", str(RECORD), code=2)


def shown(edition: str, text: str, **options: Any) -> str:
    """How things stand for Ann, who sits first."""
    game = position(edition, text, **options)
    return TextGame(game, 0, [], print, input).situation(game.view(0))


def test_reasons_are_shown_ones_own_and_the_doctors_too() -> None:
    text = "doctor: Gallery | 2\n* Ann: Foyer | Bats | 1\nBob: Kitchen | Oops | 3\nCleo: out"
    told = shown("kill-2016", text, escape=True, closed="none")
    assert "You are Ann, in the Foyer, 1 Reason. Doctor Lucky: Gallery, 2 Reasons." in told
    assert "Bob: Kitchen, 1 cards, 3 Reasons" in told
    assert "Cleo: out of the game, 0 cards" in told


def test_the_piles_are_shown_beside_each_deck() -> None:
    text = "doctor: Chapel\n* Ann: Chapel\nBob: Bistro\npiles: 3, 18"
    assert "Cards left to draw: deck B 3, deck A 18" in shown("save-2000", text)
    assert "Cards left to draw: 72" in shown("kill-2016", "doctor: Gallery\n* Ann: Foyer\nBob: Foyer\nCleo: Foyer")


@pytest.mark.parametrize("wanted", ["y", "n"])
def test_an_escape_can_follow_a_game(
    wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: wanted if prompt.startswith("Play it?") else "1")
    path = tmp_path / "game.txt"
    play("kill-de", players=3, seed="7", bots="easy", record=str(path), starter=0, turn_limit=6)
    out = capsys.readouterr().out
    assert out.count("the Escape can be played from where everyone stands") == 1
    assert ("\nthen: escape\n" in path.read_text(encoding="utf-8")) == (wanted == "y")
    assert out.count("The turn limit is reached: nobody wins.") + out.count("wins!") == (2 if wanted == "y" else 1)


def test_an_option_that_the_edition_does_not_have_is_refused() -> None:
    assert "kill-de has no option 'dealer'" in run("play", "kill-de", "--dealer", "0", code=2)
    assert "kill-1996 has no option 'starter'" in run("play", "kill-1996", "--starter", "0", code=2)
    assert "the starter is a player from 0 to 3, not 4" in run("play", "kill-2016", "--starter", "4", code=2)


def test_the_puzzle_keeps_its_clues_to_itself_unless_asked() -> None:
    clue = puzzle().clues[4].sentence
    out = run("puzzle")
    assert "Who saw the ice?" in out
    assert "Professor Zander (zander)" in out
    assert clue not in out
    assert clue in run("puzzle", "--show")
    assert "Wer sah das Eis?" in run("puzzle", "--language", "de")


def test_an_answer_to_the_puzzle_is_checked() -> None:
    groups = [" ".join(sorted(group)) for group in right_answer()]
    given = [option for group in groups for option in ("--answer", group)]
    assert run("puzzle", *given) == "Right! All of it.\n"
    mixed = [option.replace("hat", "swap").replace("walrus", "hat").replace("swap", "walrus") for option in given]
    assert run("puzzle", *mixed) == "Not yet: something in it is wrong.\n"
    assert "an answer has 5 groups" in run("puzzle", *given[:2], code=2)
