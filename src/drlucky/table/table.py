"""Table: judges commands, which changes nothing, and applies entries of its log, which is all that changes it."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from drlucky import cast, phrases
from drlucky.bots import LEVELS
from drlucky.game.actions import Action
from drlucky.game.view import View
from drlucky.search.past import Past
from drlucky.table.allowance import Allowance
from drlucky.table.answers import Answer, Refused
from drlucky.table.commands import Command, Say
from drlucky.table.handlers import APPLY, JUDGE, RESEATING
from drlucky.table.handlers.opening import check_person, opening
from drlucky.table.handlers.play import acted, seats_in_game
from drlucky.table.log import Acted, AnyFact, Entry, LogError, Woke
from drlucky.table.news import news
from drlucky.table.pace import pace, shown
from drlucky.table.settings import Settings
from drlucky.table.state import TableState
from drlucky.table.timers import timers
from drlucky.table.visibility import UNSEEN_OUTSIDE, shown_to, version_for

LONGEST_ID = 64


class Verdict(NamedTuple):
    answer: Answer
    entries: Sequence[Entry] = ()
    """What is to be logged and applied; none for a refusal."""
    action: int | None = None
    """The engine's number of the action in them: `Table.apply` need not find it out again."""


class Asked(NamedTuple):
    """A question to a bot."""

    question: int
    seat: int
    level: str
    at: float
    pace: float
    """Its answer is told so many seconds after it was asked."""


class BotActs(NamedTuple):
    """What is to be logged and applied when a bot has answered; no entries if the question is no longer the same."""

    entries: Sequence[Entry] = ()
    action: int | None = None


class Table(TableState):
    """A table with its rules: who may do what, and what becomes of it. `pace` stretches the time that bots take."""

    def __init__(self, pace: float = 1.0) -> None:
        super().__init__()
        self.pace = pace

    # Beginning, and beginning again.

    @staticmethod
    def opening(
        table: str,
        code: str,
        person: str,
        name: str,
        settings: Settings,
        seats: int,
        now: float,
        robot: bool = False,
        character: str | None = None,
    ) -> list[Entry]:
        """The first entries of a table whose host takes the first seat, as someone of the cast."""
        facts = opening(table, code, person, name, settings, seats, robot, character)
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
        if self.phase != "playing":
            return []
        return self._entries([Woke(self.playing().game.edition.version)], now)

    # Judging.

    def judge(self, person: str, command: Command, now: float, language: str = "en") -> Verdict:
        """What becomes of a command, a refusal in this language. Nothing has changed when this returns."""
        try:
            check_person(person)
            self._check(person, command)
            do = command.do
            if isinstance(do, Say) and do.language is None:
                do = replace(do, language=language)
            judged = JUDGE[type(do)](self, person, do, max(now, self.now))
            if judged.facts and not command.do.is_free:
                self.check_allowance(person, len(judged.facts), max(now, self.now))
        except Refused as refusal:
            return Verdict(self._refusal(refusal, person, command, language))
        entries = self._entries(judged.facts, now, person, command.id)
        version = entries[-1].version if entries else version_for(self, person)
        answer = Answer(id=command.id, accepted=True, version=version, at=version, token=judged.token)
        return Verdict(answer, entries, judged.action)

    def _check(self, person: str, command: Command) -> None:
        """Is the command a new one, made for the table as it is?"""
        if not 1 <= len(command.id) <= LONGEST_ID or not command.id.isprintable():
            raise Refused("malformed", "a command's id has 1 to {most} printable characters", most=LONGEST_ID)
        if self.receipts.version_of(person, command.id) is not None:
            raise Refused("repeated", "this command has been accepted before")
        seen = command.version
        # To someone who may not watch any version is as good as another: they should not find out which there are.
        if seen < 0 or (seen > self.version and shown_to(self, person).table):
            text = "the table is at version {version}; there is no {ahead} yet"
            raise Refused("ahead", text, version=version_for(self, person), ahead=seen)
        if self.receipts.is_too_old(person, seen):
            raise Refused("too old", "so much has happened since that nobody knows if this was done already")
        made_for = type(command.do).made_for
        if made_for == "game" and self.match is not None and seen < self.match.changed:
            if not shown_to(self, person).table:
                seats_in_game(self, person)  # refuses: when the game changed is not theirs to know
            text = "the game changed at version {changed}; this was made for {seen}"
            raise Refused("stale", text, changed=self.match.changed, seen=seen)
        if made_for == "seats" and seen < self.seats_changed:
            text = "the seats changed at version {changed}; this was made for {seen}"
            raise Refused("stale", text, changed=self.seats_changed, seen=seen)
        if self.phase == "closed":
            raise Refused("not now", "this table is closed")

    def _refusal(self, refusal: Refused, person: str, command: Command, language: str) -> Answer:
        at = self.receipts.version_of(person, command.id) if refusal.code == "repeated" else None
        if refusal.reason is not None and self.match is not None:
            text = phrases.reason(refusal.reason, self.match.players, language)
        else:
            text = phrases.error(refusal, language)
        return Answer(
            id=command.id[:LONGEST_ID],
            accepted=at is not None,
            version=version_for(self, person),
            at=at,
            code=refusal.code,
            text=text,
            reason=refusal.reason,
        )

    def _entries(
        self, facts: Iterable[AnyFact], now: float, by: str | None = None, command: str | None = None
    ) -> list[Entry]:
        at = max(now, self.now)
        return [Entry(version, at, fact, by, command) for version, fact in enumerate(facts, self.version + 1)]

    # Changing.

    def apply(self, entry: Entry, action: int | None = None) -> None:
        """Changes the table. `action` is the number that a verdict has for the action in the entry."""
        if entry.version != self.version + 1:
            raise LogError(f"the log goes from version {self.version} to {entry.version}: something is missing")
        self.version = entry.version
        self.now = entry.at
        phase = self.phase
        fact = entry.fact
        if isinstance(fact, Acted):
            acted(self, fact, entry, action)
        else:
            self.arranged = entry.version
            if entry.by is not None:
                self.places.setdefault(self.place_of(entry.by), Allowance()).use(entry.at)
            APPLY[type(fact)](self, fact, entry)
            if entry.by in self.members:
                self.members[entry.by].allowance.use(entry.at)
        if not isinstance(fact, UNSEEN_OUTSIDE) or self.phase != phase:
            self.outside_changed = entry.version
        if isinstance(fact, RESEATING):
            self.reseated = entry.version
        if entry.by is not None and entry.command is not None:
            self.receipts.keep(entry.by, entry.command, entry.version)
        told = news(entry, lambda person: self.members[person].number)
        if told is not None:
            self.news.append(told)

    # Time, presence and bots.

    def due(self) -> float | None:
        """When `overdue` will next have something; None: not before something else happens."""
        return min((at for at, _ in timers(self)), default=None)

    def overdue(self, now: float) -> list[Entry]:
        """What time itself brings about: bots stand in, seats are handed back, cards are shown at last."""
        now = max(now, self.now)
        return self._entries([fact for at, fact in timers(self) if at <= now][:1], now)

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
        tempo = self.settings.tempo
        told = shown(match.latest, match.players, match.game.edition.id, tempo)
        seconds = pace(match.phase, LEVELS[level].seconds, told, tempo) * self.pace
        return Asked(match.question, seat, level, match.asked_at, seconds)

    @property
    def is_bot_awaited(self) -> bool:
        """Has a bot to decide, for whom people wait who need not be here? So it is where a decision has days and two
        of them still play: the one who is asked next should find that it is their turn."""
        match = self.match
        if match is None or match.clocks.setting.kind != "days" or self.asked() is None:
            return False
        return len({seat.person for seat in self.seats if seat.kind == "person" and seat.stand_in is None}) >= 2

    def bot_sees(self, asked: Asked) -> tuple[View, list[Action], Past]:
        """All that a bot is given: the view of its seat, what it may do, and if it makes use of that what the seat may
        know of the past."""
        match = self.playing()
        seat = match.plays(asked.seat)
        past = match.game.past(seat) if LEVELS[asked.level].reads else []
        return match.game.view(seat), match.game.legal, past

    def style_of(self, seat: int) -> str:
        """How a bot plays there for the one whom it plays; plainly for a person, who is nobody's pupil."""
        chair = self.seats[seat]
        return cast.character(chair.character).style if chair.kind == "bot" and chair.character else ""

    def by_script(self, asked: Asked) -> str | None:
        """What the script of a lesson has a bot do; None where it thinks for itself."""
        line = self.line
        return line.action if line is not None and line.seat == self.playing().plays(asked.seat) else None

    def bot_acts(self, asked: Asked, action: str, now: float) -> BotActs:
        """What becomes of a bot's answer. It is judged like anyone's: nothing illegal comes into the log."""
        current = self.asked()
        if current is None or current.question != asked.question:
            return BotActs()
        game = self.playing().game
        number = game.legal_number(action)
        who: Literal["bot", "stand-in"] = "bot" if self.seats[asked.seat].kind == "bot" else "stand-in"
        return BotActs(self._entries([Acted(asked.seat, game.setting.texts[number], who)], now), number)
