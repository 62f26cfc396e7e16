"""Bad bots: real programs that do all kinds of wrong lose their turns, and nothing and nobody else does."""

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

import drlucky
from drlucky.bots import SensibleBot, line_protocol
from drlucky.bots.external import RUNNING, Fault, GuestBot, Limits
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.lab.tournament.referee import BotPlayer, GuestPlayer, Played, play
from patience import NEVER, wait_until

BAD = Path(__file__).parent / "badbots"
PATIENT = Limits(seconds=NEVER, start_seconds=NEVER)
HASTY = Limits(seconds=0.2, start_seconds=NEVER, memory=256)
SEED = 1
RUNNER = [sys.executable, "-m", "drlucky.bots.program"]


def game_with(guest: GuestBot, edition: str = "kill-2016") -> tuple[Game, Played]:
    """A game of a guest at the second seat and two sensible players."""
    game = drlucky.new(edition, 3, seed=SEED)
    players = {seat: BotPlayer(SensibleBot(seat), seat) for seat in range(3)}
    return game, play(game, players | {1: GuestPlayer(guest, 1)}, most_faults=3, stand_in=SensibleBot(9))


def shell(name: str, limits: Limits) -> GuestBot:
    return GuestBot(["sh", str(BAD / f"{name}.sh")], limits)


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.parametrize(
    ("name", "kind", "what"),
    [
        ("illegal", "illegal", "'step Moon' is none of the legal actions"),
        ("malformed", "malformed", "one JSON object, not 'step Parlor'"),
        ("deep", "malformed", "one JSON object"),
        ("garbage", "malformed", "one JSON object"),
        ("slow", "timeout", "no answer within 0.2 s"),
        ("late", "timeout", "no answer within 0.2 s"),
        ("screams", "timeout", "no answer within 0.2 s"),
        ("flood", "flood", ""),
        ("doubled", "flood", "more than one line"),
        ("endless_line", "flood", "goes on after 65,536 bytes"),
        ("dies", "died", "ended with code 3: cannot go on"),
        ("killed", "died", "ended by signal 9"),
        ("closes", "closed", "closed its output"),
        ("hungry", "died", "memory"),
    ],
)
def test_a_bad_program_loses_its_turns_and_is_set_aside(name: str, kind: str, what: str) -> None:
    limits = HASTY if kind == "timeout" else Limits(seconds=NEVER, start_seconds=NEVER, memory=256)
    game, played = game_with(shell(name, limits))
    assert game.outcome == played.outcome
    assert [(seen.seat, seen.kind) for seen in played.faults] == [(1, kind)] * 3
    assert all(what in seen.what for seen in played.faults)
    assert not RUNNING


@pytest.mark.parametrize("name", ["never_starts", "wrong_version"])
def test_a_program_that_does_not_say_hello_is_not_started_again_in_that_game(name: str) -> None:
    _, played = game_with(shell(name, Limits(seconds=NEVER, start_seconds=0.3)))
    assert [(seen.seat, seen.kind) for seen in played.faults] == [(1, "start")]
    assert not RUNNING


def test_a_program_that_is_gone_loses_its_turns() -> None:
    _, played = game_with(GuestBot(["/nowhere/mybot"], PATIENT))
    assert [seen.kind for seen in played.faults] == ["start"]
    assert "No such file" in played.faults[0].what


def test_a_program_that_does_not_listen_is_found_out() -> None:
    """How soon, and at what, depends on when it speaks."""
    _, played = game_with(shell("deaf", PATIENT))
    assert played.faults
    assert {seen.kind for seen in played.faults} <= {"start", "flood", "illegal"}


def test_who_is_set_aside_ends_every_turn_and_still_answers_attempts() -> None:
    game, played = game_with(shell("dies", PATIENT), "kill-1996")
    assert len(played.faults) == 3
    again = drlucky.new("kill-1996", 3, seed=SEED)
    theirs: dict[str, Counter[str]] = {"turn": Counter(), "answer": Counter()}
    for number, move in enumerate(game.history[-1].moves):
        if again.to_decide == 1 and number >= played.faults[-1].decision:
            theirs[again.view(1).phase][move.text.split()[0]] += 1
        again.play(move.text)
    assert theirs["turn"].keys() == {"end"}
    assert theirs["answer"].keys() == {"pass", "play"}


def test_a_program_may_write_to_its_error_output_as_much_as_it_likes() -> None:
    _, played = game_with(shell("talks", PATIENT))
    assert played.faults == ()


def test_what_a_program_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROOD", str(tmp_path / "brood"))
    _, played = game_with(shell("brood", HASTY))
    assert {seen.kind for seen in played.faults} == {"timeout"}
    pids = [int(word) for word in (tmp_path / "brood").read_text().split()]
    assert len(pids) >= 9  # the program and two of its own, three times
    wait_until(lambda: all(map(is_gone, pids)))


def test_no_pipe_is_left_open() -> None:
    shell("dies", PATIENT).end()
    before = open_files()
    for name in ("dies", "slow", "talks"):
        game_with(shell(name, HASTY if name == "slow" else PATIENT))
    assert open_files() == before


def test_a_flood_is_not_kept() -> None:
    """Of an endless line no more than its beginning is ever in memory."""
    guest = shell("endless_line", PATIENT)
    game = drlucky.new("kill-2016", 3, seed=1)
    guest.greet()
    process = guest._process
    assert process
    with pytest.raises(Fault, match="goes on"):
        guest.choose(game.view(game.to_decide), game.legal)
    assert len(process._heard) <= line_protocol.LONGEST_LINE + 1


def test_a_program_learns_its_own_view_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    guest = shell("nosy", PATIENT)
    game = drlucky.new("kill-2016", 3, seed="a very secret seed")
    views = []

    class Watched(GuestPlayer):
        def decide(self, game: Game) -> Action:
            views.append(game.view(1))
            return super().decide(game)

    players = {seat: BotPlayer(SensibleBot(seat), seat) for seat in range(3)}
    played = play(game, players | {1: Watched(guest, 1)}, most_faults=3, stand_in=SensibleBot(9))
    assert played.faults == ()
    notes = (tmp_path / "notes").read_text()
    assert "secret" not in notes
    assert game.history[-1].seed.hex() not in notes
    told = [json.loads(line) for line in notes.splitlines() if line.startswith('{"type"')]
    assert [message["type"] for message in told] == ["hello", *["decide"] * len(views), "over"]
    assert [line_protocol.read_view(message["view"]) for message in told[1:-1]] == views
    assert told[-1]["won"] == (played.outcome.winner == 1)
    assert line_protocol.read_view(told[-1]["view"]) == game.view(1)
    assert [set(message) for message in told] == [
        {"type", "protocol"},
        *[{"type", "seconds", "legal", "view"}] * len(views),
        {"type", "won", "view"},
    ]


@pytest.fixture
def _classes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of the bots that are classes can be imported by the processes that run them."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(BAD), os.environ.get("PYTHONPATH", "")]))


@pytest.mark.usefixtures("_classes")
def test_a_class_of_one_s_own_plays_and_may_print() -> None:
    _, played = game_with(GuestBot([*RUNNER, "classes:Polite"], PATIENT))
    assert played.faults == ()


@pytest.mark.usefixtures("_classes")
@pytest.mark.parametrize(
    ("name", "limits", "kind", "what"),
    [
        ("Raises", PATIENT, "died", "ZeroDivisionError: nothing to divide by"),
        ("Sleeps", HASTY, "timeout", "no answer within 0.2 s"),
    ],
)
def test_a_class_that_raises_or_never_returns_loses_its_turns(name: str, limits: Limits, kind: str, what: str) -> None:
    _, played = game_with(GuestBot([*RUNNER, f"classes:{name}"], limits))
    assert [(seen.seat, seen.kind) for seen in played.faults] == [(1, kind)] * 3
    assert what in played.faults[0].what


@pytest.mark.usefixtures("_classes")
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("classes:Broken", "no weights found"),
        ("classes:Mute", "it needs a method choose"),
        ("classes:NUMBER", "has no class NUMBER"),
        ("classes:Absent", "has no class Absent"),
        ("nowhere.at.all:Bot", "the bot nowhere.at.all:Bot cannot be imported"),
    ],
)
def test_what_is_no_bot_says_why(name: str, what: str) -> None:
    with pytest.raises(Fault, match=what):
        GuestBot([*RUNNER, name], PATIENT).greet()
