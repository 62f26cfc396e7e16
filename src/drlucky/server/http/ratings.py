"""Operations about ratings: those at a table, and the boards of the best."""

import time

from drlucky import phrases
from drlucky.editions import BOOKS
from drlucky.server.errors import Failed
from drlucky.server.http.operation import Call, Operation
from drlucky.server.ratings.board import Board, Line
from drlucky.server.ratings.keeper import Keeper
from drlucky.server.ratings.standings import LEAST_OPPONENTS, LEAST_SURE, Change, Standing
from drlucky.server.schemas import ratings as schemas
from drlucky.table.state import Seat, TableState
from drlucky.table.visibility import shown_to


async def table_ratings(call: Call) -> schemas.TableRatings:
    """What everyone at a rated table may know of those who sit there. Where nobody may watch, others are not told: a
    rating that has changed would say how a game ended."""
    live, keeper = await call.find(), call.context.ratings
    table = live.table
    match = table.match if table.phase != "gathering" else None
    is_rated = match.participation is not None if match else table.settings.rated
    if not is_rated:
        return schemas.TableRatings(False, (None,) * len(table.seats), None)
    shown = shown_to(table, call.person)
    # Those of after the game, if there is one that is settled.
    game = await counted(call, table) if match and shown.past else None
    seats = (seat_rating(keeper, table, seat) if shown.table else None for seat in table.seats)
    return schemas.TableRatings(True, tuple(seats), game)


def seat_rating(keeper: Keeper, table: TableState, seat: Seat) -> schemas.SeatRating | None:
    edition, now = table.settings.edition, time.time()
    if seat.person is not None:
        one = keeper.standing(seat.person, edition)
    elif seat.level is not None:
        one = keeper.bot(seat.level, edition)
    else:
        return None
    points, error = one.rating(now)
    return schemas.SeatRating(round(points), round(error), one.games, one.is_provisional(now))


async def counted(call: Call, table: TableState) -> schemas.CountedGame | None:
    match = table.last_match()
    found = await call.context.ratings.counted(table.id, match.number)
    if found is None:
        return None
    return schemas.CountedGame(match.number, found.how, tuple(map(change, found.changes)))


def change(one: Change) -> schemas.RatingChange:
    # The difference of what is shown, so that it adds up.
    before = round(one.points - one.gained)
    points = round(one.points)
    return schemas.RatingChange(one.result, points, round(one.error), points - before, one.provisional)


async def board(call: Call) -> schemas.RatingBoard:
    asked: schemas.AskBoard = call.query
    if asked.edition not in BOOKS:
        raise Failed("not here", "there is no edition {edition!r:.60}", edition=asked.edition)
    found = await call.context.boards.of(asked.edition)
    mine = call.context.ratings.standings.get((call.person or "", asked.edition))
    return schemas.RatingBoard(
        asked.edition,
        phrases.edition_title(asked.edition, call.language),
        found.ranked,
        tuple(board_line(each, each.standing.person == call.person) for each in found.lines[: asked.limit]),
        own_place(call, found, mine) if mine else None,
    )


def board_line(line: Line, is_mine: bool) -> schemas.BoardLine:
    one = line.standing
    return schemas.BoardLine(
        kind="bot" if one.is_bot else "program" if one.is_program else "person",
        points=round(line.rating.points),
        error=round(line.rating.error),
        games=one.games,
        name="" if one.is_bot else one.name,
        level=one.level,
        rank=line.rank,
        you=is_mine,
    )


def own_place(call: Call, board: Board, mine: Standing) -> schemas.OwnPlace:
    now = time.time()
    points, error = mine.rating(now)
    return schemas.OwnPlace(
        points=round(points),
        error=round(error),
        games=mine.games,
        provisional=mine.is_provisional(now),
        rank=call.context.boards.rank(board, mine),
        more_games=max(0, LEAST_SURE - mine.sure),
        more_opponents=max(0, LEAST_OPPONENTS - len(mine.met)),
    )


OPERATIONS = [
    Operation(
        "GET", "/api/ratings", board, "The best of an edition, and your place.", schemas.RatingBoard, schemas.AskBoard
    ),
    Operation(
        "GET",
        "/api/tables/{table}/ratings",
        table_ratings,
        "The ratings of those at a rated table, and what its last game has changed.",
        schemas.TableRatings,
    ),
]
