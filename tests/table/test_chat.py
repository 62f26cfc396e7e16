"""What is said at a table, and what it costs."""

import msgspec
import pytest

from drlucky.penalties import Line, tally
from drlucky.table import Command, Mute, Refused, Say, Settings, Table, Watch
from drlucky.table.chat import KEPT, LONGEST_LINE
from drlucky.table.log import Said, decode
from table.desk import begun, gathered


def test_lines_are_bounded_and_tidied() -> None:
    desk = gathered()
    for text in ("", "  ", "x" * (LONGEST_LINE + 1), "bell \a"):
        assert desk.refused("ann", Say(text)) == "too long"
    assert desk.refused("eve", Say("hello")) == "not here"
    desk.ok("ann", Say("  hello \n there "))
    line = desk.sheet(None).lines[0]
    assert (line.text, line.name, line.member) == ("hello there", "Ann", 0)


def test_whoever_says_too_much_at_once_has_to_wait() -> None:
    desk = gathered()
    for _ in range(8):
        desk.ok("ann", Say("hello"))
    assert desk.refused("ann", Say("hello")) == "too fast"
    desk.ok("bob", Say("hello"))
    desk.wait(10)
    desk.ok("ann", Say("hello"))


def test_the_host_mutes_and_unmutes() -> None:
    desk = gathered()
    assert desk.refused("bob", Mute(0)) == "host only"
    desk.ok("ann", Mute(1))
    assert desk.refused("bob", Say("hello")) == "muted"
    desk.ok("ann", Mute(1, muted=False))
    desk.ok("bob", Say("hello"))


def test_only_the_last_lines_are_kept_and_nobody_misses_one() -> None:
    desk = gathered()
    for number in range(KEPT + 10):
        desk.now += 2
        desk.ok("ann", Say(str(number)))
    sheet = desk.sheet("bob")
    assert (sheet.lines_at, len(sheet.lines), sheet.lines[-1].text) == (10, KEPT, str(KEPT + 9))
    later = desk.sheet("bob", since=sheet.version - 3)
    assert (later.lines_at, len(later.lines)) == (KEPT + 7, 3)


def test_words_of_murder_cost_in_save_games_and_nowhere_else() -> None:
    desk = begun(Settings("save-2000"))
    desk.ok("bob", Say("I will kill him"))
    desk.ok("eve", Watch("Eve"))
    desk.ok("eve", Say("kill him"))
    assert desk.sheet(None).tally == (0, 1, 0)
    assert [line.penalty for line in desk.sheet(None).lines] == [1, 0]
    kill = begun()
    kill.ok("bob", Say("I will kill him"))
    assert kill.sheet(None).tally is None


def test_the_tally_at_the_end_is_that_of_the_book() -> None:
    desk = begun(Settings("save-2000"))
    said: list[Line] = []
    while desk.table.phase == "playing":
        if len(said) < 6 and desk.match.in_attempt == (len(said) % 2 == 0):
            said.append(Line(1, "Take that, or I kill you", desk.match.in_attempt))
            desk.now += 5
            desk.ok("bob", Say(said[-1].text))
        desk.act()
    game = desk.match.game
    outcome = game.outcome
    assert outcome
    assert any(line.in_attempt for line in said)
    hand = game.view(outcome.loser).hand if outcome.loser is not None else ()
    assert desk.sheet(None).tally == tally(said, "save-2000", game.players, outcome=outcome, hand=hand or ()).totals


def test_the_tally_knows_who_speaks_which_language() -> None:
    desk = begun(Settings("save-paizo"))
    for text, language in (("die, die die Karten haben", None), ("Die, die, die ...", "de"), ("Die, die, die!", "en")):
        desk.ok("bob", Say(text, language))
    assert [line.penalty for line in desk.sheet(None).lines] == [0, 0, 1]
    command = Command("german", desk.table.version, Say("Die, die, die ..."))
    verdict = desk.table.judge("bob", command, desk.now, language="de")
    assert [entry.fact for entry in verdict.entries] == [Said("bob", "Die, die, die ...", 0)]


def test_aids_are_known_by_their_names_in_every_language() -> None:
    desk = begun(Settings("save-2000"))
    for text in ("I beat him with the Oar", "Ich schlage ihn mit dem Ruder", "Mit dem Ruder komme ich zu ihm"):
        desk.ok("bob", Say(text))
    assert [line.penalty for line in desk.sheet(None).lines] == [1, 1, 0]


def test_a_line_costs_what_it_cost_when_it_was_said() -> None:
    """The log tells it, so that no list of words that grows changes an old tally; earlier logs have it found out."""
    desk = begun(Settings("save-2000"))
    desk.ok("bob", Say("I will kill him"))
    assert desk.facts[-1] == Said("bob", "I will kill him", 1)
    plain = [msgspec.msgpack.decode(entry) for entry in desk.log]
    for cost, expected in ((7, 7), (None, 1)):
        plain[-1]["fact"]["cost"] = cost
        table = Table.replay(decode(msgspec.msgpack.encode(entry) for entry in plain))
        assert table.chat.totals == [0, expected, 0]


@pytest.mark.parametrize("edition", ["save-2000", "save-paizo"])
def test_the_tally_can_be_switched_off(edition: str) -> None:
    desk = begun(Settings(edition, tally=False))
    desk.ok("bob", Say("I will kill him"))
    assert desk.sheet(None).tally is None
    assert [line.penalty for line in desk.sheet(None).lines] == [0]
    desk.play_out()
    assert desk.sheet(None).tally is None
    with pytest.raises(Refused, match="kill-2016 knows no penalties"):
        Table.opening("t", "ABC234", "ann", "Ann", Settings("kill-2016", tally=False), 3, 0.0)
