"""Bodies about the finished games of whoever asks: the list of them, and what they come to."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from drlucky.game.view import Outcome

Result = Literal["won", "lost", "nobody", "abandoned"]


class AskMyGames(Struct, frozen=True):
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    after: Annotated[str, Meta(max_length=80)] | None = None
    """`next` of the answer before."""
    language: str | None = None


class MyGame(Struct, frozen=True, omit_defaults=True):
    table: str
    code: str
    number: int
    edition: str
    title: str
    players: tuple[str, ...]
    """Strangers too."""
    seats: tuple[int, ...]
    """Yours among them."""
    result: Result
    turns: int
    begun: float
    ended: float
    outcome: Outcome | None = None
    escape: bool = False
    lesson: bool = False
    resigned: bool = False
    levels: tuple[str, ...] = ()
    """Of the bots, each once."""
    company: bool = False
    """Was there another person?"""
    held_back: bool = False
    """May an Escape still follow? Then there is a replay of what you saw yourself, and nothing else yet."""


class MyGames(Struct, frozen=True):
    games: tuple[MyGame, ...]
    """The latest first."""
    next: str | None
    """Where the next page begins; null if this is the last."""
    filling: bool
    """Are games of earlier versions still being looked for? Then there may be more later."""


class Wins(Struct, frozen=True, omit_defaults=True):
    """How many of some games were won."""

    key: str
    """What they have in common."""
    games: int
    won: int
    fair: float
    """How many wins it would be if everyone in a game had the same chance."""
    words: str = ""
    """What people call it, if it has a name."""


class Length(Struct, frozen=True):
    turns: int
    """From so many turns on, up to the next."""
    games: int


class Lengths(Struct, frozen=True):
    shortest: int
    median: float
    longest: int
    spread: tuple[Length, ...]


class Stopper(Struct, frozen=True):
    card: str
    words: str
    times: int


class Attempts(Struct, frozen=True):
    made: int
    succeeded: int
    stopped: int
    best_strength: int
    by_people: int
    """Whose card was the last that it took to stop one."""
    by_bots: int
    by_strangers: int
    cards: tuple[Stopper, ...]
    """Those cards, the most frequent first; not all of them if there are many."""
    foiled: int
    """Attempts of others that your cards stopped."""


class Lucks(Struct, frozen=True):
    """What moved your chance to win from the fair share, in wins for each game on the average."""

    games: int
    """So many have an analysis."""
    cards: float
    own: float
    others: float
    won: float
    """How much more than the fair share was won: the sum of the three."""


class MyStatistics(Struct, frozen=True):
    games: int
    """That are counted: no lessons, none that was abandoned, and none with several seats of your own."""
    won: int
    fair: float
    others: int
    """That are not counted, for one of these reasons."""
    older: bool
    """Are there older games that are not looked at?"""
    editions: tuple[Wins, ...]
    levels: tuple[Wins, ...]
    """By the level of the bots, `mixed` if there were several, or `people` if another person was there."""
    places: tuple[Wins, ...]
    """By when you were in turn, from 1."""
    lengths: Lengths | None
    attempts: Attempts
    luck: Lucks | None
