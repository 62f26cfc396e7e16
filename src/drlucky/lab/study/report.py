"""The report of a study: a page of tables and plots that needs nothing but itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from importlib.metadata import version
from typing import NamedTuple

import polars as pl

from drlucky.lab.study import plots
from drlucky.lab.study.bots import bot_name
from drlucky.lab.study.cells import ROTATED
from drlucky.lab.study.findings import UNKNOWN, findings, interval, percent, signed
from drlucky.lab.study.plots import ENDING_WORDS, TOP_ROOMS, rows_of, top_rooms
from drlucky.lab.study.spec import Group, shipped
from drlucky.lab.study.summaries import Summaries


class Value(NamedTuple):
    """What stands in a cell of a table."""

    text: str
    small: str = ""
    mark: str = ""
    """`up` or `down` if it is surely more or less than expected."""


def table(heads: Sequence[str], groups: Sequence[Group], row: Callable[[int], Sequence[Value]]) -> str:
    """A row for each cell of a study, under the titles of their groups."""
    body: list[str] = []
    for group in groups:
        if group.title:
            body.append(f'<tr><th colspan="{len(heads) + 1}">{escape(group.title)}</th></tr>')
        for member in group.members:
            values = "".join(value_html(value) for value in row(member.cell))
            body.append(f"<tr><th>{escape(member.label)}</th>{values}</tr>")
    head = "".join(f"<th>{escape(head)}</th>" for head in ("", *heads))
    rows = "\n".join(body)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'


def value_html(value: Value) -> str:
    mark = f' class="{value.mark}"' if value.mark else ""
    small = f" <small>{escape(value.small)}</small>" if value.small else ""
    return f"<td{mark}>{escape(value.text)}{small}</td>"


def percents(row: Mapping[str, float], fair: float | None = None) -> Value:
    """A share with its interval, marked if that does not reach what would be fair."""
    if row["share"] is None:
        return Value(UNKNOWN)
    mark = ""
    if fair is not None:
        mark = "up" if row["low"] > fair else "down" if row["high"] < fair else ""
    return Value(percent(row["share"]), interval(row), mark)


def number(value: float | None, reach: float | None = None, digits: int = 1) -> Value:
    if value is None:
        return Value(UNKNOWN)
    return Value(f"{value:,.{digits}f}", "" if reach is None else f"± {reach:.{digits}f}")


def page(results: Summaries) -> str:
    title = escape(results.study.title or results.study.name)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title><style>body {{ margin: 0 }}</style></head>\n"
        f"<body>{fragment(results)}</body></html>\n"
    )


def fragment(results: Summaries) -> str:
    """The report as a part of another page, such as a notebook."""
    css = (resources.files(__package__) / "report.css").read_text(encoding="utf-8")
    sections = (head, method, wins, first, bots, length, endings, luck, rooms, reproduce)
    body = "\n".join(part for section in sections for part in section(results))
    return f'<div class="drlucky"><style>{css}</style><main>\n{body}\n</main></div>'


def head(results: Summaries) -> Iterator[str]:
    study = results.study
    yield f"<h1>{escape(study.title or study.name)}</h1>"
    if study.question:
        yield f'<p class="question">{escape(study.question)}</p>'
    told = "".join(f"<li>{escape(sentence)}</li>" for sentence in findings(results))
    yield f'<div class="glance"><strong>At a glance</strong><ul>{told}</ul></div>'


def method(results: Summaries) -> Iterator[str]:
    study = results.study
    bots = sorted({bot for cell in study.cells for bot in cell.bots})
    moved = " Everyone moves a chair to the left after each game." if study.cells[0].seating == ROTATED else ""
    timed = [bot for bot in bots if bot_name(bot).is_timed]
    again = f", but for what {', '.join(timed)} decide within their time" if timed else ""
    yield "<h2>How it was done</h2>"
    yield (
        f"<p>Bots played: {escape(', '.join(bots))}.{moved} Every game has a seed of its own that follows from the "
        f"study's seed, {study.seed}, so the same study always gives the same games{escape(again)}. "
        "Intervals hold the true value 95 times in 100: of shares they are Wilson's, of means twice the standard error "
        "or so (1.96). In a table of many figures one in twenty lies outside its interval by chance alone.</p>"
    )


def wins(results: Summaries) -> Iterator[str]:
    wins_table = results.table("wins")
    most = int(wins_table["place"].max() or 0)  # type: ignore[arg-type]  # it is a column of numbers

    def row(cell: int) -> list[Value]:
        found = [percents(row, row["fair"]) for row in rows_of(wins_table, cell)]
        fair = rows_of(wins_table, cell)[0]["fair"]
        return [Value(percent(fair)), *found, *[Value("")] * (most - len(found))]

    yield "<h2>Who wins, by place in the order of play</h2>"
    yield (
        "<p>Place 1 is the player who begins, place 2 the one to the left, and so on. Percent of all games, with the "
        "interval; fair is an equal share for each player of the games that a player won. Coloured where the interval "
        "does not reach it.</p>"
    )
    if wins_table["stranger"].any():
        yield '<p class="note">With two players and two Strangers, places 2 and 4 are the Strangers\'.</p>'
    yield figure(plots.wins(results))
    yield table(["fair", *(f"place {place + 1}" for place in range(most))], results.study.groups, row)


def first(results: Summaries) -> Iterator[str]:
    first_table = results.table("first")

    def row(cell: int) -> list[Value]:
        found = rows_of(first_table, cell)[0]
        if not found["won"]:
            return [Value("0"), *[Value(UNKNOWN)] * 3]
        points = f"{signed(found['advantage_low'])} to {signed(found['advantage_high'])}"
        mark = "up" if found["advantage_low"] > 0 else "down" if found["advantage_high"] < 0 else ""
        return [
            Value(f"{found['won']:,}"),
            Value(percent(found["fair"])),
            percents(found),
            Value(signed(found["advantage"]), points, mark),
        ]

    yield "<h2>The first player's advantage</h2>"
    yield (
        "<p>Of the games that a player won, the percentage won by the one who began, and how many percentage points "
        "that is above an equal share.</p>"
    )
    yield figure(plots.first(results))
    yield table(["games won by a player", "fair", "first player", "advantage"], results.study.groups, row)


def bots(results: Summaries) -> Iterator[str]:
    """Only where different bots meet."""
    mixed = {n for n, cell in enumerate(results.study.cells) if len(set(cell.bots)) > 1}
    if not mixed:
        return
    bots_table = results.table("bots")
    names = bots_table["bot"].unique(maintain_order=True).to_list()

    def row(cell: int) -> list[Value]:
        found = {row["bot"]: row for row in rows_of(bots_table, cell)}
        return [against_fair(found[bot]) if bot in found else Value("") for bot in names]

    yield "<h2>Who wins, by bot</h2>"
    yield "<p>Percent of all games won by all players of a kind together, and what would be fair for them.</p>"
    yield table(names, results.study.groups, row)


def against_fair(row: dict[str, float]) -> Value:
    won = percents(row, row["fair"])
    return Value(f"{won.text} (fair {percent(row['fair'])})", won.small, won.mark)


def length(results: Summaries) -> Iterator[str]:
    length_table = results.table("length")

    def row(cell: int) -> list[Value]:
        found = rows_of(length_table, cell)[0]
        spread = [number(found[f"turns_p{q}"], digits=0) for q in (10, 50, 90)]
        longest = number(found["turns_max"], digits=0)
        return [
            number(found["turns"], found["turns_reach"]),
            *spread,
            longest,
            number(found["decisions"], found["decisions_reach"]),
        ]

    yield "<h2>How long games are</h2>"
    yield figure(plots.length(results))
    heads = [
        "turns, mean",
        "one in ten is shorter than",
        "middle",
        "one in ten is longer than",
        "longest",
        "decisions, mean",
    ]
    yield table(heads, results.study.groups, row)


def endings(results: Summaries) -> Iterator[str]:
    endings_table, stages = results.table("endings"), results.table("stages")
    ways = endings_table["ending"].unique(maintain_order=True).to_list()
    most = int(stages.filter(pl.col("count") > 0)["stage"].max() or 0)  # type: ignore[arg-type]  # as above

    def row(cell: int) -> list[Value]:
        found = {row["ending"]: row for row in rows_of(endings_table, cell)}
        at_end = rows_of(stages, cell)[: most + 1] if most else []
        return [percents(row) if row["count"] else Value("") for row in [*(found[way] for way in ways), *at_end]]

    yield "<h2>How games end</h2>"
    yield "<p>Percent of games; what never happened is left empty.</p>"
    if most:
        yield (
            '<p class="note">The stage tells how far the house had come at the end: where there are lights, stage 1 is '
            "with the lights out; on a ship it is the number of decks that had sunk.</p>"
        )
    yield figure(plots.endings(results))
    heads = [*(ENDING_WORDS[way] for way in ways), *(f"stage {stage}" for stage in range(most + 1) if most)]
    yield table(heads, results.study.groups, row)


def luck(results: Summaries) -> Iterator[str]:
    luck_table = results.table("luck")

    def row(cell: int) -> list[Value]:
        found = rows_of(luck_table, cell)[0]
        means = [number(found[name], found[f"{name}_reach"], 2) for name in ("attempts", "luck")]
        per_attempt = number(found["luck_an_attempt"], digits=2)
        deciding = [number(found[name], found[f"{name}_reach"], 2) for name in ("strength", "luck_in_vain")]
        return [*means, per_attempt, *deciding]

    yield "<h2>Attempts, and the luck they cost</h2>"
    yield (
        "<p>Means of a game. Luck is counted on all cards played or turned up against attempts; the last two columns "
        "are of the attempt that decided the game: how strong it was, and the luck that was spent on it in vain.</p>"
    )
    yield figure(plots.luck(results))
    heads = ["attempts", "luck spent", "luck an attempt", "strength that won", "luck in vain"]
    yield table(heads, results.study.groups, row)


def rooms(results: Summaries) -> Iterator[str]:
    drawn = plots.rooms(results)
    if not drawn:
        return
    yield "<h2>Where it happens</h2>"
    yield f"<p>The {TOP_ROOMS} rooms with the most attempts that decided a game, in percent of all those.</p>"
    yield figure(drawn)
    yield '<div class="wide"><table><tbody>'
    for group in results.study.groups:
        found = ", ".join(f"{row['room']} {percent(row['share'])}" for row in top_rooms(results, group)[:3])
        yield f"<tr><th>{escape(group.title)}</th><th>{escape(found)}</th></tr>"
    yield "</tbody></table></div>"


def reproduce(results: Summaries) -> Iterator[str]:
    study = results.study
    name = study.name if study.name in shipped() else "study.toml"
    yield "<h2>Do it again</h2>"
    yield (
        f"<p>With drlucky {escape(version('drlucky'))} and its lab extra, <code>drlucky study {escape(name)}</code> "
        "plays these games again, one by one the same, on any number of cores. The study:</p>"
    )
    yield f"<pre>{escape(study.as_toml())}</pre>"
    yield (
        "<footer>drlucky is unofficial and fan-made. The Doctor Lucky games were designed by James Ernest and "
        "published by Cheapass Games.</footer>"
    )


def figure(drawn: str) -> str:
    return f"<figure>{drawn}</figure>"
