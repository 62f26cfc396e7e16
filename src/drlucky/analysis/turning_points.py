"""Turning points: the moments of a game that changed somebody's chance most, beyond the error of the estimates."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from drlucky.analysis.model import Change, Point, Struck, TurningPoint
from drlucky.analysis.positions import Position
from drlucky.game.events import Event

MOST = 8
"""As many as a person reads with pleasure."""

TOLD = frozenset({"lights out", "deck sank", "over"})
"""What is always told; an end by success is the attempt's that brought it."""
MOVES = frozenset({"stepped", "jumped", "stranger moved"})
TOLD_WITHOUT_ATTEMPT = TOLD | MOVES | {"drew", "called up"}


def turning_points(places: Sequence[Position], points: Sequence[Point]) -> tuple[TurningPoint, ...]:
    found: list[TurningPoint] = []
    for first, last in moments(places):
        changes = largest(points[first], points[last])
        if changes:
            told = tuple(story(event for place in places[first:last] for event in place.events))
            sharp = sharpest(points, first, last, changes[0].seat)
            turn, current = points[first].turn, places[first].state.current
            found.append(TurningPoint(0, points[first].part, first, last, sharp, turn, current, told, changes))
    found.sort(key=lambda one: size(one.changes[0]), reverse=True)
    in_order = sorted(found[:MOST], key=lambda one: one.first)
    return tuple(replace(one, number=number) for number, one in enumerate(in_order, 1))


def moments(places: Sequence[Position]) -> Iterator[tuple[int, int]]:
    """The moments of a record, from point to point: an attempt with all its answers is one, and so is all else that was
    done in a turn. A part's end belongs to no moment."""
    first = 0
    for at, (before, here) in enumerate(pairwise(places), 1):
        is_new = before.action is None or here.begins_attempt or not (here.in_attempt or goes_on(before, here))
        if here.action is None or is_new:
            if before.action is not None:
                yield first, at
            first = at


def goes_on(before: Position, here: Position) -> bool:
    """Is it the same turn still, and no attempt came between?"""
    return here.turn == before.turn and not before.in_attempt


def largest(before: Point, after: Point) -> tuple[Change, ...]:
    """The largest rise and the largest fall that are beyond error."""
    chances = [*zip(before.open, after.open, strict=True), (before.nobody, after.nobody)]
    seats = [*range(len(before.open)), None]
    changes = [Change(seat, a, b) for seat, (a, b) in zip(seats, chances, strict=True) if b.is_beyond(a)]
    rises = [change for change in changes if change.after.chance > change.before.chance]
    falls = [change for change in changes if change.after.chance < change.before.chance]
    both = [max(ones, key=size) for ones in (rises, falls) if ones]
    return tuple(sorted(both, key=size, reverse=True))


def size(change: Change) -> float:
    return abs(change.after.chance - change.before.chance)


def sharpest(points: Sequence[Point], first: int, last: int, seat: int | None) -> int:
    """The point after the decision that changed this chance most."""

    def chance(at: int) -> float:
        return (points[at].nobody if seat is None else points[at].open[seat]).chance

    return max(range(first + 1, last + 1), key=lambda at: abs(chance(at) - chance(at - 1)))


def story(events: Iterable[Event]) -> Iterator[Struck | Event]:
    """What is worth telling of a moment: its attempts, or if there was none its moves and cards."""
    events = list(events)
    attempts = list(struck(events))
    worth = TOLD if attempts else TOLD_WITHOUT_ATTEMPT
    yield from attempts
    for at, event in enumerate(events):
        if event.kind in worth and event.how not in ("success", "last alive") and not is_passed_through(events, at):
            yield event


def is_passed_through(events: Sequence[Event], at: int) -> bool:
    """Is it a move that the same pawn goes on from?"""
    mover = who_moves(events[at])
    return mover is not None and any(who_moves(later) == mover for later in events[at + 1 :])


def who_moves(event: Event) -> object:
    if event.kind not in MOVES:
        return None
    return event.seat if event.pawn is None else event.pawn


def struck(events: Iterable[Event]) -> Iterator[Struck]:
    """The attempts among these events that came to an end."""
    weapons: list[str] = []
    strike: Event | None = None
    luck, by, card = 0, None, None
    for event in events:
        if event.kind == "laid down":
            weapons.append(event.card or "")
        elif event.kind in ("attempt", "attacked"):
            strike, luck, by, card = event, 0, None, None
        elif event.kind in ("played", "turned up"):
            luck, by, card = event.number or 0, event.seat, event.card
        elif strike and (event.kind in ("foiled", "died") or event.how == "success"):
            stopper = (by, card) if event.kind == "foiled" else None
            yield ended(strike, weapons, luck, stopper)
            strike, weapons = None, []


def ended(strike: Event, weapons: Sequence[str], luck: int, stopper: tuple[int | None, str | None] | None) -> Struck:
    """`stopper` is who stopped it, and by which card; None if nobody did."""
    by, card = stopper or (None, None)
    is_attack = strike.kind == "attacked"
    striker = strike.pawn if is_attack else strike.seat
    assert striker is not None  # every strike is somebody's
    return Struck(
        striker,
        strike.seat if is_attack else None,
        # The doctor strikes with nothing, whatever his victim's attacker laid down.
        tuple(weapons) if isinstance(striker, int) else (),
        strike.number or 0,
        luck,
        stopper is not None,
        by,
        card,
    )
