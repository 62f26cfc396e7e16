"""Running a study: hands its batches to workers, keeps what they bring, and goes on where it was interrupted."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from drlucky.errors import DrLuckyError
from drlucky.lab.study.batches import Batch, plan
from drlucky.lab.study.results import Results, named
from drlucky.lab.study.spec import Study
from drlucky.lab.study.storage import Folder
from drlucky.lab.study.workers import WAYS, crew

SMOOTHED = 60.0
"""Seconds to judge the speed by: the games of one cell can take much longer than those of the next."""


def run(
    study: Study,
    out: str | Path | None = None,
    *,
    workers: int | None = None,
    on: str = "cores",
    address: str | None = None,
    csv: bool = True,
    progress: bool = False,
) -> Results:
    """Plays a study and returns its results.

    With `out`, a folder, everything is kept there, and a study that was interrupted goes on where it was. One worker
    plays in this process, several in processes of their own; without a number there is one for each core. `on="ray"`
    plays on a Ray cluster, the one at `address` or a new one of this machine. The results are the same however and
    wherever they are played."""
    if on not in WAYS:
        raise DrLuckyError(f"a study runs on {' or '.join(WAYS)}, not on {on!r}")
    if workers is not None and workers < 1:
        raise DrLuckyError(f"a study needs at least one worker, not {workers}")
    if out is None:
        with TemporaryDirectory(prefix="drlucky-") as spare:
            return collect(study, Folder(Path(spare)), workers, on, address, progress)
    folder = Folder(Path(out))
    results = collect(study, folder, workers, on, address, progress)
    results.write_summaries(folder.path, csv)
    # Only now, so that an interrupt while writing costs nothing but the writing.
    folder.forget_parts()
    return results


def collect(study: Study, folder: Folder, workers: int | None, on: str, address: str | None, progress: bool) -> Results:
    folder.begin(study)
    if folder.is_done:
        return Results(study, folder.read_games())
    batches = plan(study)
    missing = [batch for batch in batches if not folder.has(batch)]
    with Bar(batches, missing, show=progress) as bar, closing(crew(missing, workers, on, address)) as parts:
        for batch, part in parts:
            folder.keep(batch, part)
            bar.advance(batch)
    games = named(study, folder.parts(batches))
    folder.write_games(games)
    return Results(study, games)


class Bar:
    """A progress bar with the time left. It counts expected seconds of work, for games are of very different
    lengths."""

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
