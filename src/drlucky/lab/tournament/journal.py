"""The journal of a long piece of work: a folder with what was planned, and a line for everything that is done.

Each line is on the disk before anyone hears of it, so that work interrupted at any moment goes on where it was."""

import fcntl
import json
import os
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Self, TypeVar

from drlucky.errors import DrLuckyError
from drlucky.files import write
from drlucky.jobs import Jobs, ProcessDied

Entry = dict[str, Any]
Job = TypeVar("Job")
GRACE = 5.0
"""Seconds for a process that is stopped to end the programs that it started."""


class Journal:
    """Opened for as long as the work takes; nobody else can have it meanwhile."""

    def __init__(self, folder: Path, name: str, plan: Entry) -> None:
        """`plan` is what must be the same for the work to go on. Its file and the journal's are called by `name`."""
        self.folder = folder
        self.entries: list[Entry] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / f"{name}.jsonl").open("a+b")
        except OSError as error:
            raise DrLuckyError(f"{folder} cannot be written to: {error.strerror}") from error
        try:
            self._lock()
            self._check(folder / f"{name}.json", plan)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def add(self, entry: Entry) -> None:
        self._file.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.entries.append(entry)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._file.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DrLuckyError(f"someone else is at work in {self.folder}; choose another folder, or wait") from None

    def _check(self, file: Path, plan: Entry) -> None:
        """Work goes on only as it was begun; otherwise the two halves would not belong together."""
        begun = begun_with(self.folder, file.stem)
        if not begun:
            write(file, json.dumps(plan, ensure_ascii=False, indent=2) + "\n")
            return
        for what in {**plan, **begun}:
            if begun.get(what) != plan.get(what):
                raise DrLuckyError(
                    f"{self.folder} holds other work, begun with {what} {shown(begun.get(what))}, "
                    f"not {shown(plan.get(what))}; choose another folder, or go on as it was begun"
                )

    def _read(self) -> None:
        """What is done. A last line that was cut off in the middle is not, and goes."""
        self._file.seek(0)
        for line in self._file.read().splitlines(keepends=True):
            if not line.endswith(b"\n"):
                self._file.truncate(self._file.tell() - len(line))
                break
            try:
                self.entries.append(json.loads(line))
            except ValueError as error:
                number = len(self.entries) + 1
                raise DrLuckyError(f"{self._file.name} is damaged in line {number}: {error}") from error


def work_off(
    journal: Journal,
    work: Callable[[Job], Entry],
    jobs: Iterable[Job],
    *,
    workers: int,
    progress: Callable[[int], None],
) -> None:
    """Has jobs done in so many processes, and enters what comes of each. `progress` is told how many entries there
    are, at the beginning and after each."""
    progress(len(journal.entries))
    with Jobs(workers, grace=GRACE) as processes, closing(processes.results(work, jobs)) as results:
        try:
            for _, entry in results:
                journal.add(entry)
                progress(len(journal.entries))
        except ProcessDied as error:
            raise DrLuckyError("a worker was killed; what is finished is kept, and the same command goes on") from error


def begun_with(folder: Path, name: str) -> Entry:
    """The plan of the work in a folder; empty if there is none."""
    file = folder / f"{name}.json"
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise DrLuckyError(f"{file} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise DrLuckyError(f"{file} is no plan of anything")
    return found


def shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)
