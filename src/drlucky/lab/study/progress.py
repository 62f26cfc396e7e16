"""The progress bar of a study, with the time left."""

from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from drlucky.lab.study.batches import Batch

SMOOTHED = 60.0
"""Seconds to judge the speed by: the games of one cell can take much longer than those of the next."""


class Bar:
    """Counts expected seconds of work instead of games, for these are of very different lengths."""

    def __init__(self, batches: Sequence[Batch], missing: Sequence[Batch], show: bool) -> None:
        self._games = sum(batch.games for batch in batches)
        self._played = self._games - sum(batch.games for batch in missing)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("· left"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            speed_estimate_period=SMOOTHED,
            disable=not show,
        )
        total, left = (sum(weight(batch) for batch in some) for some in (batches, missing))
        self._task = self._progress.add_task(self._words(), total=total, completed=total - left)

    def _words(self) -> str:
        return f"{self._played:,} of {self._games:,} games"

    def advance(self, batch: Batch) -> None:
        self._played += batch.games
        self._progress.update(self._task, advance=weight(batch), description=self._words())

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def weight(batch: Batch) -> int:
    """Microseconds, for whole numbers add up to the very end."""
    return round(1e6 * batch.seconds)
