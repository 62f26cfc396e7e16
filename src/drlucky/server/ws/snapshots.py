"""Snapshots: a table as the message that each client is sent, with sentences in the client's language.

Most of a message is the same for everyone who looks. So what everyone may see is put into JSON once after each change,
field by field, and what one person sees otherwise takes the place of single fields. Who may see what is decided by
`table.visibility` and `game.view`; here it is only put together."""

from collections.abc import Sequence

import msgspec
from msgspec import Raw

from drlucky.game.events import Event
from drlucky.server.sentences import phrase, saves, sentence
from drlucky.server.ws.messages import FromServer, Table, Words, encoder
from drlucky.table import LiveTable, Sheet
from drlucky.table.snapshot import Own, OwnGame, keep, known_version, outside_sheet, outside_version, own
from drlucky.table.visibility import shown_to

Told = tuple[bytes, int]
"""The message in JSON, and the version that it tells of."""
Fields = dict[str, object]
"""Of a JSON object: those that are the same for everyone are `Raw`, and are JSON already."""

fields_of = msgspec.json.Decoder(dict[str, Raw])


class Assembled(FromServer, frozen=True, tag="table"):
    """A `Table`, field by field."""

    sheet: Fields
    words: Words | None = None


class PublicJSON:
    """A public sheet in JSON: what a spectator sees."""

    def __init__(self, public: Sheet) -> None:
        self.public = public
        self._sheet = fields_of.decode(encoder.encode(public))
        self._game = fields_of.decode(self._sheet["game"]) if public.game is not None else {}
        self._view = fields_of.decode(self._game["view"]) if self._game else {}

    def with_own(self, mine: Own) -> Fields:
        """The sheet of a person: the fields of the public one, and their own."""
        told: Fields = {**self._sheet, "now": mine.now}
        if mine.you is not None:
            told["you"] = mine.you
        if mine.game is not None or mine.clocks is not None:
            told["game"] = self._own_game(mine.game, mine.clocks)
        return told

    def _own_game(self, mine: OwnGame | None, clocks: tuple[float, ...] | None) -> Fields:
        told: Fields = dict(self._game)
        if clocks is not None:
            told["clocks"] = clocks
        if mine is None:
            return told
        if mine.view is not None:
            view = mine.view
            own = {"seat": view.seat, "hand": view.hand, "hand_copies": view.hand_copies, "legal": view.legal}
            told["view"] = {**self._view, **own}
        if mine.undo:
            told["undo"] = True
        if mine.answers is not None:
            told["answers"] = mine.answers
        if mine.lesson is not None:
            told["lesson"] = mine.lesson
        if mine.events is not None:
            told["events_at"] = mine.events_at
            told["events"] = mine.events
        return told


class Snapshot:
    """A table between two changes."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._public: dict[int | None, PublicJSON] = {}
        """By the version from which on it is told."""
        self._told: dict[object, Told] = {}

    def tell(self, person: str | None, since: int | None, seat: int | None, language: str | None) -> Told:
        """The message for a person. Those who just watch are told the same, and so are those who may not."""
        table = self._live.table
        # Anyone can say that they saw any version: what is kept is kept by those that there are.
        is_shown = shown_to(table, person).table
        known = known_version(table, since) if is_shown else outside_version(table, since)
        if is_shown and person is not None and person in table.members:
            return self._message(person, known, seat, language)
        key = (known, language) if is_shown else known
        found = self._told.get(key)
        if found is None:
            found = self._message(None, known, None, language) if is_shown else self._outside(known)
            keep(self._told, key, found)
        return found

    def _outside(self, known: int | None) -> Told:
        live = self._live
        told = outside_sheet(live.table, live.common, live.clock(), known)
        return encoder.encode(Table(told)), told.version

    def _message(self, person: str | None, known: int | None, seat: int | None, language: str | None) -> Told:
        live, table = self._live, self._live.table
        found = self._public.get(known)
        if found is None:
            found = PublicJSON(live.common.sheet(known))
            keep(self._public, known, found)
        public = found.public
        mine = own(table, public, person, live.clock(), seat)
        said = None
        if language is not None and public.game is not None:
            events = mine.game.events if mine.game is not None else None
            eyes = mine.game.eyes if mine.game is not None else None
            said = words(live, public.game.events if events is None else events, eyes, language)
        return encoder.encode(Assembled(found.with_own(mine), said)), public.version


def snapshot_of(live: LiveTable) -> Snapshot:
    """The same for everyone, until the next change."""
    common = live.common
    found = common.shown
    if not isinstance(found, Snapshot):
        found = common.shown = Snapshot(live)
    return found


def message(
    live: LiveTable, person: str | None, since: int | None = None, seat: int | None = None, language: str | None = None
) -> Table:
    """The same as a struct, for whoever asks once."""
    sheet = live.sheet(person, since, seat)
    if language is None or sheet.game is None:
        return Table(sheet)
    return Table(sheet, words(live, sheet.game.events, live.table.eyes(person, seat), language))


def words(live: LiveTable, events: Sequence[Event], eyes: int | None, language: str) -> Words | None:
    """For these events and, if it is for the seat with these eyes to decide, for each legal action; None if there is
    nothing to say."""
    match = live.table.last_match()
    game = match.game
    legal = game.legal if eyes is not None and eyes == game.to_decide else ()
    if not events and not legal:
        return None
    names, saving = match.players, saves(game.edition.id)
    return Words(
        events=tuple(
            [sentence(event, names, language, saving, eyes if event.seat == eyes else None) for event in events]
        ),
        legal=tuple([phrase(action, names, language, saving) for action in legal]),
    )
