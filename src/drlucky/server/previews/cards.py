"""What a preview tells and shows: of a table, of a game, of a moment of a game that is over, or nothing at all."""

from typing import NamedTuple

from drlucky import phrases
from drlucky.cast import casting
from drlucky.game.setup import setting
from drlucky.game.view import View
from drlucky.phrases.previews import Preview
from drlucky.render.preview import Card, Person, of_seats
from drlucky.server.history.replay_frames import Parts
from drlucky.table import Sheet


class Moment(NamedTuple):
    """A moment of a game that is over, to be found in its record by whoever draws it."""

    record: str
    number: int
    cast: Parts
    language: str


class Shown(NamedTuple):
    says: Preview
    drawn: Card | Moment
    key: tuple[object, ...]
    """What the picture is of."""
    version: int = 0
    """Of what it is a picture of: another one is another picture."""


def neutral(language: str) -> Shown:
    """Of what is not for everyone's eyes, and of what is not there."""
    says = phrases.preview_neutral(language)
    card = Card(phrases.preview_kicker(language), says.title, says.short, language=language)
    return Shown(says, card, ("neutral", language))


def gathering(sheet: Sheet, title: str, language: str) -> tuple[Preview, Card]:
    """A table before a game: who is there, and the board that will be played on."""
    host = next((each.name for each in sheet.people if each.host), "")
    seated = [seat for seat in sheet.seats if seat.kind != "open"]
    people = of_seats([(seat.name, seat.character) for seat in seated])
    names = [person.name for person in people]
    says = phrases.preview_gathering(title, host, names, len(sheet.seats) - len(seated), language)
    layout = setting(sheet.settings.edition, len(sheet.seats), **sheet.settings.options.chosen()).layout
    place = (layout.board.name, layout.name, layout.closed)
    return says, Card(phrases.preview_kicker(language), title, says.short, people, place, language=language)


def on_board(says: Preview, view: View, cast: tuple[str, ...], language: str) -> Card:
    """A game, with everyone as whom they play."""
    parts = cast if cast and all(cast) else casting(view.players, view.strangers)
    people = tuple(
        Person(name, part, seat in view.strangers)
        for seat, (name, part) in enumerate(zip(view.players, parts, strict=True))
    )
    place = (view.board, view.layout, view.closed)
    return Card(phrases.preview_kicker(language), says.title, says.short, people, place, view, language)
