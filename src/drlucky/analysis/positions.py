"""Positions: a record taken apart into what was decided, where, and what came of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from drlucky.engine.codes import ANSWER, LAY, SUNK, TURN_LIMIT
from drlucky.engine.state import State
from drlucky.game.events import Event
from drlucky.game.game import Game
from drlucky.game.replay import Replay
from drlucky.record.reader import PartRead

STRIKES = frozenset({"attempt", "lay", "attack"})
"""The verbs that begin an attempt, or go on with one."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a decision was made; or the end of a part, or of what was played so far, where none was."""

    game: Game
    """The game of this part, which by now has gone on: only what never changes is to be read off it."""
    part: int
    state: State
    decider: int | None
    action: str | None
    events: tuple[Event, ...]
    """What came of the decision, hidden things too."""

    @property
    def turn(self) -> int:
        """The turn under way, counted from 1; at the end the one that brought it."""
        s = self.state
        came_after_a_turn = s.over and (s.turn_done == 1 or s.ending in (SUNK, TURN_LIMIT))
        return s.turn if came_after_a_turn else s.turn + 1

    @property
    def in_attempt(self) -> bool:
        return self.state.phase in (LAY, ANSWER)

    @property
    def begins_attempt(self) -> bool:
        """Somebody strikes here who did not before. A Stranger's attempt begins when a player ends a turn."""
        if self.in_attempt or self.action is None:
            return False
        verb = self.action.partition(" ")[0]
        return verb in STRIKES or any(event.kind in ("attempt", "attacked") for event in self.events)


def positions(replay: Replay) -> Iterator[Position]:
    """Every position of a record that is replayed from its beginning, in order. A part ends with a position without a
    decision."""
    part = 0
    for step in replay.steps:
        game = replay.game
        if isinstance(step, PartRead):
            yield last(game, part)
            part += 1
            replay.advance()
            continue
        before, decider = game.state.copy(), game.to_decide
        yield Position(game, part, before, decider, step.text, tuple(replay.advance()))
    yield last(replay.game, part)


def last(game: Game, part: int) -> Position:
    return Position(game, part, game.state.copy(), game.to_decide, None, ())
