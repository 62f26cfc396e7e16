"""docs/calibration.md and its diagram: how often what was told came true."""

from collections.abc import Mapping, Sequence

from drlucky.lab.calibration import KINDS, MOST_OFF, PLAYED_ON, PLAYOUTS, Forecast, Game, Tenth, tenths
from drlucky.lab.tournament.report import pipes

Found = Mapping[Game, Sequence[Forecast]]

INTRODUCTION = f"""\
Do chances come true as often as [hints and analyses](analysis.md) say? Games of four `sensible` players, whom those
chances are about, are left at some decision, one position of each game; which one does not depend on how long the game
goes on. There the very code that an analysis and a hint use tells a chance:

- **known**: everyone's, from what their seat could know, with {PLAYOUTS} playouts, as an analysis has by itself;
- **open**: everyone's, with open cards;
- **hint**: of the one who must decide and follows the plan of the hint, which had {PLAYOUTS} iterations.

Then the position is played on {PLAYED_ON} times, once as the game went and the others with what is left of the pile in
another order; after a hint, its plan comes first. *said* is the mean of the chances that were told within a tenth,
*came true* how often those who were told them won, and *off* the difference, in points, with its error (95 %); the
seats of one position count as one, for they have their luck together. A tenth is told right if it is off by no more
than {100 * MOST_OFF:.0f} points; **bold** are those that are surely off by more.

`make calibration` looks at more positions and writes this page anew."""

COLOURS = {"known": "#1d5ea8", "open": "#b3312c", "hint": "#2c7a49"}
SHAPES = {
    "known": '<circle cx="{x}" cy="{y}" r="3.4"/>',
    "open": '<path d="M{x} {y}m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z"/>',
    "hint": '<path d="M{x} {y}m-3.2-3.2h6.4v6.4h-6.4z"/>',
}
"""So that colour alone never tells."""
SIDE, GAP, LEFT, TOP, COLUMNS = 210, 46, 40, 64, 3
INK, MUTED, GRID, PAPER = "#3a2e28", "#6b5d50", "#e4dac6", "#fffcf4"


def page(found: Found, picture: str) -> str:
    parts = [f"# Calibration\n\n{INTRODUCTION}\n\n![Said and came true, by edition]({picture})\n\n{summary(found)}"]
    for game, forecasts in found.items():
        parts.append(f"## `{game.edition}`{', the Escape' if game.escape else ''}\n\n{pipes(lines(forecasts))}")
    return "\n\n".join(parts) + "\n"


def of_kind(forecasts: Sequence[Forecast], kind: str) -> list[Tenth]:
    return tenths([each for each in forecasts if each.kind == kind])


def summary(found: Found) -> str:
    rows = [["", "positions", *(f"{kind}: tenths off" for kind in KINDS)]]
    for game, forecasts in found.items():
        positions = len({each.position for each in forecasts})
        rows.append([f"`{game.edition}`{', the Escape' if game.escape else ''}", f"{positions:,}"])
        for kind in KINDS:
            all_tenths = of_kind(forecasts, kind)
            sure = sum(each.is_surely_off for each in all_tenths)
            rows[-1].append(f"{sure} surely, {sum(abs(each.off) > MOST_OFF for each in all_tenths)} as counted")
    return pipes(rows)


def lines(forecasts: Sequence[Forecast]) -> list[list[str]]:
    found = [["kind", "told", "how often", "positions", "said", "came true", "off"]]
    for kind in KINDS:
        for each in of_kind(forecasts, kind):
            off = f"{100 * each.off:+.1f} ± {100 * each.error:.1f}"
            found.append(
                [
                    kind,
                    f"{10 * each.number} to {10 * each.number + 10} %",
                    f"{each.forecasts:,}",
                    f"{each.positions:,}",
                    f"{100 * each.said:.1f} %",
                    f"{100 * each.came:.1f} %",
                    f"**{off}**" if each.is_surely_off else off,
                ]
            )
    return found


def diagram(found: Found) -> str:
    """A panel for each game: on the dotted line things come true as often as it was said."""
    rows = -(-len(found) // COLUMNS)
    width, height = LEFT + COLUMNS * (SIDE + GAP), TOP + rows * (SIDE + GAP + 14)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="11">',
        "<title>How often chances came true, by how they were told</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
    ]
    for at, kind in enumerate(KINDS):
        x = LEFT + at * 90
        drawn.append(f'<g fill="{COLOURS[kind]}">{SHAPES[kind].format(x=x + 6, y=22)}</g>')
        drawn.append(f'<text x="{x + 16}" y="26" fill="{INK}">{kind}</text>')
    for at, (game, forecasts) in enumerate(found.items()):
        x, y = LEFT + at % COLUMNS * (SIDE + GAP), TOP + at // COLUMNS * (SIDE + GAP + 14)
        drawn += panel(game, forecasts, x, y)
    return "\n".join([*drawn, "</svg>"]) + "\n"


def panel(game: Game, forecasts: Sequence[Forecast], left: int, top: int) -> list[str]:
    def x(chance: float) -> float:
        return round(left + chance * SIDE, 1)

    def y(chance: float) -> float:
        return round(top + SIDE - max(0.0, min(1.0, chance)) * SIDE, 1)

    drawn = [f'<text x="{left}" y="{top - 8}" fill="{INK}" font-weight="bold">{game.name}</text>']
    for quarter in (0, 0.25, 0.5, 0.75, 1):
        drawn.append(f'<path d="M{x(0)} {y(quarter)}H{x(1)}M{x(quarter)} {y(0)}V{y(1)}" stroke="{GRID}"/>')
        for at, level, anchor in ((left - 5, y(quarter) + 4, "end"), (x(quarter), top + SIDE + 14, "middle")):
            number = f"{100 * quarter:.0f}"
            drawn.append(f'<text x="{at}" y="{level}" fill="{MUTED}" text-anchor="{anchor}">{number}</text>')
    drawn.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="{MUTED}" stroke-dasharray="2 3"/>')
    for kind in KINDS:
        colour = COLOURS[kind]
        for each in of_kind(forecasts, kind):
            at, low, high = x(each.said), y(each.came - each.error), y(each.came + each.error)
            drawn.append(f'<path d="M{at} {low}V{high}" stroke="{colour}"/>')
            drawn.append(f'<g fill="{colour}">{SHAPES[kind].format(x=at, y=y(each.came))}</g>')
    return drawn
