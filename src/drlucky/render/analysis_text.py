"""An analysis as text (a small graph of the chances, the turning points in words, and what of it was luck), for
notebooks and as data."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from typing import Any

from msgspec import to_builtins
from rich.cells import cell_len, set_cell_size

from drlucky import display, phrases
from drlucky.analysis.model import Account, Analysis, Mistake, Part
from drlucky.stats import Chance

WIDTH = 64
BARS = " ▁▂▃▄▅▆▇█"
AMOUNTS = ("deal", "draws", "others", "own")


@display.text.register
def as_text(analysis: Analysis, language: str = "en") -> str:
    """A graph of the chances with open cards, the turning points in words, and luck and skill."""
    labels = phrases.analysis_labels(analysis.playouts, language)
    blocks = [f"{phrases.edition_title(analysis.edition, language)}. {labels.open}. {labels.playouts}"]
    for number, part in enumerate(analysis.parts):
        if len(analysis.parts) > 1 and part.escape:
            blocks.append(labels.escape)
        blocks.append("\n".join(rows(analysis, number, part, labels)))
    told = analysis.words(language)
    blocks.append("\n".join(f"{number:3}  {words}" for number, words in enumerate(told, 1)) or labels.none)
    for part in analysis.parts:
        if part.accounts:
            blocks += account_blocks(analysis, part, language)
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


def account_blocks(analysis: Analysis, part: Part, language: str) -> Iterator[str]:
    """A table of luck and skill, what it means, and the mistakes."""
    labels = phrases.account_labels(language)
    table = list(account_rows(part, labels))
    wide = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    yield "\n".join(
        "  ".join(
            aligned(cell, w, to_the_right=column > 0) for column, (cell, w) in enumerate(zip(row, wide, strict=True))
        )
        for row in table
    )
    yield labels.about
    mistakes = told_mistakes(analysis, part, language)
    if mistakes:
        yield "\n".join(f"  -  {words}" for words in mistakes)


def aligned(cell: str, wide: int, to_the_right: bool) -> str:
    room = " " * (wide - cell_len(cell))
    return room + cell if to_the_right else cell + room


def account_rows(part: Part, labels: phrases.AccountLabels) -> Iterator[list[str]]:
    """The table of luck and skill, its head first."""
    yield [labels.heading, labels.start, labels.deal, labels.draws, labels.others, labels.own, labels.result]
    for account in part.accounts:
        whole = account.rounded
        amounts = [phrases.amount(whole[name], getattr(account, name)) for name in AMOUNTS]
        yield [part.players[account.seat], f"{whole['start']} %", *amounts, f"{100 * account.result} %"]


def told_mistakes(analysis: Analysis, part: Part, language: str) -> list[str]:
    """In the order of play."""
    mistakes = [one for account in part.accounts for one in account.mistakes]
    saving = phrases.saves(analysis.edition)
    return [
        phrases.mistake(one, part.players, language, saving=saving)
        for one in sorted(mistakes, key=lambda one: one.first)
    ]


@display.html.register
def as_html(analysis: Analysis, language: str = "en") -> str:
    """The picture and the turning points under it, and luck and skill. As an image of its own, the picture takes no
    style from the page."""
    picture = b64encode(analysis.svg(language).encode()).decode()
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in analysis.words(language))
    tables = "".join(account_html(analysis, part, language) for part in analysis.parts if part.accounts)
    return f'<img alt="" src="data:image/svg+xml;base64,{picture}"><ol>{listed}</ol>{tables}'


def account_html(analysis: Analysis, part: Part, language: str) -> str:
    labels = phrases.account_labels(language)
    head, *rows = account_rows(part, labels)
    headings = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    told = "".join(f"<p>{escape(words)}</p>" for words in (labels.about, *told_mistakes(analysis, part, language)))
    return f"<table><tr>{headings}</tr>{body}</table>{told}"


@display.data.register
def as_data(analysis: Analysis) -> dict[str, Any]:
    words = {language: analysis.words(language) for language in phrases.languages()}
    return {
        "edition": analysis.edition,
        "playouts": analysis.playouts,
        "seed": analysis.seed,
        "interval": "Wilson 95 %",
        "parts": [part_data(analysis, part) for part in analysis.parts],
        "points": [to_builtins(point) for point in analysis.points],
        "turning_points": [
            to_builtins(one) | {"words": {language: told[at] for language, told in words.items()}}
            for at, one in enumerate(analysis.turning_points)
        ],
    }


def part_data(analysis: Analysis, part: Part) -> dict[str, Any]:
    return dict(to_builtins(part)) | {"accounts": [account_data(analysis, part, account) for account in part.accounts]}


def account_data(analysis: Analysis, part: Part, account: Account) -> dict[str, Any]:
    mistakes = [mistake_data(analysis, part, one) for one in account.mistakes]
    return dict(to_builtins(account)) | {"rounded": account.rounded, "mistakes": mistakes}


def mistake_data(analysis: Analysis, part: Part, one: Mistake) -> dict[str, Any]:
    saving = phrases.saves(analysis.edition)
    return dict(to_builtins(one)) | {
        "done": list(map(str, one.done)),
        "better": list(map(str, one.better)),
        "words": {
            language: phrases.mistake(one, part.players, language, saving=saving) for language in phrases.languages()
        },
    }


@display.svg.register
def as_svg(analysis: Analysis, language: str = "en", *, dark: bool = False) -> str:
    from drlucky.render import analysis_plot  # matplotlib is of an extra

    return analysis_plot.as_svg(analysis, language, dark)


@display.png.register
def as_png(analysis: Analysis, language: str = "en", *, dark: bool = False) -> bytes:
    from drlucky.render import analysis_plot  # matplotlib is of an extra

    return analysis_plot.as_png(analysis, language, dark)
