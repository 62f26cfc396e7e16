"""Loops: virtual time. Every node has an event loop of its own, so that one can stop while the others go on, or die in
the middle of anything; one schedule runs them all, and time jumps to whatever comes next."""

import asyncio
import heapq
from asyncio import Handle, TimerHandle, events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from itertools import count
from random import Random
from typing import Any
from weakref import WeakSet

EPOCH = 1_800_000_000.0
"""What clocks say when it begins."""
NEVER = float("inf")
LONGEST_TURN = 0.002
"""Seconds that a loop is busy with what it had to do, at most."""
THREAD_TAKES = 0.02
LAST_TURNS = 30


class Task(asyncio.Task[Any]):
    """One that stands in sets in the same order whenever the same seed is run."""

    _numbers = count()

    def __init__(self, work: Coroutine[Any, Any, Any], **options: Any) -> None:
        self._number = next(Task._numbers)
        super().__init__(work, **options)

    @classmethod
    def begin_anew(cls) -> None:
        cls._numbers = count()

    def __hash__(self) -> int:
        return self._number


EventLoop: Any = asyncio.AbstractEventLoop
"""Of which nothing is used but its name: the types of what it can do say more than is needed here."""


class Loop(EventLoop):  # type: ignore[misc]
    """The event loop of one machine."""

    def __init__(self, schedule: "Schedule", name: str, chance: Random) -> None:
        self.schedule = schedule
        self.name = name
        self.chance = chance
        """From which everything comes that is secret or random on this machine."""
        self.ahead = 0.0
        """How far its clock is."""
        self.resumes_at = 0.0
        """It is stopped until then."""
        self.is_dead = False
        self.tasks: WeakSet[asyncio.Task[Any]] = WeakSet()
        self._lag = Random(chance.random())
        self._ready: deque[Handle] = deque()
        self._timers: list[tuple[float, int, TimerHandle]] = []
        self._numbers = count()
        self._free_at = 0.0
        schedule.loops.append(self)

    # What the schedule does.

    def next_at(self) -> float:
        """When it has something to do."""
        if self.is_dead:
            return NEVER
        timers = self._timers
        while timers and timers[0][2].cancelled():
            heapq.heappop(timers)
        if not self._ready and not timers:
            return NEVER
        at = self.schedule.now if self._ready else timers[0][0]
        return max(at, self._free_at, self.resumes_at)

    def turn(self) -> None:
        """Does what is to be done by now, once around."""
        now, timers = self.schedule.now, self._timers
        while timers and timers[0][0] <= now:
            self._ready.append(heapq.heappop(timers)[2])
        events._set_running_loop(self)
        try:
            for _ in range(len(self._ready)):
                if self.is_dead:
                    return  # something that it did has ended it
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
        finally:
            events._set_running_loop(None)
        self._free_at = now + self._lag.random() * LONGEST_TURN

    def end(self) -> None:
        """Everything is given up, whether it was begun or not."""
        self.is_dead = True
        self._timers.clear()
        events._set_running_loop(self)
        try:
            for task in list(self.tasks):
                task.cancel()
            for _ in range(LAST_TURNS):
                for _ in range(len(self._ready)):
                    self._ready.popleft()._run()
            for task in list(self.tasks):
                # Some wait for what is written, whatever happens.
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                task.get_coro().close()
        finally:
            events._set_running_loop(None)

    def wall(self) -> float:
        """The time of day, as far as this machine knows."""
        return EPOCH + self.schedule.now + self.ahead

    # What asyncio asks for.

    def time(self) -> float:
        return self.schedule.now

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), handle))
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        pass  # it is left out when its time comes

    def create_future(self) -> "asyncio.Future[Any]":
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, **options: Any) -> Any:
        task = Task(coro, loop=self, **options)
        self.tasks.add(task)
        return task

    def do(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        """In the background; an error that comes of it is a problem."""
        task: asyncio.Task[Any] = self.create_task(work)
        task.add_done_callback(self._look_at)
        return task

    def _look_at(self, task: "asyncio.Task[Any]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.schedule.fail(f"{self.name}: {error!r}", error)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """There are no threads: it is done a moment later."""
        return self.create_task(self._by_thread(partial(func, *args)))

    async def _by_thread(self, work: Callable[[], Any]) -> Any:
        await asyncio.sleep(self._lag.random() * THREAD_TAKES)
        return work()

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.is_dead:
            error = context.get("exception")
            self.schedule.fail(f"{self.name}: {context['message']}: {error!r}", error)

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return events._get_running_loop() is self

    def is_closed(self) -> bool:
        return False


class Schedule:
    """Runs loops in virtual time, until something is wrong or nothing is left to do."""

    def __init__(self) -> None:
        self.now = 0.0
        self.loops: list[Loop] = []
        self.problems: list[str] = []
        self.error: BaseException | None = None
        self.turns = 0

    def fail(self, problem: str, error: BaseException | None = None) -> None:
        self.problems.append(f"at {self.now:.3f} s: {problem}")
        self.error = self.error or error

    def run(self, task: "asyncio.Task[Any]", most: float) -> None:
        """Until this task is done, or so many seconds are over."""
        while not self.problems and not task.done():
            at, loop = min(((each.next_at(), number) for number, each in enumerate(self.loops)), default=(NEVER, 0))
            if at > most:
                self.fail(f"nothing has come to an end by {most:.0f} s")
                return
            self.now = max(self.now, at)
            self.turns += 1
            self.loops[loop].turn()

    def kill(self, loop: Loop) -> None:
        """Nothing of it is done any more, not even what it would do at its end."""
        loop.is_dead = True
        self.loops.remove(loop)


def here() -> Loop:
    """The machine whose code is running."""
    loop = events._get_running_loop()
    assert isinstance(loop, Loop)
    return loop
