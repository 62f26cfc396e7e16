"""A table in virtual time. Everything that happens there goes through the bytes of a log, as it would on disk."""

from itertools import count
from random import Random

import msgspec
from msgspec.structs import replace

from drlucky.table import (
    Act,
    Answer,
    Command,
    Join,
    PutBot,
    Ready,
    Settings,
    Sheet,
    Start,
    Table,
    sheet,
)
from drlucky.table.bot_runner import think
from drlucky.table.commands import AnyDeed
from drlucky.table.log import AnyFact, Entry, Sealed, decode, encode
from drlucky.table.match import Match
from drlucky.table.visibility import version_for

BEGIN = 1_000_000.0
NAMES = {"ann": "Ann", "bob": "Bob", "cleo": "Cleo", "dan": "Dan"}
KILL = "kill-2016"


class Desk:
    """The host is ann, in the first seat."""

    def __init__(self, settings: Settings | None = None, seats: int = 3, seed: int = 1) -> None:
        self.now = BEGIN
        self.log: list[bytes] = []
        self.table = Table()
        self.random = Random(seed)
        self.ids = count(1)
        self._write(Table.opening("t1", "ABC234", "ann", "Ann", settings or Settings(KILL), seats, self.now))
        self.table.presence.since = self.now

    @property
    def match(self) -> Match:
        return self.table.last_match()

    @property
    def facts(self) -> list[AnyFact]:
        return [entry.fact for entry in decode(self.log)]

    def _write(self, entries: list[Entry]) -> None:
        """Seeds are made anew, so that a test that fails does so again."""
        written = encode(replace(entry, fact=self._sealed(entry.fact)) for entry in entries)
        self.log += written
        for entry in decode(written):
            self.table.apply(entry)

    def _sealed(self, fact: AnyFact) -> AnyFact:
        return Sealed(self.random.randbytes(32)) if isinstance(fact, Sealed) else fact

    def give(self, person: str, command: Command) -> Answer:
        verdict = self.table.judge(person, command, self.now)
        self._write(list(verdict.entries))
        return verdict.answer

    def do(self, person: str, deed: AnyDeed, version: int | None = None) -> Answer:
        seen = self.table.version if version is None else version
        return self.give(person, Command(f"c{next(self.ids)}", seen, deed))

    def ok(self, person: str, deed: AnyDeed) -> Answer:
        answer = self.do(person, deed)
        assert answer.accepted, f"{deed}: {answer.text}"
        return answer

    def refused(self, person: str, deed: AnyDeed, version: int | None = None) -> str:
        """The code of a refusal, which leaves everything as it was."""
        before = self.table.hash()
        answer = self.do(person, deed, version)
        assert not answer.accepted
        assert answer.text
        assert answer.version == version_for(self.table, person)
        assert self.table.hash() == before
        return str(answer.code)

    def sheet(self, person: str | None, since: int | None = None, seat: int | None = None) -> Sheet:
        return sheet(self.table, person, self.now, since, seat)

    def seen(self, person: str | None) -> bytes:
        """All that reaches a person, as bytes."""
        return msgspec.json.encode(self.sheet(person))

    # Time.

    def wait(self, seconds: float) -> None:
        """Lets time go by, with all that it brings."""
        until = self.now + seconds
        while self._next(until):
            pass
        self.now = until

    def _next(self, until: float) -> bool:
        """The next thing that time brings, if it comes soon enough."""
        due = self.table.due()
        asked = self.table.asked()
        told = asked.at + asked.pace if asked else None
        at = min((time for time in (due, told) if time is not None), default=None)
        if at is None or at > until:
            return False
        self.now = max(self.now, at)
        if asked and at == told:
            view, legal, past = self.table.bot_sees(asked)
            action = think(asked.level, self.random.getrandbits(31), view, legal, past, self.table.style_of(asked.seat))
            self._write(list(self.table.bot_acts(asked, action, self.now).entries))
        else:
            self._write(self.table.overdue(self.now))
        return True

    def restart(self, seconds: float = 0.0) -> None:
        """The process is stopped, and begun again some time later."""
        before = self.table.hash()
        self.table = Table.replay(decode(self.log))
        assert self.table.hash() == before
        self.now += seconds
        self._write(self.table.wake(self.now))

    # Playing.

    def decider(self) -> str | None:
        """The person who has to decide."""
        seat = self.match.to_decide
        return None if seat is None else self.table.seats[seat].person

    def act(self, action: str | None = None) -> Answer:
        """Whoever has to decide does something, by default anything."""
        person = self.decider()
        assert person is not None
        return self.ok(person, Act(action or str(self.random.choice(self.match.game.legal)), confirmed=True))

    def play_out(self) -> None:
        """Plays at random to the end."""
        while self.table.phase == "playing":
            if self.decider() is None:
                self.wait(10)
            else:
                self.act()

    def log_says(self, kind: type[AnyFact]) -> int:
        return sum(isinstance(fact, kind) for fact in self.facts)


def gathered(settings: Settings | None = None, people: int = 3, bots: int = 0, seed: int = 1) -> Desk:
    """Everyone sits and is ready, the host included."""
    desk = Desk(settings, people + bots, seed)
    for person in list(NAMES)[1:people]:
        desk.ok(person, Join(NAMES[person]))
    for seat in range(people, people + bots):
        desk.ok("ann", PutBot(seat, "normal"))
    for person in list(NAMES)[:people]:
        desk.ok(person, Ready())
    return desk


def begun(
    settings: Settings | None = None, people: int = 3, bots: int = 0, present: bool = True, seed: int = 1
) -> Desk:
    desk = gathered(settings, people, bots, seed)
    if present:
        for person in list(NAMES)[:people]:
            desk.table.arrived(person)
    desk.ok("ann", Start())
    return desk
