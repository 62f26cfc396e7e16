"""A worker's own side: a process that reads batches from its input and writes what came of them to its output."""

import os
import pickle
import signal
import sys
from contextlib import suppress

from drlucky.lab.study.answers import answer
from drlucky.lab.study.batches import Batch


def main() -> None:
    # Whoever began the study stops it, also when Ctrl-C reaches everyone in the terminal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a bot prints must not get into the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(EOFError, BrokenPipeError):
        while True:
            batch: Batch = pickle.load(sys.stdin.buffer)
            pickle.dump(answer(batch), answers)
            answers.flush()


if __name__ == "__main__":
    main()
