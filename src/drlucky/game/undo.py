"""Undoing: which actions can be taken back, and taking them back.

An action can be undone as long as whoever played it has learnt nothing from it and nobody else was involved: the same
seat still decides in the same turn, no card came off a pile, and the dealer was not needed. Cards that a player lays
down openly return to the hand: what the others have seen of them is the player's own risk."""

from typing import NamedTuple

from drlucky.engine import codes
from drlucky.engine.play import apply
from drlucky.engine.state import State
from drlucky.game.game import Game


class Point(NamedTuple):
    """A moment of a game that can be gone back to."""

    state: State
    copies: tuple[int, ...]
    events: int
    moves: int


def point(game: Game) -> Point:
    return Point(game.state.copy(), game.copies, len(game.events), len(game.history[-1].moves))


def can_go_back(game: Game, before: Point) -> bool:
    """Can what was played since this point still be taken back?"""
    return not final(before.state, game.state)


def go_back(game: Game, before: Point) -> None:
    """Makes the game what it was. Only for points that `can_go_back` allows: the dealer is not turned back."""
    game.go_back(before.state, before.copies, before.events, before.moves)


def is_final(game: Game, number: int) -> bool:
    """Would this legal action, by its number, be one that cannot be taken back?"""
    after = game.state.copy()
    apply(after, number)
    return final(game.state, after)


def final(before: State, after: State) -> bool:
    return (
        after.phase in (codes.OVER, codes.SHUFFLE)
        or after.decider != before.decider
        or after.current != before.current
        or after.turn != before.turn
        or after.stage != before.stage
        or after.pile_at != before.pile_at
        or len(after.pile) != len(before.pile)
    )
