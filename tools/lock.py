"""Writes requirements.lock anew with uv, which must be on the path: pinned, hashed, for every platform."""

import subprocess
from pathlib import Path

LOCK = Path("requirements.lock")
HEADER = "# Written by `make lock`. For `pip install --require-hashes`.\n"
DIVIDER = "# For the bench extra\n"
COMPILE = [
    *("uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-annotate", "--no-header", "--no-emit-index-url", "--no-emit-find-links"),
]


def resolve(*extras: str, constraint: Path | None = None) -> list[str]:
    """The requirements, each with its hashes."""
    command = [*COMPILE, *(f"--extra={extra}" for extra in extras)]
    if constraint:
        command += ["--constraint", str(constraint)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    entries: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(" "):
            entries[-1] += line
        else:
            entries.append(line)
    return entries


core = resolve("dev", "build")
LOCK.write_text(HEADER + "".join(core))
peers = [entry for entry in resolve("dev", "build", "bench", constraint=LOCK) if entry not in core]
LOCK.write_text(HEADER + "".join(core) + DIVIDER + "".join(peers))
