"""Small pieces of HTML for reports."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from drlucky.lab.study.groups import Group

UNKNOWN = "\N{EN DASH}"


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


def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{100 * share:.1f}"


def interval(row: Mapping[str, float]) -> str:
    return f"{percent(row['low'])}\N{EN DASH}{percent(row['high'])}"


def signed(share: float) -> str:
    """Percentage points above or below."""
    return f"{100 * share:+.1f}".replace("-", "\N{MINUS SIGN}")


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
