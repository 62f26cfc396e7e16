"""One visitor under many names, or one who does the same thing for hours, costs the others nothing."""

from collections.abc import Iterator

from drlucky.table import Act, Invite, Join, Kick, Leave, Pause, Prefer, Ready, Redeem, Say, Undo, Watch
from drlucky.table.allowance import BY_ONE, BY_ONE_PLACE, SECONDS_EACH
from drlucky.table.commands import AnyDeed
from drlucky.table.handlers.members import MOST_SPECTATORS
from drlucky.table.state import MOST_KNOWN
from table.desk import Desk, begun, gathered

HOUR = 3600.0


def on_and_off() -> Iterator[AnyDeed]:
    while True:
        yield Ready(ready=False)
        yield Ready()


def test_whoever_changes_their_mind_for_ever_has_to_wait() -> None:
    desk = gathered()
    before = desk.table.version
    for deed in on_and_off():
        answer = desk.do("bob", deed)
        if not answer.accepted:
            break
    assert answer.code == "too fast"
    assert "wait 10 seconds" in str(answer.text)
    assert desk.table.version - before <= BY_ONE
    desk.ok("cleo", Ready(ready=False))
    desk.ok("ann", Say("what is the matter?"))
    desk.now += SECONDS_EACH
    desk.ok("bob", deed)
    assert desk.refused("bob", Say("me?")) == "too fast"
    desk.restart()
    assert desk.refused("bob", Say("me?")) == "too fast", "a replay comes to the same"


def test_a_game_goes_on_however_much_was_said() -> None:
    desk = begun()
    for person in ("ann", "bob", "cleo"):
        while (answer := desk.do(person, Prefer(not desk.table.members[person].confirm))).accepted:
            pass
        assert answer.code == "too fast"
    desk.play_out()
    assert desk.table.phase == "over"


def test_to_step_to_and_fro_has_an_end() -> None:
    """An action is free, and one that is taken back is not."""
    desk = begun()
    person = desk.decider()
    assert person
    undone = 0
    while True:
        desk.act(next(str(action) for action in desk.match.game.legal if action.verb == "step"))
        answer = desk.do(person, Undo())
        if not answer.accepted:
            break
        undone += 1
    assert answer.code == "too fast"
    assert undone < BY_ONE
    desk.ok(person, Act(str(desk.match.game.legal[-1])))


def test_many_names_have_no_more_room_than_one() -> None:
    """Those who have no seat share a place, and so do all who sit in the same one, one after the other."""
    desk = Desk()
    desk.ok("bob", Join("Bob"))
    before = desk.table.version
    for number in range(BY_ONE_PLACE):
        person = f"stranger {number}"
        coming = Join(f"Guest {number}") if number % 2 else Watch(f"Guest {number}")
        if not desk.do(person, coming).accepted:
            break
        desk.do(person, Leave())
    assert number < BY_ONE_PLACE
    assert desk.table.version - before <= 2 * BY_ONE_PLACE
    assert desk.refused("cleo", Join("Cleo")) == "too fast"
    desk.ok("bob", Say("they cannot keep us from talking"))
    token = desk.ok("ann", Invite(2)).token
    desk.ok("cleo", Redeem(str(token), "Cleo"))
    desk.ok("cleo", Ready())
    desk.restart()


def test_no_evening_among_friends_comes_to_the_end_of_it() -> None:
    """Four hours, in which everyone says something every ten seconds."""
    desk = gathered(people=4)
    began = desk.now
    while desk.now < began + 4 * HOUR:
        for person in ("ann", "bob", "cleo", "dan"):
            desk.ok(person, Say("and then?"))
        desk.now += 9


def watchers(desk: Desk, number: int, first: int = 0) -> None:
    for each in range(first, first + number):
        desk.ok(f"stranger {each}", Watch(f"Guest {each}"))
        desk.now += SECONDS_EACH


def test_those_who_have_left_take_no_room() -> None:
    desk = Desk()
    for number in range(MOST_KNOWN + 50):
        desk.ok(f"stranger {number}", Watch(f"Guest {number}"))
        desk.now += SECONDS_EACH
        desk.ok(f"stranger {number}", Leave())
        desk.now += SECONDS_EACH
    assert len(desk.table.members) <= MOST_KNOWN
    assert set(desk.table.receipts.accepted) <= set(desk.table.members)
    desk.ok("bob", Join("Bob"))
    desk.ok("eve", Watch("Eve"))
    numbers = [member.number for member in desk.table.members.values()]
    assert len(set(numbers)) == len(numbers)
    assert [each.name for each in desk.sheet(None).people] == ["Ann", "Bob", "Eve"]
    desk.restart()


def test_one_who_watches_and_is_not_there_makes_room() -> None:
    desk = Desk()
    watchers(desk, MOST_SPECTATORS)
    desk.table.arrived("stranger 0")
    desk.ok("eve", Watch("Eve"))
    assert desk.table.is_member("eve")
    assert desk.table.is_member("stranger 0")
    assert not desk.table.is_member("stranger 1")
    assert len(desk.sheet(None).people) == MOST_SPECTATORS + 1
    desk.restart()


def test_where_too_many_watch_there_is_room_for_those_who_play() -> None:
    desk = Desk()
    watchers(desk, MOST_SPECTATORS)
    for number in range(MOST_SPECTATORS):
        desk.table.arrived(f"stranger {number}")
    assert desk.refused("eve", Watch("Eve")) == "full"
    desk.ok("bob", Join("Bob"))
    token = desk.ok("ann", Invite(2)).token
    desk.ok("cleo", Redeem(str(token), "Cleo"))


def test_one_who_paused_the_game_and_was_sent_away_is_remembered() -> None:
    desk = begun()
    desk.ok("bob", Pause())
    desk.ok("ann", Kick(1))
    for number in range(MOST_KNOWN):
        desk.ok(f"stranger {number}", Watch(f"Guest {number}"))
        desk.now += 2 * SECONDS_EACH
        desk.ok(f"stranger {number}", Leave())
    assert desk.sheet("ann").paused == 1
