"""Games drawn on their boards: everyone is in the picture, in the right room, and nothing else is."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import drlucky
from drlucky import cast
from drlucky.boards import names, read_plan
from drlucky.cli.main import app
from drlucky.conformance import SetUp
from drlucky.errors import DrLuckyError
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.render import board_labels, pawns
from drlucky.render import board_svg as svg
from drlucky.render import board_text as text
from drlucky.render import game as drawing
from drlucky.render.board_text import Mark
from setups import setups

PEOPLE = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
every_board = pytest.mark.parametrize("name", names())
SPACE = "{http://www.w3.org/2000/svg}"


def some_position(setup: SetUp) -> Game:
    choose = Random(str(setup))
    game = setup.game(seed=2)
    for _ in range(choose.randrange(150)):
        if game.to_decide is not None:
            game.play(choose.choice(game.legal))
    return game


def crowd(edition: str, room: str, **options: object) -> Game:
    """Everyone in one room."""
    most = max(next(book.players for book in drlucky.editions() if book.id == edition))
    game = drlucky.new(edition, PEOPLE[:most], seed=1, **options)  # type: ignore[arg-type]
    for pawn in range(len(game.state.rooms)):
        game.state.rooms[pawn] = game.setting.room_names.index(room)
    return game


def tokens(picture: str) -> list[tuple[str, float, float, float]]:
    """The pawns on the board of a picture: name, place and scale, in the board's own coordinates."""
    found = []
    for group in next(ET.fromstring(picture).iter(f"{SPACE}g")).iter(f"{SPACE}g"):
        if group.get("class") == "pawn":
            placed = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", group.get("transform") or "")
            assert placed
            title = group.find(f"{SPACE}title")
            assert title is not None
            assert title.text
            found.append((title.text, float(placed[1]), float(placed[2]), float(placed[3] or 1)))
    return found


def where(view: View) -> dict[str, str]:
    """Where everyone is who is in the game, by the name in pictures."""
    called = [*zip(view.players, view.rooms, strict=True), ("Doctor Lucky", view.doctor)]
    called += [("Patience, the cat", view.cat), ("Shamrock, the dog", view.dog)]
    return {name: room for name, room in called if room is not None}


@every_setup
def test_everyone_is_in_the_right_room_of_the_picture(setup: SetUp) -> None:
    game = some_position(setup)
    picture = game._repr_svg_()
    view = game.view(None)
    shown = tokens(picture)
    assert sorted(name for name, *_ in shown) == sorted(where(view))
    spaces = {space.name: space for space in game.board.spaces}
    for name, x, y, _ in shown:
        rooms = spaces[where(view)[name]].rectangles
        assert any(r.left * 10 < x < r.right * 10 and r.top * 20 < y < r.bottom * 20 for r in rooms)
    for outside in ("href", "url(", "<script", "@import", "http://www.w3.org/1999"):
        assert outside not in picture


@every_setup
def test_everyone_is_in_the_text(setup: SetUp) -> None:
    game = some_position(setup)
    drawn = drawing.text(game)
    assert all(name in drawn for name in where(game.view(None)))
    assert all(line == line.rstrip() for line in drawn.splitlines())


@every_setup
def test_a_view_is_drawn_as_its_game_is(setup: SetUp) -> None:
    game = some_position(setup)
    seat = game.setting.live[0]
    assert drawing.svg(game.view(seat)) == drawing.svg(game, seat)
    assert drawing.text(game.view(seat)) == drawing.text(game, seat)
    assert drawing.text(game.view(seat)).count("(you)") == 1


CROWDED = [
    *(("kill-2016", room, {"pets": "both"}) for room in ("Foyer", "Armory", "Lancaster Room", "Piazza")),
    *(("kill-1996", room, {}) for room in ("West Hallway", "Northwest Hallway", "West Stairs", "Foyer", "Gallery")),
    *(
        ("kill-de", room, {"board": "bed-and-breakfast", "pets": "both"})
        for room in ("Foyer", "Drawing Room", "Pantry")
    ),
    *(("save-2000", room, {}) for room in ("Kennel", "Bridge", "Ice")),
]


@pytest.mark.parametrize(("edition", "room", "options"), CROWDED)
def test_a_crowd_in_a_small_room_can_be_told_apart(edition: str, room: str, options: dict[str, object]) -> None:
    game = crowd(edition, room, **options)
    shown = tokens(drawing.svg(game))
    assert len(shown) == len(game.state.rooms)
    for (_, x, y, scale), (_, other_x, other_y, _) in combinations(shown, 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= 2 * board_labels.TOKEN * scale
        assert scale >= 0.5
    space = next(space for space in game.board.spaces if space.name == room)
    for _, x, y, scale in shown:
        box, radius = board_labels.box_of(space.label_box), board_labels.TOKEN * scale
        assert box.left <= x - radius <= x + radius <= box.right
        assert box.top <= y - radius <= y + radius <= box.bottom
    letters = pawns.letters(game.players)
    drawn = drawing.text(game).splitlines()[: game.board.size[1]]
    inside = "".join(
        line.ljust(200)[space.label_box.left + 1 : space.label_box.right]
        for line in drawn[space.label_box.top : space.label_box.bottom]
    )
    assert all(letter in inside for letter in (*letters, "*"))


def test_names_are_safe() -> None:
    wicked = ["<script>alert(1)</script>", "\"&amp;'", "]]>", "</svg>"]
    game = drlucky.new("kill-2016", wicked, seed=1)
    picture = drawing.svg(game, 0)
    assert "<script" not in picture
    assert {name for name, *_ in tokens(picture)} == {*wicked[1:], wicked[0] + " (you)", "Doctor Lucky"}
    assert wicked[0] in drawing.text(game)


def test_a_ring_is_worn_by_oneself_only() -> None:
    game = drlucky.new("kill-2016", PEOPLE[:4], seed=1)
    assert pawns.GOLD not in drawing.svg(game)
    mine = drawing.svg(game, 2)
    assert mine.count(f'stroke="{pawns.GOLD}"') == 2, "on the board and in the legend"
    assert "Cleo (you)" in mine


def test_in_the_escape_the_doctor_is_his_ghost() -> None:
    for escape in (False, True):
        game = drlucky.new("kill-2016", PEOPLE[:3], seed=1, escape=escape)
        (doctor,) = (pawn for pawn in pawns.pawns(game.view(None)) if pawn.kind == pawns.DOCTOR)
        drawn = pawns.picture(doctor, None)
        assert (drawn == pawns.PICTURES[pawns.GHOST]) == escape
        assert drawn in drawing.svg(game)
        assert doctor.name == "Doctor Lucky"


def test_pawns_are_those_of_the_cast() -> None:
    bot = cast.people()[4]
    game = drlucky.new("kill-2016", ["Ann", bot.name], seed=1)
    looks = [pawns.picture(pawn, None) for pawn in pawns.pawns(game.view(None)) if pawn.seat >= 0]
    assert bot.pawn in looks[2]
    assert bot.day in looks[2]
    assert ["dasharray" in look for look in looks] == [False, True, False, True]


def test_no_two_pawns_look_the_same_without_colour() -> None:
    game = drlucky.new("kill-2016", PEOPLE, seed=1, pets="both")
    looks = [re.sub(r"#[0-9a-f]{6}", "", pawns.picture(pawn, None)) for pawn in pawns.pawns(game.view(None))]
    assert len(set(looks)) == 11
    assert len({re.sub(r"<text.*", "", look) for look in looks}) == 11, "the shapes alone are different too"


def test_lights_out_is_dark() -> None:
    game = drlucky.new("kill-2016", 3, seed=1)
    assert svg.DAY.paper in drawing.svg(game)
    game.state.stage = 1
    assert svg.NIGHT.paper in drawing.svg(game, sight_of="Gallery")
    assert 'class="beam" d=""' in drawing.svg(game, sight_of="Gallery"), "nothing is seen from room to room"
    assert "The lights are out." in drawing.text(game)
    assert "no other room sees it" in drawing.text(game, sight_of="Gallery")


def test_sunk_decks_are_under_water() -> None:
    game = drlucky.new("save-2000", 4, seed=1)
    assert 'class="waves"' not in drawing.svg(game)
    game.state.stage = 2
    sunk = [room for deck in "CD" for room in game.board.decks[deck]]
    assert drawing.svg(game).count('class="waves"') == len(sunk)
    assert "~~~" in drawing.text(game)
    assert "deck D, deck C" in drawing.text(game)
    game.state.stage = 4
    assert drawing.text(game).count("*") == 1, "in the legend only"


def test_closed_rooms_are_hatched() -> None:
    game = drlucky.new("kill-2016", 3, seed=1, closed="both")
    assert drawing.svg(game).count('class="hatch"') == 10
    assert "////" in drawing.text(game)
    assert "////" not in drawing.text(drlucky.new("kill-2016", 3, seed=1, closed="none"))


def test_only_the_floors_in_play_are_drawn() -> None:
    game = drlucky.new("kill-2016", 4, seed=1, board="bed-and-breakfast", layout="downstairs")
    for drawn in (drawing.svg(game), drawing.text(game)):
        assert "Kitchen" in drawn
        assert "Nursery" not in drawn


def test_the_dead_are_in_the_legend_only() -> None:
    game = drlucky.new("kill-2016", ["Ann", "Bob", "Cleo"], seed=1, escape=True)
    game.state.rooms[1] = -1
    picture = drawing.svg(game)
    assert "Bob (out)" not in {name for name, *_ in tokens(picture)}
    assert "Bob (out)" in picture
    assert "B Bob (out)" in drawing.text(game)


# Sight


@pytest.mark.slow
@every_board
def test_sight_lines_are_those_of_the_board(name: str) -> None:
    board = drlucky.board(name)
    layout = board.layout()
    for room in layout.open:
        drawn = drawing.board_svg_of(layout, room)
        beam = ET.fromstring(drawn).find(".//*[@class='beam']")
        assert beam is not None
        lines = [line for other in layout.sees[room] for line in layout.lines(room, other)]
        assert (beam.get("d") or "").count("M") == len(lines)
        words = drawing.board_text_of(layout, room)
        assert all(other in words.splitlines()[-1] for other in layout.sees[room])
        # Where there is no room for it, the mark is a single letter.
        assert words.count("(o)") <= len(layout.sees[room]) + bool(layout.sees[room])
        narrow = [space.name for space in board.rooms if space.label_box.right - space.label_box.left < 8]
        assert words.count("(o)") >= len(set(layout.sees[room]).difference(narrow)) + bool(layout.sees[room])
        assert words.count("(@)") == 2 or room in narrow


def test_in_a_game_the_cat_hides_what_her_room_sees() -> None:
    game = drlucky.new("kill-2016", 4, seed=1, pets="cat", closed="none")
    game.state.rooms[game.setting.engine.cat] = game.setting.room_names.index("Armory")
    assert "Armory" not in drawing.text(game, sight_of="gallery").splitlines()[-1]
    assert "Gallery" in drawing.text(game, sight_of="14").splitlines()[-1]


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    game = drlucky.new("kill-2016", 3, seed=1)
    with pytest.raises(DrLuckyError, match="no room in play here; the open rooms are Drawing Room"):
        drawing.svg(game, sight_of="Kitchen")
    with pytest.raises(DrLuckyError, match="give the game to draw sight lines"):
        drawing.svg(game.view(0), sight_of="Gallery")
    for name in ("cottage.txt", "mansion.txt"):
        plan = tmp_path / name
        plan.write_text("plan:\n+---+---+---+\n| 1 . 2 . 3 |\n+---+---+---+\nrooms:\n1 A\n2 B\n3 C\n")
        own = drlucky.new("kill-2016", 3, seed=1, board=plan)
        assert "Doctor Lucky" in drawing.svg(own)
        with pytest.raises(DrLuckyError, match="plan of your own"):
            drawing.svg(own.view(0))


# Letters and marks


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (["Ann", "Bob", "Cleo"], "ABC"),
        (["Ann", "Adam", "Dora"], "AMD"),
        (["Player 1", "Player 2", "Player 3"], "123"),
        (["Mr. Pink", "Mr. White"], "PW"),
        (["Özgür", "日本", "🙂"], "Ö23"),
        (["A", "a"], "A2"),
    ],
)
def test_letters(players: list[str], expected: str) -> None:
    assert "".join(pawns.letters(players)) == expected


@given(
    st.lists(st.text(min_size=1, max_size=40).filter(lambda n: n.strip() and n.isprintable()), max_size=8, unique=True)
)
def test_letters_differ_whatever_the_names_are(players: list[str]) -> None:
    letters = pawns.letters(players)
    assert len(set(letters)) == len(letters) == len(players)
    assert all(len(letter) == 1 and letter.isalnum() for letter in letters)


@pytest.mark.slow
@given(
    st.lists(
        st.text(min_size=1, max_size=40).filter(lambda n: n.strip() and n.isprintable()),
        min_size=3,
        max_size=8,
        unique=True,
    )
)
def test_any_names_can_be_drawn(players: list[str]) -> None:
    game = drlucky.new("kill-2016", players, seed=1)
    ET.fromstring(drawing.svg(game, 0))
    width = game.board.size[0]
    assert all(len(line) <= width for line in drawing.text(game).splitlines()[: game.board.size[1]])


def test_wide_characters_leave_the_walls_straight() -> None:
    game = drlucky.new("kill-2016", ["日本語", "Bob", "Cleo"], seed=1)
    *board, legend = drawing.text(game).splitlines()
    assert "日" not in "".join(board)
    assert "日本語" in legend


def test_marks_are_written_as_names_while_there_is_room() -> None:
    plan = "plan:\n+-------------+---+\n| 1           . 2 |\n+-------------+---+\nrooms:\n1 Hall\n2 B\n"
    board = read_plan(plan)
    both = [Mark("Anna", "A"), Mark("Ben", "B")]
    row = text.draw(board, marks={"Hall": both, "B": both}).splitlines()[1]
    assert row == "| 1 Anna Ben  .AB |"
    crowd = [Mark("X", letter) for letter in "ABCDEF"]
    assert text.draw(board, marks={"B": crowd}).splitlines()[1].endswith(".AB+|")


# The command


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["board", *arguments])
    if result.exception:
        raise result.exception
    return result.output


@every_board
def test_the_command_draws_every_board(name: str, tmp_path: Path) -> None:
    board = drlucky.board(name)
    drawn = run(name)
    assert all(re.search(rf"\b({room.name.split()[0]}|{room.label})\b", drawn) for room in board.rooms)
    for layout in board.layouts:
        for closed in ("none", "both", *board.wings):
            target = tmp_path / "board.svg"
            run(name, "--layout", layout, "--closed", closed, "--svg", str(target))
            assert ET.parse(target).getroot().get("aria-label") == board.title
    assert run(name, "--svg", "-") == target.read_text() or board.wings or len(board.layouts) > 1


def test_the_command_shows_the_sight_of_a_room() -> None:
    assert "(@) Gallery: it is seen from" in run("mansion", "--room", "gallery")
    assert 'class="beam"' in run("mansion", "--room", "15", "--svg", "-")


def test_the_command_refuses_in_words(tmp_path: Path) -> None:
    for arguments, words in (
        (["castle"], "no board 'castle'"),
        (["mansion", "--closed", "north"], "no wing 'north'"),
        (["mansion", "--layout", "upstairs"], "no layout 'upstairs'"),
        (["mansion", "--room", "Nowhere"], "no room in play here"),
        (["mansion", "--svg", str(tmp_path)], "cannot be written"),
    ):
        with pytest.raises(DrLuckyError, match=words):
            run(*arguments)
