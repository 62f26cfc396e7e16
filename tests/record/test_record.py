"""Records: what they say, what they keep to themselves, and what is refused in them."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import drlucky
from drlucky.conformance import SetUp
from drlucky.conformance.secrecy import choice, other_world
from drlucky.game.dealer import as_seed, commitment
from drlucky.game.game import Game
from drlucky.record import model, writer
from drlucky.record.model import RecordError
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
NAMES = ["Ann", "Bob", "Cleo"]

COTTAGE = """\
title: The Cottage
plan:
+---------+-------------+
|         |             |
|    1    .      2      |
|         |             |
+---...---+-----...-----+
|         |             |
|    3    .      4      |
+---------+-------------+
rooms:
  1  Study
  2  Loft
  3  Larder
  4  Great Room
"""


def play_some(game: Game, choose: Random, decisions: int) -> None:
    for _ in range(decisions):
        if game.to_decide is None:
            break
        game.play(choice(game.legal, choose))


def play_out(game: Game, choose: Random) -> Game:
    while game.to_decide is not None:
        game.play(choice(game.legal, choose))
    return game


def finished(edition: str = "kill-2016", **options: Any) -> Game:
    return play_out(drlucky.new(edition, NAMES, **{"seed": 7} | options), Random(1))


def facts(text: str, key: str) -> list[str]:
    return [line.removeprefix(f"{key}: ") for line in text.splitlines() if line.startswith(f"{key}: ")]


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        drlucky.load(text)
    return caught.value


# What goes in comes out.


@every_setup
def test_a_game_comes_back_and_goes_on_the_same(setup: SetUp) -> None:
    game = setup.game(seed=11)
    play_some(game, Random(1), 60)
    twin = drlucky.load(game.record(secret=True))
    for _ in range(2):
        assert twin.state.key() == game.state.key()
        assert twin.events == game.events
        assert twin.players == game.players
        assert twin.legal == game.legal
        assert twin.view(0) == game.view(0)
        assert twin.record(secret=True) == game.record(secret=True)
        play_out(game, Random(2))
        play_out(twin, Random(2))
    assert drlucky.load(game.record()).record() == game.record()


def test_a_fresh_game_comes_back() -> None:
    game = drlucky.new(players=NAMES)
    assert drlucky.load(game.record(secret=True)).state.key() == game.state.key()


def test_an_escape_comes_back_with_the_game_before_it() -> None:
    game = play_out(finished(closed="west").escape(seed=3, contributions=["a", "b", "c"]), Random(5))
    text = game.record()
    twin = drlucky.load(text)
    assert twin.state.key() == game.state.key()
    assert twin.record() == text
    assert facts(text, "then") == ["escape"]
    assert len(facts(text, "seed")) == 2
    assert [part.begun for part in twin.history] == ["new", "escape"]


def test_an_unfinished_escape_keeps_the_first_seed_too() -> None:
    """The cards on closed rooms stay hidden in it, and they follow from the first seed."""
    game = finished(closed="west").escape(seed=3)
    assert not facts(game.record(), "seed")
    assert len(facts(game.record(), "commitment")) == 2
    assert drlucky.load(game.record(secret=True)).state.key() == game.state.key()


def test_it_is_read_from_a_file(tmp_path: Path) -> None:
    game = finished()
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xef\xbb\xbf" + game.record().replace("\n", "  \r\n").encode())
    assert drlucky.load(path).state.key() == game.state.key()
    assert drlucky.load(str(path)).state.key() == game.state.key()


def test_comments_may_be_added_anywhere_below_the_first_line() -> None:
    text = finished().record()
    first, *rest = text.splitlines()
    commented = "\n".join([first, *(part for line in rest for part in ("# well played", "", line))])
    assert drlucky.load(commented).record() == text


def test_a_board_of_one_s_own_is_in_the_record(tmp_path: Path) -> None:
    plan = tmp_path / "cottage.txt"
    plan.write_text(COTTAGE, encoding="utf-8")
    text = finished(board=plan).record()
    plan.unlink()
    twin = drlucky.load(text)
    assert twin.board.name == "cottage"
    assert twin.board.source_text == COTTAGE
    assert twin.record() == text
    assert str(tmp_path) not in text


def test_a_board_with_an_odd_name_is_recorded_under_a_plain_one(tmp_path: Path) -> None:
    plan = tmp_path / "my.own:house.txt"
    plan.write_text(COTTAGE, encoding="utf-8")
    assert drlucky.load(finished(board=plan).record()).board.name == "board"


@pytest.mark.parametrize(
    "options",
    [
        {"closed": "both"},
        {"closed": {"west", "east"}},
        {"closed": ()},
        {"turn_limit": 5},
        {"starter": 0},
        {"board": "bed-and-breakfast", "layout": "downstairs"},
        {"seed": bytes(range(32))},
        {"contributions": ["", 'a "quoted" word', bytes(range(200))]},
    ],
)
def test_options_come_back(options: dict[str, Any]) -> None:
    game = finished(**options)
    assert drlucky.load(game.record()).record() == game.record()


def test_names_of_every_kind_come_back() -> None:
    names = [' "Zoë\\ ', "# not a comment", "outcome: success"]
    game = play_out(drlucky.new(players=names, seed=1), Random(1))
    assert drlucky.load(game.record()).players == tuple(names)


# What it says.


def test_it_reads_well() -> None:
    game = finished(closed="west")
    lines = game.record().splitlines()
    assert lines[:8] == [
        "drlucky record 1",
        f"# {game.edition.title}",
        "rules: 1",
        "edition: kill-2016",
        'player: "Ann"',
        'player: "Bob"',
        'player: "Cleo"',
        'option: closed "west"',
    ]
    assert facts(game.record(), "seed") == [as_seed(7).hex()]
    assert facts(game.record(), "commitment") == [game.commitment] == [commitment(as_seed(7))]
    assert len(facts(game.record(), "hand")) == 3
    assert facts(game.record(), "state") == [writer.state_hash(game.state.key())]
    assert max(map(len, lines)) <= model.MAX_LINE


def test_without_drlucky_new_there_is_no_record() -> None:
    game = finished()
    with pytest.raises(RecordError, match=r"drlucky\.new"):
        Game(game.setting, game.players, bytes(32)).record()


def test_a_game_too_long_for_a_record_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished()
    monkeypatch.setattr(writer, "MAX_ACTIONS", 3)
    with pytest.raises(RecordError, match="3 actions are the limit"):
        game.record()


# What it keeps to itself.


@every_setup
def test_the_record_of_a_game_that_goes_on_tells_nothing_hidden(setup: SetUp) -> None:
    """Byte for byte the same in two worlds that differ in every hidden card."""
    choose = Random(str(setup))
    game, twin = setup.game(seed=5), setup.game(seed=5)
    for _ in range(6):
        other_world(game, twin, None, choose)
        twin.history[-1].moves[:] = game.history[-1].moves
        text = game.record()
        assert twin.record() == text
        assert as_seed(5).hex() not in text
        assert not any(
            facts(text, key) for key in ("seed", "state", "lot", "shuffle", "cards", "aside", "hand", "starts")
        )
        assert facts(text, "outcome") == ["unfinished"]
        both = [action for action in game.legal if action in twin.legal]
        if both and game.to_decide is not None:
            action = choice(both, choose)
            game.play(action)
            twin.play(action)
            if game.to_decide is not None and twin.to_decide is not None:
                assert twin.record() == game.record()
        play_some(game, choose, 12)
        if game.to_decide is None:
            break


def test_the_public_record_says_why_it_cannot_be_replayed_yet() -> None:
    game = drlucky.new(players=NAMES, seed=7)
    error = refusal(game.record())
    assert "still goes on" in error.problem
    assert "before the seed is published" in error.problem
    assert error.line == 1 + game.record().splitlines().index(f"commitment: {game.commitment}")


def test_a_secret_record_is_marked_as_one() -> None:
    game = drlucky.new(players=NAMES, seed=7)
    assert game.record(secret=True).splitlines()[2].startswith("secret: the seed below tells every hidden card")
    assert "secret" not in game.record()
    over = finished()
    assert over.record(secret=True) == over.record()


# What is refused.


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("drlucky record 1", "drlucky record 2", 1, "another format; this drlucky reads 'drlucky record 1'"),
        ("drlucky record 1", "[Event", 1, "the first line must be 'drlucky record 1'"),
        ("rules: 1", "rules: 9", 3, "version 9 of the rules of kill-2016; this drlucky plays version 1"),
        ("rules: 1", "rules: 0", 3, "no version of the rules"),
        ("rules: 1", "rules: one", 3, "no version of the rules"),
        ("rules: 1\n", "", None, "without a line rules"),
        ("edition: kill-2016", "edition: chess", 1, "there is no edition 'chess'"),
        ("edition:", "editon:", 4, "no line 'editon'"),
        ('player: "Ann"', "player: Ann", 5, "as in JSON"),
        ('player: "Ann"', "player: 7", 5, "a text in quotation marks"),
        ('player: "Ann"', 'player: "Bob"', 1, "a name of their own"),
        ('player: "Ann"', 'player: "Anna"', None, "but what the record tells comes to"),
        ('"west"', '"north"', 1, "no wing 'north'"),
        ('"west"', "7", 8, "7 is no value for the option closed"),
        ('"west"', '{"a": 1}', 8, "is no value for the option closed"),
        ('"west"', "[" * 900, 8, "as in JSON"),
        ("closed", "opened", 8, "no option 'opened'; the options are board"),
        ("option: closed", 'option: board "/etc/hostname"\noption: closed', 8, "names one of the boards"),
        ("option: closed", 'option: closed "east"\noption: closed', 9, "there twice"),
        ("option: closed", "| x\noption: closed", 8, "no line plan: is above it"),
        ("option: closed", 'plan: "../x"\noption: closed', 8, "a board's name"),
        ("option: closed", 'plan: "x"\n|what\noption: closed', 9, "the board cannot be used"),
        ("commitment: ", "commitment: x", 9, "64 hexadecimal digits"),
        ("commitment: ", "comment: ", 9, "no line 'comment'"),
        ("seed: ", "seed: 00", 10, "64 hexadecimal digits"),
        ("\nstep", "\nstep step", None, "is no action of this game"),
        ("outcome: ", "then: dinner\noutcome: ", None, "no line commitment:"),
        ("outcome: success", "outcome: sunk", None, "comes to 'outcome: success"),
        ("\nstate: ", "\nstate: 00", None, "comes to 'state: "),
        ("\ncheck: ", "\ncheck: 00", None, "not those that were written"),
        ("\ncheck: ", "\nend\ncheck: ", None, "may follow the outcome"),
        ("\ncheck: ", "\nseed: 00\ncheck: ", None, "may follow the outcome"),
        ("rules: 1", "rules:\t1", 3, "cannot be printed"),
        ("rules: 1", "# " + "x" * 1000, 3, "1,000 characters are the limit"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(old: str, new: str, line: int | None, words: str) -> None:
    error = refusal(changed(finished(closed="west").record(), old, new))
    assert words in error.problem
    assert error.line is not None
    assert error.line == (line or error.line)
    assert str(error) == f"line {error.line}: {error.problem}"


def test_an_edited_action_is_refused_where_it_stops_being_possible() -> None:
    text = finished().record()
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines, 1) if line.startswith("step "))
    lines[at - 1] = "step Winter Garden"
    error = refusal("\n".join(lines))
    assert error.line == at
    assert "You can't step into the Winter Garden: " in error.problem


def test_a_record_cut_short_is_refused() -> None:
    text = finished().record()
    for size in range(30, len(text) - 2, len(text) // 40):
        assert refusal(text[:size]).line
    lines = text.splitlines()
    error = refusal("\n".join(lines[:-3]))
    assert "cut short" in error.problem
    assert error.line == len(lines) - 3
    assert "may follow the line check:" in refusal(text + "end").problem


def test_an_outcome_must_come_of_the_actions() -> None:
    game = finished()
    lines = game.record().splitlines()
    assert "do not end it" in refusal("\n".join([*lines[:-4], *lines[-3:]])).problem
    lines[-3] = "outcome: unfinished"
    assert "the game is unfinished by this line, but the actions above end it" in refusal("\n".join(lines)).problem


def test_a_seed_that_breaks_the_commitment_is_refused() -> None:
    game = finished()
    error = refusal(changed(game.record(), as_seed(7).hex(), as_seed(8).hex()))
    assert "does not keep the commitment" in error.problem


def test_a_finished_record_without_its_seed_is_refused() -> None:
    text = finished().record()
    assert "seed: is missing" in refusal(changed(text, f"seed: {as_seed(7).hex()}\n", "")).problem


def test_only_a_finished_game_can_be_escaped_from() -> None:
    text = drlucky.new(players=NAMES, seed=7).record(secret=True)
    escape = f"then: escape\ncommitment: {commitment(as_seed(3))}\nseed: {as_seed(3).hex()}\noutcome: "
    error = refusal(changed(text, "outcome: ", escape))
    assert "the Escape begins when the game is over" in error.problem
    assert error.line == 1 + text.splitlines().index("outcome: unfinished")
    assert (
        "'dinner' cannot follow a game; what can is escape"
        in refusal(changed(text, "outcome: ", escape.replace("escape", "dinner"))).problem
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("drlucky record 1\n" + "x" * model.MAX_BYTES, "bytes are the limit"),
        ("drlucky record 1\n" + "\n" * model.MAX_LINES, "at most 100,000 lines"),
        ("drlucky record 1\n" + "end\n" * (model.MAX_ACTIONS + 1), "at most 20,000 actions"),
        ("drlucky record 1\n" + "then: escape\n" * model.MAX_PARTS, "at most 10 parts"),
    ],
)
def test_what_is_too_large_is_refused(text: str, words: str) -> None:
    assert words in refusal(text).problem


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no file"):
        drlucky.load(tmp_path / "nothing.txt")
    with pytest.raises(RecordError, match="no file"):
        drlucky.load(tmp_path)
    with pytest.raises(RecordError, match="its text or as the path"):
        drlucky.load(7)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=r"cannot be read|no file"):
        drlucky.load("a\0b")
    path = tmp_path / "game.txt"
    path.write_bytes(b"drlucky record 1\n\xff")
    with pytest.raises(RecordError, match=r"game\.txt, line 2: this is no UTF-8 text"):
        drlucky.load(path)
    path.write_bytes(b"x" * (model.MAX_BYTES + 1))
    with pytest.raises(RecordError, match="bytes are the limit"):
        drlucky.load(path)


def test_an_option_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(RecordError, match="cannot hold the option x="):
        writer.option_value("x", object())


def test_a_rematch_that_was_recorded_with_a_dealer_of_no_matter_replays() -> None:
    """Before an edition refused what it does not have, every rematch told who dealt."""
    game = drlucky.new("kill-2016", 3, seed=1, turn_limit=1)
    game.play("end")
    written = game.record()
    game.history[0].options = {**(game.history[0].options or {}), "dealer": 2}
    earlier = game.record()
    assert earlier != written
    assert "\noption: dealer 2\n" in earlier
    assert drlucky.load(earlier).record() == earlier
