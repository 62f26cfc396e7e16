"""Summary: what a lobby and a list of games show of a table without reading its log."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from drlucky.editions import book_of
from drlucky.errors import UnknownEdition
from drlucky.game.view import Outcome
from drlucky.table.log import Abandoned, Closed, Entry, Gathered, Started
from drlucky.table.state import Phase, Seat, TableState
from drlucky.table.store.base import Heading


class Summary(Struct, frozen=True, omit_defaults=True):
    edition: str
    host: str
    """The host's name."""
    names: tuple[str, ...]
    """By seat; empty for an open one."""
    bots: tuple[int, ...]
    open: tuple[int, ...]
    clock: str
    listed: bool
    watchable: bool
    by_invitation: bool
    games: int = 0
    escape: bool = False
    outcome: Outcome | None = None
    """Of the last game; its seats are those of `players`."""
    players: tuple[str, ...] = ()
    """In the last game, Strangers too."""
    rated: bool = False
    """Does the next game count for ratings, or does or did the last?"""
    decides: int | None = None
    """The seat that is asked, as of when this was written: moves alone do not bring it up to date."""
    asked: str | None = None
    """The `person_mark` of whoever has that seat: no matter to anyone else."""
    paused: bool = False
    held: int | None = None
    """The number of the game that is held back."""


encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Summary)

log = logging.getLogger(__name__)


def summary(table: TableState) -> Summary:
    match = table.match
    decides = match.to_decide if match and table.phase == "playing" else None
    host = table.members.get(table.host or "")
    return Summary(
        edition=table.settings.edition,
        host=host.name if host else "",
        names=tuple(seat.name for seat in table.seats),
        bots=tuple(number for number, seat in enumerate(table.seats) if seat.kind == "bot"),
        open=tuple(number for number, seat in enumerate(table.seats) if seat.kind == "open"),
        clock=table.settings.clock.kind,
        listed=table.settings.listed,
        watchable=table.settings.watchable,
        by_invitation=table.settings.by_invitation,
        games=match.number if match else 0,
        escape=match is not None and match.game.setting.escape,
        outcome=match.game.outcome if match else None,
        players=match.players if match else (),
        rated=table.settings.rated or (match is not None and match.participation is not None),
        decides=decides,
        asked=None if decides is None else person_mark(table.id, table.seats[decides].person),
        paused=table.phase == "playing" and match is not None and match.paused is not None,
        held=table.held_game,
    )


def person_mark(table: str, person: str | None) -> str | None:
    """By which a person finds out that it is they, and nobody else who it is."""
    return None if person is None else sha256(f"{table} {person}".encode()).hexdigest()[:16]


def read(heading: Heading) -> Summary:
    return decoder.decode(heading.summary)


def readable(headings: Iterable[Heading]) -> Iterator[tuple[Heading, Summary]]:
    """Each with its summary. One that is damaged, or plays an edition that is not installed, is said to whoever runs
    the server, and left out."""
    for each in headings:
        try:
            about = read(each)
            book_of(about.edition)
        except UnknownEdition as error:
            log.error("table %s is left out: %s", each.table, error)
        except (msgspec.MsgspecError, UnicodeError) as error:
            log.error("the heading of table %s is damaged: %s", each.table, error)
        else:
            yield each, about


def heading(table: TableState, entries: Sequence[Entry] = ()) -> Heading:
    """The heading as it will be when these entries, which are not applied yet, have been."""
    changed = entries[-1].at if entries else table.now
    phase, about = phase_after(table, entries), summary(table)
    is_over = phase in ("over", "closed")
    return Heading(
        table=table.id,
        code=table.code,
        status=phase,
        changed=changed,
        summary=encoder.encode(about),
        past=is_over and about.listed and about.games > 0,
        people=() if is_over else tuple(sorted({seat.person for seat in table.seats if seat.person and goes_on(seat)})),
        finished=table.finished,
    )


def goes_on(seat: Seat) -> bool:
    """Does whoever sits there have something to come back to? Who has resigned has not, before the next game."""
    return seat.stand_in != "resigned"


def phase_after(table: TableState, entries: Sequence[Entry]) -> Phase:
    """The phase that these entries lead to, as far as they say. Whether an action ends the game is known once it is
    applied."""
    phase = table.phase
    for entry in entries:
        match entry.fact:
            case Started():
                phase = "playing"
            case Gathered():
                phase = "gathering"
            case Closed():
                phase = "closed"
            case Abandoned():
                phase = "over"
    return phase
