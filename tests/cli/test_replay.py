"""`drlucky replay` and `drlucky verify`: what they show, to whom, and what they refuse."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import drlucky
from drlucky import cast, render
from drlucky.cli.replay import SPECTATOR, TextReplay
from drlucky.conformance.secrecy import other_world
from drlucky.game.replay import proven
from patience import NEVER

RECORDS = Path(__file__).parent.parent / "records"
GAME = RECORDS / "kill-2016-reasons-win.txt"
ESCAPE = RECORDS / "kill-2016-strangers-then-escape.txt"


def run(*arguments: str | Path, typed: str = "", code: int = 0) -> str:
    """Runs a command as from a shell with the given input, and returns all that it prints."""
    command = [sys.executable, "-m", "drlucky", *map(str, arguments)]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=NEVER)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def shown(path: Path, typed: Sequence[str] | None = None, who: str | None = None) -> str:
    """What a replay says when these lines are typed, or all of it."""
    said: list[str] = []
    lines = iter(typed or ())

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    text_replay = TextReplay(proven(path), who, said.append, ask)
    if typed is None:
        text_replay.run_through()
    else:
        text_replay.run()
    return "\n".join(said)


def steps(text: str) -> list[int]:
    return [int(line.split()[1]) for line in text.splitlines() if line.startswith("Step ")]


def test_stepping_back_and_forth() -> None:
    assert steps(shown(GAME, ["", "", "b", "7", "b", "0", "q", ""])) == [0, 1, 2, 1, 7, 6, 0]


def test_strangers_go_by_the_names_of_their_characters() -> None:
    text = shown(ESCAPE)
    assert "Stranger 1" not in text
    assert all(text.count(each.name) > 2 for each in cast.people()[:2])


def test_each_step_says_who_did_what_and_draws_the_board() -> None:
    text = shown(GAME, ["", "q"])
    game = drlucky.load(GAME)
    first = game.history[0].moves[0]
    assert f"Step 1 of {len(game.history[0].moves)}: {game.players[first.current]}: {first.text}" in text
    assert render.game.text(game).splitlines()[0] in text


def test_going_to_a_step_shows_what_stepping_there_shows() -> None:
    last = proven(GAME).last
    stepped, jumped = (
        shown(GAME, [""] * 20).split("\nStep "),
        shown(GAME, ["20", str(last), "5", "20"]).split("\nStep "),
    )
    assert stepped[-1].strip() == jumped[2].strip() == jumped[-1].strip()


def test_input_that_is_none_is_answered_in_words() -> None:
    text = shown(GAME, ["b", "next", "9999999999999999", "-1", "²", "999", "q"])
    assert steps(text) == [0]
    assert "This is the beginning; there are steps 0 to" in text
    assert "'next' is nothing you can type here. Enter for the next step" in text
    last = proven(GAME).last
    assert f"This is the end; there are steps 0 to {last}." in shown(GAME, [str(last), ""])


@pytest.mark.slow
def test_all_of_it_without_asking() -> None:
    text = run("replay", GAME, "--all")
    assert steps(text) == list(range(proven(GAME).last + 1))
    assert "wins!" in text
    assert text.strip() == shown(GAME).strip()


@pytest.mark.slow
def test_input_from_a_pipe() -> None:
    assert steps(run("replay", GAME, typed="\n\n5\n")) == [0, 1, 2, 5]
    assert steps(run("replay", GAME)) == [0]


def test_an_escape_is_shown_after_its_game() -> None:
    text = shown(ESCAPE)
    assert ": then escape\n" in text
    assert "is the last one alive and wins!" in text
    assert " out: " in text


# One seat's knowledge.


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    game = drlucky.load(GAME)
    start = proven(GAME)
    start.go_to(0)
    for seat, name in enumerate(game.players):
        text = shown(GAME, ["q"], name)
        assert text == shown(GAME, ["q"], str(seat))
        hands = [start.game.view(other).hand or () for other in range(len(game.players))]
        for other, hand in enumerate(hands):
            assert (f": {', '.join(hand)}" in text) == (other == seat)


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_what_a_seat_cannot_know_is_not_shown(seat: int | None) -> None:
    """Word for word the same in two worlds that differ only in what this seat cannot know."""
    choose = Random(1)
    replay, twin = proven(GAME), drlucky.load(GAME)
    seat_replay = TextReplay(replay, SPECTATOR if seat is None else str(seat), print, input)
    whole_replay = TextReplay(replay, None, print, input)
    for step in range(0, replay.last, 7):
        replay.go_to(step)
        other_world(replay.game, twin, seat, choose)
        assert seat_replay.position(twin) == seat_replay.position(replay.game)
        assert whole_replay.position(twin) != whole_replay.position(replay.game)


def test_nobody_but_the_one_who_draws_sees_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render.game, "text", lambda *_: "")  # it takes its time
    players = drlucky.load(GAME).players
    for who in (*players, SPECTATOR):
        text = shown(GAME, who=who)
        for name in players:
            drawings = [line for line in text.splitlines() if line.startswith(f"  {name} draws ")]
            assert all((line == f"  {name} draws a card.") == (name != who) for line in drawings)
    assert " draws " in shown(GAME)
    assert " draws a card." not in shown(GAME)


@pytest.mark.slow
def test_a_seat_that_is_none_is_refused() -> None:
    text = run("replay", GAME, "--seat", "Zoe", code=2)
    assert "there is no seat 'Zoe'; seats are 0 or Ann, 1 or Bob" in text
    assert "no seat '9'" in run("replay", GAME, "--seat", "9", code=2)


# Records that cannot be shown or proven.


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    path = tmp_path / "unfinished.txt"
    path.write_text(drlucky.new(players=3, seed=1).record(), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_record_that_cannot_be_replayed_is_refused(unfinished: Path, tmp_path: Path) -> None:
    assert "before the seed is published" in run("replay", unfinished, code=2)
    assert "there is no file" in run("replay", tmp_path / "none.txt", code=2)
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(GAME.read_text(encoding="utf-8").replace("step ", "stop ", 1), encoding="utf-8")
    assert f"drlucky: {damaged}, line " in run("replay", damaged, code=2)


@pytest.mark.slow
def test_verify_proves_a_record() -> None:
    game = drlucky.load(GAME)
    text = run("verify", GAME)
    assert f"commitment  {game.commitment} is kept by the seed" in text
    assert "2 shuffles and 1 lots follow from the seed" in text
    assert f"{len(game.history[0].moves)} actions, each of them legal" in text
    assert "Proven: cards, moves and result follow from the seed." in text
    assert "3 contributions" in run("verify", RECORDS / "kill-2016-contributions.txt")


def test_verify_proves_both_parts_of_an_escape() -> None:
    assert run("verify", ESCAPE).count("is kept by the seed") == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("commitment: ", "commitment: 0", "64 hexadecimal digits"),
        ("lot: ", "lot: 1", "comes to 'lot: "),
        ('hand: "Ann" ', 'hand: "Ann" Bats, ', "comes to 'hand: "),
        ("\nend\n", "\ndraw\n", ""),
        ("outcome: success", "outcome: sunk", "comes to 'outcome: success"),
    ],
)
def test_verify_finds_what_does_not_follow(old: str, new: str, words: str, tmp_path: Path) -> None:
    forged = tmp_path / "forged.txt"
    forged.write_text(GAME.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    text = run("verify", forged, code=1)
    assert text.startswith(f"Not proven. {forged}, line ")
    assert words in text


def test_verify_cannot_prove_an_unfinished_game(unfinished: Path) -> None:
    assert "before the seed is published" in run("verify", unfinished, code=1)
