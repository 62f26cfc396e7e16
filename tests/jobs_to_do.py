"""What the tests have done in other processes: functions that can be imported there."""

import os
import sys
import time
from pathlib import Path

from drlucky.errors import DrLuckyError


class Refusal(DrLuckyError):
    """Takes other arguments than an exception keeps."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


prepared: list[int] = []


def prepare() -> None:
    prepared.append(os.getpid())


def prepare_in_vain() -> None:
    raise DrLuckyError("there is nothing to prepare with")


def times_prepared() -> tuple[int, int]:
    return len(prepared), os.getpid()


def square(number: int) -> int:
    return number * number


def inverse(number: int) -> float:
    return 1 / number


def process() -> int:
    return os.getpid()


def refuse() -> None:
    raise Refusal("taken", "the seat is taken")


def fail() -> None:
    raise ZeroDivisionError("nothing is divided by nothing")


def make_what_cannot_travel() -> object:
    return lambda: None


def die() -> None:
    os._exit(1)


def die_the_first_time(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return "done"


def wait_for(path: Path) -> str:
    """Until the file is there."""
    while not path.exists():
        time.sleep(0.01)
    return "done"


def begin_and_never_end(begun: Path, unwound: Path | None = None) -> None:
    """Writes its process id when it has begun, and a file when it is let to unwind."""
    try:
        draft = begun.with_suffix(".draft")
        draft.write_text(str(os.getpid()))
        draft.rename(begun)
        while True:
            time.sleep(1)
    finally:
        if unwound is not None:
            unwound.touch()


def work_for_ever() -> None:
    while True:
        pass


def chatter() -> tuple[str, str]:
    """Reads and prints, as a careless bot would."""
    print("This is no answer.", flush=True)
    os.write(1, b"Nor is this.\n")
    return sys.stdin.read(), os.environ.get("DRLUCKY_TEST_WORD", "")


def niceness() -> int:
    return os.nice(0)
