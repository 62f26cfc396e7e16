"""Operations about games that are over: their records, replays, figures and proofs, and what turned them."""

from collections.abc import Callable
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import PlainTextResponse, Response

from drlucky import phrases
from drlucky.record.model import MAX_BYTES
from drlucky.render.game import svg
from drlucky.server.errors import Failed
from drlucky.server.history import replay_frames
from drlucky.server.history.archive import not_shown
from drlucky.server.history.archive import record_of as record_of_match
from drlucky.server.http.operation import Call, Operation
from drlucky.server.http.responses import JSON, SVG, json_response, svg_response
from drlucky.server.schemas import history as schemas
from drlucky.table import Heading
from drlucky.table.match import Match
from drlucky.table.summary import Summary, readable

Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]
AGAIN_AFTER = 2.0
MOST_TURNS = 2_000_000_000
"""That may have to be played for an analysis. With 100 playouts a usual game comes to some 250,000,000, and hardly ever
needs a fiftieth of them."""
LARGEST_RECORD = 2 * MAX_BYTES
"""As JSON has it, where a line feed takes two bytes."""


async def past_tables(call: Call) -> list[schemas.PastTable]:
    asked: schemas.AskGames = call.query
    found = await call.context.tables.finished(asked.limit, asked.before)
    return [past_table(each, about, call.language) for each, about in readable(found)]


def past_table(heading: Heading, about: Summary, language: str) -> schemas.PastTable:
    return schemas.PastTable(
        table=heading.table,
        code=heading.code,
        changed=heading.changed,
        edition=about.edition,
        title=phrases.edition_title(about.edition, language),
        players=about.players,
        games=about.games,
        escape=about.escape,
        outcome=about.outcome if about.watchable else None,
    )


async def past_games(call: Call) -> list[schemas.PastGame]:
    found = await call.context.archive.games((await call.find()).id, call.person)
    return [past_game(match) for match in found.open]


def past_game(match: Match) -> schemas.PastGame:
    game = match.game
    return schemas.PastGame(
        number=match.number,
        edition=game.edition.id,
        players=match.players,
        turns=game.state.turn,
        escape=game.setting.escape,
        abandoned=match.abandoned,
        outcome=game.outcome,
    )


def number(call: Call) -> int:
    try:
        return msgspec.convert(call.path("number"), Number, strict=False)
    except msgspec.ValidationError:
        raise Failed("not here", "games at a table are numbered from 1") from None


async def record(call: Call) -> Response:
    return PlainTextResponse(await record_of(call))


async def record_of(call: Call) -> str:
    live = await call.find()
    return await call.context.archive.record(live.id, number(call), call.person)


async def replay(call: Call) -> Response:
    """With everyone as whom they played. While a game is held back everyone sees what they saw of it: those who played
    through their own eyes, and whoever may watch as a spectator."""
    past = await call.context.archive.past((await call.find()).id, number(call), call.person)
    asked: schemas.AskReplay = call.query
    eyes = asked.eyes or replay_frames.OPEN
    if not past.is_open:
        mine = [*map(str, past.eyes_of(call.person)), replay_frames.SPECTATOR]
        eyes = asked.eyes or mine[0]
        if eyes not in mine:
            raise not_shown(number(call))
    work = partial(replay_frames.replayed, cast=past.match.parts, held_back=not past.is_open)
    return await shown(record_of_match(past.match), eyes, call, work)


async def replay_of_record(call: Call) -> Response:
    """Of a record that someone has: whoever has it may see all of it. It may be a long one, and is not kept here."""
    admit(call)
    return await shown(call.body.record, call.query.eyes or replay_frames.OPEN, call, replay_frames.brought)


def admit(call: Call) -> None:
    bucket = call.context.openings.of(call.client)
    if not bucket.take():
        raise Failed("too fast", "you have opened many records in a short time; wait a moment", wait=bucket.wait)


async def shown(record: str, eyes: str, call: Call, work: Callable[[str, str, str], bytes]) -> Response:
    return Response(await call.context.workers.replays.run(work, record, eyes, call.language), media_type=JSON)


async def figures(call: Call) -> schemas.Figures:
    text = await record_of(call)
    return await call.context.workers.replays.run(replay_frames.figures, text)


async def proven(call: Call) -> schemas.Proof:
    text = await record_of(call)
    return await call.context.workers.replays.run(replay_frames.proven, text)


async def final_board(call: Call) -> Response:
    match = await call.context.archive.game((await call.find()).id, number(call), call.person)
    return svg_response(svg(match.game))


async def analysis(call: Call) -> Response:
    live = await call.find()
    match = await call.context.archive.game(live.id, number(call), call.person)
    text = record_of_match(match)
    admission = partial(admit_analysis, call, text, replay_frames.turns_needed)
    analyses, playouts = call.context.analyses, call.query.playouts
    return analysed(await analyses.of_game(live.id, match.number, text, playouts, call.client, admission))


async def analysis_of_record(call: Call) -> Response:
    """Of a record that someone has."""
    text = call.body.record
    admission = partial(admit_analysis, call, text, replay_frames.turns_brought)
    client = call.client
    return analysed(await call.context.analyses.of_record(text, call.query.playouts, client, admission))


async def admit_analysis(call: Call, text: str, turns: Callable[[str], int]) -> None:
    """May this be analysed, and for whoever asks now?"""
    admit(call)
    needed = await call.context.workers.replays.run(turns, text) * call.query.playouts
    if needed > MOST_TURNS:
        raise Failed(
            "too large",
            "this can take {needed:,} turns, and here there are {most:,} at most; ask for fewer playouts, or analyse "
            "it at home with `drlucky analyse`",
            needed=needed,
            most=MOST_TURNS,
        )


def analysed(found: bytes | None) -> Response:
    if found is not None:
        return Response(found, media_type=JSON)
    response = json_response(schemas.NotYet(False, AGAIN_AFTER), 202)
    response.headers["retry-after"] = f"{AGAIN_AFTER:.0f}"
    return response


GAME = "/api/games/{table}/{number}"
OPERATIONS = [
    Operation(
        "GET", "/api/games", past_tables, "Tables whose game is over.", list[schemas.PastTable], schemas.AskGames
    ),
    Operation("GET", "/api/games/{table}", past_games, "The finished games of a table.", list[schemas.PastGame]),
    Operation("GET", f"{GAME}/record", record, "The record of a finished game.", "text/plain"),
    Operation(
        "GET", f"{GAME}/replay", replay, "A finished game, decision by decision.", schemas.Replayed, schemas.AskReplay
    ),
    Operation(
        "POST",
        "/api/replay",
        replay_of_record,
        "The game that a record tells, decision by decision.",
        schemas.Replayed,
        schemas.AskReplay,
        schemas.RecordText,
        largest=LARGEST_RECORD,
    ),
    Operation("GET", f"{GAME}/statistics", figures, "A finished game in figures.", schemas.Figures),
    Operation("GET", f"{GAME}/verify", proven, "What proves the deal of a finished game.", schemas.Proof),
    Operation("GET", f"{GAME}/board.svg", final_board, "How a game ended, drawn.", SVG),
    Operation(
        "POST",
        "/api/analysis",
        analysis_of_record,
        "What turned the game that a record tells.",
        schemas.Analysed,
        schemas.AskAnalysis,
        schemas.RecordText,
        largest=LARGEST_RECORD,
    ),
    Operation(
        "GET", f"{GAME}/analysis", analysis, "What turned a finished game.", schemas.Analysed, schemas.AskAnalysis
    ),
]
