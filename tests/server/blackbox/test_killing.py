"""The server is killed again and again, under load, and by SIGKILL, of which it does not hear. Nothing that was
acknowledged is lost, and nothing is done twice."""

import asyncio
import json
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from drlucky.table import Table, sheet
from drlucky.table.log import Entry, decode
from patience import NEVER
from server.blackbox.house import CommandHouse, QuickHouse, logs
from server.blackbox.player import Player, Restless, Tireless
from server.blackbox.web import Web
from server.cluster.nodes import Nodes

KILLS = 50
NODE_KILLS = 8
"""Of one of three nodes. `make reliability` kills many more."""
LIVES = 1, 50
"""How many commands a server answers before it is killed, from the shortest life to the longest: on a slow machine it
lives longer, and is as busy."""
LAST_BREATH = 0.004
"""Up to so many seconds after an answer every other kill comes: just when, seen from the log, is left to chance."""
QUIET = 0.05
"""The others come when something has just been written. They wait for that so many seconds at most: nobody may have
anything to do."""
UNTOLD = 10
"""So many commands at least are on disk when the server is killed, and nobody has been told: kills go on until then."""
LAST_LIFE = 100
TABLES = (("kill-1996", 0), ("kill-2016", 1), ("kill-de", 0), ("save-2000", 1), ("kill-2016", 2), ("save-paizo", 0))
"""Editions, and how many bots there are beside two people."""
FACTS = {"act": "acted", "undo": "undone", "say": "said", "ready": "readied", "start": "started", "again": "gathered"}
"""What each deed comes to in the log, once for each command."""

Logs = dict[str, list[bytes]]
Told = list[tuple[str, int]]
"""By player, their table and its latest version that they know."""


def test_fifty_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(besiege(OneServer(tmp_path)), 2 * NEVER))


def test_kills_of_one_of_three_nodes_lose_nothing_and_repeat_nothing(tmp_path: Path, database: str) -> None:
    asyncio.run(asyncio.wait_for(besiege(ThreeNodes(tmp_path, database)), 2 * NEVER))


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    """Bots that search have processes of their own, and nobody tells them that there is nothing more to do."""
    asyncio.run(asyncio.wait_for(kill_while_bots_think(tmp_path / "house"), NEVER))


async def kill_while_bots_think(folder: Path) -> None:
    with CommandHouse(folder, pace=0) as house:
        web = await Web(house.address, "Ann").introduce()
        game = {"edition": "kill-2016", "players": 3, "level": "hard"}
        opened = (await web.ask("POST", "/api/quick", game)).json
        player = Tireless(web, opened["table"], "Ann")
        playing = asyncio.get_running_loop().create_task(player.attend())
        while not (thinking := house.workers()):
            await asyncio.sleep(0.05)
        playing.cancel()
    while any(Path(f"/proc/{process}").exists() for process in thinking):
        await asyncio.sleep(0.05)


class OneServer:
    """Is killed in the middle of writing, or just after an answer, and its folder is looked at before it is started
    again."""

    kills, untold = KILLS, UNTOLD

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.house = QuickHouse(folder / "house", pace=0)

    async def strike(self, number: int, players: Sequence[Player], choose: Random) -> tuple[Logs, Told]:
        if number % 2:
            wait_for_a_write(self.house.folder)
        else:
            await asyncio.sleep(choose.uniform(0, LAST_BREATH))
        self.house.kill()
        told = told_to(players)
        found = await found_after_kill(self.house.folder, self._folder / f"{number}")
        await asyncio.to_thread(self.house.start)
        return found, told

    async def logs(self) -> Logs:
        return await logs(self.house.folder)


class ThreeNodes:
    """Every other time the one is killed that leads some table, and any of them the other times."""

    kills, untold = NODE_KILLS, 0

    def __init__(self, folder: Path, database: str) -> None:
        self.house = Nodes(folder, database, pace=0)

    async def strike(self, number: int, players: Sequence[Player], choose: Random) -> tuple[Logs, Told]:
        leader = await self.house.leader(choose.choice(players).table) if number % 2 else None
        await asyncio.sleep(choose.uniform(0, LAST_BREATH))
        struck = choose.choice(self.house.running) if leader is None else leader
        self.house.kill(struck)
        told = told_to(players)
        found = await self.logs()
        await asyncio.to_thread(self.house.start, struck)
        return found, told

    async def logs(self) -> Logs:
        return await self.house.logs()


async def besiege(besieged: OneServer | ThreeNodes) -> None:
    choose = Random("fifty kills")
    found: Logs = {}
    with besieged.house as house:
        players = [each for number in range(len(TABLES)) for each in await seated(house.address, number)]
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.attend()) for player in players]
            kill = 0
            while kill < besieged.kills or untold(players) < besieged.untold:
                await answered(players, choose.randint(*LIVES))
                kill += 1
                before = found
                found, told = await besieged.strike(kill, players, choose)
                check_nothing_lost(before, found, told)
            await answered(players, LAST_LIFE)
            await asyncio.gather(*(all_answered(player) for player in players))
            for task in tasks:
                task.cancel()
        shown = [await at_rest(player) for player in players]
    before, found = found, await besieged.logs()
    check_nothing_lost(before, found, told_to(players))
    for player, seen in zip(players, shown, strict=True):
        entries = decode(found[player.table])
        check_commands(player, entries)
        check_replay(player, entries, seen)


async def seated(address: str, number: int) -> list[Restless]:
    """Two people at a new table."""
    edition, bots = TABLES[number]
    host, guest = [await Web(address, f"{name}{number}").introduce() for name in ("Ann", "Bob")]
    wanted = {"settings": {"edition": edition}, "seats": 2 + bots, "bots": ["easy"] * bots}
    opened = (await host.ask("POST", "/api/tables", wanted)).json
    joins = {"id": "join", "version": opened["version"], "do": {"do": "join", "name": guest.name}}
    path = f"/api/tables/{opened['table']}/commands"
    assert (await guest.ask("POST", path, joins)).json["accepted"]
    return [Tireless(web, opened["table"], f"{web.name} at {edition}") for web in (host, guest)]


async def found_after_kill(folder: Path, copy: Path) -> Logs:
    """What is on disk just after a kill, in a copy: to put it in order is left to the server that comes next."""
    copy.mkdir()
    for file in folder.glob("games.db*"):
        shutil.copy(file, copy)
    return await logs(copy)


def told_to(players: Sequence[Player]) -> Told:
    return [
        (player.table, max([player.version, *(each["at"] for each in player.answers.values() if each["accepted"])]))
        for player in players
    ]


def check_nothing_lost(before: Logs, found: Logs, told: Told) -> None:
    """What was there still is, to the byte, and so is all that anybody has been told of."""
    for table, entries in before.items():
        assert found[table][: len(entries)] == entries
    for table, version in told:
        assert len(found[table]) >= version


async def answered(players: Sequence[Player], more: int) -> None:
    """Returns when so many more commands have been answered."""
    before = sum(len(player.answers) for player in players)
    while sum(len(player.answers) for player in players) < before + more:
        await asyncio.sleep(0.001)


def untold(players: Sequence[Player]) -> int:
    """How many commands had been written when the server was killed, and were only answered by the next one."""
    return sum(answer.get("code") == "repeated" for player in players for answer in player.answers.values())


def wait_for_a_write(folder: Path) -> None:
    """Returns at once when the server begins to write. It holds up everyone here: who wrote is told nothing yet."""
    log = folder / "games.db-wal"
    before, until = written(log), time.monotonic() + QUIET
    while written(log) == before and time.monotonic() < until:
        pass


def written(log: Path) -> tuple[int, int]:
    if not log.exists():
        return 0, 0
    found = log.stat()
    return found.st_size, found.st_mtime_ns


async def all_answered(player: Restless) -> None:
    """At the end every command gets its answer; the last of them are sent by one who wants nothing more."""
    player.is_tired = True
    while player.unanswered:
        await asyncio.sleep(0.01)


async def at_rest(player: Player) -> dict[str, Any]:
    """The table as the server shows it when no bot has anything to do any more."""
    seen: list[dict[str, Any]] = [{}, {}]
    while not seen[-1] or seen[-1]["version"] != seen[-2].get("version"):
        await asyncio.sleep(0.1)
        seen.append((await player.web.ask("GET", f"/api/tables/{player.table}")).json["sheet"])
    return seen[-1]


def check_commands(player: Player, entries: Sequence[Entry]) -> None:
    """Every command of a player that was accepted is in the log once, where its answer said, and no other is."""
    by = f"person {player.web.person}"
    logged: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.by == by and entry.command in player.sent:
            logged.setdefault(entry.command, []).append(entry)
    accepted = {at: answer["at"] for at, answer in player.answers.items() if answer["accepted"]}
    assert {at: written[-1].version for at, written in logged.items()} == accepted
    for at, written in logged.items():
        deed = player.sent[at]["do"]
        facts = [entry.fact for entry in written if type(entry.fact).__name__.lower() == FACTS[deed["do"]]]
        assert len(facts) == 1
        assert getattr(facts[0], "action", None) == deed.get("action")
        assert written[-1].version - written[0].version == len(written) - 1


def check_replay(player: Player, entries: Sequence[Entry], seen: dict[str, Any]) -> None:
    """The log comes to the table that the server showed, and to the same one however often it is read."""
    table = Table.replay(entries)
    again = Table.replay(decode(msgspec.msgpack.encode(entry) for entry in entries))
    assert table.hash() == again.hash()
    drawn = json.loads(msgspec.json.encode(sheet(table, f"person {player.web.person}", 0.0)))
    assert lasting(drawn) == lasting(seen)


def lasting(shown: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shown.items() if name not in ("now", "people")}
