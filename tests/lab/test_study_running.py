"""Running studies: any number of workers anywhere, interrupted at any time, and always the same results."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import drlucky
from drlucky.errors import DrLuckyError
from drlucky.lab import Results, Study, open_results, run
from drlucky.lab.study.batches import plan
from drlucky.lab.study.run import collect
from drlucky.lab.study.storage import MANIFEST, PARTS, Folder, fingerprint
from lab.study_bots import DIED
from patience import NEVER, wait_until

SOURCES = Path(drlucky.__file__).parent

STUDY = Study(
    name="small",
    seed=3,
    games=100,
    grid={"edition": ["kill-1996", "kill-2016", "kill-de", "save-2000"], "players": [2, 3, 4]},
)
SLOW = Study(name="slow", games=3, base={"edition": "kill-2016", "players": 3, "bots": "lab.study_bots:Mortal"})


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Played by one worker, in this process, without an interrupt."""
    folder = tmp_path_factory.mktemp("studies") / "whole"
    run(STUDY, folder, workers=1)
    return folder


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The same study in a process of its own, with some of its batches played."""
    (tmp_path / "study.toml").write_text(STUDY.as_toml(), encoding="utf-8")
    command = [sys.executable, "-m", "drlucky", "study", str(tmp_path / "study.toml")]
    command += ["--out", str(tmp_path / "out"), "--workers", "2"]
    found = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, env=found, stderr=subprocess.PIPE, text=True) as process:
        while len(list((tmp_path / "out" / PARTS).glob("*.parquet"))) < 3:
            assert process.poll() is None
            time.sleep(0.002)
        yield process
        process.kill()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of drlucky's sources."""
    copy = tmp_path_factory.mktemp("copy") / "drlucky"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("server", "phrases", "*.so", "__pycache__"))
    return copy


@pytest.mark.parametrize(
    "decisive",
    [
        "search/weights/kill-2016.toml",
        "search/ismcts.py",
        "search/rng.py",
        "game/setup.py",
        "game/options.py",
        "game/dealer.py",
        "game/determinize.py",
        "editions/kill_2016.py",
        "engine/turns.py",
        "boards/mansion.txt",
        "decks/modern.toml",
        "bots/heuristic.py",
        "lab/study/batches.py",
    ],
)
def test_whatever_decides_how_a_game_goes_tells_one_version_from_another(package: Path, decisive: str) -> None:
    """A study that goes on with other weights, say, would mix the games of two searchers."""
    before = fingerprint(package)
    content = (package / decisive).read_bytes()
    (package / decisive).write_bytes(content + b"# otherwise\n")
    assert fingerprint(package) != before
    (package / decisive).write_bytes(content)
    assert fingerprint(package) == before == fingerprint()


def test_what_decides_nothing_can_change_in_the_middle_of_a_study(package: Path) -> None:
    before = fingerprint(package)
    (package / "lab" / "study" / "report.css").write_text("body { color: red }")
    (package / "render" / "new.py").write_text("NEW = True")
    assert fingerprint(package) == before


def test_a_killed_study_goes_on_and_equals_an_uninterrupted_one(
    begun: subprocess.Popen[str], uninterrupted: Path, tmp_path: Path
) -> None:
    workers = Path(f"/proc/{begun.pid}/task/{begun.pid}/children").read_text(encoding="ascii").split()
    begun.send_signal(signal.SIGKILL)
    assert begun.wait() == -signal.SIGKILL
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out" / PARTS).glob("*.parquet")}
    assert 3 <= len(kept) < len(plan(STUDY))
    assert not (tmp_path / "out" / "games.parquet").exists()

    folder = Folder(tmp_path / "out")
    played = [batch.name for batch in plan(STUDY) if folder.has(batch)]
    assert sorted(f"{name}.parquet" for name in played) == sorted(kept), "what is there is whole"
    run(STUDY, tmp_path / "out", workers=1)
    assert only_results(tmp_path / "out") == only_results(uninterrupted)

    # The workers of a killed study end by themselves.
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))


def only_results(folder: Path) -> dict[str, bytes]:
    """All files but the one that says where boards are looked for, which is another folder."""
    return {name: content for name, content in files(folder).items() if name != "study.json"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_is_answered_with_how_to_go_on(
    begun: subprocess.Popen[str], number: signal.Signals, tmp_path: Path
) -> None:
    begun.send_signal(number)
    _, words = begun.communicate(timeout=NEVER)
    assert begun.returncode == 128 + number
    assert "Interrupted. The games that were finished are kept in" in words
    assert "To go on, use the same command again." in words
    assert "Traceback" not in words
    assert len(list((tmp_path / "out" / PARTS).glob("*.parquet"))) >= 3


def test_two_workers_make_the_same_files_as_one(uninterrupted: Path, tmp_path: Path) -> None:
    run(STUDY, tmp_path / "two", workers=2)
    assert files(tmp_path / "two") == files(uninterrupted)
    assert {"games.parquet", "games.csv", "report.html", "study.toml", "tables/wins.csv"} <= set(files(uninterrupted))


RAY = """
import sys
from pathlib import Path
from drlucky.lab import load, open_results, run
folder = Path(sys.argv[1])
results = run(load(folder / "study.toml"), on="ray", workers=2)
assert results.games.equals(open_results(sys.argv[2]).games)
print(f"{results.games.height} games are the same")
"""


def test_a_real_ray_makes_the_same_games(uninterrupted: Path, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(STUDY.as_toml(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RAY, str(tmp_path), str(uninterrupted)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"},
        capture_output=True,
        text=True,
        timeout=NEVER,
    )
    assert done.stdout.strip().endswith("1200 games are the same"), done.stderr


def test_a_damaged_part_is_played_again(uninterrupted: Path, tmp_path: Path) -> None:
    folder = Folder(tmp_path / "out")
    folder.begin(STUDY)
    first, second = plan(STUDY)[:2]
    folder.keep(first, b"PAR1 half of a file")
    folder.keep(second, b"")
    assert not folder.has(first)
    played = collect(STUDY, folder, 1, "cores", None, progress=False)
    assert played.games.equals(open_results(uninterrupted).games)


def test_a_finished_study_is_not_played_again(uninterrupted: Path) -> None:
    before = (uninterrupted / "games.parquet").stat().st_mtime_ns
    again = collect(STUDY, Folder(uninterrupted), None, "cores", None, progress=False)
    assert again.games.equals(open_results(uninterrupted).games)
    assert (uninterrupted / "games.parquet").stat().st_mtime_ns == before
    assert not (uninterrupted / PARTS).exists()


def test_a_folder_is_never_shared_by_different_studies(uninterrupted: Path, tmp_path: Path) -> None:
    for other in (Study(base={"edition": "kill-de"}), Study(name="small", games=101, grid=STUDY.grid, seed=3)):
        with pytest.raises(DrLuckyError, match="holds another study, small, or this one with other games, seed or"):
            run(other, uninterrupted)
    (tmp_path / "older").mkdir()
    manifest = (uninterrupted / MANIFEST).read_text(encoding="utf-8").replace(fingerprint(), "0" * 64)
    (tmp_path / "older" / MANIFEST).write_text(manifest, encoding="utf-8")
    with pytest.raises(DrLuckyError, match="played by another version of drlucky"):
        run(STUDY, tmp_path / "older")
    (tmp_path / "letters.txt").write_text("dear diary", encoding="utf-8")
    with pytest.raises(DrLuckyError, match="is not empty and holds no study"):
        run(STUDY, tmp_path)
    with pytest.raises(DrLuckyError, match="cannot be used as a folder"):
        run(STUDY, tmp_path / "letters.txt")
    with pytest.raises(DrLuckyError, match="holds no study"):
        open_results(tmp_path)


def test_a_worker_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DIED, str(tmp_path / "died"))
    played = run(SLOW, workers=2)
    assert (tmp_path / "died").exists()
    assert played.games.equals(run(SLOW, workers=1).games)


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Doomed", "a worker died 3 times over the games from 0 on of"),
        ("Broken", "lab.study_bots:Broken failed in game 0, turn 0, of .*: ValueError: no idea"),
        ("Cheat", "lab.study_bots:Cheat failed in game 0, turn 0, of .*'win' is no action of this game"),
    ],
)
def test_a_bad_bot_ends_the_study_in_words(bot: str, words: str) -> None:
    base = {"edition": "kill-2016", "players": 3, "bots": f"lab.study_bots:{bot}"}
    with pytest.raises(DrLuckyError, match=words):
        run(Study(games=2, base=base), workers=2)


def test_where_it_cannot_run_is_said() -> None:
    with pytest.raises(DrLuckyError, match="runs on cores or ray, not on 'moon'"):
        run(STUDY, on="moon")
    with pytest.raises(DrLuckyError, match="at least one worker, not 0"):
        run(STUDY, workers=0)


def test_one_game_can_be_played_again_by_itself(uninterrupted: Path) -> None:
    results: Results = open_results(uninterrupted)
    for cell, game in ((0, 0), (7, 31), (11, 99)):
        again = results.play_again(cell, game)
        assert again == results.games.filter(cell=cell, game=game).select(again.keys()).row(0, named=True)
    with pytest.raises(DrLuckyError, match="there is no game 100 of cell 0"):
        results.play_again(0, 100)
