"""Snapshot: everything to draw a table for a person, or a spectator, as a `Sheet`.

It has two parts. What everyone may see is built from an allow-list, field by field, once after each change; what one
person sees otherwise is an `Own`, and is set into it. Who may see the table at all is decided in `visibility`, and what
a seat of the game may know in `game.view`."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from drlucky.game.events import Event
from drlucky.game.forecast import Forecast
from drlucky.game.stakes import Answers, Stakes
from drlucky.game.view import OwnView, View
from drlucky.lessons import NEWCOMER, LessonSheet
from drlucky.table.chat import Line
from drlucky.table.company import Company, PersonSheet, SeatSheet, You, company_of
from drlucky.table.log import Coming
from drlucky.table.match import Match
from drlucky.table.news import News, after
from drlucky.table.reasons import Keepsake
from drlucky.table.settings import Settings
from drlucky.table.state import Phase, TableState
from drlucky.table.visibility import NEWS_OUTSIDE, shown_to

Key = TypeVar("Key")
Value = TypeVar("Value")
VERSIONS_KEPT = 8


class LaidOpen(Struct, frozen=True):
    """Everything about a game that is over."""

    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    """The next card first."""
    aside: tuple[str, ...]
    record: str | None
    hand_copies: tuple[tuple[int, ...], ...] = ()
    """Which copies of their cards these are, as in views."""


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
    cast: tuple[str, ...] = ()
    """Whom each seat in the game plays, Strangers too."""
    reasons: tuple[Keepsake, ...] = ()
    """The cards that they kept from attempts, in order."""
    forecast: Forecast | None = None
    """Whose turn is next if nobody moves any more; None when the game is over."""
    stakes: Stakes | None = None
    """What hangs on the answer of whoever is asked during an attempt; None if nobody is."""
    answers: Answers | None = None
    """What one's own cards would come to, if one is asked."""
    lesson: LessonSheet | None = None
    """Only for whoever learns, as long as they do what the script of the lesson says."""


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


class Own(Struct, frozen=True):
    """What a person sees otherwise than a spectator does. Everything else on their sheet is the same."""

    now: float
    you: You | None = None
    game: "OwnGame | None" = None
    """None: as a spectator sees it."""
    clocks: tuple[float, ...] | None = None
    """What is left by now, where the game has clocks."""


class OwnGame(Struct, frozen=True):
    """What someone with a seat sees otherwise in the game."""

    eyes: int | None
    """The seat of the game through which they see; None: as a spectator."""
    view: OwnView | None
    undo: bool
    events_at: int
    events: tuple[Event, ...] | None
    """None: those that a spectator sees."""
    answers: Answers | None
    lesson: LessonSheet | None = None


class Common:
    """What everyone sees alike, for as long as the table does not change: that is most of the work."""

    def __init__(self, table: TableState, before: "Common | None" = None) -> None:
        """`before` is that of before the last change."""
        self.shown: object = None
        """What a shell has made of it to show it, for as long as it is good."""
        self.company: Company = company_of(table, before.company if before is not None else None)
        self._table = table
        self._sheets: dict[int | None, Sheet] = {}
        """By the version from which on they tell."""

    def sheet(self, since: int | None) -> Sheet:
        known = known_version(self._table, since)
        found = self._sheets.get(known)
        if found is None:
            found = public_sheet(self._table, self.company, known)
            keep(self._sheets, known, found)
        return found


def keep(kept: dict[Key, Value], key: Key, value: Value) -> None:
    """Of what people who saw different versions are told: nearly everyone saw the last one, and whoever asks for many
    others should not fill the memory with them."""
    kept[key] = value
    if len(kept) > VERSIONS_KEPT:
        del kept[next(iter(kept))]


def sheet(
    table: TableState,
    person: str | None,
    now: float,
    since: int | None = None,
    seat: int | None = None,
    shared: Common | None = None,
) -> Sheet:
    """What a person (None: a spectator) may see. With `since`, events, lines and news begin after that version.

    Whoever makes sheets for several people may share what is common to them."""
    common = shared or Common(table)
    if not shown_to(table, person).table:
        return outside_sheet(table, common, now, since)
    public = common.sheet(since)
    mine = own(table, public, common.company.you(person), now, seat)
    game = public.game
    if game is not None:
        if mine.game is not None:
            game = with_own(game, mine.game)
        if mine.clocks is not None:
            game = replace(game, clocks=mine.clocks)
    return replace(public, now=now, you=mine.you, game=game)


def outside_sheet(table: TableState, common: Common, now: float, since: int | None) -> Sheet:
    """Where nobody may watch, those who are not at the table see who sits there and what is played, so that they know
    where they have come to. Only what is named here reaches them. Its version is that of the last change in it."""
    public, known = common.sheet(table.version), outside_version(table, since)
    seated = {seat.member for seat in public.seats}
    return Sheet(
        table=public.table,
        code=public.code,
        version=table.outside_changed,
        now=now,
        phase=public.phase,
        settings=public.settings,
        seats=tuple([outside_seat(seat) for seat in public.seats]),
        people=tuple(
            [
                PersonSheet(each.member, each.name, host=each.host)
                for each in public.people
                if each.host or each.member in seated
            ]
        ),
        lines_at=0,
        lines=(),
        news=() if known is None else tuple([each for each in after(table.news, known) if each.kind in NEWS_OUTSIDE]),
        since=known,
        coming=public.coming,
        commitment=public.commitment if public.phase == "gathering" else None,
    )


def outside_version(table: TableState, since: int | None) -> int | None:
    """The version that someone outside says they saw, if they can have; otherwise None."""
    return since if since is not None and table.reseated <= since <= table.outside_changed else None


def outside_seat(seat: SeatSheet) -> SeatSheet:
    return SeatSheet(
        kind=seat.kind,
        name=seat.name,
        member=seat.member,
        level=seat.level,
        robot=seat.robot,
        ready=seat.ready,
        invited=seat.invited,
        plays=seat.plays,
        character=seat.character,
    )


def own(table: TableState, public: Sheet, visitor: You | None, now: float, seat: int | None) -> Own:
    """What a person who may see the table sees otherwise than it is on the public sheet."""
    match, game = table.match, public.game
    if match is None or game is None:
        return Own(now, visitor)
    clocks = clocks_at(match, now) if game.clocks is not None else None
    mine = own_game(table, match, game, visitor.seats, seat) if visitor is not None and visitor.seats else None
    return Own(now, visitor, mine, clocks)


def own_game(table: TableState, match: Match, public: GameSheet, mine: Sequence[int], seat: int | None) -> OwnGame:
    eyes = table.eyes_of(mine, seat)
    # Whoever holds several seats changes eyes with every question, so that what they know of events begins anew.
    at = public.events_at if len(mine) < 2 or seat is not None else 0
    events = match.events[at:]
    is_the_same = at == public.events_at and not any(event.private and event.seat == eyes for event in events)
    return OwnGame(
        eyes=eyes,
        view=None if eyes is None else match.own_view(eyes),
        undo=bool(match.undos) and public.to_decide in mine,
        events_at=at,
        events=None if is_the_same else tuple([event.for_seat(eyes) for event in events]),
        answers=None if eyes is None else match.answers(eyes),
        lesson=table.lesson if eyes == NEWCOMER else None,
    )


def with_own(public: GameSheet, own: OwnGame) -> GameSheet:
    view = public.view
    if own.view is not None:
        mine = own.view
        view = replace(view, seat=mine.seat, hand=mine.hand, hand_copies=mine.hand_copies, legal=mine.legal)
    events = public.events if own.events is None else own.events
    return replace(
        public,
        view=view,
        undo=own.undo,
        events_at=own.events_at,
        events=events,
        answers=own.answers,
        lesson=own.lesson,
    )


def public_sheet(table: TableState, company: Company, known: int | None) -> Sheet:
    """As someone sees it who may watch and has no seat, at no time in particular; only what is new after the version
    that they know."""
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
        seats=company.seats,
        people=company.people,
        lines_at=lines_at,
        lines=lines,
        news=() if known is None else tuple(after(table.news, known)),
        since=known,
        paused=table.members[paused].number if paused is not None else None,
        coming=table.coming if gathering else None,
        commitment=table.commitment if gathering else match.commitment if match else None,
        tally=tuple(table.chat.totals) if match and table.counts_penalties else None,
        game=public_game(table, match, known) if match else None,
    )


def known_version(table: TableState, since: int | None) -> int | None:
    """The version that someone says they saw, if they see the game now as they did then and all news after it are
    still kept; otherwise None, and they are told everything."""
    if since is None or since < table.reseated:
        return None
    oldest = table.news[0].version if len(table.news) == table.news.maxlen else 0
    return since if oldest <= since + 1 <= table.version + 1 else None


def public_game(table: TableState, match: Match, known: int | None) -> GameSheet:
    at = match.events_known(known) if known is not None else 0
    decides = match.to_decide
    clocks = match.clocks
    return GameSheet(
        number=match.number,
        view=match.public_view,
        events_at=at,
        events=tuple([event.for_seat(None) for event in match.events[at:]]),
        to_decide=decides,
        deadline=None if decides is None or table.seats[decides].is_played_by_bot else clocks.deadline(decides),
        clocks=tuple(clocks.left) if clocks.setting.kind == "game" else None,
        abandoned=match.abandoned,
        held_back=table.holds_back,
        laid_open=laid_open(match) if table.is_laid_open else None,
        cast=match.cast if match.parts else (),
        reasons=tuple(match.reasons) if match.parts else (),
        forecast=match.forecast,
        stakes=match.stakes,
    )


def clocks_at(match: Match, now: float) -> tuple[float, ...]:
    running = match.to_decide
    clocks = match.clocks
    return tuple(clocks.left_at(seat, now) if seat == running else left for seat, left in enumerate(clocks.left))


def laid_open(match: Match) -> LaidOpen:
    game = match.game
    names = game.setting.card_names
    views = [game.view(seat) for seat in range(game.setting.seats)]
    return LaidOpen(
        hands=tuple(view.hand or () for view in views),
        pile=tuple(names[card] for card in list(game.state.pile)[game.state.pile_at :]),
        aside=tuple(match.cards_aside),
        record=match.record,
        hand_copies=tuple(view.hand_copies for view in views),
    )
