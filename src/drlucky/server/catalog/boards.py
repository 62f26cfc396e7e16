"""Boards for those who look at them: as a floor plan, with all that it takes to draw it, and as a picture."""

from collections.abc import Mapping
from functools import lru_cache

import drlucky
from drlucky import boards, phrases
from drlucky.boards import Board, Layout
from drlucky.editions import Book
from drlucky.game.setup import find_pet_start, find_starts
from drlucky.render.game import board_svg_of
from drlucky.server.errors import Failed
from drlucky.server.schemas import catalog as schemas


def printed(name: str) -> Board:
    if name not in boards.names():
        raise Failed("not here", "there is no board {name!r:.40}; see /api/boards", name=name)
    return drlucky.board(name)


def layout_of(name: str, layout: str, closed: str) -> Layout:
    """As options of a game say it: `closed` is a wing, both, or none."""
    board = printed(name)
    wings = {"none": (), "both": tuple(board.wings)}.get(closed, tuple(closed.split(",")))
    return board.layout(layout, wings)


@lru_cache(256)
def bare_board(layout: Layout, room: str | None) -> str:
    """As SVG, with the sight lines of a room."""
    return board_svg_of(layout, room)


@lru_cache(128)
def printed_plan(name: str, layout: str, closed: str, language: str) -> schemas.Plan:
    return plan(layout_of(name, layout, closed), language)


def plan(layout: Layout, language: str) -> schemas.Plan:
    board = layout.board
    columns, rows = board.size
    return schemas.Plan(
        board=board.name,
        title=phrases.board_title(board.title, language),
        layout=layout.name,
        closed=layout.closed,
        columns=columns,
        rows=rows,
        floors=tuple(schemas.PlanFloor(floor.name, floor.top, floor.columns, floor.rows) for floor in board.floors),
        spaces=spaces(layout, language),
        doors=tuple(schemas.PlanDoor(d.between, d.wall, d.at, d.span, d.sight_only) for d in board.doors),
        joins=board.layout_rules[layout.name].joins,
        wings=board.wings,
        decks=board.decks,
        starts={book.id: starts(book, layout) for book in drlucky.editions() if board.name in book.boards},
        route=tuple(room.name for room in board.rooms if room.number is not None and room.name in layout.open),
        adjacent=dict(layout.adjacent),
        sees=dict(layout.sees),
        lines=lines(layout),
    )


def spaces(layout: Layout, language: str) -> tuple[schemas.PlanSpace, ...]:
    board = layout.board
    floors = board.layout_rules[layout.name].floors
    wings, decks = member_of(board.wings), member_of(board.decks)
    return tuple(
        schemas.PlanSpace(
            name=space.name,
            word=phrases.room(space.name, language),
            label=space.label,
            number=space.number,
            kind=space.kind,
            floor=space.floor,
            rectangles=space.rectangles,
            label_box=space.label_box,
            open=space.name in layout.open if space.standing else space.floor in floors,
            wing=wings.get(space.name),
            deck=decks.get(space.name),
        )
        for space in board.spaces
    )


def member_of(groups: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {room: name for name, rooms in groups.items() for room in rooms}


def starts(book: Book, layout: Layout) -> schemas.Starts:
    players, doctor = find_starts(book, layout)
    placed = book.places_by_card
    pets = {pet: find_pet_start(book, layout, pet) for pet in book.pet_starts.get(layout.board.name, ())}
    return schemas.Starts(
        players=None if placed == "everybody" else players,
        doctor=doctor if placed == "nobody" else None,
        cat=pets.get("cat"),
        dog=pets.get("dog"),
    )


def lines(layout: Layout) -> tuple[schemas.SightLine, ...]:
    at = {room: number for number, room in enumerate(layout.open)}
    return tuple(
        schemas.SightLine(room, other, layout.lines(room, other))
        for room in layout.open
        for other in layout.sees[room]
        if at[room] < at[other]
    )
