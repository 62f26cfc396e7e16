"""Memory: what many connections and tables leave behind is freed, and given back to the system.

A connection that has ended is a circle of objects, which only the garbage collector frees; and `run` lets it look at
all that there is very seldom, as that holds up everyone who plays. After a siege of sixteen clients they are 30,000
objects and 8 MB, and the pages that they lay on would stay with the process for good. So would those of tables that
have gone to rest: 110 MB of 300 whose games were over."""

import asyncio
import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress
from time import thread_time

M_ARENA_MAX = -8
"""As in malloc.h."""
LOOK_EVERY = 5.0
MANY = 200
"""Connections that have ended, since it was looked at last."""
PART_OF_TIME = 0.001
"""Of all time that looking may take: nobody's usual answer is later for it, however often clients come and go."""


class Memory:
    def __init__(self, ended: Callable[[], int]) -> None:
        """`ended` tells how many connections, or what leaves as much, have ended so far."""
        self._ended = ended
        self._seen = 0
        self.wait = 0.0
        """Seconds until it may be looked at again."""
        self._trim = trimmer()

    async def watch(self) -> None:
        while True:
            await asyncio.sleep(max(LOOK_EVERY, self.wait))
            if self._ended() >= self._seen + MANY:
                self.free()

    def free(self) -> None:
        began = thread_time()
        self._seen = self._ended()
        gc.collect()
        self._trim()
        self.wait = (thread_time() - began) / PART_OF_TIME


def share_arena() -> None:
    """glibc gives threads arenas of their own, so that none waits for another; ours wait for the interpreter anyway,
    and what is free in one arena is of no use in the others: 5 MB after a siege. To be called before there are
    threads."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def trimmer() -> Callable[[], object]:
    """Gives pages back on which there is nothing any more, where the system's library can: glibc does so by itself only
    for the last ones. It is some 4 MB after a siege."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return nothing
    trim.argtypes = [ctypes.c_size_t]
    return lambda: trim(0)


def nothing() -> None:
    """It cannot be asked for here."""
