"""Writes requirements.lock anew with uv, which must be on the path: pinned, hashed, for every platform.

What is locked already keeps its version; with `--upgrade` everything is the newest that fits."""

import re
import subprocess
import sys
from pathlib import Path

LOCK = Path("requirements.lock")
HEADER = "# Written by `make lock`. For `pip install --require-hashes`.\n"
# Each part holds what it adds to the ones before it, so that a prefix of the file is a lock of its own.
PARTS = {
    "play": ("build", "web"),
    "test": ("dev", "lab", "openspiel", "pettingzoo", "postgres", "ray", "train"),
    "bench": ("bench",),
    "postgres": ("postgres-server",),
}
# What is so large that only those get it who need it has a part of its own at the end, without what else it needs.
APART = {"train": re.compile("torch"), "cuda": re.compile("nvidia-.*|cuda-.*|triton")}
# For Linux the index has PyTorch for graphics cards alone, which needs 2.2 GB of libraries for them. These are files of
# the same version that need none, for Python 3.11 to 3.14 on x86_64, then on aarch64: pip prefers one that it is shown.
WITHOUT_CUDA = {
    "torch==2.13.0": (
        "6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b",
        "4ca4a9394b0c771238a4f73590fdbbc4debad85ed0fa63d026ae1b085da7d6e2",
        "3fbf9c9d1f3c10c2d59d04aca426dee9ccc6ceb32d255c61e93acc3b4f75fae6",
        "d20fa53ee744502fa4c69818a720b05ca0d37abd055d4f6e66cae155114bc691",
        "84453b69508ec79902f899c5ed9495acb9e2bbe9fda5f1d5d6f19e3c3842e1a7",
        "6f307c2c32d764ffc6ff6893b801fad6d4752f3e67966cb8abf1843427c02604",
        "0b8f7d0423027ae8b90c7977c627f3379f325363a08224dffad9b4b2d684a83d",
        "ca021f9eb2f8345c83fa03e3a04587308afb8df71bd472670b3ece00df58621c",
    )
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


def part_of(entry: str, part: str) -> str:
    """Where it belongs: to its own part if it has one, or else to this one."""
    name = entry.partition("==")[0]
    return next((apart for apart, names in APART.items() if names.fullmatch(name)), part)


def with_all_builds(entry: str) -> str:
    """With the hashes of builds that are not on the index. Of another version they are not known."""
    if not entry.startswith("torch=="):
        return entry
    more = "".join(f" \\\n    --hash=sha256:{digits}" for digits in WITHOUT_CUDA[pin(entry)])
    return entry.rstrip("\n") + more + "\n"


before = LOCK.with_suffix(".before")
before.write_text(LOCK.read_text())
LOCK.write_text(HEADER)
extras: list[str] = []
locked: set[str] = set()
parts: dict[str, list[str]] = {part: [] for part in (*PARTS, *APART)}
for part, more in PARTS.items():
    extras += more
    for entry in resolve(*extras, constraint=LOCK):
        # Another part may want the same package on more platforms, and no package stands here twice.
        if pin(entry) not in locked:
            locked.add(pin(entry))
            parts[part_of(entry, part)].append(with_all_builds(entry))
    LOCK.write_text(HEADER + "".join(f"# For {part}\n" + "".join(entries) for part, entries in parts.items()))
before.unlink()
