"""An analysis as text (a small graph of the chances, and the turning points in words), for notebooks and as data."""

from base64 import b64encode
from html import escape
from typing import Any

from msgspec import to_builtins
from rich.cells import cell_len, set_cell_size

from drlucky import display, phrases
from drlucky.analysis.model import Analysis, Part
from drlucky.stats import Chance

WIDTH = 64
BARS = " ▁▂▃▄▅▆▇█"


@display.text.register
def as_text(analysis: Analysis, language: str = "en") -> str:
    """A graph of the chances with open cards, and the turning points in words."""
    labels = phrases.analysis_labels(analysis.playouts, language)
    blocks = [f"{phrases.edition_title(analysis.edition, language)}. {labels.open}. {labels.playouts}"]
    for number, part in enumerate(analysis.parts):
        if len(analysis.parts) > 1 and part.escape:
            blocks.append(labels.escape)
        blocks.append("\n".join(rows(analysis, number, part, labels)))
    told = analysis.words(language)
    blocks.append("\n".join(f"{number:3}  {words}" for number, words in enumerate(told, 1)) or labels.none)
    return "\n\n".join(blocks) + "\n"


def rows(analysis: Analysis, number: int, part: Part, labels: phrases.Labels) -> list[str]:
    """A row of bars for each seat, the turning points' numbers over them and the turns under them."""
    points = analysis.points[part.first : part.last + 1]
    columns = min(WIDTH, len(points))
    # The first column is the first point, the last column the last.
    at = [round(column * (len(points) - 1) / max(1, columns - 1)) for column in range(columns)]
    wide = max(map(cell_len, (*part.players, labels.nobody, labels.turn)))
    lines = [line(name, wide, [points[index].open[seat] for index in at]) for seat, name in enumerate(part.players)]
    if any(points[index].nobody.low > 0 for index in at):
        lines.append(line(labels.nobody, wide, [points[index].nobody for index in at]))
    marks = [" "] * columns
    for one in analysis.turning_points:
        if one.part == number:
            free = [column for column in range(columns) if marks[column] == " "]
            column = min(free, key=lambda column: abs(at[column] + part.first - one.sharpest), default=0)
            marks[column] = str(one.number)
    turns = f"{points[0].turn}".ljust(columns - len(f"{points[-1].turn}")) + f"{points[-1].turn}"
    return [f"{'':{wide}}  {''.join(marks)}".rstrip(), *lines, f"{set_cell_size(labels.turn, wide)}  {turns}"]


def line(name: str, wide: int, chances: list[Chance]) -> str:
    bars = "".join(BARS[round(chance.chance * (len(BARS) - 1))] for chance in chances)
    return f"{set_cell_size(name, wide)}  {bars}  {phrases.percent(chances[-1].chance)} %"


@display.html.register
def as_html(analysis: Analysis, language: str = "en") -> str:
    """The picture and the turning points under it. As an image of its own, it takes no style from the page."""
    picture = b64encode(analysis.svg(language).encode()).decode()
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in analysis.words(language))
    return f'<img alt="" src="data:image/svg+xml;base64,{picture}"><ol>{listed}</ol>'


@display.data.register
def as_data(analysis: Analysis) -> dict[str, Any]:
    words = {language: analysis.words(language) for language in phrases.languages()}
    return {
        "edition": analysis.edition,
        "playouts": analysis.playouts,
        "seed": analysis.seed,
        "interval": "Wilson 95 %",
        "parts": [to_builtins(part) for part in analysis.parts],
        "points": [to_builtins(point) for point in analysis.points],
        "turning_points": [
            to_builtins(one) | {"words": {language: told[at] for language, told in words.items()}}
            for at, one in enumerate(analysis.turning_points)
        ],
    }


@display.svg.register
def as_svg(analysis: Analysis, language: str = "en", *, dark: bool = False) -> str:
    from drlucky.render import analysis_plot  # matplotlib is of an extra

    return analysis_plot.as_svg(analysis, language, dark)


@display.png.register
def as_png(analysis: Analysis, language: str = "en", *, dark: bool = False) -> bytes:
    from drlucky.render import analysis_plot  # matplotlib is of an extra

    return analysis_plot.as_png(analysis, language, dark)
