"""Twins: the same game played in two worlds, for as long as it can be the same, with everything compared that those who
are watched hear there."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile, zip_longest
from random import Random
from typing import Any, NamedTuple

from server.blackbox.player import Player
from server.blackbox.worlds import KICKED, PEOPLE, Case, World, until

PATHS = (
    "/api/lobby",
    "/api/me",
    "/api/me/tables",
    "/api/me/games",
    "/api/me/statistics",
    "/api/health",
    "/api/games",
    "/api/games/TABLE",
    "/api/games/TABLE/1/record",
    "/api/games/TABLE/1/replay",
    "/api/games/TABLE/1/board.svg",
    "/api/tables/TABLE",
    "/api/tables/TABLE?since=12",
    "/api/tables/TABLE?seat=0",
    "/api/tables/TABLE/board.svg",
    "/api/tables/TABLE/qr.svg",
    "/api/tables/TABLE/ratings",
)
SHOWN = (b'"kind":"turned up"', b'"kind":"died"', b'"kind":"over"')
"""Events by which a rule shows hidden cards to everyone."""
CURIOUS = 5
"""After so many steps those who are watched ask for something."""
PER_NODE = ("/api/health",)
"""What each of several nodes says for itself."""
Compare = Callable[[str, Sequence[bytes], Sequence[bytes]], None]
Heard = dict[str, list[list[bytes]]]
"""By name, what someone was sent in each of the two worlds."""


class Twins:
    def __init__(self, case: Case, worlds: list[World], table: int, paths: Sequence[str], compare: Compare) -> None:
        """`paths` are what people ask for, `compare` says what has to be the same of what they hear."""
        self._paths = paths
        self._compare = compare
        self.steps = 0
        """How many actions of people were the same."""
        self.bot_steps = 0
        """And how many updates about bots."""
        self._worlds = worlds
        self._with_bot = case.bot is not None
        self._people = case.people
        self._watched = ["Eve"] if case.seat is None else ["Eve", PEOPLE[case.seat]]
        self._table = table
        self._choose = Random(f"{case} {table}")

    async def play(self, most: int) -> None:
        self._compare_all(self._heard())
        while self.steps < most and await self._step():
            if self.steps % CURIOUS == 0:
                await self._be_curious()

    async def _step(self) -> bool:
        """Someone does something that is possible in both worlds, if there is such a thing, and bots what they like. A
        person who is watched draws no card: it would be another in each. False if the worlds part here."""
        mover = self._mover()
        one, two = (legal(world.players[mover]) if mover else [] for world in self._worlds)
        both = [action for action in one if action in two and not (mover in self._watched and action == "draw")]
        if not mover or not both:
            return False
        await self._do(mover, "act", action=self._choose.choice(both))
        heard = self._heard()
        if any(shown in frame for worlds in heard.values() for frames in worlds for frame in frames for shown in SHOWN):
            return False
        if self._with_bot:
            return self._compare_before_parting(heard)
        self._compare_all(heard)
        self.steps += 1
        return True

    def _mover(self) -> str | None:
        """Who has to decide, which is no secret; None when it is over."""
        asked = [[name for name, player in world.players.items() if legal(player)] for world in self._worlds]
        assert asked[0] == asked[1]
        return asked[0][0] if asked[0] else None

    async def _do(self, name: str, deed: str, **more: Any) -> None:
        """A command in both worlds. When this returns everyone has heard of it, and of what bots did after it."""
        for world in self._worlds:
            answer = await world.players[name].answer(await world.players[name].do(deed, **more))
            await world.all_see(answer["version"])
            await until(partial(waits_for_people, world))
            await world.all_see(max(player.version for player in world.players.values()))

    async def _be_curious(self) -> None:
        """Those who are watched hear someone speak, ask for this and that, and try what is not allowed."""
        await self._do(self._choose.choice(self._people), "say", text="Who is it?")
        # What is told of all tables is the same only until the first game has come to its end.
        paths = [path for path in self._paths if self._table == 0 or "TABLE" in path]
        path = self._choose.choice(paths).replace("TABLE", f"t{self._table}")
        for name in self._watched:
            one, two = [await world.shown(name, path) for world in self._worlds]
            assert one == two, path
            for world in self._worlds:
                for question in ({"question": "sight"}, {"question": "why", "action": "draw"}, {"question": "ping"}):
                    await world.players[name].ask(**question)
            if name not in ("Eve", self._mover()):
                await self._do(name, "act", action="pass")
        self._compare_all(self._heard())

    def _heard(self) -> Heard:
        return {name: [world.heard(name) for world in self._worlds] for name in self._watched}

    def _compare_all(self, heard: Heard) -> None:
        for name, (one, two) in heard.items():
            self._compare(name, one, two)

    def _compare_before_parting(self, heard: Heard) -> bool:
        """What a bot does follows from its cards and may differ, and on a slow machine two of its actions are told as
        one. So those updates are compared that are about the same versions, up to the last at which the same was done.
        True if that was to the end."""
        one, two = ([act for frame in frames for act in acts(frame)] for frames in heard["Eve"])
        same = list(takewhile(lambda both: both[0] == both[1], zip(one, two, strict=False)))
        (last, _), _ = same[-1]
        for name, worlds in heard.items():
            here, there = ({about(frame): frame for frame in frames} for frames in worlds)
            alike = sorted(each for each in here.keys() & there.keys() if each.version <= last)
            check_same(name, [here[each] for each in alike], [there[each] for each in alike])
            if name == "Eve":
                self.bot_steps += len(alike) - 1  # the first is about the person
        self.steps += 1
        return one == two


class Strangers:
    """Two games at tables where nobody may watch, and those who may not: in each world other things are done, and from
    outside it is all the same."""

    def __init__(self, worlds: list[World], table: int, paths: Sequence[str], compare: Compare) -> None:
        self.steps = 0
        self._paths = paths
        self._compare = compare
        self._worlds = worlds
        self._table = table
        self._choose = [Random(f"{table} {number}") for number in range(len(worlds))]

    async def watch(self, most: int) -> None:
        self._compare_all()
        while self.steps < most:
            for world, choose in zip(self._worlds, self._choose, strict=True):
                await self._act(world, choose)
            if any(player.phase == "over" for world in self._worlds for player in world.players.values()):
                return
            self._compare_all()
            self.steps += 1
            if self.steps % CURIOUS == 0:
                await self._be_curious(self._paths[self.steps // CURIOUS % len(self._paths)])

    async def _act(self, world: World, choose: Random) -> None:
        """Whoever is asked does anything, or says it."""
        mover = next(player for player in world.players.values() if legal(player))
        if choose.random() < 0.2:
            answer = await mover.ok("say", text=f"I have {choose.choice(legal(mover))} in mind")
        else:
            answer = await mover.ok("act", action=choose.choice(legal(mover)))
        await world.all_see(answer["version"])

    async def _be_curious(self, path: str) -> None:
        for name in ("Eve", KICKED):
            one, two = [await world.shown(name, path.replace("TABLE", f"t{self._table}")) for world in self._worlds]
            assert one == two, path
            for world in self._worlds:
                for question in ({"question": "sight"}, {"question": "why", "action": "draw"}, {"question": "hint"}):
                    assert (await world.players[name].ask(**question))["type"] == "error"
        for world in self._worlds:
            kicked = world.players[KICKED]
            for deed in ({"deed": "act", "action": "draw"}, {"deed": "undo"}, {"deed": "watch", "name": KICKED}):
                assert not (await kicked.answer(await kicked.do(**deed)))["accepted"]
        self._compare_all()

    def _compare_all(self) -> None:
        for name in ("Eve", KICKED):
            self._compare(name, *(world.heard(name) for world in self._worlds))


def legal(player: Player) -> list[str]:
    return list((player.sheet.get("game") or {"view": {"legal": []}})["view"]["legal"])


def waits_for_people(world: World) -> bool:
    return any(map(legal, world.players.values())) or world.players["Eve"].phase == "over"


def acts(frame: bytes) -> list[tuple[int, str]]:
    """What was done, by version, as an update tells it."""
    return [(each["version"], each["how"]) for each in json.loads(frame)["sheet"]["news"] if each["kind"] == "acted"]


class About(NamedTuple):
    """What a frame is about."""

    version: int
    since: int
    id: str


def about(frame: bytes) -> About:
    message = json.loads(frame)
    sheet = message.get("sheet", {})
    return About(sheet.get("version", 0), sheet.get("since", 0), message.get("id", ""))


def check_all(name: str, one: Sequence[bytes], two: Sequence[bytes]) -> None:
    """An answer and the table that it led to come in either order."""
    check_same(name, sorted(one), sorted(two))


class Alike:
    """Where a table is followed from another node, two changes may be told as one: only what is about the same versions
    is compared then."""

    def __init__(self) -> None:
        self.compared = 0

    def __call__(self, name: str, one: Sequence[bytes], two: Sequence[bytes]) -> None:
        here, there = ({about(frame): frame for frame in frames} for frames in (one, two))
        alike = sorted(here.keys() & there.keys())
        check_same(name, [here[each] for each in alike], [there[each] for each in alike])
        self.compared += len(alike)


def check_same(name: str, one: Sequence[bytes], two: Sequence[bytes]) -> None:
    assert one == two, f"{name} can tell: {difference(one, two)}"


def difference(one: Sequence[bytes], two: Sequence[bytes]) -> str:
    """Where two lists of frames first differ, for the one who has to find out why."""
    for here, there in zip_longest(one, two, fillvalue=b""):
        if here != there:
            at = next((at for at, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            return (
                f"{here[max(0, at - 200) : at + 200]!r} is here, and there it is {there[max(0, at - 200) : at + 200]!r}"
            )
    return ""
