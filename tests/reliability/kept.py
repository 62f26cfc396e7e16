"""What the long form has found so far: a line of JSON for each series, in a file that outlives it."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from reliability.series import Series

RESULTS = Path(__file__).parents[2] / ".reliability" / "results.jsonl"
decoder = msgspec.json.Decoder(Series)


def keep(series: Series, file: Path = RESULTS) -> None:
    file.parent.mkdir(exist_ok=True)
    with file.open("ab") as results:
        results.write(msgspec.json.encode(series) + b"\n")


def kept(campaign: str, file: Path = RESULTS) -> list[Series]:
    if not file.exists():
        return []
    found: Iterable[Series] = decoder.decode_lines(file.read_bytes())
    return [series for series in found if series.campaign == campaign]
