"""The forecast: whose turn is next if nobody moves any more, and what comes of standing in a room. Public things only.

Nothing is worked out here: the rules play the end of the turn on a copy. Where an attack comes in between, which only
hands can decide, they play it both ways, and what differs is left open."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from drlucky.engine import codes
from drlucky.engine.play import obstacle
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import end_turn, take_top
from drlucky.game.events import Reader
from drlucky.game.setup import Setting

Value = TypeVar("Value")
Fate = Literal["called", "attacked"]
"""What the doctor does to someone in the room that he comes to: he gives them the turn or, in the Escape, attacks."""


class Next(Struct, frozen=True):
    """What comes when the turn is over."""

    seat: int | None
    """Whose turn is next; None if that depends on how an attack ends, or there is no next one."""
    called: bool
    """Does the doctor give it to them, by coming into their room?"""
    room: str | None
    """Where he comes to; None if he does not move before it."""
    attacks: int | None
    """Escape: whom he attacks there."""
    over: bool
    """Is the game over then?"""


class Forecast(Struct, frozen=True):
    """How this turn comes out if nobody moves any more. During an attempt: when it has been stopped."""

    next: Next
    """If it ends as things stand."""
    drawing: Next | None
    """If it ends with a card that is drawn, which can sink a deck; None if none can be drawn now."""
    drawing_ends_turn: bool
    """Is drawing what one does last? In the Escape a turn begins with it."""


def forecast(setting: Setting, s: State) -> Forecast | None:
    """None when the game is over."""
    if s.over:
        return None
    return Forecast(
        next=after_turn(setting, s),
        drawing=after_turn(setting, with_card_drawn(s)) if obstacle(s, codes.DRAW) == codes.ALLOWED else None,
        drawing_ends_turn=setting.engine.draw_obstacle(s) != codes.DRAWN_ALREADY,
    )


def fate(setting: Setting, s: State, seat: int, room: int) -> Fate | None:
    """What comes of it for a seat if it stood in a room when this turn is over, and everyone else where they are."""
    if s.over or s.rooms[seat] == codes.NOWHERE:
        return None
    there = s.copy()
    there.rooms[seat] = room
    found = after_turn(setting, there)
    if found.called and found.seat == seat:
        return "called"
    return "attacked" if found.attacks == seat else None


def with_card_drawn(s: State) -> State:
    """The pile as it is when a card was drawn. An empty one is shuffled first, and that sinks nothing."""
    copy = s.copy()
    if copy.pile_at < len(copy.pile):
        take_top(copy)
    return copy


def after_turn(setting: Setting, s: State) -> Next:
    ways = list(ways_to_end(with_diary(s)))
    doctor = setting.engine.doctor
    turns = [(seat, called) for way in ways for what, seat, called, _ in way if what == codes.TURN_BEGAN]
    rooms = [next((room for what, room, _, _ in way if what == codes.DOCTOR_MOVED), None) for way in ways]
    victims = [
        next((whom for what, who, whom, _ in way if what == codes.ATTACKED and who == doctor), None) for way in ways
    ]
    seat, called = agreed(turns) or (None, 0)
    room = agreed(rooms)
    return Next(
        seat=seat,
        called=called == 1,
        room=None if room is None else Reader(setting).room(room),
        attacks=agreed(victims),
        over=not turns,
    )


def agreed(values: Sequence[Value | None]) -> Value | None:
    """The value, if it is the same every time."""
    return values[0] if len(set(values)) == 1 else None


def ways_to_end(s: State) -> Iterator[list[Happening]]:
    """All that happens until the next turn begins or the game is over. Changes the state, and notes it in its diary."""
    if s.phase not in (codes.ANSWER, codes.LAY):
        end_turn(s)
        yield from ways_on(s)
        return
    if s.phase == codes.LAY:  # the strike is certain by now, and neither its strength nor who is asked matters here
        s.striker = s.current
        if s.target == codes.NOBODY:
            s.target = s.rules.doctor
    stopped = with_diary(s)
    if stopped.first == codes.NOBODY:  # some card becomes the Reason; whichever it is, the turns go the same way
        stopped.first = 0
    s.rules.foiled(stopped)
    yield from ways_on(stopped)
    s.rules.succeeded(s)
    yield from ways_on(s)


def ways_on(s: State) -> Iterator[list[Happening]]:
    told = s.diary or []
    if s.over or any(what == codes.TURN_BEGAN for what, _, _, _ in told):
        yield told
        return
    for rest in ways_to_end(with_diary(s)):
        yield told + rest


def with_diary(s: State) -> State:
    copy = s.copy()
    copy.diary = []
    return copy
