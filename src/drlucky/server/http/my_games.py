"""Operations about the games of whoever asks: where they can go on, those that are over, and what these come to."""

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator

import msgspec

from drlucky import phrases
from drlucky.server.errors import Failed
from drlucky.server.history.my_statistics import Tally
from drlucky.server.http.lobby import described, lobby_table
from drlucky.server.http.operation import Call, Operation
from drlucky.server.schemas import common
from drlucky.server.schemas import my_games as schemas
from drlucky.table import LiveTable, PlayedGame
from drlucky.table.cluster.elsewhere import Shown
from drlucky.table.played import Facts, facts_of
from drlucky.table.registry import listed
from drlucky.table.state import TableState
from drlucky.table.summary import Summary, goes_on, person_mark, readable
from drlucky.table.timers import SHOWN_AFTER

MOST_COUNTED = 10_000
"""The latest games of someone; older ones are in the list, and not in the statistics."""
AT_ONCE = 500
"""Games that are counted before others have their turn."""
MOST_NUMBER = 2**53
GOING_ON = ("gathering", "playing")

log = logging.getLogger(__name__)

# Where someone can go on.


async def my_tables(call: Call) -> list[common.OwnTable]:
    """Where someone can go on, also when they have closed every window; nothing that is over, and nothing that they
    have left out."""
    person, tables = call.known.person, call.context.tables
    found = [own_table(call, lobby_table(each, call.language), each.about) for each in map(listed, awake(call, person))]
    at_rest = [each for each in await tables.store.tables_of(person) if each.table not in tables.live]
    awake_elsewhere = await tables.elsewhere.those([each.table for each in at_rest]) if tables.elsewhere else {}
    said = [awake_elsewhere.get(each.table, Shown(each)) for each in at_rest]
    turns = {each.heading.table: each.turn for each in said}
    for each, about in readable(each.heading for each in said):
        found.append(own_table(call, described(each, about, call.language, turns[each.table]), about))
    hidden = call.context.hidden.of(person)
    over = set(hidden) - {each.table for each in found}
    if over:
        await call.context.hidden.show(person, *over)
    shown = [each for each in found if each.table not in hidden]
    return sorted(shown, key=lambda each: (not each.yours, -each.changed))


def awake(call: Call, person: str) -> list[LiveTable]:
    return [live for live in call.context.tables.live.values() if can_go_on(live.table, person)]


def can_go_on(table: TableState, person: str) -> bool:
    return table.phase in GOING_ON and any(goes_on(table.seats[seat]) for seat in table.seats_of(person))


def own_table(call: Call, listed: common.LobbyTable, about: Summary) -> common.OwnTable:
    decides = None if about.decides is None else about.names[about.decides]
    return common.OwnTable(
        **{name: getattr(listed, name) for name in listed.__struct_fields__},
        decides=decides,
        yours=about.asked is not None and about.asked == person_mark(listed.table, call.known.person),
        paused=about.paused,
    )


async def hide_table(call: Call) -> list[common.OwnTable]:
    """Only what is in the list can be left out of it, lest the list of those grow with what nobody sees."""
    wanted = next((each.table for each in await my_tables(call) if call.path("table") in (each.table, each.code)), None)
    if wanted is None:
        raise Failed("not here", "this table is not in your list")
    await call.context.hidden.hide(call.known.person, wanted)
    return await my_tables(call)


async def show_tables(call: Call) -> list[common.OwnTable]:
    person = call.known.person
    await call.context.hidden.show(person, *call.context.hidden.of(person))
    return await my_tables(call)


# What is over.


async def my_games(call: Call) -> schemas.MyGames:
    asked: schemas.AskMyGames = call.query
    store = call.context.tables.store
    before = None if asked.after is None else place_in(asked.after)
    found = await store.games_of(call.known.person, asked.limit + 1, before)
    page, more = found[: asked.limit], len(found) > asked.limit
    games = [my_game(each, facts, await held_back(call, each, facts), call.language) for each, facts in kept(page)]
    return schemas.MyGames(tuple(games), mark(page[-1]) if more else None, call.context.keeper.is_behind)


def kept(games: Iterable[PlayedGame]) -> Iterator[tuple[PlayedGame, Facts]]:
    """Each with its facts. One that is damaged is said to whoever runs the server, and left out."""
    for each in games:
        try:
            yield each, facts_of(each)
        except (msgspec.MsgspecError, UnicodeError) as error:
            log.error("what is kept of game %s at table %s is damaged: %s", each.number, each.table, error)


def mark(game: PlayedGame) -> str:
    return f"{game.ended!r} {game.table} {game.number}"


def place_in(marked: str) -> tuple[float, str, int]:
    try:
        ended, table, number = marked.split(" ")
        return float(ended), table, max(0, min(int(number), MOST_NUMBER))
    except ValueError:
        raise Failed("malformed", "a page begins where `next` of the one before says") from None


async def held_back(call: Call, game: PlayedGame, facts: Facts) -> bool:
    """Is it held back still? Most games never were."""
    if not facts.held:
        return False
    live = call.context.tables.live.get(game.table)
    if live is not None:
        return live.table.held_game == game.number
    heading = await call.context.tables.store.heading(game.table)
    for found, about in readable([heading] if heading else []):
        is_due = found.status == "over" and game.ended + SHOWN_AFTER < time.time()
        return about.held == game.number and not is_due
    return False


def my_game(game: PlayedGame, facts: Facts, held_back: bool, language: str) -> schemas.MyGame:
    return schemas.MyGame(
        table=game.table,
        code=facts.code,
        number=game.number,
        edition=facts.edition,
        title=phrases.edition_title(facts.edition, language),
        players=facts.players,
        seats=facts.seats,
        result=result(facts),
        turns=facts.turns,
        begun=facts.begun,
        ended=game.ended,
        outcome=facts.outcome,
        escape=facts.escape,
        lesson=facts.lesson,
        resigned=facts.stand_in == "resigned",
        levels=facts.levels,
        company=facts.company,
        held_back=held_back,
    )


def result(facts: Facts) -> schemas.Result:
    if facts.abandoned or facts.outcome is None:
        return "abandoned"
    if facts.won:
        return "won"
    return "nobody" if facts.outcome.winner is None else "lost"


async def my_statistics(call: Call) -> schemas.MyStatistics:
    tally, store = Tally(), call.context.tables.store
    before, left = None, MOST_COUNTED
    while left:
        wanted = min(AT_ONCE, left)
        games = await store.games_of(call.known.person, wanted, before)
        for _, facts in kept(games):
            tally.add(facts)
        left -= len(games)
        if len(games) < wanted:
            return tally.statistics(call.language, older=False)
        before = games[-1].place
        await asyncio.sleep(0)
    older = await store.games_of(call.known.person, 1, before)
    return tally.statistics(call.language, older=bool(older))


OPERATIONS = [
    Operation(
        "GET",
        "/api/me/tables",
        my_tables,
        "Tables at which you can go on.",
        list[common.OwnTable],
        common.InLanguage,
        known=True,
    ),
    Operation(
        "DELETE",
        "/api/me/tables/{table}",
        hide_table,
        "Leave a table out of that list; you keep your seat.",
        list[common.OwnTable],
        common.InLanguage,
        known=True,
    ),
    Operation(
        "PUT",
        "/api/me/tables",
        show_tables,
        "Have all of them in the list again.",
        list[common.OwnTable],
        common.InLanguage,
        known=True,
    ),
    Operation(
        "GET",
        "/api/me/games",
        my_games,
        "Your finished games, the latest first.",
        schemas.MyGames,
        schemas.AskMyGames,
        known=True,
    ),
    Operation(
        "GET",
        "/api/me/statistics",
        my_statistics,
        "What your finished games come to.",
        schemas.MyStatistics,
        common.InLanguage,
        known=True,
    ),
]
