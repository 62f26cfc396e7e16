"""A board as an SVG picture, drawn from the geometry of its plan, with pawns and sight lines if there are any."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from math import ceil

from drlucky import phrases
from drlucky.boards.model import Board, Door, Layout, Space
from drlucky.boards.sight import Segment
from drlucky.render.board_labels import HIGH, LEGEND_ROW, WIDE, Box, Token, arrange, box_of, label, legend_rows, placed

MARGIN = 36
TITLE = 24
CAPTION = 16

INK, CREAM, ACCENT = "#3a2e28", "#f6f0e3", "#7a2230"


@dataclass(frozen=True)
class Palette:
    paper: str
    ink: str
    muted: str
    badge: str
    beam: str
    here: str
    """The room whose sight is shown."""
    seen: str
    """The rooms that see it."""
    spaces: Mapping[str, str]
    wings: tuple[str, ...]
    decks: tuple[str, ...]
    shut: str
    water: str


DAY = Palette(
    paper=CREAM,
    ink=INK,
    muted="#77695a",
    badge=ACCENT,
    beam="#c8881c",
    here="#f7d98b",
    seen="#fbecc4",
    spaces={"room": "#fffcf4", "hall": "#ddd1bb", "hallway": "#ebe2d0", "stairs": "#ebe2d0"},
    wings=("#eef3e2", "#f8e9e4", "#e6eef4", "#f5efd9"),
    decks=("#fbfdfd", "#edf5f7", "#dcebf0", "#c8dee7"),
    shut="#d6cdbd",
    water="#7fa9bd",
)
NIGHT = Palette(
    paper="#1b1d2a",
    ink="#e9e1cc",
    muted="#a39c90",
    badge="#9a4252",
    beam="#f0b64a",
    here="#6b5a2c",
    seen="#4b4436",
    spaces={"room": "#343648", "hall": "#262837", "hallway": "#2c2e3e", "stairs": "#2c2e3e"},
    wings=("#333c40", "#3f3541", "#303a4b", "#3d3a3e"),
    decks=("#3a4152", "#343c50", "#2d374d", "#263148"),
    shut="#232431",
    water="#1f3a52",
)


def style(palette: Palette) -> str:
    """Everything is said of this picture only, as a page may hold several."""
    rules = {
        "text": f"font-family: Georgia, 'Times New Roman', serif; fill: {palette.ink}; text-anchor: middle;",
        ".hall, .hall text": f"font-style: italic; fill: {palette.muted};",
        ".off text": f"fill: {palette.ink}; fill-opacity: .7;",
        ".number": f"fill: {CREAM}; font-weight: bold; font-size: 13px; stroke: none;",
        ".off .number": f"fill: {CREAM}; fill-opacity: 1;",
        ".badge": f"fill: {palette.badge};",
        ".off .badge": "fill-opacity: .55;",
        ".wall": f"fill: none; stroke: {palette.ink}; stroke-width: 4; stroke-linecap: square;",
        ".sill": f"fill: none; stroke: {palette.ink}; stroke-opacity: .18; stroke-width: 1.5;",
        ".rail": f"fill: none; stroke: {palette.badge}; stroke-width: 3; stroke-dasharray: 3 5;",
        ".steps": f"fill: none; stroke: {palette.muted}; stroke-opacity: .35; stroke-width: 1;",
        ".hatch": f"fill: none; stroke: {palette.muted}; stroke-opacity: .4; stroke-width: 1.2;",
        ".waves": "fill: none; stroke: #ffffff; stroke-opacity: .35; stroke-width: 1.5;",
        ".beam": f"fill: none; stroke: {palette.beam}; stroke-width: 3; stroke-linecap: round; stroke-dasharray: 1 7;",
        ".eye": f"fill: {palette.beam};",
        ".letter": "font-family: Verdana, Arial, sans-serif; font-weight: bold; font-size: 13px; fill: #ffffff;",
        ".who": "text-anchor: start; font-size: 15px;",
    }
    scoped = (
        ", ".join(f".drlucky {one.strip()}" for one in names.split(",")) + f" {{ {said} }}"
        for names, said in rules.items()
    )
    return "\n".join(("", *scoped, ""))


@dataclass(frozen=True)
class Beams:
    """The sight of a room: the rooms that see it, each with the lines between them."""

    room: str
    lines: Mapping[str, Sequence[Segment]]


def beams(layout: Layout, room: str, seen_from: Iterable[str] | None = None) -> Beams:
    """The sight of a room in a layout; `seen_from` says which rooms see it now, if not all that lie in view."""
    others = layout.sees[room] if seen_from is None else seen_from
    return Beams(room, {other: layout.lines(room, other) for other in others if other != room})


def draw(
    board: Board,
    layout: Layout | None = None,
    *,
    tokens: Sequence[Token] = (),
    sight: Beams | None = None,
    dark: bool = False,
    sunk: Collection[str] = (),
    caption: str = "",
    language: str = "en",
) -> str:
    """The floors in play: a document of its own, with no outside fonts, scripts or links.

    Closed rooms are hatched and the rooms of `sunk` decks under water; in the `dark` the colours are a night's."""
    layout = layout or board.layout()
    picture = Picture(board, layout, NIGHT if dark else DAY, tuple(tokens), sight, frozenset(sunk), language)
    return "\n".join(picture.parts(caption))


@dataclass(frozen=True)
class Picture:
    """A board in a layout, and all that is shown on it."""

    board: Board
    layout: Layout
    palette: Palette
    tokens: tuple[Token, ...]
    sight: Beams | None
    sunk: frozenset[str]
    language: str

    def parts(self, caption: str) -> Iterator[str]:
        plan = self.plan_box
        width = plan.wide + 2 * MARGIN
        above = MARGIN + TITLE + (CAPTION if len(self.board.floors) > 1 else 0) + (CAPTION if caption else 0)
        bottom = above + plan.high + MARGIN / 2
        legend = list(legend_rows(self.tokens, width - 2 * MARGIN))
        height = bottom + MARGIN / 2 + len(legend) * LEGEND_ROW
        title = phrases.board_title(self.board.title, self.language)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drlucky" viewBox="0 0 {width} {height:g}" width="{width}"'
            f' height="{height:g}" role="img" aria-label="{escape(title)}">'
        )
        yield f"<style>{style(self.palette)}</style>"
        yield f'<rect width="{width}" height="{height:g}" fill="{self.palette.paper}"/>'
        yield f'<text x="{width / 2:g}" y="{MARGIN}" font-size="{TITLE}">{escape(title)}</text>'
        if caption:
            y = MARGIN + CAPTION + 6
            yield f'<text class="hall" x="{width / 2:g}" y="{y}" font-size="15">{escape(caption)}</text>'
        yield f'<g transform="translate({MARGIN} {above - plan.top:g})">'
        yield from self.house()
        yield "</g>"
        for row, entries in enumerate(legend):
            yield f'<g transform="translate({MARGIN} {bottom + (row + 0.7) * LEGEND_ROW:g})">'
            yield from entries
            yield "</g>"
        yield "</svg>"

    def house(self) -> Iterator[str]:
        """From the ground up: floors, what covers them, walls, lines, names, pawns."""
        fills = self.fills()
        spaces = self.spaces
        yield from (_area(self.called(space), fills[space.name]) for space in spaces)
        yield from (_steps(space) for space in spaces if space.kind == "stairs")
        yield from (_hatch(space) for space in spaces if self.is_closed(space))
        yield from (_waves(space) for space in spaces if space.name in self.under_water)
        doors = [door for door in self.board.doors if self.names.issuperset(door.between)]
        yield f'<path class="sill" d="{_openings(doors, rail=False)}"/>'
        yield f'<path class="wall" d="{_walls(spaces, doors)}"/>'
        yield f'<path class="rail" d="{_openings(doors, rail=True)}"/>'
        if self.sight:
            yield from _beams(self.sight)
        for space in spaces:
            yield from self.inhabited(space, fills[space.name])
        yield from self.margin_notes()

    @property
    def plan_box(self) -> Box:
        """What the floors in play take up, without what is written around them."""
        floors = [floor for number, floor in enumerate(self.board.floors) if number in self.floors]
        first, last = floors[0], floors[-1]
        wide = (max(floor.columns for floor in floors) - 1) * WIDE
        return Box(0, first.top * HIGH, wide, (last.top + last.rows - 1) * HIGH)

    @property
    def floors(self) -> frozenset[int]:
        return self.board.layout_rules[self.layout.name].floors

    @property
    def spaces(self) -> list[Space]:
        return [space for space in self.board.spaces if space.floor in self.floors]

    @property
    def names(self) -> set[str]:
        return {space.name for space in self.spaces}

    @property
    def under_water(self) -> set[str]:
        return {room for deck in self.sunk for room in self.board.decks[deck]}

    def is_closed(self, space: Space) -> bool:
        return space.standing and space.name not in self.layout.open

    def called(self, space: Space) -> Space:
        """The space with its name in the language of the picture."""
        return replace(space, name=phrases.room(space.name, self.language))

    def fills(self) -> dict[str, str]:
        """The colour of each space; wings and decks have a tint of their own."""
        palette = self.palette
        fills = {space.name: palette.spaces[space.kind] for space in self.board.spaces}
        for groups, tints in ((self.board.wings, palette.wings), (self.board.decks, palette.decks)):
            for index, rooms in enumerate(groups.values()):
                fills.update(dict.fromkeys(rooms, tints[index % len(tints)]))
        fills.update({space.name: palette.shut for space in self.board.spaces if self.is_closed(space)})
        fills.update(dict.fromkeys(self.under_water, palette.water))
        if self.sight:
            fills.update({**dict.fromkeys(self.sight.lines, palette.seen), self.sight.room: palette.here})
        return fills

    def inhabited(self, space: Space, fill: str) -> Iterator[str]:
        """A space's name, and the pawns in it."""
        here = [token for token in self.tokens if token.room == space.name]
        shown = self.called(space)
        arranged = arrange(shown, box_of(space.label_box), len(here))
        off = self.is_closed(space) or space.name in self.under_water
        yield from label(shown, arranged, "off" if off else "", fill)
        for token, (x, y) in zip(here, arranged.spots, strict=True):
            yield placed(token, x, y, arranged.scale)

    def margin_notes(self) -> Iterator[str]:
        """The names of decks beside their rooms, and of floors above their drawings."""
        rects = {space.name: space.rectangles for space in self.spaces}
        for deck, rooms in self.board.decks.items():
            rows = [row for room in rooms for rect in rects.get(room, ()) for row in (rect.top, rect.bottom)]
            if rows:
                middle = (min(rows) + max(rows)) / 2 * HIGH
                yield f'<text x="{-MARGIN / 2}" y="{middle + 7:g}" font-size="20">{escape(deck)}</text>'
        for number, floor in enumerate(self.board.floors):
            if len(self.board.floors) > 1 and number in self.floors:
                name = phrases.floor(floor.name, self.language)
                x, y = (floor.columns - 1) * WIDE / 2, floor.top * HIGH - 12
                yield f'<text class="hall" x="{x:g}" y="{y}" font-size="{CAPTION}">{escape(name)}</text>'


# Floors


def _area(space: Space, fill: str) -> str:
    corners = "".join(
        f"M{left * WIDE} {top * HIGH}H{right * WIDE}V{bottom * HIGH}H{left * WIDE}Z"
        for left, top, right, bottom in space.rectangles
    )
    # The thin line of the same colour closes the seams between a space's rectangles.
    return f'<path d="{corners}" fill="{fill}" stroke="{fill}"><title>{escape(_described(space))}</title></path>'


def _described(space: Space) -> str:
    return space.name if space.number is None else f"{space.number} {space.name}"


def _steps(space: Space) -> str:
    lines = "".join(
        f"M{rect.left * WIDE} {y}H{rect.right * WIDE}"
        for rect in space.rectangles
        for y in range(rect.top * HIGH + HIGH // 2, rect.bottom * HIGH, HIGH // 2)
    )
    return f'<path class="steps" d="{lines}"/>'


def _hatch(space: Space) -> str:
    """Slanting lines on the same grid in every room, cut off at the walls."""
    lines = []
    for rect in space.rectangles:
        box = box_of(rect)
        # On a line x + y is the same everywhere.
        for total in range(ceil((box.left + box.top) / 12) * 12, int(box.right + box.bottom), 12):
            start, end = max(box.left, total - box.bottom), min(box.right, total - box.top)
            lines.append(f"M{start:g} {total - start:g}L{end:g} {total - end:g}")
    return f'<path class="hatch" d="{"".join(lines)}"/>'


def _waves(space: Space) -> str:
    lines = []
    for rect in space.rectangles:
        box = box_of(rect)
        for y in range(int(box.top) + 14, int(box.bottom) - 4, 18):
            ripples = int(box.wide - 8) // 20
            start = (box.left + box.right) / 2 - ripples * 10
            lines.append(f"M{start:g} {y}" + "q5 -5 10 0t10 0" * ripples)
    return f'<path class="waves" d="{"".join(lines)}"/>'


# Walls and doors


def _walls(spaces: Sequence[Space], doors: Sequence[Door]) -> str:
    """The lines between spaces, and between spaces and nothing, less the doors in them."""
    owners = {
        (x, y): space.name
        for space in spaces
        for rect in space.rectangles
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }
    upright: dict[int, set[int]] = defaultdict(set)
    level: dict[int, set[int]] = defaultdict(set)
    for (x, y), owner in owners.items():
        for side in (x, x + 1):
            if owners.get((x - 1 if side == x else side, y)) != owner:
                upright[side].add(y)
        for side in (y, y + 1):
            if owners.get((x, y - 1 if side == y else side)) != owner:
                level[side].add(x)
    gaps: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for door in doors:
        gaps[door.wall, door.at].append((door.span[0] - 0.5, door.span[1] + 0.5))
    vertical = (
        f"M{x * WIDE} {start * HIGH:g}V{end * HIGH:g}"
        for x, units in sorted(upright.items())
        for start, end in _pieces(units, gaps["vertical", x])
    )
    horizontal = (
        f"M{start * WIDE:g} {y * HIGH}H{end * WIDE:g}"
        for y, units in sorted(level.items())
        for start, end in _pieces(units, gaps["horizontal", y])
    )
    return "".join((*vertical, *horizontal))


def _pieces(units: Iterable[int], gaps: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Unit lengths of wall along one line, joined where they touch, with the gaps cut out."""
    # A cut is written as an end of wall at its start and a start of wall at its end.
    change: dict[float, int] = defaultdict(int)
    for unit in units:
        change[unit] += 1
        change[unit + 1] -= 1
    for start, end in gaps:
        change[start] -= 1
        change[end] += 1
    standing = 0
    began = 0.0
    for position in sorted(change):
        before, standing = standing, standing + change[position]
        if standing > 0 >= before:
            began = position
        elif before > 0 >= standing:
            yield began, position


def _openings(doors: Iterable[Door], rail: bool) -> str:
    return "".join(_line(door.gap) for door in doors if door.sight_only == rail)


def _line(line: Segment) -> str:
    return f"M{line.x1 * WIDE:g} {line.y1 * HIGH:g}L{line.x2 * WIDE:g} {line.y2 * HIGH:g}"


def _beams(sight: Beams) -> Iterator[str]:
    """The sight lines, with a dot at each end."""
    lines = [line for lines in sight.lines.values() for line in lines]
    yield f'<path class="beam" d="{"".join(map(_line, lines))}"/>'
    for x, y in sorted({end for line in lines for end in ((line.x1, line.y1), (line.x2, line.y2))}):
        yield f'<circle class="eye" cx="{x * WIDE:g}" cy="{y * HIGH:g}" r="4.5"/>'
