"""Elsewhere: what is shown of tables that other nodes lead, as these say themselves: a heading in the store may be a
minute old."""

import asyncio
from collections.abc import Mapping, Sequence

from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from drlucky.cluster.peers import PeerGone, PeerRefused, Peers
from drlucky.table.cluster import messages as m
from drlucky.table.live import LiveTable
from drlucky.table.state import Phase
from drlucky.table.store.base import Heading
from drlucky.table.summary import heading
from drlucky.table.visibility import shown_to

ANSWER_WITHIN = 1.0
"""Seconds; the tables of a node that takes longer are not shown."""
GOOD_FOR = 1.0
"""Seconds for which all who ask for the same part of the lobby are shown the same."""
MOST_KEPT = 64
MOST_SHOWN = 500
"""Of one node: it must fit into a message."""


class Shown(Struct, frozen=True, omit_defaults=True):
    heading: Heading
    turn: int | None = None
    """Of a game that anyone may watch."""


class Lobby(Struct, frozen=True):
    """What is asked of other nodes."""

    phase: Phase
    limit: int
    before: float | None


class Found(Struct, frozen=True):
    tables: list[Shown]


LISTED, ABOUT = "listed", "about"
"""Tables for the lobby, and those with certain ids."""


class Elsewhere:
    def __init__(self, live: Mapping[str, LiveTable], peers: Peers) -> None:
        self._live = live
        self._peers = peers
        self._kept: dict[Lobby, tuple[float, asyncio.Task[list[Shown]]]] = {}
        peers.on(LISTED, self._on_listed)
        peers.on(ABOUT, self._on_about)

    async def lobby(self, phase: Phase, limit: int, before: float | None) -> list[Shown]:
        wanted, now = Lobby(phase, limit, before), asyncio.get_running_loop().time()
        kept = self._kept.get(wanted)
        if kept is None or kept[0] < now - GOOD_FOR:
            self._kept = {each: found for each, found in self._kept.items() if found[0] >= now - GOOD_FOR}
            while len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            kept = now, asyncio.get_running_loop().create_task(self._ask_all(LISTED, wanted))
            self._kept[wanted] = kept
        return await asyncio.shield(kept[1])

    async def those(self, tables: Sequence[str]) -> dict[str, Shown]:
        """Of these tables the ones that other nodes lead."""
        found = await self._ask_all(ABOUT, m.These(list(tables)))
        return {each.heading.table: each for each in found}

    async def _ask_all(self, kind: str, wanted: Struct) -> list[Shown]:
        asked = [self._ask(node, kind, m.packed(wanted)) for node in self._peers.others]
        return [each for found in await asyncio.gather(*asked) for each in found]

    async def _ask(self, node: str, kind: str, wanted: bytes) -> list[Shown]:
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return m.unpacked(await self._peers.ask(node, kind, wanted), Found).tables
        except (TimeoutError, PeerGone, PeerRefused, MsgspecError):
            return []

    # What other nodes ask.

    async def _on_listed(self, node: str, body: bytes) -> bytes:
        wanted = m.unpacked(body, Lobby)
        listed = (each for each in self._led() if each.table.phase == wanted.phase and each.table.settings.listed)
        found = [each for each in listed if wanted.before is None or each.table.now < wanted.before]
        found.sort(key=lambda each: each.table.now, reverse=True)
        return m.packed(Found([shown(each) for each in found[: min(wanted.limit, MOST_SHOWN)]]))

    async def _on_about(self, node: str, body: bytes) -> bytes:
        wanted = set(m.unpacked(body, m.These).tables)
        found = [each for each in self._led() if each.id in wanted]
        return m.packed(Found([shown(each) for each in found[:MOST_SHOWN]]))

    def _led(self) -> list[LiveTable]:
        return [each for each in self._live.values() if each.leads and not each.is_closed]


def shown(live: LiveTable) -> Shown:
    """Who sits there is nobody's matter."""
    return Shown(replace(heading(live.table), people=()), turn(live))


def turn(live: LiveTable) -> int | None:
    """The turn of a game that anyone may watch."""
    table = live.table
    match = table.match if table.phase == "playing" and shown_to(table, None).table else None
    return match.game.state.turn if match else None
