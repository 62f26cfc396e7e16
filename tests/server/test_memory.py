"""What connections leave behind is freed, and not too often."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from drlucky.server import memory
from drlucky.server.memory import MANY, PART_OF_TIME, Memory, trimmer
from server.serving import eventually, on_loop


class Circle:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def nothing_else_collects() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@on_loop
async def test_what_many_connections_leave_behind_is_freed() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "LOOK_EVERY", 0.001)
        ended = MANY - 1
        watching = asyncio.ensure_future(Memory(lambda: ended).watch())
        left = weakref.ref(Circle())
        await asyncio.sleep(0.05)
        assert left() is not None, "few come and go all the time"
        ended += 1
        await eventually(lambda: left() is None)
        watching.cancel()


def test_looking_takes_a_small_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10.0, 10.13])
    monkeypatch.setattr(memory, "thread_time", lambda: next(now))
    found = Memory(lambda: MANY)
    found.free()
    assert found.wait == pytest.approx(0.13 / PART_OF_TIME)


def test_where_memory_cannot_be_given_back_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmer()()
    monkeypatch.setattr("drlucky.server.memory.ctypes.CDLL", lambda name: object())
    trimmer()()
    memory.share_arena()
