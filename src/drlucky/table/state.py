"""The state of a table: its seats, its members, its settings and its game, and how they are looked up.

Everything here is plain data. Handlers read it to judge commands, and change it when an entry of the log is applied."""

import hashlib
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from drlucky.game.dealer import commitment
from drlucky.game.sight import Sight
from drlucky.game.why_not import Obstacle
from drlucky.lessons import Lesson, LessonSheet, Line
from drlucky.table.allowance import BY_ONE, BY_ONE_PLACE, Allowance
from drlucky.table.answers import Refused
from drlucky.table.chat import Chat
from drlucky.table.log import Coming, Why
from drlucky.table.match import Match
from drlucky.table.news import News
from drlucky.table.settings import Settings, lesson_of

Phase = Literal["gathering", "playing", "over", "closed"]
PATIENCE = 2
"""After so many run-outs of the clock in a row a bot stays until the person comes back."""
COMES_BACK = ("clock", "away", "left")
"""A bot stands in for these reasons only until the person returns."""
REMEMBERED = 64
"""Accepted commands of a person that a table remembers."""
MOST_KNOWN = 400
"""Members that a table remembers, most of whom may have left: many more than can be there at once."""
RECENT = 256
"""News that a table remembers."""


class Seat(Struct):
    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    person: str | None = None
    level: str | None = None
    character: str = ""
    """Whom of the cast it plays; none in logs from before there was one."""
    robot: bool = False
    ready: bool = False
    contribution: str = ""
    invitation: bytes | None = None
    """The hash of the token of a link to this seat."""
    invited_at: float = 0.0
    stand_in: Why | None = None
    missed: int = 0
    """How often in a row the clock ran out."""
    since: int = 0
    """The version at which the person sat down."""
    kept_for: str | None = None
    """The person who was sent away from here in the middle of a game: until it is over nobody else may sit here."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.stand_in is not None

    def sit(self, person: str, name: str, robot: bool, version: int, character: str) -> None:
        self.empty()
        self.kind = "person"
        self.person = person
        self.character = character
        self.since = version
        self.name = name
        self.robot = robot

    def seat_bot(self, level: str, name: str, character: str) -> None:
        self.empty()
        self.kind = "bot"
        self.character = character
        self.level = level
        self.name = name

    def empty(self) -> None:
        self.kind = "open"
        self.name = ""
        self.person = None
        self.level = None
        self.character = ""
        self.robot = False
        self.invitation = None
        self.kept_for = None
        self.hand_back()
        self.unready()

    def unready(self) -> None:
        self.ready = False
        self.contribution = ""

    def hand_back(self) -> None:
        self.stand_in = None
        self.missed = 0


class Member(Struct):
    number: int
    """What others know of the person."""
    name: str
    muted: bool = False
    confirm: bool = False
    kicked: bool = False
    gone: bool = False
    let_in: bool = False
    """Has the person ever had a seat here, by invitation or otherwise?"""
    spoke: tuple[float, ...] = ()
    """When the last lines were said."""
    allowance: Allowance = field(default_factory=Allowance)

    @property
    def is_here(self) -> bool:
        """Has the person neither left for good nor been asked to?"""
        return not self.gone and not self.kicked


class Presence:
    """Who is connected, here and at other nodes. It is not in the log: after a restart everyone has yet to arrive."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        self._arrivals: Counter[str] = Counter()
        """How often someone who is here has come, all their devices together."""
        self._elsewhere: dict[str, Mapping[str, int]] = {}
        """By node, who is there, and how often they came."""
        self._left: dict[str, float] = {}
        self.returning: set[str] = set()
        """Those who arrived and have not been given their seats back yet."""
        self.since = 0.0
        """Since when the table has been looking."""
        self.changes = 0
        """How often anyone has come or gone."""

    def arrive(self, person: str) -> bool:
        """One more device of a person; True if it is the first."""
        is_first = not self.is_here(person)
        self.changes += 1
        self._here[person] += 1
        self._arrivals[person] += 1
        self.returning.add(person)
        return is_first

    def go(self, person: str, now: float) -> bool:
        """One device less; True if it was the last."""
        self.changes += 1
        self._here[person] -= 1
        if self._here[person] > 0:
            return False
        del self._here[person]
        del self._arrivals[person]
        return self._gone(person, now)

    def report(self, node: str, people: Mapping[str, int], now: float) -> set[str]:
        """Who is at another node now, and how often they came. Returns those who have come or gone by it."""
        self.changes += 1
        before = self.everyone
        known = self._elsewhere.pop(node, {})
        if people:
            self._elsewhere[node] = people
        self.returning |= {person for person, arrivals in people.items() if arrivals > known.get(person, 0)}
        for person in before - self.everyone:
            self._gone(person, now)
        return self.everyone ^ before

    def only_here(self, now: float) -> None:
        """What was known of other nodes counts no more."""
        for node in list(self._elsewhere):
            self.report(node, {}, now)

    def _gone(self, person: str, now: float) -> bool:
        if self.is_here(person):
            return False
        self._left[person] = now
        self.returning.discard(person)
        return True

    @property
    def here(self) -> dict[str, int]:
        """Who is connected to this node, and how often they came."""
        return dict(self._arrivals)

    def but_for(self, node: str) -> dict[str, int]:
        """Who is here or at any other node than this one."""
        elsewhere = [people for other, people in self._elsewhere.items() if other != node]
        return {person: 1 for people in (self._arrivals, *elsewhere) for person in people}

    @property
    def everyone(self) -> set[str]:
        return {*self._here, *(person for people in self._elsewhere.values() for person in people)}

    def is_here(self, person: str) -> bool:
        return person in self._here or any(person in people for people in self._elsewhere.values())

    def quiet_since(self) -> float:
        """When the last of all left."""
        return max([self.since, *self._left.values()])

    @property
    def is_anyone_here(self) -> bool:
        return bool(self._here or self._elsewhere)

    def away_since(self, person: str) -> float:
        """When an absent person left, or the table began to look."""
        return max(self.since, self._left.get(person, 0.0))


class Receipts(Struct):
    """Which commands have been accepted, so that none is applied twice, in bounded memory."""

    accepted: dict[str, dict[str, int]] = field(default_factory=dict)
    """By person, the version that each of the last commands got, oldest first."""
    forgotten: dict[str, int] = field(default_factory=dict)
    """By person, the version of the last command that is not remembered any more."""

    def keep(self, person: str, command: str, version: int) -> None:
        """A command with several entries has the version of the last."""
        mine = self.accepted.setdefault(person, {})
        mine[command] = version
        if len(mine) > REMEMBERED:
            oldest = next(iter(mine))
            self.forgotten[person] = mine.pop(oldest)

    def forget(self, person: str) -> None:
        self.accepted.pop(person, None)
        self.forgotten.pop(person, None)

    def version_of(self, person: str, command: str) -> int | None:
        return self.accepted.get(person, {}).get(command)

    def is_too_old(self, person: str, made_for: int) -> bool:
        """Might a command made for this version be one that is not remembered any more? It was made before it was
        accepted, so only one made for an older version can."""
        return made_for < self.forgotten.get(person, 0)


class TableState:
    """Everything at one table. All of it but who is connected follows from the log."""

    def __init__(self) -> None:
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
        self.arranged = 0
        """The version of the last change to seats, people and what they may do, which a move does not bring about."""
        self.outside_changed = 0
        """The version of the last change that can be seen from outside where nobody may watch."""
        self.members: dict[str, Member] = {}
        self.numbered = 0
        """How many have been members, also those who are forgotten by now."""
        self.places: dict[str, Allowance] = {}
        """What all who share a place at the table have used up."""
        self.host: str | None = None
        self.coming: Coming = "new"
        self.seed = b""
        """Of the coming game, and after that of the one that began with it."""
        self.dealer: int | None = None
        """The seat that won the last game."""
        self.match: Match | None = None
        self.has_counted = False
        """Has a rated game been begun here?"""
        self.chat = Chat()
        self.receipts = Receipts()
        self.news: deque[News] = deque(maxlen=RECENT)
        self.presence = Presence()

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def counts_penalties(self) -> bool:
        """Does what is said cost something in the game that is, or was, played?"""
        return self.match is not None and self.match.game.edition.penalties != "none" and self.settings.tally

    def playing(self) -> Match:
        """The game that goes on."""
        if self.match is None or self.phase != "playing":
            raise Refused("not now", "no game is going on")
        return self.match

    def last_match(self) -> Match:
        """The game that goes on or was the last."""
        if self.match is None:
            raise Refused("not now", "no game has begun")
        return self.match

    def is_member(self, person: str) -> bool:
        found = self.members.get(person)
        return found is not None and found.is_here

    def member(self, person: str) -> Member:
        if not self.is_member(person):
            raise Refused("not here", "join the table first")
        return self.members[person]

    def seats_of(self, person: str | None) -> list[int]:
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    def plays_alone(self, person: str) -> bool:
        """Has this person a seat, and is there a bot in every other one?"""
        others = (seat for seat in self.seats if seat.person != person)
        return bool(self.seats_of(person)) and all(seat.kind == "bot" for seat in others)

    def may_erase(self, person: str) -> bool:
        """Has nobody else ever been here, so that whoever it is may leave without a trace? A game that counts stays."""
        return self.numbered == 1 and person in self.members and not self.has_counted

    # How much there may be in the log.

    def place_of(self, person: str) -> str:
        """The place that a person shares with others, if only with those who sat there before."""
        mine = self.seats_of(person)
        return "host" if person == self.host else f"seat {mine[0]}" if mine else "others"

    def check_allowance(self, person: str, entries: int, now: float) -> None:
        if person in self.members:
            self.members[person].allowance.check(BY_ONE, entries, now)
        self.places.get(self.place_of(person), Allowance()).check(BY_ONE_PLACE, entries, now)

    # Through whose eyes.

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

    @property
    def held_game(self) -> int | None:
        """The number of the finished game that is held back: for an Escape that may follow, or that goes on."""
        match = self.match
        if match is None or match.is_over:
            return match.number if match is not None and self.holds_back else None
        return match.number - 1 if self.phase == "playing" and match.is_played_on else None

    @property
    def finished(self) -> int:
        """The number of the last game that is over."""
        return self.match.number - (not self.match.is_over) if self.match is not None else 0

    def eyes(self, person: str | None, seat: int | None = None) -> int | None:
        """The seat of the game through which a person sees it; None: as a spectator. Of several seats it is the one
        that has to decide: the others' hands should not lie open on a device that goes round."""
        return self.eyes_of(self.seats_of(person), seat)

    def eyes_of(self, mine: Sequence[int], seat: int | None = None) -> int | None:
        """The same for someone who has these seats."""
        match = self.match
        if match is None or not mine:
            return None
        if seat is not None and seat not in mine:
            raise Refused("not yours", "seat {seat} is not yours", seat=seat)
        if seat is None and len(mine) > 1:
            decides = match.to_decide
            shown = decides if decides in mine else None
        else:
            shown = mine[0] if seat is None else seat
        return None if shown is None or not self._has_played(match, shown) else match.plays(shown)

    def _has_played(self, match: Match, seat: int) -> bool:
        """Does whoever sits there play, or did they? One who came after a game sees no more of it than a spectator."""
        return seat < match.is_for and (self.phase == "playing" or self.seats[seat].since <= match.changed)

    # A first game that teaches.

    @property
    def line(self) -> Line | None:
        """The decision that comes next by the script of a lesson, as long as the game follows it."""
        match, lesson = self._taught
        return lesson.following(match.actions) if match and lesson else None

    @property
    def lesson(self) -> LessonSheet | None:
        """What the newcomer is told of the script."""
        match, lesson = self._taught
        return lesson.sheet(match.actions) if match and lesson else None

    @property
    def _taught(self) -> tuple[Match | None, Lesson | None]:
        """The first game at the table, and the lesson that it is. Only that is dealt from the lesson's seed."""
        match = self.match
        return (match, lesson_of(self.settings)) if match and match.number == 1 and not match.is_over else (None, None)

    def why_not(self, person: str | None, action: str, seat: int | None = None) -> Obstacle | None:
        """What stands in the way of an action for this person."""
        eyes = self.eyes(person, seat)
        if eyes is None or self.match is None:
            raise Refused("not yours", "only a player in the game is told")
        return self.match.game.why_not(action, eyes)

    def sight(self, person: str | None, seat: int | None = None, of: int | None = None) -> Sight:
        """Who sees whom, for this person's seat, or for any seat `of` the game: it tells nothing that not everyone at
        the table knows."""
        game = self.last_match().game
        if of is not None and not 0 <= of < game.setting.seats:
            last = game.setting.seats - 1
            raise Refused("no such seat", "the seats are 0 to {last}, not {seat}", last=last, seat=of)
        return game.sight(self.eyes(person, seat) if of is None else of)

    # Changes that several handlers make.

    def ask_who_is_ready(self) -> None:
        """What one was ready for is not what is coming any more."""
        self.seats_changed = self.version
        for seat in self.seats:
            seat.unready()

    def ask_anew(self, seat: int) -> None:
        """Somebody else decides for a seat from now on, who is not to undo what was done before."""
        match = self.playing()
        if match.to_decide == seat:
            match.undos.clear()
            match.ask(self.version, self.now)

    def end_invitations(self) -> None:
        """A game begins or is over: a seat is not any more what its link was for."""
        for seat in self.seats:
            seat.invitation = None

    def welcome(self, person: str, name: str) -> Member:
        """A new member. Of those who are not here any more only some are remembered."""
        if len(self.members) >= MOST_KNOWN:
            paused = self.match.paused if self.match else None
            old = next(one for one, member in self.members.items() if not member.is_here and one != paused)
            del self.members[old]
            self.receipts.forget(old)
        self.members[person] = Member(self.numbered, name)
        self.numbered += 1
        return self.members[person]

    def find_host(self) -> None:
        """A table whose host has left goes to whoever has a seat, or else to whoever is here."""
        host = self.members.get(self.host or "")
        if host is not None and host.is_here:
            return
        here = [person for person, member in self.members.items() if member.is_here]
        seated = [seat.person for seat in self.seats if seat.person in here]
        self.host = next(iter([*seated, *here]), None)

    def hash(self) -> str:
        """Of all that a replay must bring back."""
        state = (
            *(self.id, self.code, self.version, self.now, self.phase, self.settings, self.seats_changed, self.reseated),
            *(self.seats, self.members, self.host, self.receipts, self.coming, self.seed, self.dealer),
            *(self.numbered, self.places),
            *(list(self.chat.lines), self.chat.said, self.chat.totals, list(self.news)),
            self.match.durable() if self.match else None,
        )
        return hashlib.sha256(msgspec.msgpack.encode(state)).hexdigest()
