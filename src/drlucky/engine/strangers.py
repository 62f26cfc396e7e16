"""Strangers: automatic players, who have no hand and decide nothing."""

from drlucky.engine.attempts import strike_as_player
from drlucky.engine.codes import ALLOWED, TURN
from drlucky.engine.state import State
from drlucky.engine.turns import end_turn, move_stranger


def play_strangers(s: State) -> None:
    """Plays the turns of Strangers until a player has something to decide, or the game is over."""
    while s.phase == TURN and s.rules.is_stranger(s.current):
        play_turn(s)


def play_turn(s: State) -> None:
    """A Stranger who can strike does; otherwise it goes to the next lower open number and strikes there if it can."""
    rules = s.rules
    if rules.attempt_obstacle(s) == ALLOWED:
        s.owed = 1 if rules.strangers_always_move() else 0
        strike_as_player(s)
        return
    move_stranger(s)
    if rules.attempt_obstacle(s) == ALLOWED:
        strike_as_player(s)
    else:
        end_turn(s)
