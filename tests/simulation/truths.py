"""Truths: what must hold whatever happens. The log as it is on disk is the truth, and everything else is compared with
it: what was acknowledged, what is told, who wrote, and what clients see in the end."""

from collections import Counter
from collections.abc import Container, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from drlucky.server.ws.snapshots import Snapshot
from drlucky.table import Act, Again, Answer, Command, LiveTable, Pause, React, Say, Start, Table, Undo, Unpause
from drlucky.table.log import (
    Acted,
    Arranged,
    BotSeated,
    Changed,
    Closed,
    Entry,
    Hosted,
    Hurried,
    Kicked,
    Muted,
    Sealed,
    SeatAdded,
    SeatRemoved,
    Started,
    StoodIn,
    Undone,
    Vacated,
    Woke,
    decoder,
)
from drlucky.table.snapshot import Common
from drlucky.table.state import REMEMBERED, Presence
from drlucky.table.summary import Summary, heading
from drlucky.table.summary import decoder as summary_decoder
from drlucky.table.visibility import shown_to
from simulation.loops import EPOCH
from simulation.nodes import Erase
from simulation.rows import Transaction, Written
from table.worlds import other_world

if TYPE_CHECKING:
    from simulation.people import Person
    from simulation.world import World

HOSTS_OWN = (BotSeated, SeatAdded, SeatRemoved, Arranged, Changed, Kicked, Hosted, Muted, Closed, Started)
"""Facts that only the host brings about, if anyone does."""
ALWAYS_WRITTEN = (Say, React, Act, Undo, Pause, Unpause, Again, Start)
"""Commands that have an entry in the log whenever they are accepted."""
PASSING = ("now", "since", "news")
"""What of a sheet depends on when and from when on it is told."""
STUCK_AFTER = 25.0
"""Seconds after which something should have happened where a bot, a clock or an absence is waited for."""
STAYS = 5.0
"""Seconds after which someone who has come is there, for whoever leads their table."""
LAG = 1.0
"""Seconds by which a node may know of someone's coming and going later than they do."""
SURELY_REMEMBERED = REMEMBERED - 4
"""Commands of a person that are answered as before when they are sent again: the last ones that were accepted. Some may
have been written that nobody has been told of."""
EVERY = 3
"""Of what people are shown so much is looked at as a whole."""
KEPT_WITHIN = 2.0
LOOKS = 0.1
"""How often what is told is looked at closely."""


class Stand:
    """In the place of a LiveTable, for whoever is to be shown a table as it is."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.common = Common(table)
        self._now = now

    def clock(self) -> float:
        return self._now

    def tell(self, person: str | None, since: int | None = None) -> bytes:
        return Snapshot(self).tell(person, since, None, None)[0]  # type: ignore[arg-type]


class Truth:
    """One table."""

    def __init__(self, pace: float) -> None:
        self.log: tuple[Written, ...] = ()
        self.entries: list[Entry] = []
        self.table = Table(pace)
        self.written: dict[tuple[str, str], list[int]] = {}
        """By person and command, the versions of what came of it."""
        self.is_erased = False
        self.has_to_wake = False
        """Has it changed hands in the middle of a game, and whoever leads it not noted it yet?"""
        self.grew_at = 0.0
        """When it was written to last."""
        self.hurried_at = 0.0
        """When somebody last chose how fast bots are."""


class Truths:
    def __init__(self, world: "World", chance: Random) -> None:
        self.tables: dict[str, Truth] = {}
        self.counts: Counter[str] = Counter()
        self.takeovers: list[float] = []
        """Seconds after which others led the tables of a node that died while all was well."""
        self.farthest_ahead = 3.0
        """How far ahead a table may be: it goes on from where the clock of one machine has come to by that of another,
        which may be set forward then."""
        self._world = world
        self._chance = chance
        self._asked: dict[tuple[str, str], Command | Erase] = {}
        self.leases: dict[str, tuple[str | None, int]] = {}

    def _fail(self, problem: str) -> None:
        self._world.schedule.fail(problem)

    # What is on disk.

    def committed(self, transaction: Transaction) -> None:
        """Is called for all that is on disk from now on."""
        for key, row in sorted(transaction.writes.items(), key=lambda each: each[0][0] == "log"):
            if key[0] == "log":
                self._logged(key[1], row, transaction.node)
            elif key[0] == "lease":
                self._leased(key[1], row)

    def _leased(self, table: str, lease: tuple[str | None, int] | None) -> None:
        before = self.leases.get(table)
        if lease is None:
            self.leases.pop(table, None)
            return
        if before is not None and (
            lease[1] < before[1] or (lease[0] not in (None, before[0]) and lease[1] == before[1])
        ):
            self._fail(f"the lease of {table} went from {before} to {lease}: the epoch has to grow")
        if before is not None and before[0] is not None and lease[0] not in (None, before[0]):
            self.counts["takeovers"] += 1
            if self._world.is_quiet:
                self._fail(f"the lease of {table} went from {before} to {lease}, and nothing has happened")
        if before is not None and before[0] is not None and lease[0] is None and self._world.is_quiet:
            here = [each.id for each in self._world.people if each.table == table and each.has_been_here(STAYS)]
            if here:
                self._fail(f"{before[0]} lets go of {table}, where {here[0]} is")
        self.leases[table] = lease
        if before is not None and lease[0] is not None and lease != before and table in self.tables:
            self.tables[table].has_to_wake = self.tables[table].table.phase == "playing"

    def _logged(self, table: str, log: tuple[Written, ...] | None, node: str) -> None:
        truth = self.tables.setdefault(table, Truth(self._world.plan.pace))
        if log is None:
            truth.is_erased = True
            return
        if truth.is_erased:
            self._fail(f"table {table} was deleted, and is written to")
        if log[: len(truth.log)] != truth.log:
            self._fail(f"the log of {table} was changed where it was written already")
            return
        lease = self._world.server.rows.get(("lease", table))
        if lease is None or lease[0] != node:
            self._fail(f"{node} wrote to {table}, whose lease is {lease}")
        if self._is_unawaited(table, node):
            self._fail(f"{node} writes to {table}, and does not know that it may")
        for written, _ in log[len(truth.log) :]:
            self._entry(table, truth, written)
            if self._world.schedule.problems:
                return
        truth.log = log

    def _is_unawaited(self, table: str, name: str) -> bool:
        """Is this a write of which the node that leads the table did not find out what has become of it?"""
        node = next((node for node in self._world.nodes if node is not None and node.name == name), None)
        live = node.tables.live.get(table) if node is not None and node.is_serving else None
        if live is None or not live.leads or live.is_closed:
            return False
        return not live._one_at_a_time.locked() and not live._tasks

    def _entry(self, table: str, truth: Truth, written: bytes) -> None:
        self.counts["entries"] += 1
        try:
            entry = decoder.decode(written)
            self._check_time(truth, entry)
            self._check_authority(truth, entry)
            if entry.by is not None and entry.command is not None:
                self._check_once(table, truth, entry)
            finished = truth.table.finished
            truth.table.apply(entry)
        except Exception as error:
            self._fail(f"the log of {table} cannot be replayed: {error!r}")
            return
        truth.entries.append(entry)
        if truth.table.finished > finished:
            self._world.loop.call_later(KEPT_WITHIN, self._check_kept, table, truth, self._world.is_quiet)
        truth.grew_at = self._world.schedule.now
        truth.has_to_wake = truth.has_to_wake and not isinstance(entry.fact, Woke) and truth.table.phase == "playing"
        self.counts[type(entry.fact).__name__] += 1

    def _check_kept(self, table: str, truth: Truth, was_quiet: bool) -> None:
        """A game that is over is kept with those who played it, unless something goes wrong at that moment."""
        kept = self._world.server.rows.get(("kept", table)) or 0
        if kept > truth.table.finished:
            self._fail(f"{truth.table.finished} games are over at {table}, and {kept} are said to be kept")
        if was_quiet and self._world.is_quiet and not truth.is_erased and kept < truth.table.finished:
            self._fail(f"{truth.table.finished} games are over at {table}, and {kept} are kept")

    def _check_once(self, table: str, truth: Truth, entry: Entry) -> None:
        assert entry.by is not None
        assert entry.command is not None
        versions = truth.written.setdefault((entry.by, entry.command), [])
        if versions and versions[-1] != entry.version - 1:
            self._fail(f"command {entry.command} of {entry.by} is in the log of {table} twice: {versions} {entry}")
        if truth.entries and versions and truth.entries[-1].fact == entry.fact:
            self._fail(f"command {entry.command} of {entry.by} is in the log of {table} twice: {entry}")
        if entry.version > 3 and (entry.by, entry.command) not in self._asked:
            self._fail(f"nobody gave the command of {entry}")
        versions.append(entry.version)

    def _check_time(self, truth: Truth, entry: Entry) -> None:
        if entry.at < truth.table.now:
            self._fail(f"time went back from {truth.table.now} to {entry.at}")
        if entry.at > EPOCH + self._world.schedule.now + self.farthest_ahead:
            self._fail(f"{entry} is from the future")

    def _check_authority(self, truth: Truth, entry: Entry) -> None:
        """Whoever did it: was it theirs to do?"""
        table, fact = truth.table, entry.fact
        match fact:
            case Acted(seat, _, who):
                match_ = table.playing()
                if match_.to_decide != seat:
                    self._fail(f"seat {match_.to_decide} has to decide: {entry}")
                if who == "person" and table.seats[seat].person != entry.by:
                    self._fail(f"that seat is somebody else's: {entry}")
                if who != "person" and not table.seats[seat].is_played_by_bot:
                    self._fail(f"no bot plays there: {entry}")
                asked = table.asked()
                # A bot that has begun to wait is not held up by somebody who would rather have it slower.
                if who != "person" and asked is not None:
                    pace = 0.0 if truth.hurried_at >= asked.at else self._world.pace(asked.pace)
                    if entry.at < asked.at + pace:
                        self._fail(f"a bot answered too soon: {entry}")
                if match_.paused is not None:
                    self._fail(f"the game is paused: {entry}")
            case Hurried():
                truth.hurried_at = entry.at
            case Undone(seat):
                if table.seats[seat].person != entry.by:
                    self._fail(f"that was somebody else's to take back: {entry}")
            case StoodIn(seat, "away"):
                self._check_absence(table, seat, entry)
            case StoodIn(seat, "clock"):
                deadline = table.playing().clocks.deadline(seat)
                if deadline is None or entry.at < deadline - 0.001:
                    self._fail(f"the clock has not run out: {entry}")
            case Sealed():
                if truth.entries and isinstance(truth.entries[-1].fact, Sealed):
                    self._fail(f"the deal was sealed already: {entry}")
            case Started():
                if any(seat.kind == "open" for seat in table.seats):
                    self._fail(f"a seat is open: {entry}")
                unready = any(seat.person not in (None, entry.by) and not seat.ready for seat in table.seats)
                if unready and table.phase == "gathering":
                    self._fail(f"not everyone is ready: {entry}")
            case Vacated(seat):
                if entry.by != (table.host if table.seats[seat].kind == "bot" else table.seats[seat].person):
                    self._fail(f"that seat is somebody else's: {entry}")
            case StoodIn(seat, "resigned" | "left"):
                if entry.by != table.seats[seat].person:
                    self._fail(f"that seat is somebody else's: {entry}")
        if isinstance(fact, HOSTS_OWN) and entry.by is not None and entry.by != table.host:
            self._fail(f"that is for the host: {entry}")
        if isinstance(fact, Acted | Undone) and entry.by is not None and entry.command is not None:
            command = self._asked.get((entry.by, entry.command))
            if isinstance(command, Command) and not table.playing().changed <= command.version <= table.version:
                self._fail(f"{command} was made for another moment: {entry}")

    def _check_absence(self, table: Table, seat: int, entry: Entry) -> None:
        if not self._world.is_quiet:
            return
        for person in self._world.people:
            if person.id == table.seats[seat].person:
                gone_for = self._world.schedule.now - person.left_at
                is_early = person.line is None and gone_for < table.settings.away - LAG
                if is_early or person.has_been_here(LAG):
                    self._fail(f"{person.id} is not away for so long: {entry}")

    # What is answered.

    def troubled(self, person: "Person", text: str) -> None:
        truth = self.tables.get(person.table)
        if self._world.is_quiet and truth is not None and not truth.is_erased:
            self._fail(f"{person.id} is told that something is wrong ({text}), and nothing is")

    def asked(self, person: "Person", message: Command | Erase) -> None:
        self._asked[person.id, message.id] = message
        self.counts["commands"] += 1

    def answered(self, person: "Person", message: Command | Erase, answer: Answer, attempt: int) -> None:
        truth = self.tables.get(person.table)
        self.counts["accepted" if answer.accepted else "refused"] += 1
        if truth is None:
            self._fail(f"{person.id} was answered by a table that is not in the log: {answer}")
            return
        if truth.is_erased:
            return
        versions = truth.written.get((person.id, message.id), [])
        if isinstance(message, Erase):
            return
        if answer.accepted:
            must = isinstance(message.do, ALWAYS_WRITTEN)
            if must and (answer.at is None or answer.at not in versions):
                self._fail(f"{message} of {person.id} was acknowledged ({answer}), and is not in the log: {versions}")
            if versions and answer.at != versions[-1]:
                self._fail(f"{message} of {person.id} is in the log at {versions}, and the answer says {answer.at}")
            is_behind = answer.at is not None and person.screen.version < answer.at
            if self._world.is_quiet and is_behind and shown_to(truth.table, person.id).table:
                self._fail(f"{person.id} has an answer about {answer.at}, and is shown {person.screen.version}")
        elif (
            versions and versions[0] <= answer.version and (answer.code != "too old" or self._is_late(person, message))
        ):
            self._fail(f"{message} of {person.id} was refused ({answer.code}), and is in the log at {versions}")

    def _is_late(self, person: "Person", message: Command | Erase) -> bool:
        """Is it one of the last ones, which are remembered?"""
        mine = [command for one, command in self.tables[person.table].written if one == person.id]
        return message.id in mine[-SURELY_REMEMBERED:]

    def erased(self, table: str, person: str) -> None:
        self.counts["erased"] += 1
        if not self.tables[table].table.may_erase(person):
            self._fail(f"table {table} was deleted by {person}, and others have been there")
        rows = self._world.server.rows
        left = [kind for kind in ("heading", "log", "lease") if rows.get((kind, table)) is not None]
        if left:
            self._fail(f"table {table} is said to be deleted, and there is still its {left[0]}")

    # What is told.

    def told(self, live: LiveTable, person: str, since: int | None, text: bytes) -> None:
        self.counts["told"] += 1
        truth = self.tables.get(live.id)
        if truth is not None and truth.is_erased:
            return
        if truth is None or live.version > truth.table.version:
            known = truth.table.version if truth else 0
            self._fail(f"{person} is told of version {live.version} of {live.id}, and on disk is {known}")
            return
        if self._chance.random() > LOOKS:
            return
        self.counts["looks"] += 1
        if live.version == truth.table.version and live.table.hash() != truth.table.hash():
            self._fail(f"table {live.id} is not what its log says")
        here = Stand(live.table, live.clock()).tell(person, since)
        if plain(here) != plain(text):
            self._fail(f"{person} is told something else of {live.id} than there is")
        self._check_own(live, person, text)
        self._check_secrets(live, person, text)
        self._check_twin(live, person, since)

    def _check_own(self, live: LiveTable, person: str, text: bytes) -> None:
        """Who is at the table is told who they are there, and whoever plays what they hold."""
        table = live.table
        if not table.is_member(person) or not shown_to(table, person).table:
            return
        sheet = msgspec.json.decode(text)["sheet"]
        you, eyes = sheet.get("you"), table.eyes(person)
        if you is None or you["member"] != table.members[person].number or you["seats"] != table.seats_of(person):
            self._fail(f"{person} is told that they are {you}")
        hand = table.match.game.view(eyes).hand if eyes is not None and table.match is not None else None
        if hand is not None and sheet["game"]["view"]["hand"] != list(hand):
            self._fail(f"{person} is not shown their hand")

    def _check_secrets(self, live: LiveTable, person: str, text: bytes) -> None:
        """What nobody may know before the game is over, or ever."""
        table = live.table
        sheet = msgspec.json.decode(text)["sheet"]
        member = table.members.get(person)
        is_outside = not table.settings.watchable and (member is None or not member.let_in)
        if is_outside and (sheet.get("game") or sheet["lines"] or sheet["version"] != table.outside_changed):
            self._fail(f"{person} is shown what goes on where nobody may watch")
        if table.phase in ("gathering", "playing") and table.seed.hex().encode() in text:
            self._fail(f"{person} is told the seed")
        match = table.match
        if match is not None and table.phase == "playing" and sheet.get("game"):
            eyes = table.eyes(person)
            for number, event in enumerate(sheet["game"]["events"], sheet["game"]["events_at"]):
                whole = match.events[number]
                hidden = whole.private and whole.seat != eyes and whole != whole.for_seat(eyes)
                if hidden and event == msgspec.to_builtins(whole):
                    self._fail(f"{person} is told what only another one knows: {whole}")
        for other in table.members:
            if other.encode() in text:
                self._fail(f"{person} is told by what the server knows {other}")
        for seat in table.seats:
            if seat.contribution and seat.contribution.encode() in text:
                self._fail(f"{person} is told what somebody gave to the deal")

    def _check_twin(self, live: LiveTable, person: str, since: int | None) -> None:
        """Worlds that differ only in what the person may not know look alike to them."""
        table = live.table
        if table.phase != "playing" or table.match is None:
            return
        self.counts["twins"] += 1
        eyes = [table.match.plays(seat) for seat in table.seats_of(person)]
        here = all_that_reaches(table, person, live.clock(), since)
        with other_world(table.match.game, eyes, self._chance):
            if all_that_reaches(table, person, live.clock(), since) != here:
                self._fail(f"what {person} is told depends on what they may not know")

    def seen(self, person: "Person") -> None:
        """What somebody has put together from what they were told, now and then."""
        self.counts["seen"] += 1
        truth = self.tables.get(person.table)
        if self.counts["seen"] % EVERY or truth is None or truth.is_erased:
            return
        if truth.table.version == person.screen.version and shown_to(truth.table, person.id).table:
            there = Screened(Stand(truth.table, truth.table.now).tell(person.id))
            self._check_put_together(person, there)

    def _check_put_together(self, person: "Person", there: "Screened") -> None:
        screen = person.screen
        if screen.events != there.events:
            self._fail(f"{person.id} has been told of other events")
        if screen.lines[len(screen.lines) - len(there.lines) :] != there.lines:
            self._fail(f"{person.id} has been told of other lines")

    # What is so in the end.

    def differences(self, people: list["Person"]) -> list[str]:
        """What people see that is not so."""
        found: list[str] = []
        for person in people:
            truth = self.tables.get(person.table)
            if truth is None or truth.is_erased or person.is_gone or person.is_away:
                continue
            screen = person.screen
            if person.line is None or screen.sheet is None:
                found.append(f"{person.id} is not connected")
                continue
            table = truth.table
            table.presence = Presence()
            for other in people:
                if other.table == person.table and other.line is not None and not other.is_away:
                    table.presence.arrive(other.id)
            there = Screened(Stand(table, table.now).tell(person.id))
            mine = without(screen.sheet, lines=[], events=[])
            if mine != there.sheet:
                which = [name for name in {**mine, **there.sheet} if mine.get(name) != there.sheet.get(name)]
                found.append(f"{person.id} at {mine['version']} of {table.version} sees other {which}")
            elif screen.events != there.events:
                found.append(f"{person.id} sees other events")
            elif screen.lines[len(screen.lines) - len(there.lines) :] != there.lines:
                found.append(f"{person.id} sees other lines")
        return found

    def stuck(self) -> list[str]:
        """What should have happened by now at tables where people are."""
        found: list[str] = []
        for name, truth in self.tables.items():
            here = {each.id for each in self._world.people if each.table == name and each.line is not None}
            is_still = here and not truth.is_erased and self._world.idle_for(name) >= STUCK_AFTER
            if is_still and truth.table.phase == "playing":
                found += [f"at {name} {problem}" for problem in overdue(truth.table, here)]
        return found

    def headings(self, at_rest: Container[str] = ()) -> list[str]:
        """What the store should say of the tables, and does not. What could not be written comes with the next entry,
        or when the table goes to rest."""
        found: list[str] = []
        rows = self._world.server.rows
        for table_id, truth in self.tables.items():
            is_awaited = self._world.is_peaceful or truth.grew_at > self._world.mended_at or table_id in at_rest
            if truth.is_erased or not is_awaited:
                continue
            row, about = rows.get(("heading", table_id)), heading(truth.table)
            if row is None or (row[2], row[5], row[7]) != (about.status, about.past, about.finished):
                found.append(f"the heading of {table_id} says {row and row[2:]}, and should say {about}")
            elif lasting(row[4]) != lasting(about.summary):
                found.append(
                    f"the heading of {table_id} says {lasting(row[4])}, and should say {lasting(about.summary)}"
                )
            if self._world.is_peaceful and rows.get(("kept", table_id)) != truth.table.finished:
                found.append(f"{truth.table.finished} games are over at {table_id}, and they are not kept")
            if row is not None and tuple(row[6]) != about.people:
                found.append(f"the heading of {table_id} names {row[6]} and not {about.people}")
        return found


def lasting(written: bytes) -> Summary:
    """What of a summary does not change by a mere move."""
    return replace(summary_decoder.decode(written), decides=None, asked=None)


def overdue(table: Table, here: set[str]) -> Iterator[str]:
    """What should have happened in a game in which nothing has for a while, with these people there."""
    if table.asked() is not None:
        yield "a bot has to decide, and does not"
    if any(seat.stand_in == "away" and seat.person in here for seat in table.seats):
        yield "someone came back, and does not get their seat"
    match = table.playing()
    if match.to_decide is None or match.paused is not None or table.seats[match.to_decide].is_played_by_bot:
        return
    clock = match.clocks.setting
    if clock.kind in ("decision", "game") and clock.seconds < STUCK_AFTER / 2:
        yield "the clock has run out, and nothing happens"
    someone_waits = any(seat.person in here for seat in table.seats)
    is_missed = table.seats[match.to_decide].person not in here and table.settings.away < STUCK_AFTER
    if clock.kind != "days" and someone_waits and is_missed:
        yield "someone is away, and no bot stands in"


class Screened:
    """What one who sees a table for the first time is shown."""

    def __init__(self, text: bytes) -> None:
        sheet: dict[str, Any] = msgspec.json.decode(text)["sheet"]
        self.lines = sheet["lines"]
        self.events = sheet["game"]["events"] if sheet.get("game") else []
        self.sheet = without(sheet, lines=[], events=[])


def without(sheet: dict[str, Any], **instead: Any) -> dict[str, Any]:
    """A sheet but for what depends on when it is told."""
    found = {name: value for name, value in sheet.items() if name not in PASSING}
    found |= {"lines": instead["lines"], "lines_at": 0}
    if found.get("game"):
        found["game"] = {**found["game"], "events": instead["events"], "events_at": 0, "clocks": None}
    return found


def plain(text: bytes) -> dict[str, Any]:
    sheet: dict[str, Any] = msgspec.json.decode(text)["sheet"]
    sheet["now"] = 0
    if sheet.get("game"):
        sheet["game"]["clocks"] = None
    return sheet


def all_that_reaches(table: Table, person: str, now: float, since: int | None) -> tuple[object, ...]:
    """Sheets, answers, what is due when, and what the lobby shows."""
    deeds = (Act("pass"), Act("draw"), Act("attempt"), Undo(), Say("hello"))
    answers = [table.judge(person, Command("x", table.version, deed), now).answer for deed in deeds]
    sight = table.sight(person) if shown_to(table, person).table else None
    return Stand(table, now).tell(person, since), sight, answers, table.due(), table.asked(), heading(table)
