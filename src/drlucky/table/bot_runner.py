"""Thinking: bots decide away from the event loop. They are handed a view and what is legal, and nothing else."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import threading
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor

from drlucky.bots import LEVELS, RandomBot, bot
from drlucky.game.actions import Action
from drlucky.game.view import View

QUICK = 0.02
"""A bot that thinks no longer than this may hold up the loop's process for as long."""

log = logging.getLogger(__name__)


def think(level: str, seed: int, view: View, legal: Sequence[Action]) -> str:
    """Takes as long as the level may, also where there is no choice: bots wait for each other, and how long one has to
    wait should tell nothing about the one before."""
    until = time.monotonic() + LEVELS[level].seconds
    action = str(bot(level, seed).choose(view, legal))
    time.sleep(max(0.0, until - time.monotonic()))
    return action


def step_back() -> None:
    """Begins a process of bots: they leave the cores to people's commands, and do not outlive whom they think for."""
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=end_with_parent, name="end with parent", daemon=True).start()


def end_with_parent() -> None:
    """A parent that was killed could not say that there is nothing more to do: its bots would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Thinkers:
    """Quick bots think in a thread. The others have processes of their own, begun when the first is needed: compiled
    search does not let go of the interpreter, and would hold up everything else in its process.

    With an `executor` all of them think there; whoever gives it shuts it down."""

    def __init__(self, executor: Executor | None = None, processes: int | None = None) -> None:
        self._given = executor
        self._processes = processes or max(1, (os.cpu_count() or 1) - 1)
        self._thread: Executor | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, level: str, view: View, legal: Sequence[Action]) -> str:
        """The action of a bot; whatever happens to the bot, some action."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            executor = self._executor(level)
            try:
                # A fresh seed each time: nothing of the game's own secret reaches a bot.
                return await loop.run_in_executor(executor, think, level, secrets.randbits(31), view, legal)
            except BrokenExecutor:
                log.warning("the process in which bots think has died; a new one is started")
                self._pool = None
            except Exception:
                log.exception("a bot of level %s failed", level)
        return str(RandomBot().choose(view, legal))

    def _executor(self, level: str) -> Executor:
        if self._given is not None:
            return self._given
        if LEVELS[level].seconds <= QUICK:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, "bots")
            return self._thread
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=step_back)
        return self._pool

    def close(self) -> None:
        for executor in (self._thread, self._pool):
            if executor is not None:
                executor.shutdown(wait=False, cancel_futures=True)
