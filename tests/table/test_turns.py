"""Turns of bots: someone who has many of them holds up nobody else's."""

import asyncio

from drlucky.table import Thinkers
from drlucky.table.turns import Turns
from table.desk import begun


def test_of_those_who_wait_one_of_each_comes_after_the_other() -> None:
    came: list[str] = []

    async def come(turns: Turns, whose: str) -> None:
        async with turns.of(whose):
            came.append(whose)
            await asyncio.sleep(0)

    async def main() -> None:
        turns = Turns(1)
        async with turns.of("somebody"):
            tasks = [asyncio.ensure_future(come(turns, whose)) for whose in ["many"] * 5 + ["few"] * 2 + ["one"]]
            await asyncio.sleep(0)
            tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await come(turns, "late")

    asyncio.run(main())
    assert came == ["many", "few", "one", "few", "many", "many", "many", "late"]


def test_a_turn_that_comes_to_someone_who_has_just_gone_is_passed_on() -> None:
    async def main() -> None:
        turns = Turns(1)
        holding = turns.of("first")
        await holding.__aenter__()
        gone = asyncio.ensure_future(turns.of("gone").__aenter__())
        await asyncio.sleep(0)
        await holding.__aexit__(None, None, None)
        gone.cancel()
        async with asyncio.timeout(60), turns.of("next"):
            pass

    asyncio.run(main())


def test_whoever_has_many_bots_think_holds_up_nobody_else_s() -> None:
    desk = begun(people=1, bots=2)
    view, legal = desk.match.game.view(desk.match.game.to_decide), desk.match.game.legal
    answered: list[str] = []

    async def choose(thinkers: Thinkers, whose: str) -> None:
        await thinkers.choose("hard", view, legal, whose)
        answered.append(whose)

    async def main() -> None:
        thinkers = Thinkers(processes=1)
        try:
            await asyncio.gather(*(choose(thinkers, whose) for whose in ["many"] * 6 + ["one"]))
        finally:
            thinkers.close()

    asyncio.run(main())
    assert answered.index("one") <= 2
