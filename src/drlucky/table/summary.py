"""Headings: what a lobby shows of a table without reading its log."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from drlucky.engine.play import apply
from drlucky.game.actions import parse
from drlucky.game.view import Outcome
from drlucky.table import log as facts
from drlucky.table.log import Entry
from drlucky.table.store.base import Heading
from drlucky.table.table import Phase, Table


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


encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Summary)


def summary(table: Table) -> Summary:
    match = table.match
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
        players=match.game.players if match else (),
    )


def read(heading: Heading) -> Summary:
    return decoder.decode(heading.summary)


def heading(table: Table, entries: Sequence[Entry] = ()) -> Heading:
    """The heading as it will be when these entries, which are not applied yet, have been."""
    changed = entries[-1].at if entries else table.now
    return Heading(table.id, table.code, phase_after(table, entries), changed, encoder.encode(summary(table)))


def phase_after(table: Table, entries: Sequence[Entry]) -> Phase:
    phase = table.phase
    for entry in entries:
        match entry.fact:
            case facts.Started():
                phase = "playing"
            case facts.Gathered():
                phase = "gathering"
            case facts.Closed():
                phase = "closed"
            case facts.Abandoned():
                phase = "over"
            case facts.Acted() if would_end(table, entry.fact.action):
                phase = "over"
    return phase


def would_end(table: Table, action: str) -> bool:
    """Does this legal action end the game?"""
    game = table.playing().game
    after = game.state.copy()
    apply(after, parse(action, game.setting.numbers, game.setting.actions))
    return after.over
