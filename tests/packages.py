"""Packages of other people, as they are once they are installed, and Python with some of them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from patience import NEVER


def install(folder: Path, name: str, module: str, **entry_points: Mapping[str, str]) -> None:
    """A package of one module, with what it names under editions, decks and boards."""
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = (
        f"[drlucky.{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items())
        for group, named in entry_points.items()
    )
    (about / "entry_points.txt").write_text("\n".join(groups))
    (folder / f"{name.replace('-', '_')}.py").write_text(dedent(module), encoding="utf-8")


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Python, where what is in the folder is installed."""
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"} | variables
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=NEVER
    )


def said(folder: Path, script: str, **variables: str) -> str:
    """What a script prints; it must say nothing else, and end well."""
    done = run(folder, "-W", "error", "-c", dedent(script), **variables)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout
