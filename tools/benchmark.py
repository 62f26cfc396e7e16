"""Writes the table of the benchmark anew, as data of the package and in docs/benchmark.md, from what was measured:

    drlucky benchmark random --json >random.json
    drlucky benchmark sensible --json >sensible.json
    python tools/benchmark.py random.json sensible.json

Every bot of the table is to be given; those that are not are left out of it."""

import re
import sys
from pathlib import Path

import msgspec

from drlucky.lab import benchmark
from drlucky.lab.tournament.report import pipes

ROOT = Path(__file__).parents[1]
DATA = ROOT / "src" / "drlucky" / "lab" / "benchmark.json"
PAGE = ROOT / "docs" / "benchmark.md"
TABLE = re.compile(r"^\| bot \|.*?(?=\n\n)", re.MULTILINE | re.DOTALL)


def main() -> None:
    found = [msgspec.json.decode(Path(name).read_bytes(), type=benchmark.Score) for name in sys.argv[1:]]
    found.sort(key=lambda each: -each.share)
    DATA.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    benchmark.reference.cache_clear()
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: pipes(benchmark.comparison(*found)), page, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
