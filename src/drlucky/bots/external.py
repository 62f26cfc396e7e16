"""A bot that is a program of its own: it is started as a process and asked over the line protocol.

The program can do whatever it likes and harm nothing but its own game. Nothing here waits without a limit, or keeps
more than a little of what the program says."""

import atexit
import os
import resource
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, sleep

from drlucky.bots import line_protocol
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action, normal
from drlucky.game.view import View

START = "start"
"""The kind of fault that a program is not even there."""
CHUNK = 64 * 1024
KEPT_ERRORS = 2000
"""Bytes of what a program writes to its error output; the last ones say what went wrong."""
LAST_MOMENTS = 2.0
"""The most seconds between closing its output and being gone for a program that is ending, on a busy machine."""
GRACE = 1.0
"""Seconds that a program has for itself when the game is over."""


class Fault(DrLuckyError):
    """Something that a player must not do; `kind` is one word for it."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


@dataclass(frozen=True)
class Limits:
    """What a program may take."""

    seconds: float = 5.0
    """For each decision."""
    start_seconds: float = 10.0
    """To say hello."""
    memory: int = 2048
    """In megabytes."""


class GuestBot:
    """Plays as a program answers. Whatever that does wrong becomes a Fault, and then it is ended: so a late answer is
    never taken for the next one. For the decision after that it is started anew."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self.command = command
        self.limits = limits
        self._process: Process | None = None
        self._started = 0.0
        self._is_greeted = False

    def start(self) -> None:
        """Starts the program if it does not run, without waiting for it."""
        if self._process is None:
            self._started = monotonic()
            self._is_greeted = False
            self._process = Process(self.command, self.limits.memory * 2**20)
            self._process.tell(line_protocol.hello())

    def greet(self) -> str:
        """Waits until the program has said hello, and returns the name that it gives itself."""
        try:
            self.start()
            assert self._process
            name = line_protocol.read_hello(self._process.listen(self.limits.start_seconds, self._started))
        except (Fault, line_protocol.Garbled) as fault:
            self.end()
            raise Fault(START, f"it did not say hello: {fault}") from fault
        self._is_greeted = True
        return name

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        if not self._is_greeted:
            self.greet()
        assert self._process
        seconds = self.limits.seconds
        try:
            answer = line_protocol.read_answer(self._process.ask(line_protocol.decide(view, legal, seconds), seconds))
        except line_protocol.Garbled as garbled:
            self.end()
            raise Fault("malformed", str(garbled)) from garbled
        except Fault:
            self.end()
            raise
        by_text = {normal(str(action)): action for action in legal}
        if normal(answer) not in by_text:
            self.end()
            raise Fault("illegal", f"{answer[:60]!r} is none of the legal actions")
        return by_text[normal(answer)]

    def over(self, view: View) -> None:
        """Tells the program how the game ended, if it still runs, and gives it a moment to finish."""
        if self._process and self._is_greeted:
            self._process.tell(line_protocol.over(view))
        self.end(GRACE)

    def end(self, grace: float = 0.0) -> None:
        if self._process:
            self._process.end(grace)
        self._process = None
        self._is_greeted = False


class Process:
    """A program that was started, and the lines exchanged with it. It has a process group of its own, so that whatever
    it starts can be ended with it."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        """`memory` is the most that it may take, in bytes, where the system can hold it to that."""
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise Fault(START, f"it cannot be started: {error.strerror}") from error
        self._pipes = [pipe for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr) if pipe]
        self._in, self._out, self._errors = (pipe.fileno() for pipe in self._pipes)
        self._selector = selectors.PollSelector()
        for pipe in (self._in, self._out, self._errors):
            os.set_blocking(pipe, False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._heard = b""
        self._unsent = b""
        self._complaints = b""
        self._is_silent = False
        RUNNING.add(self)
        if hasattr(resource, "prlimit"):
            with suppress(ProcessLookupError, PermissionError):
                resource.prlimit(self._popen.pid, resource.RLIMIT_DATA, (memory, memory))

    @property
    def last_words(self) -> str:
        """The last line of its error output."""
        said = self._complaints.decode("utf-8", "replace").strip().splitlines()
        return "".join(letter for letter in said[-1] if letter.isprintable())[-200:] if said else ""

    def tell(self, line: bytes) -> None:
        """Says a line to the program; what does not fit through at once goes along when it is listened to."""
        self._unsent += line
        self._send()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Says a line and returns the one that comes back."""
        self._exchange(monotonic())
        if self._heard:
            raise Fault("flood", "it spoke without being asked")
        if self._unsent:
            raise Fault("timeout", "it does not read what it is told")
        self.tell(line)
        return self.listen(seconds)

    def listen(self, seconds: float, since: float | None = None) -> bytes:
        """The next line that the program says, for which it has so many seconds, from now or since another moment."""
        until = (monotonic() if since is None else since) + seconds
        self._exchange(monotonic())  # what it has said by now is in time
        while b"\n" not in self._heard:
            if len(self._heard) > line_protocol.LONGEST_LINE:
                raise Fault("flood", f"its line goes on after {line_protocol.LONGEST_LINE:,} bytes")
            if self._is_silent:
                raise self._fell_silent()
            if monotonic() >= until:
                raise Fault("timeout", f"no answer within {seconds:g} s")
            self._exchange(until)
        line, _, more = self._heard.partition(b"\n")
        if more:
            raise Fault("flood", "it said more than one line")
        self._heard = b""
        return line

    def end(self, grace: float) -> None:
        """Lets the program finish by itself for so many seconds, then ends it and all that it started."""
        if self._in in self._selector.get_map():
            self._selector.unregister(self._in)
        self._pipes[0].close()
        until = monotonic() + grace
        while not self._is_silent and monotonic() < until:
            self._exchange(until)
            self._heard = b""
        self.kill()

    def kill(self) -> None:
        """Ends the program and all that it started, at once."""
        # It is not yet reaped, so the number of its group can be nobody else's.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        RUNNING.discard(self)
        self._selector.close()
        for pipe in self._pipes:
            pipe.close()

    def _exchange(self, until: float) -> None:
        """Waits for the first thing that can be sent or heard, and does it."""
        for key, _ in self._selector.select(max(0.0, until - monotonic())):
            if key.fd == self._in:
                self._send()
            elif key.fd == self._out:
                self._heard += self._hear(self._out, line_protocol.LONGEST_LINE + 1 - len(self._heard))
            else:
                self._complaints = (self._complaints + self._hear(self._errors, CHUNK))[-KEPT_ERRORS:]

    def _hear(self, pipe: int, most: int) -> bytes:
        try:
            said = os.read(pipe, most) if most > 0 else b""
        except BlockingIOError:
            return b""
        if not said and most > 0:
            self._selector.unregister(pipe)
            self._is_silent = self._is_silent or pipe == self._out
        return said

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :] if self._unsent else b""
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # A program that does not listen any more may still speak; if it is gone, its output ends.
            self._unsent = b""
        waiting = self._in in self._selector.get_map()
        if self._unsent and not waiting:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        elif waiting and not self._unsent:
            self._selector.unregister(self._in)

    def _fell_silent(self) -> Fault:
        until = monotonic() + LAST_MOMENTS
        while monotonic() < until:
            ended = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if ended is not None:
                self._exchange(monotonic())
                killed = ended.si_code != os.CLD_EXITED
                how = f"by signal {ended.si_status}" if killed else f"with code {ended.si_status}"
                return Fault("died", f"it ended {how}{': ' if self.last_words else ''}{self.last_words}")
            sleep(0.002)
        return Fault("closed", "it closed its output")


RUNNING: set[Process] = set()


@atexit.register
def kill_all() -> None:
    """However this process comes to its end, the programs that it started do not outlive it."""
    for process in list(RUNNING):
        process.kill()
