"""Replaying: a record as frames, one for each decision, for pages that step through a game.

A frame has what changed since the one before it, and everything is as the eyes know it that look on: a seat's, a
spectator's, or open ones that see all hands. The record is proven on the way."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from drlucky import phrases
from drlucky.analysis.estimating import Work
from drlucky.analysis.positions import positions
from drlucky.boards import is_printed
from drlucky.cast import casting, with_strangers_named
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.game.replay import Replay
from drlucky.game.verify import findings
from drlucky.game.view import View, named, numbered
from drlucky.record.model import MAX_BYTES, Contribution, Lot, Part, RecordError, Shuffle
from drlucky.record.reader import Record, read
from drlucky.record.writer import state_hash
from drlucky.server.catalog import boards
from drlucky.server.errors import Failed
from drlucky.server.history.byte_cache import ByteCache
from drlucky.server.languages import USUAL
from drlucky.server.schemas import history as schemas
from drlucky.server.sentences import phrase, saves, sentence
from drlucky.statistics import statistics

BYTES_KEPT = 8 * 2**20
"""A usual replay has some 100 KB; one of the longest record has more than all of this, and is made anew each time."""
LONGEST_BROUGHT = 10_000
"""Turns: ten times the usual limit, which hardly any game comes to."""
OPEN, SPECTATOR = "open", "spectator"
VIEW = View.__struct_fields__
EVENT = schemas.ReplayEvent.__struct_fields__
Parts = tuple[tuple[str, str], ...]
"""Whom of the cast people played, by their names in the record, as far as that is known."""

kept: ByteCache[tuple[bytes, str, str, Parts, bool], bytes] = ByteCache(BYTES_KEPT)
"""By the hash of the record, eyes, language and cast, and whether it is held back."""


def replayed(text: str, eyes: str, language: str, cast: Parts = (), held_back: bool = False) -> bytes:
    """The replay of a record as JSON. A RecordError names the line that is not right."""
    key = (sha256(text.encode(errors="surrogatepass")).digest(), eyes, language, cast, held_back)
    found = kept.get(key)
    if found is None:
        found = msgspec.json.encode(replay(text, eyes, language, cast, held_back))
        kept.put(key, found, len(found))
    return found


def replay(text: str, eyes: str, language: str, cast: Parts = (), held_back: bool = False) -> schemas.Replayed:
    """Of a game that is `held_back` a frame has the view of these eyes and the events that they know, and of the
    decisions of others nothing else."""
    if held_back and eyes == OPEN:
        raise ValueError("nobody sees all cards of a game that is held back")
    the_replay = Replay(readable(text))
    reel = Reel(the_replay, eyes, language, cast, held_back)
    the_replay.prove()
    game = the_replay.game
    layout = game.setting.layout
    return schemas.Replayed(
        edition=game.edition.id,
        title=phrases.edition_title(game.edition.id, language),
        saving=saves(game.edition.id),
        language=language,
        eyes=eyes,
        board=layout.board.name,
        layout=layout.name,
        closed=layout.closed,
        plan=None if is_printed(layout.board) else boards.plan(layout, language),
        parts=tuple(reel.parts),
        frames=tuple(reel.frames),
        outcome=game.outcome,
        proof=proof(game) if eyes == OPEN else None,
        held_back=held_back,
    )


def figures(text: str) -> schemas.Figures:
    parts = replay(text, SPECTATOR, USUAL).parts
    return schemas.Figures(tuple(schemas.PartFigures(part.begun, part.players, part.statistics) for part in parts))


def proven(text: str) -> schemas.Proof:
    the_replay = Replay(readable(text))
    the_replay.go_to(the_replay.last)
    the_replay.prove()
    return proof(the_replay.game)


def turns_needed(text: str) -> int:
    """How many turns may have to be played for each playout of an analysis: as many as the limit of a game lets remain
    of it."""
    work = Work(list(positions(Replay(readable(text)))), playouts=1, seed=0)
    return sum(games * (place.game.setting.turn_limit - place.state.turn) for place, games in work.games())


def check_brought(text: str) -> None:
    """A record that someone brings may come from no game at all, and its turn limit decides how long it can take."""
    limit = Replay(readable(text)).game.setting.turn_limit
    if limit > LONGEST_BROUGHT:
        raise Failed(
            "too large",
            "a record that is brought here has a turn limit of {most:,} at most, and not of {limit:,}; look at it at "
            "home with `drlucky replay`",
            most=LONGEST_BROUGHT,
            limit=limit,
        )


def brought(text: str, eyes: str, language: str) -> bytes:
    check_brought(text)
    return replayed(text, eyes, language)


def turns_brought(text: str) -> int:
    check_brought(text)
    return turns_needed(text)


def readable(text: str) -> Record:
    """It may come from anyone, and is a text, whatever it looks like: never the path of a file."""
    if len(text.encode(errors="surrogatepass")) > MAX_BYTES:
        raise RecordError("a record has at most {most:,} bytes", most=MAX_BYTES)
    return read(text)


class Eyes:
    """Whose eyes look on."""

    def __init__(self, eyes: str, players: tuple[str, ...]) -> None:
        self.are_open = eyes == OPEN
        self._name: str | None = None
        if eyes not in (OPEN, SPECTATOR):
            self._name = {str(seat): name for seat, name in enumerate(players)}.get(eyes)
            if self._name is None:
                raise Failed(
                    "malformed",
                    "eyes are {open}, {spectator} or a seat from 0 to {last}, not {eyes!r:.40}",
                    open=OPEN,
                    spectator=SPECTATOR,
                    last=len(players) - 1,
                    eyes=eyes,
                )

    def seat(self, game: Game) -> int | None:
        """In the Escape seats are other ones, and Strangers have none: such eyes are a spectator's."""
        return game.players.index(self._name) if self._name in game.players else None


class Reel:
    """The frames of a record, part by part."""

    def __init__(self, replay: Replay, eyes: str, language: str, cast: Parts, held_back: bool) -> None:
        self.parts: list[schemas.ReplayPart] = []
        self.frames: list[schemas.Frame] = []
        the_eyes = Eyes(eyes, replay.game.players)
        plays = played(replay.game, cast)
        for number, part in enumerate(replay.record.parts):
            if number:
                replay.advance()
            parts = tuple(plays[name] for name in replay.game.players)
            camera = Camera(replay.game, the_eyes, language, parts, held_back)
            first = len(self.frames)
            self.frames.append(camera.start())
            for line in part.actions:
                seat = replay.game.to_decide
                self.frames.append(camera.take(seat, line.text, replay.advance()))
            self.parts.append(camera.part(first))


def played(game: Game, cast: Parts) -> dict[str, str]:
    """Whom everyone of a game plays, by their names in the record: in the Escape after it they are the same."""
    parts = casting(game.players, game.setting.strangers, dict(cast) if cast else None)
    return dict(zip(game.players, parts, strict=True))


class Camera:
    """On one game, from its start to its end."""

    def __init__(self, game: Game, eyes: Eyes, language: str, cast: tuple[str, ...], held_back: bool) -> None:
        self._game = game
        self._held_back = held_back
        self._cast = cast
        self._players = with_strangers_named(game.players, game.setting.strangers, cast)
        self._eyes = eyes
        self._seat = eyes.seat(game)
        self._language = language
        self._saving = saves(game.edition.id)
        self._shown: dict[str, Any] = {}

    def start(self) -> schemas.Frame:
        events, told = self._told(self._game.events)
        return schemas.Frame(self._change(), events=events, told=told)

    def take(self, seat: int | None, action: str, happened: Sequence[Event]) -> schemas.Frame:
        """After an action that this seat decided on."""
        events, told = self._told(happened)
        if self._held_back and seat != self._seat:
            return schemas.Frame(self._change(), seat, events=events, told=told)
        return schemas.Frame(self._change(), seat, action, self._action(action), events, told)

    def part(self, first: int) -> schemas.ReplayPart:
        game = self._game
        counted = statistics(game.events_for(None), game.setting.seats)
        return schemas.ReplayPart(first, game.history[-1].begun, self._players, self._seat, counted, self._cast)

    def _action(self, text: str) -> str:
        action = self._game.setting.actions[self._game.number_of(text)]
        return phrase(action, self._players, self._language, self._saving)

    def _change(self) -> dict[str, Any]:
        game = self._game
        view = game.view(self._seat)
        shown = {name: getattr(view, name) for name in VIEW} | {"players": self._players}
        if self._eyes.are_open:
            hands = [game.state.cards_at(seat) for seat in range(game.setting.seats)]
            shown["hands"] = [named(game.setting, hand) for hand in hands]
            shown["copies"] = [numbered(hand, game.copies) for hand in hands]
        before, self._shown = self._shown, shown
        return {name: value for name, value in shown.items() if name not in before or before[name] != value}

    def _told(self, happened: Sequence[Event]) -> tuple[tuple[schemas.ReplayEvent, ...], tuple[str, ...]]:
        """Events as these eyes know them, and in words."""
        known = happened if self._eyes.are_open else [event.for_seat(self._seat) for event in happened]
        told = tuple(sentence(event, self._players, self._language, self._saving) for event in known)
        return tuple(map(compact, known)), told


def compact(event: Event) -> schemas.ReplayEvent:
    return schemas.ReplayEvent(*(getattr(event, name) for name in EVENT))


# The proof: all that it takes to deal a finished game again, and what our own check of it found.


def proof(game: Game) -> schemas.Proof:
    """Of a game that was replayed from its record, which proves it."""
    return schemas.Proof(
        parts=tuple(map(part_proof, game.history)),
        state=state_hash(game.state.key()),
        outcome=game.outcome,
        lines=tuple(findings(game)),
    )


def part_proof(part: Part) -> schemas.PartProof:
    return schemas.PartProof(
        begun=part.begun,
        commitment=part.commitment,
        seed=part.seed.hex(),
        contributions=tuple(map(as_hex, part.contributions)),
        cards=part.cards,
        chances=tuple(map(chance, part.log)),
        dealt=part.chance,
        starts=part.starts,
        aside=part.aside,
        hands=part.hands,
        actions=len(part.moves),
    )


def as_hex(given: Contribution) -> str:
    return (given.encode() if isinstance(given, str) else given).hex()


def chance(drawn: Lot | Shuffle) -> schemas.Chance:
    if isinstance(drawn, Lot):
        return schemas.Chance(drawn.number, drawn.out_of)
    return schemas.Chance(order=drawn.order)
