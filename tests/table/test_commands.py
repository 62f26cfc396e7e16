"""Commands that are repeated, late, early or out of order are applied at most once."""

import pickle

from drlucky.errors import SetUpError
from drlucky.table import (
    Act,
    Arrange,
    Change,
    Command,
    GiveHost,
    Mute,
    Prefer,
    PutBot,
    Ready,
    Refused,
    Rename,
    Say,
    Undo,
    Watch,
)
from drlucky.table.commands import AnyDeed
from drlucky.table.log import Acted, Said
from drlucky.table.state import REMEMBERED
from table.desk import begun, gathered


def test_a_repeated_command_is_applied_once_and_answered_with_its_version() -> None:
    desk = begun()
    person = desk.decider()
    assert person
    command = Command("mine", desk.table.version, Act("end"))
    first = desk.give(person, command)
    assert first.accepted
    desk.wait(5)
    before = desk.table.hash()
    again = desk.give(person, command)
    assert again.accepted
    assert (again.code, again.at, again.version) == ("repeated", first.at, desk.table.version)
    assert desk.table.hash() == before
    assert desk.log_says(Acted) == 1


def test_two_people_may_use_the_same_id() -> None:
    desk = gathered()
    for person in ("ann", "bob"):
        assert desk.give(person, Command("1", desk.table.version, Say("hello"))).code is None
    assert desk.log_says(Said) == 2


def test_a_command_for_a_game_that_has_moved_on_is_stale() -> None:
    desk = begun()
    seen = desk.table.version
    desk.act("end")
    person = desk.decider()
    assert person
    assert desk.refused(person, Act("end"), version=seen) == "stale"
    assert desk.refused(person, Undo(), version=seen) == "stale"


def test_what_others_say_makes_nothing_stale() -> None:
    desk = begun()
    seen = desk.table.version
    desk.ok("cleo", Say("hurry up"))
    person = desk.decider()
    assert person
    assert desk.do(person, Act("end"), version=seen).accepted


def test_commands_that_overtake_each_other_are_told_apart() -> None:
    """The second was made for what the first would bring about."""
    desk = begun()
    person = desk.decider()
    assert person
    step = next(str(action) for action in desk.match.game.legal if action.verb == "step")
    first = Command("1", desk.table.version, Act(step))
    second = Command("2", desk.table.version + 1, Act("end"))
    early = desk.give(person, second)
    assert (early.accepted, early.code, early.version) == (False, "ahead", desk.table.version)
    assert desk.give(person, first).accepted
    assert desk.give(person, second).accepted
    assert desk.give(person, first).code == "repeated"


def test_what_may_have_been_forgotten_is_refused() -> None:
    desk = gathered()
    old = Command("old", desk.table.version, Say("once"))
    assert desk.give("ann", old).accepted
    for _ in range(REMEMBERED):
        desk.now += 2
        desk.ok("ann", Say("more"))
    answer = desk.give("ann", old)
    assert (answer.accepted, answer.code) == (False, "too old")
    assert desk.give("bob", Command("old", 3, Say("I said nothing yet"))).accepted


def test_what_changes_nothing_is_accepted_and_not_logged() -> None:
    desk = gathered(bots=1)
    desk.ok("eve", Watch("Eve"))
    desk.ok("ann", Mute(3))
    desk.ok("bob", Prefer(confirm=True))
    desk.ok("bob", Ready(contribution="seven cups"))
    again: list[tuple[str, AnyDeed]] = [
        ("bob", Ready(contribution="seven cups")),
        ("bob", Prefer(confirm=True)),
        ("bob", Rename(1, " Bob ")),
        ("eve", Watch("Eve")),
        ("ann", Mute(3)),
        ("ann", Mute(1, muted=False)),
        ("ann", GiveHost(0)),
        ("ann", Change(desk.table.settings)),
        ("ann", PutBot(3, "normal")),
        ("ann", Arrange((0, 1, 2, 3))),
    ]
    for person, deed in again:
        before, version = desk.table.hash(), desk.table.version
        command = Command("the same", version, deed)
        for _ in range(2):
            answer = desk.give(person, command)
            assert (answer.accepted, answer.code, answer.version, answer.at) == (True, None, version, version), deed
        assert desk.table.hash() == before
    for person, deed in (("bob", Ready(ready=False)), ("ann", Arrange((1, 0, 2, 3)))):
        version = desk.table.version
        desk.ok(person, deed)
        assert desk.table.version == version + 1
    desk.ok("bob", Ready(ready=False))
    assert desk.table.version == version + 1


def test_ids_and_versions_that_make_no_sense_are_refused() -> None:
    desk = gathered()
    for name in ("", "x" * 65, "a\nb"):
        assert desk.give("ann", Command(name, 1, Say("hello"))).code == "malformed"
    assert desk.refused("ann", Say("hello"), version=-1) == "ahead"
    assert desk.refused("ann", Say("hello"), version=10**9) == "ahead"


def test_a_refusal_is_a_template_with_its_values() -> None:
    refusal = Refused("taken", "{name} sits there", name="{Ann}")
    assert str(refusal) == "{Ann} sits there"
    assert (refusal.template, refusal.values) == ("{name} sits there", {"name": "{Ann}"})
    again = Refused.of("name", refusal)
    assert (again.code, str(again)) == ("name", "{Ann} sits there")
    assert str(Refused("invalid", "a text with {braces} and no values")) == "a text with {braces} and no values"
    assert pickle.loads(pickle.dumps(SetUpError("{most} is enough", most=3))).values == {"most": 3}
