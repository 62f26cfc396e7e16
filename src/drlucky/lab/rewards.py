"""What a finished game was worth to each player, as one number."""

from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.errors import DrLuckyError
from drlucky.game.setup import Setting

WIN = "win"
ZERO_SUM = "zero-sum"
REWARDS = (WIN, ZERO_SUM)


def check_rewards(rewards: str) -> None:
    if rewards not in REWARDS:
        raise DrLuckyError(f"rewards are {' or '.join(REWARDS)}, not {rewards!r}")


def payoff_table(players: int, rewards: str) -> list[float]:
    """What the winner gets, what everyone else does, and what all get if none of them won: +1 and -1/(n-1), for the n
    players who decide for themselves.

    If nobody of them won, because a Stranger did, the ship sank or the turn limit came, then with the rewards "win" all
    have lost: -1/(n-1) to each, so that to expect more is to win more often, and nothing else. With "zero-sum" it
    is 0 to each, for methods that need that; a loser then likes a sunken ship better than another's victory."""
    lost = -1.0 / (players - 1)
    return [1.0, lost, 0.0 if rewards == ZERO_SUM else lost]


def payoffs(setting: Setting, s: State, rewards: str) -> list[float]:
    """What a game was worth to each player who decides for themselves; 0 while it goes on."""
    live = setting.live
    if not s.over:
        return [0.0] * len(live)
    won, lost, nobody = payoff_table(len(live), rewards)
    if s.winner == codes.NOBODY or s.winner in setting.strangers:
        return [nobody] * len(live)
    return [won if seat == s.winner else lost for seat in live]
