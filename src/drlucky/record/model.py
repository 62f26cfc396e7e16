"""History: all that a game remembers of how it came to be, which is what its record tells."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from drlucky.engine.codes import ASIDE, DREW
from drlucky.engine.state import State
from drlucky.game.dealer import Dealer
from drlucky.game.setup import Setting

NEW = "new"
ESCAPE = "escape"
DEALER = "dealer"
"""The seat that deals: it is told among the options of a game."""


class Move(NamedTuple):
    """An action that was played."""

    text: str
    turn: int
    """Turns finished before it."""
    current: int
    """Whose turn it was."""
    chance: int
    """How long the dealer's log was after it: longer than before if it made the dealer shuffle."""


@dataclass
class Part:
    """A game as it was begun and played. One begun from the end of another has that one's parts before its own."""

    begun: str
    """NEW, or the method of Game that played on from the finished game of the part before."""
    options: Mapping[str, Any] | None
    """What was chosen, by name; None if the game was not begun by a call that can be repeated."""
    setting: Setting
    players: tuple[str, ...]
    """The names at all seats, Strangers' too."""
    dealer: Dealer
    starts: int
    aside: tuple[int, ...]
    """The cards on closed rooms."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that each seat was dealt."""
    chance: int
    """How long the dealer's log was when the cards were dealt."""
    moves: list[Move] = field(default_factory=list)


def part(
    begun: str,
    options: Mapping[str, Any] | None,
    setting: Setting,
    players: tuple[str, ...],
    dealer: Dealer,
    dealt: State,
) -> Part:
    """A part that begins with the state just dealt. Where the first turn begins with a drawing, that card is no part of
    the deal."""
    drawn = {card for what, _, card, _ in dealt.diary or () if what == DREW}
    return Part(
        begun,
        options,
        setting,
        players,
        dealer,
        starts=dealt.current,
        aside=tuple(dealt.cards_at(setting.seats + ASIDE)),
        hands=tuple(tuple(card for card in dealt.cards_at(seat) if card not in drawn) for seat in range(setting.seats)),
        chance=len(dealer.log),
    )
