"""Figures in one calm style, as SVG that takes its ink from the page it stands in."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import nan
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

WIDTH = 6.4
"""Inches; with type of 9 points it can still be read on a telephone."""
# Stand-ins for the page's own colours, so that a figure is as readable in the dark.
INK, LINE = "#102030", "#a0b0c0"
# In order, for cells that are in an order too; none too light for a white page or too dark for a black one.
COLOURS = ("#6a6fd1", "#4a90c2", "#2fa6a0", "#5cb56b", "#a5b73f", "#d9a83a", "#e07f45", "#d4566a")

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "drlucky",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": LINE,
    "grid.alpha": 0.35,
    "grid.linewidth": 0.6,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "lines.solid_capstyle": "butt",
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "figure.constrained_layout.use": True,
}


@contextmanager
def style() -> Iterator[None]:
    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]  # the stubs want every name as a literal
        yield


def colours(count: int) -> list[str]:
    """So many colours, spread over the whole row."""
    if count <= 1:
        return [COLOURS[1]]
    return [COLOURS[round(at * (len(COLOURS) - 1) / (count - 1))] for at in range(count)]


def panels(count: int, height: float, below: float = 0, alike: bool = False) -> tuple[Figure, list[Axes]]:
    """A figure with so many panels, two in a row if there are several, and room below them; upright on the same scale
    if they are alike."""
    columns = min(count, 2)
    rows = -(-count // columns)
    figure = Figure(figsize=(WIDTH, height * rows + below))
    axes: list[Axes] = []
    for at in range(count):
        axes.append(figure.add_subplot(rows, columns, at + 1, sharey=axes[0] if axes and alike else None))
    return figure, axes


def whiskers(axis: Axes, x: Sequence[float], low: Sequence[float], high: Sequence[float], **look: Any) -> None:
    """Upright lines from low to high. All of them are one line with gaps, which takes a tenth of the room."""
    axis.plot([at for place in x for at in (place, place, nan)], with_gaps(low, high), **look)


def bars(axis: Axes, y: Sequence[float], low: Sequence[float], high: Sequence[float], **look: Any) -> None:
    """The same, lying."""
    axis.plot(with_gaps(low, high), [at for place in y for at in (place, place, nan)], **look)


def with_gaps(low: Sequence[float], high: Sequence[float]) -> list[float]:
    return [at for least, most in zip(low, high, strict=True) for at in (least, most, nan)]


def svg(figure: Figure, words: str) -> str:
    """A figure as an element for a page, with what it shows in words for those who cannot see it."""
    content = io.StringIO()
    FigureCanvasSVG(figure)
    figure.savefig(
        content, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
    )
    return lean(content.getvalue(), words)


def lean(drawn: str, words: str) -> str:
    """Only what draws something: a page has several figures, and its own type and ink for them."""
    size = re.search(r'viewBox="[^"]*"', drawn)
    assert size
    drawn = drawn[drawn.index(">", drawn.index("<svg")) + 1 :]
    drawn = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style[^>]*>.*?</style>", "", drawn, flags=re.DOTALL)
    # Nothing is ever drawn beyond the frame of a panel, so nothing need be cut off at it.
    drawn = re.sub(r"<clipPath.*?</clipPath>| clip-path=\"[^\"]*\"|<defs>\s*</defs>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"<g id=\"[^\"]*\"/?>", lambda group: "" if group[0].endswith("/>") else "<g>", drawn)
    drawn = re.sub(r" transform=\"rotate\(-0 [^\"]*\"|; font-family: [^;\"]*|; stroke-linecap: \w+", "", drawn)
    drawn = re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), drawn)
    drawn = re.sub(r"\s*\n\s*", " ", drawn)
    drawn = re.sub(r"(<use [^>]*) style=\"([^\"]*)\"/>( <use [^>]* style=\"\2\"/>)*", share_style, drawn)
    drawn = re.sub(r'style="[^"]*"', lambda look: look[0].replace("; ", ";").replace(": ", ":"), drawn)
    drawn = drawn.replace(INK, "var(--ink)").replace(LINE, "var(--line)")
    return f'<svg {size[0]} role="img" aria-label="{words}" xmlns:xlink="http://www.w3.org/1999/xlink">{drawn}'


def share_style(markers: re.Match[str]) -> str:
    """A row of markers that look the same, told once how."""
    look = markers[2]
    row = markers[0].replace(f' style="{look}"', "")
    return f'<g style="{look}">{row}</g>'
