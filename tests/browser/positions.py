"""Tables in the middle of a game, written into the log of a server's data folder: for tests that want to stand right
before a special moment. Nothing of this can be reached over a network.

    ready = prepare(folder, "kill-2016", [("Ann", "person"), ("Bob", "bot easy"), ("Cleo", "bot normal")],
                    until=happens("lights out"))
    # start a server with this folder, give a browser the cookie ready.cookies["Ann"], open /t/{ready.code}
    # and do ready.action: the lights go out

Games are played by sensible bots, seed after seed, until a decision of a person is the wanted one. The same call leads
to the same position each time."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal, NamedTuple

import msgspec

import drlucky
from drlucky import cast
from drlucky.bots import bot
from drlucky.editions import book_of
from drlucky.game.dealer import as_seed
from drlucky.game.events import Event
from drlucky.game.view import View
from drlucky.server.auth import Identity, Signer, new_identity
from drlucky.server.auth.keys import load_keys
from drlucky.table import Options, Settings, SQLiteStore, Table
from drlucky.table.log import Acted, AnyFact, BotSeated, Created, Entry, Joined, Paused, Sealed, Started, encode
from drlucky.table.summary import heading
from drlucky.table.tokens import new_code

MOST_SEEDS = 150
PATIENT = 3600.0
"""Seconds after which a bot stands in for someone who is away: no test waits as long."""

Players = Sequence[tuple[str, str]]
"""Names by seat, each a `person` or a bot of a level, such as `bot easy`."""


class Moment(NamedTuple):
    """A decision, and what came of it."""

    seat: int
    """In the game, where Strangers have seats too."""
    view: View
    """What that seat knew before it."""
    action: str
    events: Sequence[Event]


Until = Callable[[Moment], bool]


class Prepared(NamedTuple):
    code: str
    cookies: dict[str, str]
    """By the name of each person, the value of the cookie `drlucky`."""
    action: str | None
    """What leads to the moment; None if actions were given, or if it is past."""
    seed: int
    actions: tuple[str, ...]
    """All that was played before."""


# Moments that tests ask for.


def happens(kind: str, **facts: Any) -> Until:
    """An event of this kind, with these facts, comes of the decision."""
    return lambda moment: any(
        event.kind == kind and all(getattr(event, name) == value for name, value in facts.items())
        for event in moment.events
    )


def must_answer(moment: Moment) -> bool:
    """The right-hand neighbour, who can stop the attempt and therefore has to."""
    return moment.view.phase == "answer" and "pass" not in moment.view.legal


def can(start: str) -> Until:
    """Something is legal whose text starts like this."""
    return lambda moment: any(action.startswith(start) for action in moment.view.legal)


# Finding and writing them.


def prepare(
    folder: Path,
    edition: str,
    players: Players,
    options: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    actions: Sequence[str] = (),
    until: Until | None = None,
    stand: Literal["before", "after"] = "before",
    language: str | None = None,
    settings: Mapping[str, Any] | None = None,
    paused_after: float | None = None,
) -> Prepared:
    """A table at which these actions have been played or, with `until`, which stands before the first decision of a
    person that it is true of, or after the first of anyone. Without a seed the first that leads there is taken.
    `settings` are more of the table's, which nobody checks here: they may be such that a test need not wait. The game
    may have been paused, so many seconds after its last decision began."""
    chosen = dict(options or {})
    following: str | None = None
    if until is None:
        seed = seed or 0
    else:
        seeds = count() if seed is None else iter([seed])
        seed, played = found(edition, players, chosen, seeds, until, anyone=stand == "after")
        actions, following = (played, None) if stand == "after" else (played[:-1], played[-1])
    people = {name: new_identity(name, language) for name, kind in players if kind == "person"}
    rules = Settings(edition, msgspec.convert(chosen, Options), **({"away": PATIENT} | dict(settings or {})))
    table, entries = written_table(rules, players, people, seed, actions, paused_after)
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, table, entries)
    signer = Signer(load_keys(folder / "secret"))
    cookies = {name: signer.sign(identity) for name, identity in people.items()}
    return Prepared(table.code, cookies, following, seed, tuple(actions))


def found(
    edition: str, players: Players, options: Mapping[str, Any], seeds: Iterator[int], until: Until, *, anyone: bool
) -> tuple[int, tuple[str, ...]]:
    """The first seed that leads to the moment, and what was played up to it, the decision itself included."""
    for tried, seed in enumerate(seeds):
        if tried == MOST_SEEDS:
            break
        played: list[str] = []
        for moment, is_person in moments(edition, players, options, seed):
            played.append(moment.action)
            if (is_person or anyone) and until(moment):
                return seed, tuple(played)
    raise LookupError(f"no such moment in the games of {edition} that were tried")


def moments(edition: str, players: Players, options: Mapping[str, Any], seed: int) -> Iterator[tuple[Moment, bool]]:
    """Every decision of a game, and whether a person's seat made it."""
    game = drlucky.new(edition, [name for name, _ in players], seed=seed, **options)
    player = bot("normal", seed)
    while (seat := game.to_decide) is not None:
        view = game.view(seat)
        action = str(player.choose(view, game.legal))
        moment = Moment(seat, view, action, game.play(action))
        yield moment, players[game.setting.live.index(seat)][1] == "person"


def written_table(
    settings: Settings,
    players: Players,
    people: Mapping[str, Identity],
    seed: int,
    actions: Sequence[str],
    paused_after: float | None,
) -> tuple[Table, list[Entry]]:
    """The table, and its log: opened, taken seats at, begun with this seed, and played at."""
    facts: list[AnyFact] = [Created(token_hex(8), new_code(), settings, len(players)), Sealed(as_seed(seed))]
    guests = [each.id for each in cast.people()]
    for seat, (name, kind) in enumerate(players):
        if kind == "person":
            facts.append(Joined(people[name].person, name, seat, character=guests[seat]))
        else:
            facts.append(BotSeated(seat, kind.removeprefix("bot "), name, guests[seat]))
    names = tuple(name for name, _ in players)
    rules = book_of(settings.edition).version
    strangers = tuple(guests[len(names) : len(names) + 2])
    facts.append(Started("new", names, ("",) * len(names), None, rules, strangers))
    table, entries = Table(), list[Entry]()
    now = time.time()

    def happened(fact: AnyFact, at: float = now - (paused_after or 0.0)) -> None:
        entries.append(Entry(table.version + 1, at, fact))
        table.apply(entries[-1])

    for fact in facts:
        happened(fact)
    for action in actions:
        decides = table.playing().to_decide
        assert decides is not None, "the game is over before all actions are played"
        happened(Acted(decides, action, "person" if players[decides][1] == "person" else "bot"))
    if paused_after is not None:
        happened(Paused(next(iter(people.values())).person), now)
    return table, entries


def write(folder: Path, table: Table, entries: Sequence[Entry]) -> None:
    """As a server would. The thread has no loop that runs, which the caller's may have."""

    async def append() -> None:
        store = SQLiteStore(folder / "games.db")
        try:
            await store.append(heading(table), 1, encode(entries))
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, append()).result()
