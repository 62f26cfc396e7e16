"""People join, act, repeat, overtake, drop out, return, undo and talk in any order, while the process is stopped and
begun again: the log replays to the same, nothing is applied twice, and nobody sees what they may not."""

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from drlucky.game.events import Event
from drlucky.table import (
    Act,
    AddSeat,
    Again,
    Arrange,
    Change,
    Clock,
    Command,
    GiveHost,
    Hurry,
    Invite,
    Join,
    Kick,
    Leave,
    Mute,
    OpenSeat,
    Options,
    Pause,
    Prefer,
    PutBot,
    Ready,
    Redeem,
    RemoveSeat,
    Rename,
    Resign,
    Return,
    Reveal,
    Say,
    Settings,
    Sheet,
    StandUp,
    Start,
    Undo,
    Unpause,
    Watch,
)
from drlucky.table.commands import AnyDeed
from drlucky.table.company import Company
from drlucky.table.log import Acted, Sealed, decode
from drlucky.table.snapshot import Common, outside_sheet
from drlucky.table.visibility import version_for
from table.desk import NAMES, Desk
from table.worlds import other_world

people = st.sampled_from([*NAMES, "eve"])
seats = st.integers(0, 4)
names = st.sampled_from([*NAMES.values(), "Eve", "", "Stranger 1"])
SETTINGS = [
    Settings("kill-2016", Options(closed="west"), Clock("decision", 20), away=10),
    Settings("kill-de", Options(closed="none"), Clock("game", 60, 10)),
    Settings("save-2000", clock=Clock("days", 86_400)),
    Settings("kill-1996", watchable=False, by_invitation=True),
]
deeds: st.SearchStrategy[AnyDeed] = st.one_of(
    st.builds(Join, names, st.none() | seats),
    st.builds(Watch, names),
    st.builds(Invite, seats),
    st.builds(Rename, seats, names),
    st.builds(Prefer, st.booleans()),
    st.builds(Say, st.sampled_from(["hello", "I kill him", "", "x" * 301])),
    st.builds(Mute, seats, st.booleans()),
    st.builds(Kick, seats),
    st.builds(GiveHost, seats),
    st.builds(Change, st.sampled_from(SETTINGS)),
    st.builds(PutBot, seats, st.sampled_from(["easy", "nonsense"])),
    st.builds(OpenSeat, seats),
    st.builds(RemoveSeat, seats),
    st.builds(Arrange, st.permutations(range(3)).map(tuple)),
    st.builds(StandUp, seats),
    st.builds(Ready, st.booleans(), st.sampled_from(["", "luck"])),
    st.builds(Resign, seats),
    st.builds(Again, st.sampled_from(["rematch", "escape"]), st.booleans()),
    st.builds(Hurry, st.sampled_from(["normal", "fast", "at once"])),
    st.sampled_from([AddSeat(), Leave(), Start(), Undo(), Return(), Pause(), Unpause(), Reveal()]),
)


class Client:
    """What someone's device knows: it is told only what is new since the version it has."""

    def __init__(self) -> None:
        self.version: int | None = None
        self.events: list[Event] = []
        self.said = 0

    def look(self, desk: Desk, person: str | None) -> None:
        whole, new = desk.sheet(person), desk.sheet(person, self.version)
        self.version = new.version
        if new.game is None or whole.game is None:
            assert whole.game is new.game
            self.events = []
        else:
            del self.events[new.game.events_at :]
            self.events += new.game.events
            assert tuple(self.events) == whole.game.events
        assert new.lines_at <= self.said or new.since is None
        self.said = new.lines_at + len(new.lines)
        assert self.said == whole.lines_at + len(whole.lines)


class Friends(RuleBasedStateMachine):
    @initialize(
        which=st.sampled_from(SETTINGS),
        seed=st.integers(0, 1000),
        bots=st.integers(0, 1),
        start=st.sampled_from([True, True, True, False]),
    )
    def sit_down(self, which: Settings, seed: int, bots: int, start: bool) -> None:
        self.desk = Desk(which, 3, seed)
        self.choose = Random(seed)
        self.sent: list[tuple[str, Command]] = []
        self.on_the_way: list[tuple[str, Command]] = []
        self.tokens: list[str] = []
        self.here: list[str] = []
        self.outside: dict[int, Sheet] = {}
        self.common: Common | None = None
        self.clients: dict[str | None, Client] = {person: Client() for person in (*NAMES, "eve", None)}
        if start:
            self.begin(bots)

    def begin(self, bots: int) -> None:
        for seat, person in list(enumerate(NAMES))[1 : 3 - bots]:
            token = self.desk.ok("ann", Invite(seat)).token
            self.desk.ok(person, Redeem(str(token), NAMES[person]))
            self.desk.ok(person, Ready())
        if bots:
            self.desk.ok("ann", PutBot(2, "easy"))
        self.desk.ok("ann", Start())

    def send(self, person: str, command: Command) -> None:
        known = self.desk.table.receipts.version_of(person, command.id)
        before = self.desk.table.hash()
        version = self.desk.table.version
        answer = self.desk.give(person, command)
        has_changed = self.desk.table.version != version
        assert answer.version == (self.desk.table.version if has_changed else version_for(self.desk.table, person))
        if known is not None:
            assert (answer.accepted, answer.at, answer.code) == (True, known, "repeated")
        if known is not None or not answer.accepted:
            assert self.desk.table.hash() == before
            assert answer.text
        if answer.token:
            self.tokens.append(answer.token)
        self.sent.append((person, command))

    def command(self, deed: AnyDeed) -> Command:
        return Command(f"c{next(self.desk.ids)}", self.desk.table.version, deed)

    @rule(person=people, deed=deeds)
    def do(self, person: str, deed: AnyDeed) -> None:
        self.send(person, self.command(deed))

    @precondition(lambda self: self.desk.table.phase == "playing" and self.desk.decider())
    @rule(which=st.integers(0, 50), confirmed=st.booleans(), times=st.integers(1, 6))
    def act(self, which: int, confirmed: bool, times: int) -> None:
        for _ in range(times):
            person = self.desk.decider()
            if self.desk.table.phase == "playing" and person:
                legal = self.desk.match.game.legal
                self.send(person, self.command(Act(str(legal[which % len(legal)]), confirmed)))

    @precondition(lambda self: self.desk.table.phase == "playing" and self.desk.decider())
    @rule()
    def undo(self) -> None:
        self.send(str(self.desk.decider()), self.command(Undo()))

    @precondition(lambda self: self.desk.table.phase == "playing" and self.desk.decider())
    @rule(which=st.integers(0, 50), ahead=st.integers(0, 1))
    def act_later(self, which: int, ahead: int) -> None:
        legal = self.desk.match.game.legal
        late = Command(
            f"c{next(self.desk.ids)}", self.desk.table.version + ahead, Act(str(legal[which % len(legal)]), True)
        )
        self.on_the_way.append((str(self.desk.decider()), late))

    @precondition(lambda self: self.on_the_way)
    @rule(which=st.integers(0, 50))
    def arrive_late(self, which: int) -> None:
        self.send(*self.on_the_way.pop(which % len(self.on_the_way)))

    @precondition(lambda self: self.sent)
    @rule(which=st.integers(0, 200))
    def repeat(self, which: int) -> None:
        self.send(*self.sent[-1 - which % len(self.sent)])

    @precondition(lambda self: self.tokens)
    @rule(person=people, name=names, which=st.integers(0, 20))
    def redeem(self, person: str, name: str, which: int) -> None:
        self.send(person, self.command(Redeem(self.tokens[which % len(self.tokens)], name)))

    @rule(person=people)
    def come(self, person: str) -> None:
        self.desk.table.arrived(person)
        self.here.append(person)

    @precondition(lambda self: self.here)
    @rule(which=st.integers(0, 20))
    def drop(self, which: int) -> None:
        self.desk.table.went(self.here.pop(which % len(self.here)), self.desk.now)

    @rule(seconds=st.sampled_from([0.0, 1.5, 12.0, 30.0, 700.0]))
    def wait(self, seconds: float) -> None:
        self.desk.wait(seconds)

    @rule(seconds=st.sampled_from([0.0, 100.0]))
    def stop_and_begin_again(self, seconds: float) -> None:
        self.desk.restart(seconds)
        self.here.clear()

    @rule(person=st.sampled_from([*NAMES, "eve", None]))
    def look(self, person: str | None) -> None:
        self.clients[person].look(self.desk, person)

    @invariant()
    def what_is_seen_from_outside_has_a_version_of_its_own(self) -> None:
        table = self.desk.table
        seen = replace(outside_sheet(table, Common(table), 0.0, None), version=0)
        assert self.outside.setdefault(table.outside_changed, seen) == seen

    @invariant()
    def who_is_there_is_the_same_until_it_is_another(self) -> None:
        """What is kept from change to change says the same as what is made now."""
        table = self.desk.table
        self.common = Common(table, self.common)
        kept, anew = self.common.company, Company(table)
        assert (kept.seats, kept.people) == (anew.seats, anew.people)
        for person in (*NAMES, "eve"):
            assert kept.you(person) == anew.you(person)

    @invariant()
    def nobody_sees_what_they_may_not(self) -> None:
        table = self.desk.table
        if table.match is None:
            return
        for person in (self.choose.choice([*NAMES, "eve"]), None):
            seen = self.desk.seen(person)
            if not table.is_laid_open:
                assert not any(seed.encode() in seen for seed in self.seeds())
                eyes = table.eyes(person)
                with other_world(table.match.game, [] if eyes is None else [eyes], self.choose):
                    assert self.desk.seen(person) == seen

    def seeds(self) -> list[str]:
        return [fact.seed.hex() for fact in self.desk.facts if isinstance(fact, Sealed)]

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        self.desk.restart()
        by_command: dict[tuple[str, str], list[int]] = {}
        acted = 0
        for entry in decode(self.desk.log):
            if entry.by is not None and entry.command is not None:
                by_command.setdefault((entry.by, entry.command), []).append(entry.version)
                acted += isinstance(entry.fact, Acted)
        for versions in by_command.values():
            assert versions == list(range(versions[0], versions[-1] + 1)), "a command was applied twice"
        accepted = {(person, command.id) for person, command in self.sent if isinstance(command.do, Act)}
        assert acted == len(accepted & set(by_command))


Friends.TestCase.settings = settings(max_examples=50, stateful_step_count=50, derandomize=True, database=None)
TestFriends = Friends.TestCase
