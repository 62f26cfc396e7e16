"""Hidden means hidden: two tables that differ only in what someone cannot know look the same to them, to the byte."""

from random import Random

import msgspec
import pytest

from drlucky.table import (
    Act,
    Clock,
    Command,
    Invite,
    Join,
    Kick,
    Options,
    Pause,
    Ready,
    Say,
    Settings,
    Start,
    Undo,
    Unpause,
    Watch,
)
from drlucky.table.log import Sealed
from drlucky.table.summary import heading
from table.desk import KILL, Desk, begun, gathered
from table.worlds import other_world

PEOPLE = ("ann", "bob", "cleo", None)
SETTINGS = [
    Settings("kill-1996"),
    Settings(KILL, Options(closed="west")),
    Settings("kill-de", clock=Clock("decision", 60)),
    Settings("save-2000"),
    Settings("save-paizo", clock=Clock("game", 600)),
    Settings(KILL, Options(escape=True)),
]


def eyes_of(desk: Desk, person: str | None) -> list[int]:
    return [desk.match.plays(seat) for seat in desk.table.seats_of(person)]


def striking(desk: Desk, choose: Random) -> str:
    """Attempts rather often: that is where hands could show."""
    legal = desk.match.game.legal
    strikes = [action for action in legal if action.verb in ("attempt", "lay")]
    return str(choose.choice(strikes if strikes and choose.random() < 0.7 else legal))


@pytest.mark.slow
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: settings.edition)
def test_what_someone_cannot_know_never_shows(settings: Settings) -> None:
    choose = Random(settings.edition)
    desk = begun(settings)
    for decision in range(120):
        if desk.table.phase != "playing":
            break
        person = PEOPLE[decision % 4]
        here = all_that_reaches(desk, person)
        with other_world(desk.match.game, eyes_of(desk, person), choose):
            assert all_that_reaches(desk, person) == here
        desk.now += 1
        desk.act(striking(desk, choose))


def all_that_reaches(desk: Desk, person: str | None) -> tuple[object, ...]:
    """Sheets, answers, and when something is due."""
    table = desk.table
    deeds = (Act("pass"), Act("draw"), Act("attempt"), Undo(), Say("hello"))
    answers = [table.judge(person or "eve", command(desk, deed), desk.now).answer for deed in deeds]
    return desk.seen(person), table.sight(person), answers, table.due(), table.asked(), heading(table)


def command(desk: Desk, deed: Act | Undo | Say) -> Command:
    return Command("x", desk.table.version, deed)


OUTSIDERS = ("dan", "eve", None)
"""Dan was sent away in the middle of the game, Eve has the code, and the other has no name."""


def test_from_outside_every_game_looks_the_same() -> None:
    """In one world a game is played, in the other people talk and pause. Where nobody may watch, those who are not at
    the table cannot tell which is which: all they know is how much has happened."""
    one, two = (begun(Settings("save-2000", watchable=False), people=4, seed=seed) for seed in (1, 2))
    for desk in (one, two):
        desk.ok("ann", Kick(3))
    for decision in range(150):
        began = one.table.version
        one.wait(2) if one.decider() is None else one.act()
        while two.table.version < one.table.version:
            idle(two)
        two.now = one.now = max(one.now, two.now) + 2
        if not one.table.phase == two.table.phase == "playing":
            break
        for person in OUTSIDERS:
            since = None if decision % 2 else began
            here, there = (all_from_outside(desk, person, since) for desk in (one, two))
            assert here == there


def idle(desk: Desk) -> None:
    """Something happens that is no move of the game."""
    talker = ("ann", "bob", "cleo")[desk.table.version % 3]
    match desk.table.version % 4:
        case 0:
            desk.ok("bob", Unpause() if desk.match.paused else Pause())
        case _:
            desk.ok(talker, Say(f"I would kill for a coffee, or {desk.table.version}"))


def all_from_outside(desk: Desk, person: str | None, since: int | None) -> tuple[object, ...]:
    deeds = (Act("pass"), Undo(), Say("hello"), Pause(), Unpause(), Watch("Eve"), Join("Eve"))
    version = desk.table.version if since is None else since
    answers = [desk.table.judge(person or "fay", Command("x", version, deed), desk.now).answer for deed in deeds]
    return msgspec.json.encode(desk.sheet(person, since)), answers, heading(desk.table).status


def test_secrets_are_on_no_sheet_before_the_game_is_over() -> None:
    desk = gathered(Settings(KILL, Options(closed="none")))
    desk.ok("bob", Ready(contribution="bob's own secret"))
    token = desk.ok("ann", Invite(0)).token
    seed = next(fact.seed for fact in desk.facts if isinstance(fact, Sealed))
    secrets = [seed.hex(), str(token), "bob's own secret"]
    for person in (*PEOPLE, "eve"):
        assert not [secret for secret in secrets if secret.encode() in desk.seen(person)]
    desk.ok("ann", Start())
    for _ in range(20):
        for person in (*PEOPLE, "eve"):
            assert not [secret for secret in secrets if secret.encode() in desk.seen(person)]
        if desk.table.phase == "playing":
            desk.act()
    desk.play_out()
    assert seed.hex().encode() in desk.seen(None)


def test_persons_are_known_to_nobody() -> None:
    """What the shell knows someone by may be all that protects their seat."""
    desk = begun()
    for number, person in enumerate(("ann", "bob", "cleo")):
        desk.table.seats[number].person = f"secret id of {person}"
        desk.table.members[f"secret id of {person}"] = desk.table.members.pop(person)
    desk.table.host = "secret id of ann"
    assert b"secret id" not in desk.seen(None)
    assert b"secret id" not in heading(desk.table).summary
