"""Loops: what a server, and those who put it under load, run in; and what several wait for there."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Of uvloop, where it is to be had: with it a move takes the server a fifth less time."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def once(tasks: dict[str, asyncio.Task[T]], name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What comes of some work of this name, which is done once however many want it at the same time. Whoever gives up
    takes it from none of the others."""
    task = tasks.get(name)
    if task is None:
        task = tasks[name] = asyncio.get_running_loop().create_task(work())

        def end(task: asyncio.Task[T]) -> None:
            del tasks[name]
            if not task.cancelled():
                task.exception()  # it is nobody's matter if all have given up, and asyncio need not tell of it

        task.add_done_callback(end)
    return await asyncio.shield(task)
