"""Reactions: what people say without a word."""

from typing import get_args

import msgspec
import pytest

from drlucky import phrases
from drlucky.phrases.reactions import reactions
from drlucky.phrases.words import words
from drlucky.table import Change, Command, Mute, React, Say, Settings, Table, Watch
from drlucky.table.allowance import BY_ONE
from drlucky.table.chat import Reaction
from drlucky.table.log import Reacted, decode
from drlucky.table.visibility import NEWS_OUTSIDE
from table.desk import KILL, Desk, begun, gathered

ALL: tuple[Reaction, ...] = get_args(Reaction)


def test_every_reaction_has_words_in_every_language() -> None:
    for language in phrases.languages():
        said = reactions(words(language))
        assert set(said) == set(ALL)
        assert len(set(said.values())) == len(ALL)
    english, german = reactions(words("en")), reactions(words("de"))
    assert not set(english.values()) & set(german.values())
    assert phrases.reaction("of a later drlucky") == "of a later drlucky"


def test_a_reaction_is_a_line_that_everyone_sees() -> None:
    desk = gathered()
    for reaction in ALL:
        desk.now += 5
        desk.ok("bob", React(reaction))
    lines = desk.sheet(None).lines
    assert [line.reaction for line in lines] == list(ALL)
    assert {(line.name, line.member) for line in lines} == {("Bob", 1)}
    assert lines[2].text == "raises an eyebrow", "for whoever knows lines only"
    assert desk.facts[-1] == Reacted("bob", "advance")
    before = desk.sheet(None).lines
    desk.restart()
    assert desk.sheet(None).lines == before


def test_there_are_these_and_no_others() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"id": "1", "version": 3, "do": {"do": "react", "reaction": "<b>"}}', type=Command)


def test_reactions_count_as_lines() -> None:
    desk = gathered()
    for _ in range(4):
        desk.ok("ann", Say("hello"))
        desk.ok("ann", React("gasp"))
    assert desk.refused("ann", React("gasp")) == "too fast"
    assert desk.refused("ann", Say("hello")) == "too fast"
    desk.ok("bob", React("tea"))
    desk.wait(10)
    desk.ok("ann", React("gasp"))


def test_reactions_use_up_what_one_may_bring_about() -> None:
    desk = gathered()
    for _ in range(2 * BY_ONE):
        desk.now += 1.3
        if not desk.do("bob", React("tea")).accepted:
            break
    else:
        raise AssertionError("nobody fills the log")
    desk.ok("ann", React("tea"))


def test_who_is_muted_cannot_react_either() -> None:
    desk = gathered()
    desk.ok("ann", Mute(1))
    assert desk.refused("bob", React("faint")) == "muted"
    desk.ok("ann", Mute(1, muted=False))
    desk.ok("bob", React("faint"))


def test_spectators_react_where_they_may_talk() -> None:
    desk = begun()
    assert desk.refused("eve", React("gasp")) == "not here"
    desk.ok("eve", Watch("Eve"))
    desk.ok("eve", React("gasp"))
    assert desk.sheet(None).lines[-1].seat is None
    closed = Desk(Settings(KILL), seats=3)
    closed.ok("eve", Watch("Eve"))
    closed.ok("ann", Change(Settings(KILL, watchable=False)))
    assert closed.refused("eve", React("gasp")) == closed.refused("eve", Say("hello")) == "not yours"


def test_outside_nobody_is_told_of_a_reaction() -> None:
    desk = gathered(Settings(KILL, watchable=False))
    before = desk.seen(None)
    version = desk.sheet(None).version
    desk.ok("ann", React("pearls"))
    assert desk.seen(None) == before
    assert desk.sheet(None).version == version
    assert "reacted" not in NEWS_OUTSIDE


def test_a_penalty_can_be_paid_in_advance_where_they_are_counted() -> None:
    desk = begun(Settings("save-2000"))
    desk.ok("bob", React("advance"))
    desk.ok("bob", React("condolences"))
    desk.ok("eve", Watch("Eve"))
    desk.ok("eve", React("advance"))
    assert desk.sheet(None).tally == (0, 1, 0)
    assert [line.penalty for line in desk.sheet(None).lines] == [1, 0, 0]
    for table in (begun(), begun(Settings("save-2000", tally=False))):
        table.ok("bob", React("advance"))
        assert table.sheet(None).tally is None
        assert table.sheet(None).lines[-1].penalty == 0


def test_a_reaction_that_is_not_known_any_more_is_a_line_still() -> None:
    desk = gathered()
    desk.ok("ann", React("gasp"))
    plain = [msgspec.msgpack.decode(entry) for entry in desk.log]
    plain[-1]["fact"]["reaction"] = "somersault"
    table = Table.replay(decode(msgspec.msgpack.encode(entry) for entry in plain))
    assert table.chat.lines[-1].text == "somersault"
