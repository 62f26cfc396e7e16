"""Writes requirements.lock anew with uv, which must be on the path: pinned, hashed, for every platform.

What is locked already keeps its version; with `--upgrade` everything is the newest that fits."""

import subprocess
import sys
from pathlib import Path

LOCK = Path("requirements.lock")
HEADER = "# Written by `make lock`. For `pip install --require-hashes`.\n"
# Each part holds what it adds to the ones before it, so that a prefix of the file is a lock of its own.
PARTS = {
    "play": ("build", "web"),
    "test": ("dev", "lab", "openspiel", "pettingzoo", "postgres", "ray"),
    "bench": ("bench",),
    "postgres": ("postgres-server",),
}
COMPILE = [
    *("uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-annotate", "--no-header", "--no-emit-index-url", "--no-emit-find-links"),
]


def resolve(*extras: str, constraint: Path) -> list[str]:
    """The requirements, each with its hashes."""
    command = [*COMPILE, *(f"--extra={extra}" for extra in extras), "--constraint", str(constraint)]
    command += [] if "--upgrade" in sys.argv else ["--constraint", str(before)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    entries: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(" "):
            entries[-1] += line
        else:
            entries.append(line)
    return entries


def pin(entry: str) -> str:
    """Its package and version."""
    return entry.split()[0]


before = LOCK.with_suffix(".before")
before.write_text(LOCK.read_text())
LOCK.write_text(HEADER)
extras: list[str] = []
locked: set[str] = set()
for part, more in PARTS.items():
    extras += more
    # Another part may want the same package on more platforms, and no package stands here twice.
    added = [entry for entry in resolve(*extras, constraint=LOCK) if pin(entry) not in locked]
    locked |= set(map(pin, added))
    with LOCK.open("a") as lock:
        lock.write(f"# For {part}\n" + "".join(added))
before.unlink()
