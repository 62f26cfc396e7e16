"""Book: what a rule book settles before the first card is shuffled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from drlucky.engine.rules import CommonRules
from drlucky.engine.state import Happening

Stages = Literal["one", "lights", "decks"]


def no_wings(players: int) -> tuple[str, ...]:
    return ()


def whole_board(board: str, players: int) -> str:
    return "whole"


def no_pets(board: str, layout: str, players: int) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Change:
    """A ruling that was changed after games had been played by it."""

    ruling: int
    """Its number in docs/rules/rulings.md."""
    says: str
    """What it says now, in a line."""
    touches: Callable[[list[Happening]], bool]
    """Did it make a difference to what happened, by the rules as they are now?"""


@dataclass(frozen=True)
class Book:
    """One edition. Its rules of play are the `rules`, a subclass of the engine's CommonRules."""

    id: str
    title: str
    about: str
    """What is special about it, in a line."""
    rules: type[CommonRules]
    deck: str
    players: range
    boards: tuple[str, ...]
    """The boards printed for it; the first is the usual one."""
    hand: Callable[[int], int]
    """Cards dealt to each, by the number of players."""
    stages: Stages
    """What the board goes through: nothing, lights going out, or decks sinking."""
    starts: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """Where players and doctor start, by board and layout, as room numbers; elsewhere a default, or dealt cards."""
    pet_starts: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    """Where the cat and the dog start, by board: the first of these rooms that is open."""
    pets: Callable[[str, str, int], tuple[str, ...]] = no_pets
    """The usual pets, by board, layout and number of players."""
    escape: type[CommonRules] | None = None
    """The rules of the game after the game, if the book has one."""
    places_by_card: Literal["nobody", "doctor", "everybody"] = "nobody"
    """Whom a card dealt face up puts on the board."""
    closes: Callable[[int], tuple[str, ...]] = no_wings
    """Wings to close unless the table picks others, by the number of players."""
    layout: Callable[[str, int], str] = whole_board
    """The usual layout, by board and number of players."""
    keeps: Literal["nothing", "card", "weapon"] = "nothing"
    """What of an attempt an attacker may keep as a Reason: any card that counted in it, or a weapon."""
    penalties: Literal["none", "words", "words and failures left"] = "none"
    """What costs a penalty, where the table wants to count them."""
    options: frozenset[str] = frozenset()
    """What may be chosen beside board and players: names of `drlucky.game.options`."""
    changes: tuple[Change, ...] = ()
    """What was changed since the first version of its rules, the oldest first; each made a version of them."""
    rulebook: str = ""
    """The rules in words, of a book from outside: a text as the files of `phrases/rules` have it."""

    @property
    def version(self) -> int:
        """Of its rules. Records and logs say which one they were played by."""
        return 1 + len(self.changes)
