import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import jobs_to_do as do
from drlucky.errors import DrLuckyError
from drlucky.jobs import Busy, Closed, JobFailed, Jobs, ProcessDied, TimedOut

LONG = 60.0


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_results_come_with_what_they_are_of() -> None:
    with Jobs(2) as jobs:
        assert dict(jobs.results(do.square, range(20))) == {number: number * number for number in range(20)}


def test_items_are_taken_only_as_fast_as_they_are_worked_on() -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    with Jobs(1) as jobs:
        results = jobs.results(do.square, items())
        next(results)
        assert len(taken) <= 3
        results.close()


def test_the_first_error_ends_the_results() -> None:
    with Jobs(1) as jobs, pytest.raises(JobFailed, match="division by zero"):
        list(jobs.results(do.inverse, [1, 0, 2]))


def test_in_asyncio() -> None:
    async def both() -> list[int]:
        return list(await asyncio.gather(jobs.run(do.square, 3), jobs.run(do.square, 4)))

    with Jobs(1) as jobs:
        assert asyncio.run(both()) == [9, 16]


def own_threads() -> set[threading.Thread]:
    """Those of jobs: others may begin and end in this process meanwhile."""
    return {thread for thread in threading.enumerate() if thread.name == "jobs"}


def test_a_process_is_kept_for_the_next_job_and_started_only_when_needed() -> None:
    before = own_threads()
    with Jobs(4) as jobs:
        assert own_threads() == before
        assert jobs.submit(do.process).result() == jobs.submit(do.process).result() != os.getpid()
        assert len(own_threads() - before) == 1
    assert own_threads() == before


def test_a_process_with_nothing_to_do_is_ended() -> None:
    with Jobs(idle=0.05) as jobs:
        first = jobs.submit(do.process).result()
        until(lambda: not is_there(first))
        assert jobs.submit(do.process).result() != first, "and another is started when there is something to do"


def test_what_a_job_came_to_is_not_kept() -> None:
    with Jobs() as jobs:
        future = jobs.submit(do.square, 2)
        assert future.result() == 4
        kept = weakref.ref(future)
        del future
        until(lambda: kept() is None)


def test_an_error_for_people_comes_back_as_it_was() -> None:
    with Jobs() as jobs, pytest.raises(do.Refusal, match=r"^the seat is taken$") as caught:
        jobs.submit(do.refuse).result()
    assert caught.value.code == "taken"


def test_a_fault_comes_back_with_its_traceback() -> None:
    with Jobs() as jobs:
        with pytest.raises(JobFailed, match=r"in fail\n(.*\n)*ZeroDivisionError: nothing is divided"):
            jobs.submit(do.fail).result()
        with pytest.raises(JobFailed, match="make_what_cannot_travel"):
            jobs.submit(do.make_what_cannot_travel).result()
        assert jobs.submit(do.square, 3).result() == 9


def test_a_job_that_takes_too_long_is_stopped_and_its_process_replaced(tmp_path: Path) -> None:
    with Jobs(seconds=LONG) as jobs:
        before = jobs.submit(do.process).result()
        with pytest.raises(TimedOut, match=r"it took longer than 0\.2 s"):
            jobs.submit(do.begin_and_never_end, tmp_path / "begun", seconds=0.2).result()
        until(lambda: not is_there(before))
        assert jobs.submit(do.process).result() != before


def test_where_the_machine_has_other_things_to_do_only_the_work_counts(tmp_path: Path) -> None:
    """One that waits works on nothing, as one does to whom the processor is not given."""
    free = tmp_path / "free"
    with Jobs(seconds=0.2, patience=LONG / 0.2) as jobs:
        waiting = jobs.submit(do.wait_for, free)
        time.sleep(0.6)
        assert not waiting.done()
        free.touch()
        assert waiting.result() == "done"
        with pytest.raises(TimedOut):
            jobs.submit(do.work_for_ever).result()
    with Jobs(seconds=0.1, patience=2.0) as jobs, pytest.raises(TimedOut):
        jobs.submit(do.begin_and_never_end, tmp_path / "begun").result()


def test_one_that_is_late_may_end_what_it_started(tmp_path: Path) -> None:
    begun, unwound = tmp_path / "begun", tmp_path / "unwound"
    with Jobs(grace=LONG) as jobs:
        jobs.submit(do.square, 1).result()
        with pytest.raises(TimedOut):
            jobs.submit(do.begin_and_never_end, begun, unwound, seconds=0.5).result()
    assert unwound.exists() or not begun.exists()


@pytest.mark.slow
def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    with Jobs() as jobs:
        with pytest.raises(ProcessDied):
            jobs.submit(do.die).result()
        assert jobs.submit(do.square, 3).result() == 9
    with Jobs(tries=2) as jobs:
        assert jobs.submit(do.die_the_first_time, tmp_path / "mark").result() == "done"
        with pytest.raises(ProcessDied):
            jobs.submit(do.die).result()


def test_more_jobs_than_may_wait_are_refused(tmp_path: Path) -> None:
    with Jobs(most=2) as jobs:
        waiting = [jobs.submit(do.wait_for, tmp_path / "go") for _ in range(2)]
        with pytest.raises(Busy):
            jobs.submit(do.square, 3)
        (tmp_path / "go").touch()
        assert [each.result() for each in waiting] == ["done", "done"]
        assert jobs.submit(do.square, 3).result() == 9
        assert len(list(jobs.results(do.square, range(10)))) == 10


def test_a_job_that_nobody_waits_for_is_not_begun(tmp_path: Path) -> None:
    async def gone() -> None:
        waiting = asyncio.ensure_future(jobs.run(do.begin_and_never_end, tmp_path / "begun"))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    with Jobs(most=2) as jobs:
        first = jobs.submit(do.wait_for, tmp_path / "go")
        asyncio.run(gone())
        (tmp_path / "go").touch()
        first.result()
        assert jobs.submit(do.square, 3).result() == 9
        assert not (tmp_path / "begun").exists()


def test_closing_ends_processes_and_tells_those_who_wait(tmp_path: Path) -> None:
    jobs = Jobs()
    working = jobs.submit(do.begin_and_never_end, tmp_path / "begun")
    waiting = jobs.submit(do.square, 3)
    until((tmp_path / "begun").exists)
    jobs.close()
    for future in (working, waiting):
        with pytest.raises(Closed):
            future.result()
    assert not is_there(int((tmp_path / "begun").read_text()))
    with pytest.raises(Closed):
        jobs.submit(do.square, 3)
    jobs.close()


def test_closing_lets_a_job_end_what_it_started(tmp_path: Path) -> None:
    jobs = Jobs(grace=LONG)
    working = jobs.submit(do.begin_and_never_end, tmp_path / "begun", tmp_path / "unwound")
    until((tmp_path / "begun").exists)
    jobs.close()
    assert (tmp_path / "unwound").exists()
    with pytest.raises(Closed):
        working.result()


def test_leaving_the_results_begins_nothing_more(tmp_path: Path) -> None:
    with Jobs() as jobs:
        results = jobs.results(do.wait_for, [tmp_path, tmp_path / "begun", tmp_path / "more"])
        next(results)
        results.close()
        (tmp_path / "begun").touch()
        assert jobs.submit(do.square, 3).result() == 9


@pytest.mark.slow
def test_each_process_is_prepared() -> None:
    with Jobs(prepare=do.prepare) as jobs:
        for _ in range(2):
            first = jobs.submit(do.times_prepared).result()
            assert first == jobs.submit(do.times_prepared).result()
            assert first[0] == 1
            with pytest.raises(ProcessDied):
                jobs.submit(do.die).result()
    with Jobs(prepare=do.prepare_in_vain) as jobs:
        for _ in range(2):
            with pytest.raises(DrLuckyError, match="nothing to prepare with"):
                jobs.submit(do.square, 3).result()


def test_what_a_job_reads_and_prints_does_not_matter() -> None:
    with Jobs(environment={"DRLUCKY_TEST_WORD": "spoon"}) as jobs:
        assert jobs.submit(do.chatter).result() == ("", "spoon")
        assert jobs.submit(do.square, 3).result() == 9


def test_a_lower_priority() -> None:
    with Jobs(niceness=3) as jobs:
        assert jobs.submit(do.niceness).result() == min(19, os.nice(0) + 3)


def test_ctrl_c_is_for_the_one_who_asked() -> None:
    with Jobs() as jobs:
        process = jobs.submit(do.process).result()
        os.kill(process, signal.SIGINT)
        assert jobs.submit(do.process).result() == process


SCRIPT = """
import sys
from pathlib import Path
import jobs_to_do
from drlucky.jobs import Jobs
print("imported", flush=True)
jobs = Jobs()
jobs.submit(jobs_to_do.begin_and_never_end, Path(sys.argv[1])).result()
"""


def test_a_script_is_not_imported_again_and_its_processes_end_with_it(tmp_path: Path) -> None:
    script, begun = tmp_path / "script.py", tmp_path / "begun"
    script.write_text(SCRIPT)
    found = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, str(script), str(begun)], stdout=subprocess.PIPE, env=found) as running:
        until(begun.exists)
        running.kill()
        assert running.communicate()[0] == b"imported\n"
    until(lambda: not is_there(int(begun.read_text())))
