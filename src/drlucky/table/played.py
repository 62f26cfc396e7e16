"""Played: what is kept of a finished game with each of the people who played it, so that they find it again and their
statistics need no replay. It follows from the log; whoever has no seat at the end, or was sent away, has none of it."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from drlucky.analysis.turning_points import struck
from drlucky.game.view import Outcome
from drlucky.table.log import Entry, Why
from drlucky.table.match import Match
from drlucky.table.state import TableState
from drlucky.table.store.base import PlayedGame
from drlucky.table.table import Table

By = Literal["person", "bot", "stranger"]


class Luck(Struct, frozen=True):
    """How a seat's chance came from its fair share to what it was in the end, by what changed it. Together with the
    share it is 1 for who has won and 0 for the others."""

    cards: float
    """The deal, and the cards that it drew."""
    own: float
    """What it decided otherwise."""
    others: float


class Stop(Struct, frozen=True):
    """An attempt that was stopped."""

    by: By
    """Whose card was the last that it took."""
    card: str
    strength: int


class Facts(Struct, frozen=True, omit_defaults=True):
    """A finished game from the place of one who played it. Everyone at the table knows all of it."""

    code: str
    edition: str
    players: tuple[str, ...]
    """Strangers too."""
    seats: tuple[int, ...]
    """Those in the game that were this person's."""
    turns: int
    begun: float
    place: int = 0
    """When the first of them is in turn, counted from who began."""
    outcome: Outcome | None = None
    abandoned: bool = False
    escape: bool = False
    levels: tuple[str, ...] = ()
    """Of the bots, each once."""
    company: bool = False
    """Was there another person?"""
    stand_in: Why | None = None
    """Why a bot played for this person at the end."""
    lesson: bool = False
    held: bool = False
    """Was it held back when it ended?"""
    attempts: int = 0
    best_strength: int = 0
    stops: tuple[Stop, ...] = ()
    """What stopped them."""
    foiled: int = 0
    """Attempts of others that this person's cards stopped."""
    luck: Luck | None = None
    """As an analysis says, if there is one."""

    @property
    def won(self) -> bool:
        """A bot that played on for someone who had resigned wins nothing for them."""
        winner = self.outcome.winner if self.outcome else None
        return winner is not None and winner in self.seats and self.stand_in != "resigned"


encoder = msgspec.msgpack.Encoder()
decoder = msgspec.msgpack.Decoder(Facts)


def facts_of(game: PlayedGame) -> Facts:
    return decoder.decode(game.about)


def with_facts(game: PlayedGame, facts: Facts) -> PlayedGame:
    return msgspec.structs.replace(game, about=encoder.encode(facts))


def played(table: TableState) -> list[PlayedGame]:
    """Of the game that is just over, for each person who has a seat in it."""
    match = table.last_match()
    people = dict.fromkeys(seat.person for seat in table.seats[: match.is_for] if seat.person is not None)
    ended = table.now if match.over_at is None else match.over_at
    return [
        PlayedGame(person, table.id, match.number, ended, encoder.encode(facts(table, match, person)))
        for person in people
    ]


def facts(table: TableState, match: Match, person: str) -> Facts:
    seats = [number for number in table.seats_of(person) if number < match.is_for]
    mine = tuple(match.plays(number) for number in seats)
    others = [seat for number, seat in enumerate(table.seats[: match.is_for]) if number not in seats]
    first = next((event.seat for event in match.events if event.kind in ("turn", "called up")), None) or 0
    strikes = list(struck(match.events))
    own = [each for each in strikes if each.striker in mine]
    return Facts(
        code=table.code,
        edition=match.game.edition.id,
        players=match.players,
        seats=mine,
        turns=match.game.state.turn,
        begun=match.began,
        place=(mine[0] - first) % match.game.setting.seats,
        outcome=match.game.outcome,
        abandoned=match.abandoned,
        escape=match.game.setting.escape,
        levels=tuple(sorted({seat.level for seat in others if seat.kind == "bot" and seat.level})),
        company=any(seat.kind == "person" for seat in others),
        stand_in=next((table.seats[number].stand_in for number in seats if table.seats[number].stand_in), None),
        lesson=bool(table.settings.lesson) and match.number == 1,
        held=table.holds_back,
        attempts=len(own),
        best_strength=max((each.strength for each in own), default=0),
        stops=tuple(
            Stop(kind_of(table, match, each.stopped_by), each.card or "", each.strength) for each in own if each.stopped
        ),
        foiled=sum(each.stopped_by in mine for each in strikes if each.stopped and each.striker not in mine),
    )


def kind_of(table: TableState, match: Match, plays: int | None) -> By:
    if plays is None or plays in match.game.setting.strangers:
        return "stranger"
    return "bot" if table.seats[match.seat(plays)].kind == "bot" else "person"


def endings(table: Table, entries: Iterable[Entry]) -> Iterator[Match]:
    """Applies entries to a table, and stops each time a game has just ended there."""
    for entry in entries:
        was_playing = table.phase == "playing"
        table.apply(entry)
        if was_playing and table.match is not None and table.match.is_over:
            yield table.match


def played_in(entries: Iterable[Entry]) -> list[PlayedGame]:
    """Of all games in a log that are over."""
    table = Table()
    return [each for _ in endings(table, entries) for each in played(table)]
