"""Jobs: work in other processes, with deadlines. A server needs them to hold nobody up, the lab to use all cores.

    with Jobs(4) as jobs:
        for game, result in jobs.results(play, games):  # each as soon as it is done
            ...

    future = jobs.submit(play, game)                    # a concurrent.futures.Future
    hint = await jobs.run(find_hint, view)              # in asyncio

The function, its arguments and its result are pickled, and the function must be one that can be imported.

Processes are started when they are first needed, and each works on one job at a time. One that dies, or is killed
because its job takes too long, is replaced. They are plain interpreters and not those of `multiprocessing`, which
import the user's script again and outlive a parent that is killed: these end when their input does, however their
parent ends."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from time import monotonic
from typing import Any, BinaryIO, NamedTuple, NoReturn, Self, TypeVar

from drlucky.errors import DrLuckyError

START = "import sys; niceness, *sys.path = sys.argv[1:]; from drlucky.jobs import work_on; work_on(int(niceness))"
"""What a process runs. It imports from the same places as this one, wherever it was started."""
START_SECONDS = 120.0
"""For the start of a process and its `prepare`: far more than they take on a machine that has much else to do."""

LOOK_AGAIN = 0.05
"""Seconds after which a job that has nearly used its processor time is looked at again."""

Item = TypeVar("Item")
T = TypeVar("T")


class JobError(DrLuckyError):
    """Nothing came of a job, for a reason that lies outside it."""

    item: Any = None
    """What was worked on, if it was one of several."""


class Busy(JobError):
    """As many jobs as may wait are waiting already."""


class TimedOut(JobError):
    """The job took longer than it may, and was stopped."""


class ProcessDied(JobError):
    """The process that worked on the job has died."""


class Closed(JobError):
    """The processes were closed before the job was done."""


class JobFailed(Exception):
    """The job raised something else than a DrLuckyError: a fault of its own. The text is the traceback."""


class Outcome(NamedTuple):
    """What came of a job, in a form that can be pickled."""

    value: Any = None
    error: tuple[type[DrLuckyError], tuple[Any, ...], dict[str, Any]] | None = None
    """An error for whoever asked for the job: its class, arguments and attributes."""
    fault: str | None = None
    """The traceback of any other error."""

    def result(self) -> Any:
        """The value; or raises the error."""
        if self.fault is not None:
            raise JobFailed(self.fault)
        if self.error is not None:
            kind, arguments, attributes = self.error
            # Not by its constructor, which may take other arguments than those that the exception keeps.
            error = kind.__new__(kind, *arguments)
            error.__dict__.update(attributes)
            raise error
        return self.value


def attempt(work: Callable[..., Any], *given: Any) -> Outcome:
    """Does the work in this process."""
    try:
        return Outcome(work(*given))
    except DrLuckyError as error:
        return Outcome(error=(type(error), error.args, dict(error.__dict__)))
    except Exception:
        return Outcome(fault=traceback.format_exc())


class Jobs:
    """Up to `processes` processes, for jobs from any thread. Close it, or use it in a `with`."""

    def __init__(
        self,
        processes: int = 1,
        *,
        seconds: float | None = None,
        most: int | None = None,
        tries: int = 1,
        prepare: Callable[[], object] | None = None,
        niceness: int = 0,
        grace: float = 0.0,
        patience: float = 1.0,
        idle: float | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`seconds`: how long a job may take once it is begun, unless something else is said with the job.
        `most`: how many jobs there may be at once, waiting ones included; beyond that they are refused as `Busy`.
        `tries`: how often a job is tried whose process dies.
        `prepare`: called in each process before its first job.
        `niceness`: lowers the priority of the processes, as `nice` does.
        `grace`: how many seconds a process that is stopped has to end what it started itself.
        `patience`: how many times as long a job may take where the machine has other things to do: until then only its
        processor time counts.
        `idle`: after how many seconds without a job a process is ended, and its memory free for others; the next job
        waits until another one is started.
        `environment`: variables for the processes, beside those of this one."""
        self._processes = processes
        self._seconds = seconds
        self._most = most
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._unfinished = 0
        self._lock = Lock()
        self._grace = grace
        variables = os.environ | (environment or {})
        self._start = _Start(niceness, variables, pickle.dumps((prepare or nothing, ())), tries, grace, patience, idle)
        self._workers: list[_Worker] = []
        self._is_closed = False

    def submit(self, work: Callable[..., T], *given: Any, seconds: float | None = None) -> "Future[T]":
        """Has `work(*given)` done. The future gets what came of it."""
        future: Future[T] = Future()
        job = _Job(pickle.dumps((work, given)), self._seconds if seconds is None else seconds, future)
        with self._lock:
            if self._is_closed:
                raise Closed("nothing more is worked on here")
            if self._most is not None and self._unfinished >= self._most:
                raise Busy("too much is being worked on already; try again in a while")
            self._unfinished += 1
            self._waiting.put(job)
            if len(self._workers) < min(self._processes, self._unfinished):
                self._workers.append(_Worker(self._start, self._take, self._finish))
        return future

    async def run(self, work: Callable[..., T], *given: Any, seconds: float | None = None) -> T:
        """What `work(*given)` returns. A job that has begun goes on when nobody waits for it any more."""
        return await asyncio.wrap_future(self.submit(work, *given, seconds=seconds))

    def results(self, work: Callable[[Item], T], items: Iterable[Item]) -> Generator[tuple[Item, T], None, None]:
        """Each item with what `work(item)` returned, in the order in which they get done. Items are taken only as fast
        as they are worked on. The first error ends it."""
        coming = iter(items)
        done: SimpleQueue[Future[T]] = SimpleQueue()
        asked: dict[Future[T], Item] = {}
        # While each process works on one item, another is ready to follow.
        ahead = min(2 * self._processes, self._most or sys.maxsize)
        try:
            while True:
                for item in islice(coming, ahead - len(asked)):
                    future = self.submit(work, item)
                    asked[future] = item
                    future.add_done_callback(done.put)
                if not asked:
                    return
                future = done.get()
                item = asked.pop(future)
                try:
                    result = future.result()
                except JobError as error:
                    error.item = item
                    raise
                yield item, result
        finally:
            for future in asked:
                future.cancel()

    def close(self) -> None:
        """Ends all processes. Whoever still waits for a job gets `Closed`."""
        with self._lock:
            self._is_closed = True
        for worker in self._workers:
            worker.stop(at_once=not self._grace)
            self._waiting.put(None)
        until = monotonic() + self._grace
        for worker in self._workers:
            worker.thread.join(max(0.0, until - monotonic()))
            worker.stop(at_once=True)
            worker.thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, within: float | None) -> "_Job | None":
        """The next job that someone still waits for; None when there will be no more. Raises Empty if none comes
        within so many seconds."""
        while (job := self._waiting.get(timeout=within)) is not None and not job.future.set_running_or_notify_cancel():
            self._finish()
        return job

    def _finish(self) -> None:
        with self._lock:
            self._unfinished -= 1


def nothing() -> None:
    """There is nothing to prepare."""


class _Job(NamedTuple):
    request: bytes
    seconds: float | None
    future: "Future[Any]"


class _Start(NamedTuple):
    """How processes are started."""

    niceness: int
    environment: Mapping[str, str]
    prepare: bytes
    tries: int
    grace: float
    patience: float
    idle: float | None


class _Worker:
    """A thread that hands one job after the other to a process, and replaces the process when it is gone."""

    def __init__(self, start: _Start, take: Callable[[float | None], _Job | None], finish: Callable[[], None]) -> None:
        self._start = start
        self._take = take
        self._finish = finish
        self._lock = Lock()
        self._process: _Process | None = None
        self._is_stopped = False
        # It does nothing but wait, and must not keep a program alive that forgot to close it.
        self.thread = Thread(target=self._serve, name="jobs", daemon=True)
        self.thread.start()

    def stop(self, *, at_once: bool) -> None:
        """From another thread: whatever is being worked on is wanted no more."""
        with self._lock:
            self._is_stopped = True
            if self._process is not None:
                self._process.stop(at_once=at_once)

    def _serve(self) -> None:
        while (job := self._next()) is not None:
            self._answer(job)
            del job  # what it was about can be large, and the next one may be long in coming
        self._end()

    def _answer(self, job: _Job) -> None:
        try:
            value, error = self._do(job), None
        except Exception as raised:
            value, error = None, raised
        self._finish()
        if error is None:
            job.future.set_result(value)
        else:
            job.future.set_exception(error)

    def _next(self) -> _Job | None:
        try:
            return self._take(self._start.idle)
        except Empty:
            self._end()
            return self._take(None)

    def _do(self, job: _Job) -> Any:
        for left in reversed(range(self._start.tries)):
            try:
                return self._running().ask(job.request, job.seconds).result()
            except (ProcessDied, TimedOut) as error:
                self._end()
                if self._is_stopped:
                    raise Closed("the processes were closed before it was done") from None
                if not left or isinstance(error, TimedOut):
                    raise
        raise AssertionError("a job is tried at least once")

    def _running(self) -> "_Process":
        with self._lock:
            if self._is_stopped:
                raise Closed("the processes were closed before it was begun")
            if self._process is not None:
                return self._process
            process = self._process = _Process(self._start)
        try:
            process.ask(self._start.prepare, START_SECONDS).result()
        except Exception:
            self._end()
            raise
        return process

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.end()


class _Deadline(NamedTuple):
    answered: int
    """How many requests had been answered when this one was made."""
    seconds: float
    began: float
    used: float | None
    """Processor time that the process had used then; None where the system does not tell."""

    def left(self, now: float, used: float | None, patience: float) -> float:
        """Seconds until it has to be looked at again; none if it is late."""
        in_all = self.began + self.seconds * patience - now
        if used is None or self.used is None:
            return min(in_all, self.began + self.seconds - now)
        worked = self.seconds - (used - self.used)
        return min(in_all, max(worked, LOOK_AGAIN)) if worked > 0 else 0.0


def processor_seconds(process: int) -> float | None:
    """Processor time that a process has used so far, where the system has it in a file."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Process:
    """A process that answers one request after the other."""

    def __init__(self, start: _Start) -> None:
        with interrupts_held():
            self._popen = subprocess.Popen(
                [sys.executable, "-c", START, str(start.niceness), *sys.path],
                env=start.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._requests, self._answers = self._popen.stdin, self._popen.stdout
        self._grace = start.grace
        self._patience = start.patience
        self._lock = Lock()
        self._answered = 0
        self._is_late = False
        self._watchdog: Timer | None = None

    def ask(self, request: bytes, seconds: float | None) -> Outcome:
        """What came of a request. After any error the process is of no more use."""
        if seconds is not None:
            self._watch(_Deadline(self._answered, seconds, monotonic(), self._processor_time()), seconds)
        try:
            pickle.dump(request, self._requests)
            self._requests.flush()
            answer: bytes = pickle.load(self._answers)
        except (OSError, EOFError, pickle.UnpicklingError):
            answer = b""
        with self._lock:
            self._answered += 1
            if self._watchdog is not None:
                self._watchdog.cancel()
        if self._is_late:
            raise TimedOut("it took longer than {seconds:g} s", seconds=seconds)
        if not answer:
            raise ProcessDied("the process that worked on it has died")
        outcome: Outcome = pickle.loads(answer)
        return outcome

    def _watch(self, deadline: "_Deadline", seconds: float) -> None:
        self._watchdog = Timer(seconds, self._kill_if_late, (deadline,))
        self._watchdog.daemon = True
        self._watchdog.start()

    def _kill_if_late(self, deadline: "_Deadline") -> None:
        with self._lock:
            if self._answered != deadline.answered:
                return
            left = deadline.left(monotonic(), self._processor_time(), self._patience)
            if left > 0:
                self._watch(deadline, left)
                return
            self._is_late = True
            self.stop(at_once=not self._grace)
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(self._grace)
            self.stop(at_once=True)

    def _processor_time(self) -> float | None:
        return processor_seconds(self._popen.pid)

    def stop(self, *, at_once: bool) -> None:
        """From another thread. What is asked at the moment gets no answer."""
        if at_once:
            self._popen.kill()
        else:
            self._popen.terminate()

    def end(self) -> None:
        self._popen.kill()
        self._popen.wait()
        # What still waits in the pipe for a reader that is gone does not matter.
        with suppress(OSError):
            self._requests.close()
        self._answers.close()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C waits meanwhile. A process that is started here is born with that, until it can ignore it by itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# The other side: what runs in the processes.


def work_on(niceness: int) -> NoReturn:
    """Reads requests from the standard input and answers on the standard output, until the input ends."""
    # Ctrl-C reaches every process of a terminal, and is for the one that asked for the work.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, leave)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    sys.argv[1:] = []
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a job reads and prints must not get among them.
    with Path(os.devnull).open("rb") as empty:
        os.dup2(empty.fileno(), 0)
    os.dup2(2, 1)
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=read_requests, args=(requests, waiting), daemon=True).start()
    while True:
        pickle.dump(answer_to(waiting.get()), answers)
        answers.flush()


def read_requests(requests: BinaryIO, waiting: "SimpleQueue[bytes]") -> None:
    """In a thread, so that the end of the input, which is that of the parent, also ends a job that is being done."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            waiting.put(pickle.load(requests))
    os.kill(os.getpid(), signal.SIGTERM)


def answer_to(request: bytes) -> bytes:
    try:
        work, given = pickle.loads(request)
        return pickle.dumps(attempt(work, *given))
    except Exception:  # it cannot be imported here, or its result cannot be pickled
        return pickle.dumps(Outcome(fault=traceback.format_exc()))


def leave(number: int, frame: object) -> NoReturn:
    """Unwinds, so that whatever the job must end or close is."""
    raise SystemExit(0)
