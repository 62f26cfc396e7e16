"""What is asked and answered about ratings."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class SeatRating(Struct, frozen=True, omit_defaults=True):
    """What is known of someone in an edition, in points as they are known from chess."""

    points: int
    error: int
    """One standard deviation."""
    games: int
    provisional: bool = False
    """Is too little known yet to compare them with others?"""


class RatingChange(Struct, frozen=True, omit_defaults=True):
    """What a game has changed for a seat."""

    result: Literal["won", "lost", "none"]
    points: int
    """After the game."""
    error: int
    gained: int = 0
    provisional: bool = False


class CountedGame(Struct, frozen=True):
    """A rated game that is settled."""

    number: int
    how: Literal["played", "resigned", "still", "early", "nobody"]
    """To its end, by those who resigned, or by those who did not come back for a week. It does not count if it was
    given up early, or if nobody won it who played."""
    changes: tuple[RatingChange, ...]
    """By seat at the table."""


class TableRatings(Struct, frozen=True):
    rated: bool
    seats: tuple[SeatRating | None, ...]
    """By seat; null for an open one, at a table that is not rated, and for those who may not see the table."""
    game: CountedGame | None
    """The last game at the table, if it is rated and settled."""


class AskBoard(Struct, frozen=True):
    edition: Annotated[str, Meta(max_length=60)]
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    language: str | None = None


class BoardLine(Struct, frozen=True, omit_defaults=True):
    kind: Literal["person", "program", "bot"]
    points: int
    error: int
    games: int
    name: str = ""
    """As they were called at the last rated table; a bot has none."""
    level: str | None = None
    """Of a bot."""
    rank: int | None = None
    """None for bots and programs."""
    you: bool = False


class OwnPlace(Struct, frozen=True, omit_defaults=True):
    points: int
    error: int
    games: int
    provisional: bool = False
    rank: int | None = None
    more_games: int = 0
    """That have to be played with opponents who are well known, bots among them, until one has a rank."""
    more_opponents: int = 0
    """Of these, so many other ones."""


class RatingBoard(Struct, frozen=True):
    edition: str
    title: str
    ranked: int
    """How many people have a rank."""
    lines: tuple[BoardLine, ...]
    you: OwnPlace | None
    """None for someone who has played no rated game of this edition."""
