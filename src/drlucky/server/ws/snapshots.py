"""Telling: a table as the message that a client is sent.

Most of a view is the same for everyone who looks. So it is put into JSON once after each change, and what a seat knows
beyond that is set into it."""

from typing import cast
from weakref import WeakKeyDictionary

from msgspec import Raw

from drlucky.game.view import View, cards_at
from drlucky.server.ws.messages import Table, encoder
from drlucky.server.ws.words import words
from drlucky.table import LiveTable
from drlucky.table.match import Match

Told = tuple[str, int]
"""The message, and the version that it tells of."""


def message(
    live: LiveTable, person: str | None, since: int | None = None, seat: int | None = None, language: str | None = None
) -> Table:
    return in_words(live, Table(live.sheet(person, since, seat)), person, seat, language)


def in_words(live: LiveTable, table: Table, person: str | None, seat: int | None, language: str | None) -> Table:
    game = table.sheet.game
    if language is None or game is None:
        return table
    return Table(table.sheet, words(live, game.events, live.table.eyes(person, seat), language))


class Scene:
    """A table between two changes."""

    def __init__(self, live: LiveTable, number: int) -> None:
        self.number = number
        self._live = live
        self._public: list[bytes] = []
        """The view of a spectator in JSON, cut where that of a seat has something else."""
        self._told: dict[object, Told] = {}

    def tell(self, person: str | None, since: int | None, seat: int | None, language: str | None) -> Told:
        """Those who just watch are told the same."""
        if person is not None and person in self._live.table.members:
            return self._put(person, since, seat, language)
        if (since, language) not in self._told:
            self._told[since, language] = self._put(None, since, None, language)
        return self._told[since, language]

    def _put(self, person: str | None, since: int | None, seat: int | None, language: str | None) -> Told:
        told = Table(self._live.sheet(person, since, seat, self._show))
        return encoder.encode(in_words(self._live, told, person, seat, language)).decode(), told.sheet.version

    def _show(self, match: Match, seat: int | None) -> View:
        """The view of a seat in JSON: that of a spectator, and what else it sees."""
        if not self._public:
            self._public = cut(encoder.encode(match.view(None)))
        game = match.game
        legal = game.legal if seat is not None and game.to_decide == seat else ()
        hand = None if seat is None else cards_at(game.setting, game.state, seat)
        own = (encoder.encode(each) for each in (seat, hand, [str(action) for action in legal]))
        parts = [part for pair in zip(self._public, (*own, b""), strict=True) for part in pair]
        return cast(View, Raw(b"".join(parts)))


def cut(view: bytes) -> list[bytes]:
    """The parts of a spectator's view between what only a seat has. A text cannot be taken for a field, since its
    quotes have backslashes before them."""
    parts = []
    for field, empty in ((b'"seat":', b"null"), (b'"hand":', b"null"), (b'"legal":', b"[]")):
        before, _, view = view.partition(field + empty)
        parts.append(before + field)
    return [*parts, view]


class Teller:
    """The scenes of all tables that are looked at."""

    def __init__(self) -> None:
        self._scenes: WeakKeyDictionary[LiveTable, Scene] = WeakKeyDictionary()

    def scene(self, live: LiveTable, number: int) -> Scene:
        """`number` is what `live.changes()` said."""
        scene = self._scenes.get(live)
        if scene is None or scene.number != number:
            scene = self._scenes[live] = Scene(live, number)
        return scene
