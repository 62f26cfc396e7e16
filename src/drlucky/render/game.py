"""A game on its board, in text and as an SVG picture."""

from drlucky import display, phrases
from drlucky.boards import Board, Layout, board, names
from drlucky.errors import DrLuckyError
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.render import board_svg, board_text
from drlucky.render.board_labels import Token
from drlucky.render.board_text import Mark
from drlucky.render.pawns import DOCTOR, described, is_narrow, legend, pawns, picture


def text(shown: Game | View, seat: int | None = None, sight_of: str | None = None, language: str = "en") -> str:
    """The board in text with everyone on it, and below it what its letters mean. Nothing that a spectator may not
    know is in it; `seat` says whose pawn is called "you". With `sight_of` the rooms that see that room are marked."""
    view, layout = what_is_shown(shown, seat)
    marks: dict[str, list[Mark]] = {}
    for pawn in pawns(view):
        if pawn.room is not None:
            name = pawn.letter if pawn.kind == DOCTOR or not is_narrow(pawn.name) else pawn.name
            marks.setdefault(pawn.room, []).append(Mark(name, pawn.letter))
    house = phrases.house(view, language)
    notes = [legend(view, language), *([house] if house else [])]
    if sight_of is not None:
        beams = sight_lines(shown, layout, sight_of)
        add_sight(marks, beams)
        notes.append(sight_note(beams))
    return "\n".join([board_text.draw(layout.board, layout, marks, view.sunk), *notes])


def svg(shown: Game | View, seat: int | None = None, sight_of: str | None = None, language: str = "en") -> str:
    """The same as a picture, a document of its own; with `sight_of` the sight lines of that room are drawn."""
    view, layout = what_is_shown(shown, seat)
    return board_svg.draw(
        layout.board,
        layout,
        tokens=[
            Token(described(pawn, view.seat, language), picture(pawn, view.seat), pawn.room) for pawn in pawns(view)
        ],
        sight=None if sight_of is None else sight_lines(shown, layout, sight_of),
        dark=view.lights_out,
        sunk=view.sunk,
        caption=phrases.house(view, language),
        language=language,
    )


def board_text_of(layout: Layout, sight_of: str | None = None) -> str:
    """A board by itself in text; with `sight_of` the rooms that see that room are marked."""
    if sight_of is None:
        return board_text.draw(layout.board, layout)
    beams = board_svg.beams(layout, open_room(layout, sight_of))
    marks: dict[str, list[Mark]] = {}
    add_sight(marks, beams)
    return f"{board_text.draw(layout.board, layout, marks)}\n{sight_note(beams)}"


def board_svg_of(layout: Layout, sight_of: str | None = None) -> str:
    """A board by itself as a picture; with `sight_of` the sight lines of that room are drawn."""
    beams = None if sight_of is None else board_svg.beams(layout, open_room(layout, sight_of))
    return board_svg.draw(layout.board, layout, sight=beams)


def what_is_shown(shown: Game | View, seat: int | None) -> tuple[View, Layout]:
    """A view and the board it is of. A view knows its board by name only, and whose view it is by itself."""
    if not isinstance(shown, View):
        return shown.view(seat), shown.setting.layout
    layout = board(shown.board).layout(shown.layout, shown.closed) if shown.board in names() else None
    if layout is None or shown.doctor not in layout.open:
        raise DrLuckyError(
            f"a view does not hold a plan of your own, such as {shown.board!r}: give the game to draw it"
        )
    return shown, layout


# Sight


def sight_lines(shown: Game | View, layout: Layout, room: str) -> board_svg.Beams:
    """The rooms that see a room now: the game knows what light, water and cats do to that."""
    if isinstance(shown, View):
        raise DrLuckyError("a view does not say which rooms see each other now: give the game to draw sight lines")
    name = open_room(layout, room)
    place = next((place for place in shown.sight().places if place.room == name), None)
    return board_svg.beams(layout, name, place.seen_from if place else ())


def open_room(layout: Layout, room: str) -> str:
    """The room of this name or number; capitals do not matter."""
    for space in layout.board.rooms:
        if room.casefold() in (space.name.casefold(), space.label.casefold()) and space.name in layout.open:
            return space.name
    raise DrLuckyError(f"{room!r} is no room in play here; the open rooms are {', '.join(layout.open)}")


HERE, SEER = Mark("(@)", "@"), Mark("(o)", "o")


def add_sight(marks: dict[str, list[Mark]], beams: board_svg.Beams) -> None:
    marks.setdefault(beams.room, []).append(HERE)
    for room in beams.lines:
        marks.setdefault(room, []).append(SEER)


def sight_note(beams: board_svg.Beams) -> str:
    if not beams.lines:
        return f"{HERE.name} {beams.room}: no other room sees it."
    return f"{HERE.name} {beams.room}: it is seen from the rooms marked {SEER.name}: {', '.join(beams.lines)}."


@display.svg.register
def _(game: Game, language: str = "en", *, dark: bool = False) -> str:
    return svg(game, language=language)


@display.svg.register
def _(bare: Board, language: str = "en", *, dark: bool = False) -> str:
    return board_svg.draw(bare, language=language)
