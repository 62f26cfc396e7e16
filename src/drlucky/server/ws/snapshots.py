"""Snapshots: a table as the message that each client is sent, with sentences in the client's language.

Most of a message is the same for everyone who looks. So what everyone may see is put into JSON once after each change,
and what one person sees otherwise is set between its pieces. Who may see what is decided by `table.visibility` and
`game.view`; here it is only put together."""

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from drlucky.game.events import Event
from drlucky.game.stakes import Answers
from drlucky.game.view import OwnView, View
from drlucky.lessons import LessonSheet
from drlucky.server.sentences import phrase, saves, sentence
from drlucky.server.ws.messages import Table, Words, encoder
from drlucky.table import LiveTable, Sheet
from drlucky.table.company import You
from drlucky.table.snapshot import Own, OwnGame, keep, known_version, outside_sheet, outside_version, own
from drlucky.table.visibility import shown_to

Told = tuple[bytes, int]
"""The message in JSON, and the version that it tells of."""

OF_ALL = tuple(name for name in View.__struct_fields__ if name not in OwnView.__struct_fields__)
"""The fields of a view that are the same for everyone."""

fields_of = msgspec.json.Decoder(dict[str, Raw])


class SheetBeside(Struct, frozen=True, omit_defaults=True):
    """What people see of a table each in their own way."""

    now: float
    you: You | None = None


class GameBeside(Struct, frozen=True, omit_defaults=True):
    """What they see so of the game, beside the view."""

    events_at: int
    events: Raw | tuple[Event, ...]
    undo: bool = False
    clocks: tuple[float, ...] | None = None
    answers: Answers | None = None
    lesson: LessonSheet | None = None


class PublicJSON:
    """A public sheet in JSON, what a spectator sees, in pieces between which that of a person is set."""

    def __init__(self, public: Sheet) -> None:
        self.public = public
        self._sheet = b'{"type":"table","sheet":' + without(SheetBeside, replace(public, game=None))
        self._game = self._spectators = b""
        self._events = Raw()
        if public.game is not None:
            game, view = replace(public.game, view=None, events=()), public.game.view
            of_all = {name: getattr(view, name) for name in OF_ALL}
            self._game = b',"game":' + without(GameBeside, game) + b',"view":' + encoder.encode(of_all)[:-1]
            self._spectators = more({name: getattr(view, name) for name in OwnView.__struct_fields__})
            self._events = Raw(encoder.encode(public.game.events))

    def with_own(self, mine: Own, said: Words | None) -> bytes:
        """The message for a person."""
        game = self.public.game
        pieces = [self._sheet, more(SheetBeside(mine.now, mine.you))]
        if game is not None:
            own = mine.game or OwnGame(None, None, game.undo, game.events_at, None, game.answers, game.lesson)
            events = self._events if own.events is None else own.events
            beside = GameBeside(own.events_at, events, own.undo, mine.clocks, own.answers, own.lesson)
            pieces += (self._game, self._spectators if own.view is None else more(own.view), b"}", more(beside), b"}")
        pieces.append(b"}")
        if said is not None:
            pieces += (b',"words":', encoder.encode(said))
        pieces.append(b"}")
        return b"".join(pieces)


def without(beside: type[Struct], whole: Struct) -> bytes:
    """An object without its end, and without those of its fields that are set behind it."""
    fields = fields_of.decode(encoder.encode(whole))
    for name in (*beside.__struct_fields__, "view"):
        fields.pop(name, None)
    return encoder.encode(fields)[:-1]


def more(beside: Struct | dict[str, object]) -> bytes:
    """The fields, to be set behind others."""
    return b"," + encoder.encode(beside)[1:-1]


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
        mine = own(table, public, live.common.company.you(person), live.clock(), seat)
        said = None
        if language is not None and public.game is not None:
            events = mine.game.events if mine.game is not None else None
            eyes = mine.game.eyes if mine.game is not None else None
            said = words(live, public.game.events if events is None else events, eyes, language)
        return found.with_own(mine, said), public.version


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
