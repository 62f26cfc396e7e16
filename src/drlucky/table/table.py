"""Table: judges commands, which changes nothing, and applies entries of its log, which is all that changes it."""

import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from drlucky import phrases
from drlucky.bots import LEVELS
from drlucky.game.actions import Action
from drlucky.game.dealer import as_seed, commitment
from drlucky.game.sight import Sight
from drlucky.game.view import View
from drlucky.game.why_not import Obstacle
from drlucky.table import apply as applying
from drlucky.table import handlers as judging
from drlucky.table import timers
from drlucky.table.answers import Answer, Refused
from drlucky.table.chat import Chat
from drlucky.table.commands import Command
from drlucky.table.log import Acted, AnyFact, Coming, Created, Entry, Joined, LogError, Sealed, Woke
from drlucky.table.match import Match
from drlucky.table.names import check_name
from drlucky.table.news import News
from drlucky.table.pace import pace
from drlucky.table.presence import Presence
from drlucky.table.receipts import Receipts
from drlucky.table.seats import Member, Seat
from drlucky.table.settings import Settings, check

Phase = Literal["gathering", "playing", "over", "closed"]
LONGEST_ID = 64
LONGEST_PERSON = 100
RECENT = 256


class Verdict(NamedTuple):
    answer: Answer
    entries: Sequence[Entry] = ()
    """What is to be logged and applied; none for a refusal."""


class Asked(NamedTuple):
    """A question to a bot."""

    question: int
    seat: int
    level: str
    at: float
    pace: float
    """Its answer is told so many seconds after it was asked."""


class Table:
    """Everything at one table. `pace` stretches the time that bots take."""

    def __init__(self, pace: float = 1.0) -> None:
        self.id = ""
        self.code = ""
        self.version = 0
        self.now = 0.0
        """The time of the last entry."""
        self.phase: Phase = "gathering"
        self.settings = Settings("")
        self.seats: list[Seat] = []
        self.seats_changed = 0
        """The version of the last change for which everyone has to be ready anew."""
        self.reseated = 0
        """The version at which anyone may have come to see the game through other eyes."""
        self.members: dict[str, Member] = {}
        self.host: str | None = None
        self.coming: Coming = "new"
        self.seed = b""
        """Of the coming game, and after that of the one that began with it."""
        self.dealer: int | None = None
        """The seat that won the last game."""
        self.match: Match | None = None
        self.chat = Chat()
        self.receipts = Receipts()
        self.news: deque[News] = deque(maxlen=RECENT)
        self.presence = Presence()
        self.pace = pace

    # Beginning, and beginning again.

    @staticmethod
    def opening(
        table: str, code: str, person: str, name: str, settings: Settings, seats: int, now: float
    ) -> list[Entry]:
        """The first entries of a table whose host takes the first seat."""
        check_person(person)
        check(settings, seats)
        facts: list[AnyFact] = [
            Created(table, code, settings, seats),
            Sealed(as_seed(None)),
            Joined(person, check_name(name), 0),
        ]
        return [Entry(version, now, fact, person) for version, fact in enumerate(facts, 1)]

    @classmethod
    def replay(cls, entries: Iterable[Entry], pace: float = 1.0) -> "Table":
        table = cls(pace)
        for entry in entries:
            table.apply(entry)
        return table

    def wake(self, now: float) -> list[Entry]:
        """What is to be logged when the table goes on after its server was stopped. LogError if it cannot, for want of
        a bot that plays there."""
        self.asked()
        self.presence.since = now
        return self._entries([Woke()], now) if self.phase == "playing" else []

    # Judging.

    def judge(self, person: str, command: Command, now: float, language: str = "en") -> Verdict:
        """What becomes of a command, a refusal in this language. Nothing has changed when this returns."""
        try:
            check_person(person)
            self._check(person, command)
            facts, token = judging.judge(self, person, command.do, max(now, self.now))
        except Refused as refusal:
            at = self.receipts.version_of(person, command.id) if refusal.code == "repeated" else None
            return Verdict(
                Answer(
                    id=command.id[:LONGEST_ID],
                    accepted=at is not None,
                    version=self.version,
                    at=at,
                    code=refusal.code,
                    text=self._told(refusal, language),
                    reason=refusal.reason,
                )
            )
        entries = self._entries(facts, now, person, command.id)
        version = entries[-1].version
        return Verdict(Answer(id=command.id, accepted=True, version=version, at=version, token=token), entries)

    def _told(self, refusal: Refused, language: str) -> str:
        if refusal.reason is not None and self.match is not None:
            return phrases.reason(refusal.reason, self.match.game.players, language)
        return phrases.error(refusal, language)

    def _check(self, person: str, command: Command) -> None:
        """Is the command a new one, made for the table as it is?"""
        if not 1 <= len(command.id) <= LONGEST_ID or not command.id.isprintable():
            raise Refused("malformed", "a command's id has 1 to {most} printable characters", most=LONGEST_ID)
        if self.receipts.version_of(person, command.id) is not None:
            raise Refused("repeated", "this command has been accepted before")
        if command.version > self.version or command.version < 0:
            raise Refused(
                "ahead",
                "the table is at version {version}; there is no {ahead} yet",
                version=self.version,
                ahead=command.version,
            )
        if self.receipts.is_too_old(person, command.version):
            raise Refused("too old", "so much has happened since that nobody knows if this was done already")
        made_for = type(command.do).made_for
        seen = command.version
        if made_for == "game" and self.match is not None and seen < self.match.changed:
            changed = self.match.changed
            raise Refused(
                "stale", "the game changed at version {changed}; this was made for {seen}", changed=changed, seen=seen
            )
        if made_for == "seats" and seen < self.seats_changed:
            changed = self.seats_changed
            raise Refused(
                "stale", "the seats changed at version {changed}; this was made for {seen}", changed=changed, seen=seen
            )

    def _entries(
        self, facts: Iterable[AnyFact], now: float, by: str | None = None, command: str | None = None
    ) -> list[Entry]:
        at = max(now, self.now)
        return [Entry(version, at, fact, by, command) for version, fact in enumerate(facts, self.version + 1)]

    # Changing.

    def apply(self, entry: Entry) -> None:
        if entry.version != self.version + 1:
            raise LogError(f"the log goes from version {self.version} to {entry.version}: something is missing")
        self.version = entry.version
        self.now = entry.at
        told = applying.apply(self, entry)
        if entry.by is not None and entry.command is not None:
            self.receipts.keep(entry.by, entry.command, entry.version)
        if told is not None:
            self.news.append(told)

    def ask_who_is_ready(self) -> None:
        """What one was ready for is not what is coming any more."""
        self.seats_changed = self.version
        for seat in self.seats:
            seat.unready()

    # Time, presence and bots.

    def due(self) -> float | None:
        """When `overdue` will next have something; None: not before something else happens."""
        return min((at for at, _ in timers.timers(self)), default=None)

    def overdue(self, now: float) -> list[Entry]:
        """What time itself brings about: bots stand in, seats are handed back, cards are shown at last."""
        now = max(now, self.now)
        return self._entries([fact for at, fact in timers.timers(self) if at <= now][:1], now)

    def arrived(self, person: str) -> bool:
        """A device of a person is here; True if nobody knew of one before."""
        return self.presence.arrive(person)

    def went(self, person: str, now: float) -> bool:
        """A device is gone; True if it was the person's last."""
        return self.presence.go(person, now)

    def asked(self) -> Asked | None:
        """Which bot has to decide, if one has."""
        match = self.match
        seat = match.to_decide if match and self.phase == "playing" and match.paused is None else None
        if match is None or seat is None or not self.seats[seat].is_played_by_bot:
            return None
        level = self.seats[seat].level or self.settings.stand_in
        if level not in LEVELS:
            raise LogError(f"a bot of the level {level!r} plays here; this drlucky has none but {', '.join(LEVELS)}")
        seconds = pace(match.phase, LEVELS[level].seconds) * self.pace
        return Asked(match.question, seat, level, match.asked_at, seconds)

    def bot_sees(self, asked: Asked) -> tuple[View, list[Action]]:
        """All that a bot is given: the view of its seat, and what it may do."""
        match = self.playing()
        return match.game.view(match.plays(asked.seat)), match.game.legal

    def bot_acts(self, asked: Asked, action: str, now: float) -> list[Entry]:
        """What is to be logged; nothing if the question is no longer the same."""
        current = self.asked()
        if current is None or current.question != asked.question:
            return []
        who: Literal["bot", "stand-in"] = "bot" if self.seats[asked.seat].kind == "bot" else "stand-in"
        return self._entries([Acted(asked.seat, action, who)], now)

    # Looking things up.

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def playing(self) -> Match:
        if self.match is None or self.phase != "playing":
            raise Refused("not now", "no game is going on")
        return self.match

    def last_match(self) -> Match:
        """The game that goes on or was the last."""
        if self.match is None:
            raise Refused("not now", "no game has begun")
        return self.match

    def member(self, person: str) -> Member:
        found = self.members.get(person)
        if found is None or not found.is_here:
            raise Refused("not here", "join the table first")
        return found

    def seats_of(self, person: str | None) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def shows_game_to(self, person: str | None) -> bool:
        """May this person see the game, as a player or as a spectator?"""
        member = self.members.get(person) if person is not None else None
        return self.settings.watchable or (member is not None and member.is_here)

    @property
    def is_laid_open(self) -> bool:
        """May everyone see everything of the last game?"""
        match = self.match
        return match is not None and match.is_over and not self.holds_back

    @property
    def holds_back(self) -> bool:
        """Would showing everything tell which cards lie on closed rooms, where an Escape may still follow?"""
        match = self.match
        if match is None or self.phase in ("playing", "closed") or match.revealed:
            return False
        return match.escape_may_follow and bool(match.cards_aside)

    def eyes(self, person: str | None, seat: int | None = None) -> int | None:
        """The seat of the game through which a person sees it; None: as a spectator. Of several seats it is the one
        that has to decide: the others' hands should not lie open on a device that goes round."""
        mine = self.seats_of(person)
        if self.match is None or not mine:
            return None
        if seat is not None:
            if seat not in mine:
                raise Refused("not yours", "seat {seat} is not yours", seat=seat)
            return self.match.plays(seat)
        decides = self.match.to_decide
        shown = mine[0] if len(mine) == 1 else decides if decides in mine else None
        return None if shown is None or shown >= self.match.is_for else self.match.plays(shown)

    def why_not(self, person: str | None, action: str, seat: int | None = None) -> Obstacle | None:
        """What stands in the way of an action for this person."""
        eyes = self.eyes(person, seat)
        if eyes is None or self.match is None:
            raise Refused("not yours", "only a player in the game is told")
        return self.match.game.why_not(action, eyes)

    def sight(self, person: str | None, seat: int | None = None) -> Sight:
        """Who sees whom, for this person's seat."""
        return self.last_match().game.sight(self.eyes(person, seat))

    def hash(self) -> str:
        """Of all that a replay must bring back."""
        state = (
            *(self.id, self.code, self.version, self.now, self.phase, self.settings, self.seats_changed, self.reseated),
            *(self.seats, self.members, self.host, self.receipts, self.coming, self.seed, self.dealer),
            *(list(self.chat.lines), self.chat.said, self.chat.totals, list(self.news)),
            self.match.durable() if self.match else None,
        )
        return hashlib.sha256(msgspec.msgpack.encode(state)).hexdigest()


def check_person(person: str) -> None:
    if not isinstance(person, str) or not 1 <= len(person) <= LONGEST_PERSON:
        raise Refused("malformed", "a person is a text of 1 to {most} characters", most=LONGEST_PERSON)
