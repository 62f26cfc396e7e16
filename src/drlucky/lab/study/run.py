"""Running a study: hands its batches to workers, keeps what they bring, and goes on where it was interrupted."""

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from drlucky.errors import DrLuckyError
from drlucky.lab import extras
from drlucky.lab.study.batches import Batch, plan
from drlucky.lab.study.progress import Bar
from drlucky.lab.study.results import Results, named
from drlucky.lab.study.spec import Study
from drlucky.lab.study.storage import Folder
from drlucky.lab.study.workers import Parts, in_this_process, on_cores

WAYS = ("cores", "ray")


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


def crew(batches: Sequence[Batch], workers: int | None, on: str, address: str | None) -> Parts:
    if on == "ray":
        with extras():
            from drlucky.lab.study.on_ray import on_ray
        return on_ray(batches, workers, address)
    wanted = workers or os.cpu_count() or 1
    return in_this_process(batches) if wanted == 1 else on_cores(batches, wanted)
