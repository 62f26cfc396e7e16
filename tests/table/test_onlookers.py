"""However many look at a table, those who play are told first, and nobody at another table waits for them."""

import asyncio
from collections import Counter
from contextlib import ExitStack
from functools import partial

from drlucky.table import Command, MemoryStore, Say, Settings, Tables
from drlucky.table.live import AT_ONCE
from patience import NEVER
from table.desk import KILL

MANY = 10 * AT_ONCE


def test_many_are_told_a_few_at_a_time() -> None:
    async def main() -> None:
        async with Tables(MemoryStore()) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL), seats=2)
            turn = 0
            told: dict[str, list[tuple[int, int]]] = {}

            def hear(heard: list[tuple[int, int]]) -> None:
                heard.append((live.number, turn))

            with ExitStack() as stack:
                # The player comes last of all.
                for name in (*(f"onlooker {number}" for number in range(MANY)), "ann"):
                    told[name] = []
                    stack.enter_context(live.listen(partial(hear, told[name]), name))
                for text in ("one", "two"):
                    assert (await live.do("ann", Command(text, live.version, Say(text)))).accepted
                    assert told["ann"][-1] == (live.number, turn), "at once"
                    # The second change comes while most have not heard of the first.
                    turn += 1
                    await asyncio.sleep(0)
                while any(not heard or heard[-1][0] != live.number for heard in told.values()):
                    turn += 1
                    await asyncio.sleep(0)
            turns = Counter(at for name, heard in told.items() for _, at in heard if name != "ann")
            assert max(turns.values()) <= AT_ONCE

    asyncio.run(asyncio.wait_for(main(), NEVER))


def test_who_leaves_before_their_turn_is_not_told() -> None:
    async def main() -> None:
        async with Tables(MemoryStore()) as tables:
            live = await tables.open("ann", "Ann", Settings(KILL), seats=2)
            told: list[int] = []
            with ExitStack() as stack:
                for number in range(MANY):
                    stack.enter_context(live.listen(partial(told.append, number)))
                assert (await live.do("ann", Command("one", live.version, Say("one")))).accepted
            for _ in range(MANY):
                await asyncio.sleep(0)
            assert len(told) < MANY

    asyncio.run(asyncio.wait_for(main(), NEVER))
