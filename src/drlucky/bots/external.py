"""A bot that is someone's own program, asked over the line protocol."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from drlucky.bots import line_protocol as lines
from drlucky.bots.process import START, Fault, Process
from drlucky.game.actions import Action, normal
from drlucky.game.view import View

GRACE = 1.0
"""Seconds that a program has for itself when the game is over."""


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
            self._process.tell(lines.hello())

    def greet(self) -> str:
        """Waits until the program has said hello, and returns the name that it gives itself."""
        try:
            self.start()
            assert self._process
            name = lines.read_hello(self._process.listen(self.limits.start_seconds, self._started))
        except (Fault, lines.Garbled) as fault:
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
            answer = lines.read_answer(self._process.ask(lines.decide(view, legal, seconds), seconds))
        except lines.Garbled as garbled:
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
            self._process.tell(lines.over(view))
        self.end(GRACE)

    def end(self, grace: float = 0.0) -> None:
        if self._process:
            self._process.end(grace)
        self._process = None
        self._is_greeted = False
