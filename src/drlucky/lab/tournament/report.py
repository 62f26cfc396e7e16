"""The results of a tournament as files: for people in Markdown and HTML, for further work in CSV."""

import csv
import html
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from drlucky import files
from drlucky.lab.tournament.crosstable import Row
from drlucky.lab.tournament.journal import Entry
from drlucky.stats import Share

Cells = Sequence[object]
READING = (
    "In brackets is where the true share lies with 95 % of certainty (Wilson). Ratings are fitted to all games at "
    "once, in points as in chess: 1500 is the mean, and of the games that one of two bots wins, the one that is 100 "
    "points ahead wins 64 %; ± is 95 % of certainty. Each against each: of the games that one of the two won, how "
    "many were won by the bot whose line it is."
)
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .35rem .8rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid #888; }
td { font-variant-numeric: tabular-nums; } small { color: #666; white-space: nowrap; } p { max-width: 46rem; }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } small { color: #aaa; } }
"""


def write(folder: Path, title: str, rows: Sequence[Row], games: Sequence[Entry]) -> None:
    files.write(folder / "games.csv", csv_text(game_lines(games)))
    files.write(folder / "faults.csv", csv_text(fault_lines(games)))
    files.write(folder / "standings.csv", csv_text(standing_lines(rows)))
    files.write(folder / "cross.csv", csv_text(cross_lines(rows)))
    files.write(folder / "table.md", markdown(title, rows))
    files.write(folder / "table.html", page(title, rows))


def standing_lines(rows: Sequence[Row]) -> Iterable[Cells]:
    yield "bot", "rating", "uncertainty", "seats", "wins", "share", "low", "high", "lost", "faults"
    for row in rows:
        share = (f"{number:.4f}" for number in (row.wins.rate, *row.wins.interval))
        rating = (f"{number:.1f}" for number in row.rating)
        yield row.name, *rating, row.wins.of, row.wins.part, *share, row.lost, row.faults.total()


def cross_lines(rows: Sequence[Row]) -> Iterable[Cells]:
    yield "bot", "against", "ahead", "decided", "share", "low", "high"
    for row in rows:
        for other, share in row.ahead.items():
            yield row.name, other, share.part, share.of, *(f"{one:.4f}" for one in (share.rate, *share.interval))


def game_lines(games: Sequence[Entry]) -> Iterable[Cells]:
    seats = len(games[0]["seats"]) if games else 0
    players = (f"player {seat + 1}" for seat in range(seats))
    yield "game", *players, "winner", "loser", "how", "turns", "decisions", "faults"
    for game in games:
        numbers = [None if game[who] is None else game[who] + 1 for who in ("winner", "loser")]
        facts = game["how"], game["turns"], game["decisions"], len(game["faults"])
        yield game["game"] + 1, *game["seats"], *numbers, *facts


def fault_lines(games: Sequence[Entry]) -> Iterable[Cells]:
    yield "game", "player", "bot", "turn", "decision", "kind", "what"
    for game in games:
        for fault in game["faults"]:
            when = fault["turn"] + 1, fault["decision"] + 1
            seat = fault["seat"]
            yield game["game"] + 1, seat + 1, game["seats"][seat], *when, fault["kind"], fault["what"]


def csv_text(lines: Iterable[Cells]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def standings(rows: Sequence[Row]) -> list[list[str]]:
    """The table for people, its head first. Faults are told only if there are any."""
    lines = [["bot", "rating", "wins", "seats", "lost", "faults"]]
    for row in rows:
        low, high = row.rating.interval
        rating = f"{row.rating.points:.0f} ± {(high - low) / 2:.0f}"
        kinds = ", ".join(f"{kind} {times:,}" for kind, times in row.faults.most_common()) or "-"
        lines.append([row.name, rating, str(row.wins), f"{row.wins.of:,}", f"{row.lost:,}", kinds])
    return lines if any(row.faults for row in rows) else [line[:-1] for line in lines]


def markdown(title: str, rows: Sequence[Row]) -> str:
    names = [row.name for row in rows]
    cross = [["", *names], *([row.name, *(str(row.ahead[o]) if o in row.ahead else "" for o in names)] for row in rows)]
    parts = [f"# {title}", pipes(standings(rows)), "## Each against each", pipes(cross), READING]
    return "\n\n".join(parts) + "\n"


def pipes(lines: Sequence[Sequence[str]]) -> str:
    ruled = [lines[0], ["---", *("---:" for _ in lines[0][1:])], *lines[1:]]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in ruled)


def page(title: str, rows: Sequence[Row]) -> str:
    names = [row.name for row in rows]
    head, *body = [[cell(text) for text in line] for line in standings(rows)]
    against = [[f"<td>{html.escape(row.name)}</td>", *(share_cell(row.ahead.get(o)) for o in names)] for row in rows]
    return "\n".join(
        [
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(title)}</title>',
            f"<style>{STYLE}</style>\n<h1>{html.escape(title)}</h1>",
            grid([one.replace("td>", "th>") for one in head], body),
            "<h2>Each against each</h2>",
            grid([f"<th>{html.escape(name)}</th>" for name in ("", *names)], against),
            f"<p>{html.escape(READING)}</p>\n</html>\n",
        ]
    )


def grid(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    lines = "\n".join(f"<tr>{''.join(line)}</tr>" for line in body)
    return f"<table>\n<thead><tr>{''.join(head)}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>"


def cell(text: str) -> str:
    """What is in brackets is small."""
    before, bracket, after = html.escape(text).partition(" (")
    return f"<td>{before} <small>({after}</small></td>" if bracket else f"<td>{before}</td>"


def share_cell(share: Share | None) -> str:
    """Greener the more often it is ahead, and redder the less, as far as that is certain."""
    if share is None or not share.of:
        return "<td></td>"
    low, high = share.interval
    certain = max(0.0, low - 0.5) or min(0.0, high - 0.5)
    colour = "40 160 80" if certain > 0 else "200 70 60"
    inner = cell(str(share)).removeprefix("<td>")
    return f'<td style="background: rgb({colour} / {abs(certain):.2f})">{inner}'
