"""Bots at a table decide away from the event loop. They are handed what their seat may know of the position and
of the past, what is legal, and nothing else."""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from drlucky.bots import LEVELS, RandomBot, bot, choice
from drlucky.game.actions import Action
from drlucky.game.view import View
from drlucky.jobs import JobError, Jobs
from drlucky.search.past import Past
from drlucky.table.turns import Turns

QUICK = 0.02
"""A bot that thinks no longer than this may hold up the loop's process for as long."""
NICENESS = 10
"""Bots leave the cores to people's commands."""
IDLE = 30.0
"""Seconds after which a process in which no bot thinks is ended."""
PATIENCE = 30.0
"""Seconds beyond what its level takes after which a bot is given up; only one that is stuck needs so many."""

Given = tuple[str, int, View, Sequence[Action], Past, str]
"""What a bot is handed: its level, a seed, the view of its seat, what is legal, the past, and its style."""

log = logging.getLogger(__name__)


def think(level: str, seed: int, view: View, legal: Sequence[Action], past: Past, style: str) -> str:
    """Takes as long as the level may, also where there is no choice: bots wait for each other, and how long one has to
    wait should tell nothing about the one before."""
    until = time.monotonic() + LEVELS[level].seconds
    action = str(choice(bot(level, seed, style), view, legal, lambda: past))
    time.sleep(max(0.0, until - time.monotonic()))
    return action


class Thinkers:
    """Quick bots think in a thread. The others have processes of their own: compiled search does not let go of the
    interpreter, and would hold up everything else in its process.

    They take turns by whom their tables are for, so that someone who has many bots think holds up nobody else's.

    With `jobs` all of them think there; whoever gives it closes it."""

    def __init__(self, jobs: Jobs | None = None, processes: int | None = None) -> None:
        self._given = jobs
        processes = processes or max(1, (os.cpu_count() or 1) - 1)
        self._jobs = Jobs(processes, niceness=NICENESS, idle=IDLE)
        self._turns = Turns(processes)
        self._thread = ThreadPoolExecutor(1, "bots")

    async def choose(
        self,
        level: str,
        view: View,
        legal: Sequence[Action],
        whose: str = "",
        past: Past | None = None,
        style: str = "",
    ) -> str:
        """The action of a bot at a table for someone; whatever happens to the bot, some action. The style is that of
        the one whom it plays, if it plays anyone."""
        for _ in range(2):
            try:
                # A fresh seed each time: nothing of the game's own secret reaches a bot.
                given = (level, secrets.randbits(31), view, legal, past or [], style)
                return await self._think(given, whose)
            except JobError as error:
                log.warning("a bot of level %s did not answer: %s", level, error)
            except Exception:
                log.exception("a bot of level %s failed", level)
        return str(RandomBot().choose(view, legal))

    async def _think(self, given: Given, whose: str) -> str:
        seconds = LEVELS[given[0]].seconds
        if self._given is None and seconds <= QUICK:
            return await asyncio.get_running_loop().run_in_executor(self._thread, think, *given)
        async with self._turns.of(whose):
            return await (self._given or self._jobs).run(think, *given, seconds=seconds + PATIENCE)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._jobs.close()
