"""The sight explorer: who sees whom, which rooms suit a plan, and where the doctor is going. Public things only."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from drlucky.boards import Segment
from drlucky.engine import codes
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import end_turn
from drlucky.game.events import Pawn, Reader
from drlucky.game.forecast import Fate, fate
from drlucky.game.setup import Setting
from drlucky.game.why_not import CODES

FORESEEN = 8
"""How many of the doctor's moves are foretold."""


@dataclass(frozen=True, slots=True)
class Glance:
    """One pawn sees another."""

    seer: Pawn
    seen: Pawn
    seer_room: str
    seen_room: str
    lines: tuple[Segment, ...]
    """From the seer's room to the other, in cells of the plan; none if they are in the same room."""


@dataclass(frozen=True, slots=True)
class Place:
    """An open room, and how it would be to stand in it while everyone else stays where they are."""

    room: str
    seen_from: tuple[str, ...]
    """The rooms from which one is seen in it, itself among them."""
    seen_by: tuple[Pawn, ...]
    """The other pawns that would see one there."""
    attempt: str | None
    """The rule in the way of an attempt there, were the doctor there too; None if there is none."""
    draw: str | None
    """The rule in the way of drawing a card there at the start of a turn; None if there is none."""
    fate: Fate | None
    """What the doctor would do to one there when this turn is over: "called" up, or in the Escape "attacked"."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A room on the doctor's way."""

    turns: int
    """He comes there when so many turns are over, the present one counted."""
    room: str
    calls: int | None
    """Whom he calls up there if nobody moves before, or in the Escape attacks; None if the turn goes to the left."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What can be seen now. Everything in it is known to everyone at the table."""

    seat: int
    """For whom the places are judged."""
    glances: tuple[Glance, ...]
    """Who sees whom, by pawn: the seats, then the others."""
    places: tuple[Place, ...]
    """Every open room, in the order of the board; none when the last deck has sunk."""
    doctor: tuple[Stop, ...]
    """The doctor's way if nobody moves him, as far as it can be foretold; empty when the game is over."""

    @property
    def to_attempt(self) -> tuple[str, ...]:
        """The rooms that suit an attempt: safe ones where it must not be seen, witnessed ones where it must."""
        return tuple(place.room for place in self.places if place.attempt is None)

    @property
    def to_draw(self) -> tuple[str, ...]:
        """The rooms where a card could be drawn."""
        return tuple(place.room for place in self.places if place.draw is None)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, ready for JSON."""
        return asdict(self) | {"to_attempt": self.to_attempt, "to_draw": self.to_draw}


def sight(setting: Setting, s: State, seat: int | None = None) -> Sight:
    """The sight explorer's answer for a seat, or else for the player in turn."""
    whose = s.current if seat is None else seat
    if s.ending == codes.SUNK:
        return Sight(whose, glances=(), places=(), doctor=())
    return Sight(
        seat=whose,
        glances=tuple(glances(setting, s)),
        places=tuple(place(setting, s, whose, room) for room in range(len(setting.room_names)) if s.is_open(room)),
        doctor=tuple(way(setting, s)),
    )


def standing(s: State) -> Iterator[tuple[int, int]]:
    """The pawns on the board, each with its room; who has died has none."""
    return ((pawn, room) for pawn, room in enumerate(s.rooms) if room != codes.NOWHERE)


def glances(setting: Setting, s: State) -> Iterator[Glance]:
    reader = Reader(setting)
    for seer, seer_room in standing(s):
        for seen, seen_room in standing(s):
            if seer != seen and setting.engine.seers(s, seen_room) >> seer_room & 1:
                rooms = reader.room(seer_room), reader.room(seen_room)
                lines = () if seer_room == seen_room else setting.layout.lines(*rooms)
                yield Glance(reader.pawn(seer), reader.pawn(seen), *rooms, lines)


def place(setting: Setting, s: State, seat: int, room: int) -> Place:
    reader = Reader(setting)
    there = at_the_start_of_a_turn(s, seat)
    there.rooms[seat] = room
    seers = setting.engine.seers(there, room)
    draw = setting.engine.draw_obstacle(there)
    there.rooms[setting.engine.doctor] = room
    attempt = setting.engine.attempt_obstacle(there)
    return Place(
        room=reader.room(room),
        seen_from=tuple(name for other, name in enumerate(setting.room_names) if seers >> other & 1),
        seen_by=tuple(reader.pawn(pawn) for pawn, other in standing(s) if pawn != seat and seers >> other & 1),
        attempt=CODES.get(attempt),
        draw=CODES.get(draw),
        fate=fate(setting, s, seat, room),
    )


def at_the_start_of_a_turn(s: State, seat: int) -> State:
    """The same position with this player in turn, who has not done anything yet."""
    copy = s.copy()
    copy.phase = codes.TURN
    copy.current = copy.decider = seat
    copy.played = 0
    return copy


def way(setting: Setting, s: State) -> Iterator[Stop]:
    """Where the doctor comes when turn after turn ends with nothing done. Ends where that depends on a decision."""
    reader = Reader(setting)
    copy = s.copy()
    for turns in range(1, FORESEEN + 1):
        # While he attacks, as the Escape lets him, nobody knows who will have the next turn.
        if copy.over or (copy.phase == codes.ANSWER and copy.striker == setting.engine.doctor):
            return
        told: list[Happening] = []
        copy.diary = told
        end_turn(copy)
        rooms = [room for what, room, _, _ in told if what == codes.DOCTOR_MOVED]
        called = [seat for what, seat, is_called, _ in told if what == codes.TURN_BEGAN and is_called]
        attacked = [victim for what, _, victim, _ in told if what == codes.ATTACKED]
        if not rooms:
            return
        yield Stop(turns, reader.room(rooms[0]), next(iter(called + attacked), None))
