"""A crowd: people, bots and onlookers at several tables, who go on whatever becomes of the server, and keep account of
all that they were told. They know docs/protocol.md and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from time import monotonic
from typing import Any

from server.blackbox.player import Player, Tireless
from server.blackbox.web import Web

TABLES = (("kill-1996", 0), ("kill-2016", 1), ("kill-de", 0), ("save-2000", 1), ("kill-2016", 2), ("save-paizo", 0))
"""Editions, and how many bots there are beside two people."""
AGAIN_AFTER = 0.1
"""Seconds until someone who was told of trouble comes back and tries again."""
LOOK_EVERY = 0.001
QUIET = 0.1
"""Seconds between two looks at a table that should have come to rest."""


class Returning(Player):
    """Comes back when the server says that it cannot show the table at the time."""

    def _hear(self, message: dict[str, Any], frame: bytes) -> None:
        if message["type"] == "error" and "id" not in message:
            assert message["code"] == "trouble", message
            raise ConnectionError(message["text"])
        super()._hear(message, frame)


class Regular(Returning, Tireless):
    """Notes when the server last did something new for them, and sends again what was answered with trouble."""

    went_on_at = 0.0
    troubles = 0
    """Commands that the server could do nothing about at the time."""

    async def heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "error" and message.get("id") in self.sent:
            assert message["code"] == "trouble", message
            assert message["text"]
            self.troubles += 1
            asyncio.get_running_loop().call_later(AGAIN_AFTER, self.lose)
        if message["type"] == "answer" and message["accepted"] and message.get("code") != "repeated":
            self.went_on_at = monotonic()
        await super().heard(message)


class Crowd:
    def __init__(self, players: Sequence[Regular], onlookers: Sequence[Player]) -> None:
        self.players = players
        self.onlookers = onlookers
        """One at each table, who only hears."""

    @property
    def everyone(self) -> list[Player]:
        return [*self.players, *self.onlookers]

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """They are at their tables for as long as this lasts."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.attend()) for player in self.everyone]
            yield
            for task in tasks:
                task.cancel()

    @property
    def tables(self) -> list[str]:
        return [each.table for each in self.onlookers]

    @property
    def acknowledged(self) -> int:
        """Commands of which someone was told that they are accepted."""
        return sum(answer["accepted"] for player in self.players for answer in player.answers.values())

    @property
    def untold(self) -> int:
        """Commands that were written when the server ended, and only answered by the next one."""
        return sum(answer.get("code") == "repeated" for player in self.players for answer in player.answers.values())

    @property
    def troubles(self) -> int:
        return sum(player.troubles for player in self.players)

    async def answered(self, more: int, table: str | None = None) -> None:
        """Returns when so many more commands have been answered, at all tables or at one."""
        theirs = [player.answers for player in self.players if table in (None, player.table)]
        until = sum(map(len, theirs)) + more
        while sum(map(len, theirs)) < until:
            await asyncio.sleep(LOOK_EVERY)

    async def plays_on(self, since: float) -> dict[str, float]:
        """Returns when something new has been accepted at every table, and after how many seconds at each."""
        after: dict[str, float] = {}
        while len(after) < len(self.tables):
            await asyncio.sleep(LOOK_EVERY)
            for player in self.players:
                if player.went_on_at > since:
                    after.setdefault(player.table, player.went_on_at - since)
        return after

    async def rest(self) -> None:
        """Every command gets its answer, the last of them for those who want nothing more; bots play to the next
        decision of a person, and everyone has heard of it."""
        for player in self.players:
            player.is_tired = True
        while any(player.unanswered for player in self.players):
            await asyncio.sleep(QUIET)
        before: list[int] = []
        while before != (now := [player.version for player in self.everyone]) or not self._is_agreed():
            before = now
            await asyncio.sleep(QUIET)

    def _is_agreed(self) -> bool:
        """Has everyone at a table heard of the same version of it, and has no bot anything to do there?"""
        is_same = len({(player.table, player.version) for player in self.everyone}) == len(self.onlookers)
        return is_same and not any(awaits_a_bot(player.sheet) for player in self.onlookers)


def awaits_a_bot(sheet: dict[str, Any]) -> bool:
    number = (sheet.get("game") or {}).get("to_decide") if sheet.get("phase") == "playing" else None
    if number is None:
        return False
    seat = sheet["seats"][number]
    return seat["kind"] == "bot" or bool(seat.get("stand_in"))


async def gather(*addresses: str, tables: Sequence[tuple[str, int]] = TABLES) -> Crowd:
    """At new tables; people come by these addresses in turn."""
    come_by = cycle(addresses)
    players: list[Regular] = []
    onlookers: list[Player] = []
    for number, (edition, bots) in enumerate(tables):
        names = ("Ann", "Bob", "Cleo")
        host, guest, other = [await Web(next(come_by), f"{name}{number}").introduce() for name in names]
        wanted = {"settings": {"edition": edition}, "seats": 2 + bots, "bots": ["easy"] * bots}
        opened = (await host.ask("POST", "/api/tables", wanted)).json
        joins = {"id": "join", "version": opened["version"], "do": {"do": "join", "name": guest.name}}
        path = f"/api/tables/{opened['table']}/commands"
        assert (await guest.ask("POST", path, joins)).json["accepted"]
        players += [Regular(web, opened["table"], f"{web.name} at {edition}") for web in (host, guest)]
        onlookers.append(Returning(other, opened["table"]))
    return Crowd(players, onlookers)
