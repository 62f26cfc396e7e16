"""An older build of drlucky beside this one: the sources of a commit, compiled in an environment of their own, whose
searcher plays as a program over the line protocol. So it can be told what was gained since."""

import io
import json
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

from drlucky.errors import DrLuckyError

COMMIT = "ac820c1"
"""The searcher that the goals of docs/strength.md are measured by."""
MODULE = "older_searcher"
FACTORY = """
import json
import os

from drlucky.bots import SearcherBot


def bot():
    return SearcherBot(**json.loads(os.environ["OLDER_SEARCHER"]))
"""


def is_built(folder: Path) -> bool:
    return stamp(folder).exists()


def build(folder: Path, repository: Path) -> None:
    """Builds it in a folder, unless it is there; DrLuckyError in plain words where that cannot be done."""
    if is_built(folder):
        return
    sources = sources_in(folder)
    sources.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive(repository))) as files:
        files.extractall(sources, filter="data")
    compiled = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=sources, capture_output=True, text=True
    )
    if compiled.returncode:
        raise DrLuckyError(f"the build of {COMMIT} did not succeed: {compiled.stderr.strip()[-300:]}")
    (sources / "src" / f"{MODULE}.py").write_text(FACTORY, encoding="utf-8")
    environment = folder / "venv"
    venv.create(environment, symlinks=True)
    # What it stands on is taken from this environment, but drlucky itself from its own sources, which come first.
    paths = sources / "src", Path(sysconfig.get_path("purelib"))
    packages = sysconfig.get_path("purelib", vars={"base": str(environment)})
    Path(packages, "older.pth").write_text("".join(f"{path.resolve()}\n" for path in paths), encoding="utf-8")
    stamp(folder).touch()


def archive(repository: Path) -> bytes:
    """The sources of the commit."""
    command = ["git", "-C", str(repository), "archive", "--format=tar", COMMIT, "src", "setup.py", "pyproject.toml"]
    try:
        found = subprocess.run([*command, "README.md"], capture_output=True)
    except OSError as error:
        raise DrLuckyError(f"git cannot be started: {error.strerror}") from error
    if found.returncode:
        raise DrLuckyError(f"the history of this copy does not hold the commit {COMMIT}")
    return found.stdout


def command(folder: Path, seconds: float, iterations: int | None, seed: int) -> list[str]:
    """How to start its searcher as a program. `-I` has Python look at nothing of the environment that it is in."""
    asked = json.dumps({"seconds": seconds, "iterations": iterations, "seed": seed})
    python = folder / "venv" / "bin" / "python"
    return ["env", f"OLDER_SEARCHER={asked}", str(python), "-I", "-m", "drlucky.bots.program", f"{MODULE}:bot"]


def sources_in(folder: Path) -> Path:
    return folder / COMMIT


def stamp(folder: Path) -> Path:
    return folder / f"{COMMIT} is built"
