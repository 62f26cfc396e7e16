"""Draws the curve of a run of examples/ppo.py, and writes its table, for docs/baseline.md:

python tools/curve.py trained/curve.csv"""

import csv
import re
import sys
from pathlib import Path

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from drlucky.lab.study.plots import COLOURS, WIDTH, style
from drlucky.lab.tournament.report import pipes

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "baseline.svg"
PAGE = ROOT / "docs" / "baseline.md"
TABLE = re.compile(r"^\| updates \|.*?(?=\n\n)", re.MULTILINE | re.DOTALL)
ROWS = 12


def main() -> None:
    rows = list(csv.DictReader(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()))
    draw(rows)
    every = -(-len(rows) // ROWS)
    shown = [row for at, row in enumerate(rows, 1) if at == 1 or at % every == 0 or at == len(rows)]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: pipes(table(shown)), page, count=1), encoding="utf-8")


def table(rows: list[dict[str, str]]) -> list[list[str]]:
    lines = [["updates", "million decisions", "minutes", "against random", "against sensible", "entropy"]]
    for row in rows:
        steps, minutes = float(row["steps"]) / 1e6, float(row["seconds"]) / 60
        shares = (f"{100 * float(row[name]):.1f}" for name in ("random", "sensible"))
        lines.append([f"{float(row['updates']):.0f}", f"{steps:.0f}", f"{minutes:.0f}", *shares, row["entropy"][:4]])
    return lines


def draw(rows: list[dict[str, str]]) -> None:
    with style():
        figure = Figure(figsize=(WIDTH, 2.8), facecolor="white")
        axis = figure.subplots()
        steps = [float(row["steps"]) / 1e6 for row in rows]
        for name, colour in (("random", COLOURS[2]), ("sensible", COLOURS[6])):
            axis.plot(steps, [100 * float(row[name]) for row in rows], color=colour, label=f"against three {name}")
        axis.axhline(25, color=COLOURS[0], linewidth=0.8, linestyle=":", label="a fair share")
        axis.set(xlim=(0, None), ylim=(0, 100), xlabel="million decisions", title="Games won, in per cent")
        figure.legend(loc="outside lower center", ncols=3)
        FigureCanvasSVG(figure)
        figure.savefig(PICTURE, metadata={"Date": None, "Creator": None})


if __name__ == "__main__":
    main()
