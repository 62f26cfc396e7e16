"""Analysing a game: from a record to its chances and turning points."""

from collections.abc import Iterator, Sequence
from os import PathLike

from drlucky.analysis.accounts import accounts
from drlucky.analysis.estimating import Estimates, Progress, Wins, Work, estimates
from drlucky.analysis.model import Analysis, Part, Point
from drlucky.analysis.positions import Position, positions
from drlucky.analysis.turning_points import turning_points
from drlucky.engine.codes import NOBODY
from drlucky.errors import DrLuckyError
from drlucky.game.game import Game
from drlucky.game.replay import opened
from drlucky.game.view import outcome
from drlucky.stats import Chance, certain, share

MOST_PLAYOUTS = 1_000_000
MOST_WORKERS = 256


def quietly(done: int, out_of: int) -> None:
    pass


def analyse(
    game: Game | str | PathLike[str],
    playouts: int = 200,
    seed: int = 1,
    *,
    workers: int = 1,
    progress: Progress = quietly,
) -> Analysis:
    """Each seat's chance to win at every decision of a game, given as such or as its record's text or path.

    Each chance is the share of `playouts` that the seat won. The same seed gives the same analysis, whatever the number
    of `workers`, the processes that share the work. It looks into all hands: of a game that goes on it is for
    whoever runs the game."""
    check("playouts are", playouts, 1, MOST_PLAYOUTS)
    check("the seed is", seed, 0, 2**63 - 1)
    check("workers are", workers, 1, MOST_WORKERS)
    with opened(game.record(secret=True) if isinstance(game, Game) else game) as replay:
        places = list(positions(replay))
        replay.prove()
    text = replay.game.record(secret=True) if workers > 1 else ""
    found = estimates(text, Work(places, playouts, seed), workers, progress)
    points = tuple(points_of(places, found.wins, playouts))
    return Analysis(
        edition=replay.game.edition.id,
        playouts=playouts,
        seed=seed,
        parts=tuple(parts_of(places, found)),
        points=points,
        turning_points=turning_points(places, points),
    )


def check(what: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise DrLuckyError(f"{what} a whole number from {least:,} to {most:,}, not {value!r}")


def points_of(places: Sequence[Position], found: Sequence[Wins], playouts: int) -> Iterator[Point]:
    decision = 0
    for place, wins in zip(places, found, strict=True):
        known, opened = over(place) if place.state.over else counted(place, wins, playouts)
        *seats, nobody = opened
        yield Point(place.part, decision, place.turn, place.decider, place.action, tuple(known), tuple(seats), nobody)
        decision += place.action is not None


def over(place: Position) -> tuple[list[Chance], list[Chance]]:
    """When it is over everyone knows who has won."""
    winner = place.state.winner
    won = [certain(seat == winner) for seat in range(place.game.setting.seats)]
    return won, [*won, certain(winner == NOBODY)]


def counted(place: Position, wins: Wins, playouts: int) -> tuple[list[Chance], list[Chance]]:
    *by_seat, opened = wins
    known = [share(one[seat], playouts) if one else certain(False) for seat, one in enumerate(by_seat)]
    return known, [
        share(won, playouts) if one else certain(False) for won, one in zip(opened, [*by_seat, True], strict=True)
    ]


def parts_of(places: Sequence[Position], found: Estimates) -> Iterator[Part]:
    for number in range(places[-1].part + 1):
        at = [index for index, place in enumerate(places) if place.part == number]
        game = places[at[0]].game
        yield Part(
            escape=game.setting.escape,
            players=game.players,
            strangers=game.setting.strangers,
            first=at[0],
            last=at[-1],
            outcome=outcome(places[at[-1]].state),
            accounts=tuple(accounts(places[at[0] : at[-1] + 1], found)),
        )
