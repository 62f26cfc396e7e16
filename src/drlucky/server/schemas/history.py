"""Bodies for games that are over: lists of them, replays, figures and proofs."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from drlucky.game.events import Pawn
from drlucky.game.view import Outcome
from drlucky.server.schemas.catalog import Plan
from drlucky.statistics import Statistics


class AskGames(Struct, frozen=True):
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    before: float | None = None
    """Tables that changed before this time; that of the last one in the answer before."""
    language: str | None = None


class PastTable(Struct, frozen=True, omit_defaults=True):
    table: str
    code: str
    changed: float
    edition: str
    title: str
    players: tuple[str, ...]
    games: int
    escape: bool = False
    outcome: Outcome | None = None


class PastGame(Struct, frozen=True, omit_defaults=True):
    number: int
    edition: str
    players: tuple[str, ...]
    turns: int
    escape: bool = False
    abandoned: bool = False
    outcome: Outcome | None = None


class AskAnalysis(Struct, frozen=True):
    playouts: Literal[10, 100, 1000] = 100
    """From each decision: to see something soon, to see it well, or very well. Each is kept, so there are few."""


class NotYet(Struct, frozen=True):
    """It is being made: ask again."""

    ready: Literal[False]
    again: float


Analysed = dict[str, Any]


class AskReplay(Struct, frozen=True):
    eyes: str | None = None
    """open: all hands; spectator: none; or the number of a seat, for what that seat knew. Without it all that you may
    see: while a game is held back that is what your own seat knew, or a spectator."""
    language: str | None = None


class RecordText(Struct, frozen=True):
    record: str
    """The whole text of a record."""


class ReplayEvent(Struct, frozen=True, omit_defaults=True):
    """Something that happened, as these eyes know it. Fields that do not belong to its kind are left out."""

    kind: str
    seat: int | None = None
    pawn: Pawn | None = None
    room: str | None = None
    card: str | None = None
    number: int | None = None
    how: str | None = None
    winner: int | None = None
    loser: int | None = None
    copy: int | None = None


class Frame(Struct, frozen=True, omit_defaults=True):
    """A moment: the start of a part, or what a decision led to."""

    view: dict[str, Any]
    """The fields of the view that are not as in the frame before; in the first frame of a part all of them. A field is
    replaced as a whole. With open eyes there are two more, by seat: `hands`, and `copies`, which tells which copies
    of their cards these are."""
    seat: int | None = None
    """Who decided."""
    action: str | None = None
    words: str | None = None
    """The action in words."""
    events: tuple[ReplayEvent, ...] = ()
    told: tuple[str, ...] = ()
    """The events in words, one by one."""


class ReplayPart(Struct, frozen=True):
    """A game, or the Escape that was played from its end."""

    first: int
    """Its first frame."""
    begun: str
    """new, or what was played on: escape."""
    players: tuple[str, ...]
    """Names by seat, Strangers too."""
    seat: int | None
    """Whose eyes it is seen through; null: everyone's, or a spectator's."""
    statistics: Statistics
    cast: tuple[str, ...] = ()
    """Whom of the cast each seat plays."""


class PartFigures(Struct, frozen=True):
    begun: str
    players: tuple[str, ...]
    statistics: Statistics


class Figures(Struct, frozen=True):
    """A game in numbers; if the Escape was played from its end there are two parts."""

    parts: tuple[PartFigures, ...]


class Chance(Struct, frozen=True, omit_defaults=True):
    """What the dealer drew: a lot, or the order of a shuffle of cards, which were in rising order before."""

    lot: int | None = None
    out_of: int | None = None
    order: tuple[int, ...] | None = None


class PartProof(Struct, frozen=True):
    """Everything to deal a part again. How is told in docs/records.md."""

    begun: str
    commitment: str
    """Told before the deal: SHA-256 of the seed, as hexadecimal digits."""
    seed: str
    contributions: tuple[str, ...]
    """What the players mixed in, as the hexadecimal digits of its bytes; none if nobody did."""
    cards: tuple[str, ...]
    """The name of each card, by the number that shuffles call it by."""
    chances: tuple[Chance, ...]
    """In the order they were drawn; lots and shuffles in play come after those of the deal."""
    dealt: int
    """How many of them made the deal."""
    starts: int
    aside: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """The cards that each seat was dealt."""
    actions: int


class Proof(Struct, frozen=True):
    """The record was replayed from its seed, and everything that it tells came out again."""

    parts: tuple[PartProof, ...]
    state: str
    """SHA-256 of the last state."""
    outcome: Outcome | None
    lines: tuple[str, ...]
    """What was found, step by step, in the words of `drlucky verify`."""


class Replayed(Struct, frozen=True):
    edition: str
    title: str
    saving: bool
    language: str
    eyes: str
    board: str
    layout: str
    closed: tuple[str, ...]
    plan: Plan | None
    """Of a board of someone's own; null for a printed one."""
    parts: tuple[ReplayPart, ...]
    frames: tuple[Frame, ...]
    outcome: Outcome | None
    """Of the last part; null if it was not finished."""
    proof: Proof | None
    """For open eyes only, since it tells all cards."""
    held_back: bool = False
    """May an Escape still follow? Then only one's own eyes and a spectator's look on, and frames do not tell the
    `action` and `words` of others."""
