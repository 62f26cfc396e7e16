"""What several wait for is done once, whoever of them gives up."""

import asyncio
import gc

import pytest

from drlucky.loops import once


def test_it_is_done_once_and_who_gives_up_takes_it_from_nobody() -> None:
    async def main() -> None:
        done, begun = asyncio.Event(), list[str]()

        async def work() -> str:
            begun.append("work")
            await done.wait()
            return "done"

        tasks: dict[str, asyncio.Task[str]] = {}
        first, second = (asyncio.ensure_future(once(tasks, "name", work)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        done.set()
        assert await second == "done"
        assert (begun, tasks) == (["work"], {})
        assert await once(tasks, "name", work) == "done"
        assert begun == ["work", "work"]

    asyncio.run(main())


def test_an_error_goes_to_all_who_wait_and_where_nobody_does_it_is_not_told_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def main() -> None:
        fails = asyncio.Event()

        async def work() -> None:
            await fails.wait()
            raise ValueError("no")

        tasks: dict[str, asyncio.Task[None]] = {}
        waiting = [asyncio.ensure_future(once(tasks, "name", work)) for _ in range(3)]
        alone = asyncio.ensure_future(once(tasks, "another", work))
        await asyncio.sleep(0)
        waiting[0].cancel()
        alone.cancel()
        fails.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(each) for each in found] == [asyncio.CancelledError, ValueError, ValueError]
        while tasks:
            await asyncio.sleep(0)
        gc.collect()

    asyncio.run(main())
    assert not caplog.records
