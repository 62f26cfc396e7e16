"""Sheet: everything to draw a table for a person, or a spectator. Built from an allow-list, field by field."""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from drlucky.game.events import Event
from drlucky.game.view import View
from drlucky.table.chat import Line
from drlucky.table.log import Coming, Why
from drlucky.table.match import Match
from drlucky.table.news import News, after
from drlucky.table.settings import Settings
from drlucky.table.state import Phase, Seat, TableState

Show = Callable[[Match, int | None], View]
"""The view of a seat in the game; None is a spectator's."""


class SeatSheet(Struct, frozen=True, omit_defaults=True):
    kind: Literal["open", "person", "bot"]
    name: str = ""
    member: int | None = None
    level: str | None = None
    robot: bool = False
    ready: bool = False
    stand_in: Why | None = None
    invited: bool = False
    plays: int | None = None
    """Its seat in the game, where Strangers have seats too."""


class PersonSheet(Struct, frozen=True, omit_defaults=True):
    member: int
    name: str
    present: bool = False
    host: bool = False
    muted: bool = False


class You(Struct, frozen=True, omit_defaults=True):
    member: int
    seats: tuple[int, ...]
    host: bool = False
    muted: bool = False
    confirm: bool = False


class LaidOpen(Struct, frozen=True):
    """Everything about a game that is over."""

    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    """The next card first."""
    aside: tuple[str, ...]
    record: str | None


class GameSheet(Struct, frozen=True, omit_defaults=True):
    number: int
    view: View
    events_at: int
    events: tuple[Event, ...]
    to_decide: int | None = None
    """The seat at the table; in the view it is the seat in the game."""
    undo: bool = False
    deadline: float | None = None
    clocks: tuple[float, ...] | None = None
    abandoned: bool = False
    held_back: bool = False
    laid_open: LaidOpen | None = None


class Sheet(Struct, frozen=True, omit_defaults=True):
    table: str
    code: str
    version: int
    now: float
    phase: Phase
    settings: Settings
    seats: tuple[SeatSheet, ...]
    people: tuple[PersonSheet, ...]
    lines_at: int
    lines: tuple[Line, ...]
    news: tuple[News, ...]
    since: int | None = None
    paused: int | None = None
    you: You | None = None
    coming: Coming | None = None
    commitment: str | None = None
    tally: tuple[int, ...] | None = None
    game: GameSheet | None = None


class Common:
    """What everyone sees alike, for as long as the table does not change: that is most of the work."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._sheets: dict[tuple[int | None, Show], Sheet] = {}

    def sheet(self, since: int | None, show: Show) -> Sheet:
        found = self._sheets.get((since, show))
        if found is None:
            found = self._sheets[since, show] = public_sheet(self._table, since, show)
        return found


def sheet(
    table: TableState,
    person: str | None,
    now: float,
    since: int | None = None,
    seat: int | None = None,
    shared: Common | None = None,
    show: Show = Match.view,
) -> Sheet:
    """What a person (None: a spectator) may see. With `since`, events, lines and news begin after that version.

    Whoever makes sheets for several people may share what is common to them, and show the game in their own way."""
    public = (shared or Common(table)).sheet(since, show)
    if not table.shows_game_to(person):
        # Where nobody may watch, those who are not at the table see who sits there, and nothing of the game.
        sealed = public.commitment if table.phase == "gathering" else None
        said = table.chat.said
        return replace(public, now=now, lines_at=said, lines=(), paused=None, commitment=sealed, tally=None, game=None)
    visitor = you(table, person)
    game = public.game
    if table.match is not None and game is not None:
        if visitor is not None and visitor.seats:
            game = own_game(table, table.match, game, person, visitor.seats, seat, show)
        if game.clocks is not None:
            game = replace(game, clocks=clocks_at(table.match, now))
    return replace(public, now=now, you=visitor, game=game)


def public_sheet(table: TableState, since: int | None, show: Show) -> Sheet:
    """As someone sees it who may watch and has no seat, at no time in particular."""
    known = since if since is not None and follows(table, since) else None
    match = table.match
    lines_at, lines = table.chat.since(known)
    paused = match.paused if match else None
    gathering = table.phase == "gathering"
    return Sheet(
        table=table.id,
        code=table.code,
        version=table.version,
        now=0.0,
        phase=table.phase,
        settings=table.settings,
        seats=tuple(seat_sheet(table, number, seat) for number, seat in enumerate(table.seats)),
        people=tuple(people(table)),
        lines_at=lines_at,
        lines=lines,
        news=() if known is None else tuple(after(table.news, known)),
        since=known,
        paused=table.members[paused].number if paused is not None else None,
        coming=table.coming if gathering else None,
        commitment=table.commitment if gathering else match.commitment if match else None,
        tally=tuple(table.chat.totals) if match and match.game.edition.penalties != "none" else None,
        game=public_game(table, match, known, show) if match else None,
    )


def follows(table: TableState, since: int) -> bool:
    """Does whoever saw this version see the game as they did then, and are all news after it still kept?"""
    if since < table.reseated:
        return False
    oldest = table.news[0].version if len(table.news) == table.news.maxlen else 0
    return oldest <= since + 1 <= table.version + 1


def seat_sheet(table: TableState, number: int, seat: Seat) -> SeatSheet:
    match = table.match if table.phase != "gathering" else None
    return SeatSheet(
        kind=seat.kind,
        name=seat.name,
        member=table.members[seat.person].number if seat.person is not None else None,
        level=seat.level,
        robot=seat.robot,
        ready=seat.ready,
        stand_in=seat.stand_in,
        invited=seat.invitation is not None,
        plays=match.plays(number) if match and number < match.is_for else None,
    )


def people(table: TableState) -> list[PersonSheet]:
    return [
        PersonSheet(
            member=member.number,
            name=member.name,
            present=table.presence.is_here(person),
            host=person == table.host,
            muted=member.muted,
        )
        for person, member in table.members.items()
        if member.is_here
    ]


def you(table: TableState, person: str | None) -> You | None:
    member = table.members.get(person) if person is not None else None
    if member is None or not member.is_here:
        return None
    mine = tuple(table.seats_of(person))
    return You(member.number, mine, person == table.host, member.muted, member.confirm)


def public_game(table: TableState, match: Match, known: int | None, show: Show) -> GameSheet:
    at = match.events_known(known) if known is not None else 0
    decides = match.to_decide
    clocks = match.clocks
    return GameSheet(
        number=match.number,
        view=show(match, None),
        events_at=at,
        events=tuple(event.for_seat(None) for event in match.events[at:]),
        to_decide=decides,
        deadline=None if decides is None or table.seats[decides].is_played_by_bot else clocks.deadline(decides),
        clocks=tuple(clocks.left) if clocks.setting.kind == "game" else None,
        abandoned=match.abandoned,
        held_back=table.holds_back,
        laid_open=laid_open(match) if table.is_laid_open else None,
    )


def own_game(
    table: TableState,
    match: Match,
    public: GameSheet,
    person: str | None,
    mine: Sequence[int],
    seat: int | None,
    show: Show,
) -> GameSheet:
    eyes = table.eyes(person, seat)
    # Whoever holds several seats changes eyes with every question, so that what they know of events begins anew.
    at = public.events_at if len(mine) < 2 or seat is not None else 0
    return replace(
        public,
        view=show(match, eyes),
        events_at=at,
        events=tuple(event.for_seat(eyes) for event in match.events[at:]),
        undo=bool(match.undos) and public.to_decide in mine,
    )


def clocks_at(match: Match, now: float) -> tuple[float, ...]:
    running = match.to_decide
    clocks = match.clocks
    return tuple(clocks.left_at(seat, now) if seat == running else left for seat, left in enumerate(clocks.left))


def laid_open(match: Match) -> LaidOpen:
    game = match.game
    names = game.setting.card_names
    return LaidOpen(
        hands=tuple(game.view(seat).hand or () for seat in range(game.setting.seats)),
        pile=tuple(names[card] for card in list(game.state.pile)[game.state.pile_at :]),
        aside=tuple(match.cards_aside),
        record=match.record,
    )
