"""What a page draws and lets one choose: plans of boards, cards, and what a new table can be set to."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

import drlucky
from drlucky import boards, phrases
from drlucky.decks import deck
from drlucky.game.setup import PETS, Setting, setting
from drlucky.puzzle import has_clues, puzzle
from drlucky.server.catalog.boards import printed_plan
from drlucky.server.catalog.editions import describe_edition
from drlucky.table import Options, Settings
from drlucky.table.settings import check
from server.serving import ask, on_loop, served

EDITIONS = tuple(book.id for book in drlucky.editions())
every_edition = pytest.mark.parametrize("edition", EDITIONS)


@on_loop
async def test_a_plan_has_all_of_a_board(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for name in boards.names():
            heard = await ask(server, "GET", f"/api/boards/{name}/plan?language=de")
            board, plan = drlucky.board(name), heard.json
            assert len(heard.content) < 40_000
            assert (plan["columns"], plan["rows"]) == board.size
            for space, drawn in zip(board.spaces, plan["spaces"], strict=True):
                assert (drawn["name"], drawn["kind"], drawn["number"]) == (space.name, space.kind, space.number)
                assert drawn["word"] == phrases.room(space.name, "de")
                assert [tuple(each) for each in drawn["rectangles"]] == list(space.rectangles)
                assert tuple(drawn["label_box"]) == space.label_box
                assert drawn["open"]
            doors = [(*door["between"], door["at"], *door["span"], door["sight_only"]) for door in plan["doors"]]
            assert doors == [(*door.between, door.at, *door.span, door.sight_only) for door in board.doors]
            assert plan["sees"] == {room: list(others) for room, others in board.sees.items()}
            assert plan["adjacent"] == {room: list(others) for room, others in board.adjacent.items()}
            pairs = {(one, other) for one, others in board.sees.items() for other in others}
            assert {pair for one, other, _ in plan["lines"] for pair in ((one, other), (other, one))} == pairs
            assert len(plan["lines"]) == len(pairs) / 2, "each pair is there once"
            for one, other, lines in plan["lines"]:
                assert [tuple(line) for line in lines] == list(board.layout().lines(one, other))


@on_loop
async def test_a_plan_shows_what_is_open_in_a_layout(tmp_path: Path) -> None:
    async with served(tmp_path) as server:

        async def plan(path: str) -> Any:
            return (await ask(server, "GET", f"/api/boards/{path}")).json

        closed = await plan("mansion/plan?closed=west")
        board = drlucky.board("mansion")
        assert closed["closed"] == ["west"]
        shut = {space["name"] for space in closed["spaces"] if not space["open"]}
        assert shut == set(board.wings["west"]) == {s["name"] for s in closed["spaces"] if s["wing"] == "west"}
        assert not shut & set(closed["route"])
        assert len((await plan("mansion/plan?closed=both"))["route"]) == 14
        folded = await plan("bed-and-breakfast/plan?layout=upstairs")
        assert {space["floor"] for space in folded["spaces"] if space["open"]} == {0}
        assert folded["joins"] == [["Upper West Landing", "Upper East Landing"]]
        ship = await plan("ship/plan")
        assert {space["deck"] for space in ship["spaces"]} == set(ship["decks"]) == {"A", "B", "C", "D"}
        for wrong in ("nothing/plan", "mansion/plan?layout=folded", "mansion/plan?closed=roof", "..%2Fsecret/plan"):
            heard = await ask(server, "GET", f"/api/boards/{wrong}")
            assert heard.status in (400, 404), wrong
            assert heard.json["text"]


@on_loop
async def test_everybody_starts_where_a_plan_says(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for book in drlucky.editions():
            for name in book.boards:
                for layout in drlucky.board(name).layouts:
                    plan = (await ask(server, "GET", f"/api/boards/{name}/plan?layout={layout}")).json
                    told = plan["starts"][book.id]
                    chosen: dict[str, Any] = {"layout": layout, "closed": "none", "pets": "both"}
                    options = {option: value for option, value in chosen.items() if option in book.options}
                    if not drlucky.board(name).wings:
                        options.pop("closed", None)
                    view = drlucky.new(book.id, 4, seed=3, board=name, **options).view(None)
                    assert told["players"] in (None, *view.rooms)
                    assert told["doctor"] in (None, view.doctor)
                    assert (told["cat"], told["dog"]) == (view.cat, view.dog)
                    assert (told["doctor"] is None) == (book.places_by_card != "nobody")


def test_the_doctor_walks_the_route_of_a_plan() -> None:
    game = drlucky.new("kill-2016", 4, seed=1, closed="west", turn_limit=60)
    route = printed_plan("mansion", "whole", "west", "en").route
    rooms = [game.view(None).doctor]
    while game.to_decide is not None:
        game.play("end" if "end" in map(str, game.legal) else game.legal[0])
        if game.view(None).doctor != rooms[-1]:
            rooms.append(game.view(None).doctor)
    assert len(rooms) > 2 * len(route)
    at = route.index(rooms[0])
    assert rooms == [route[(at + step) % len(route)] for step in range(len(rooms))]


@on_loop
async def test_cards_are_told_type_by_type(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for book in drlucky.editions():
            told = (await ask(server, "GET", f"/api/editions/{book.id}/cards?language=de")).json
            cards = deck(book.deck).cards
            assert told["deck"] == book.deck
            assert told["size"] == deck(book.deck).size == sum(card["copies"] for card in told["cards"])
            for card, about in zip(cards, told["cards"], strict=True):
                assert about["word"] == phrases.card(card.name, "de")
                assert about["does"] == phrases.card_does(card, "de")
                printed = phrases.card_faces(card, book.deck, "de")
                if has_clues(book.deck, card.name):
                    faces = [{"title": f.title, "line": "", "art": f.art, "clue": n} for n, f in enumerate(printed, 1)]
                    assert len(faces) == len(puzzle().clues)
                else:
                    faces = [{"title": f.title, "line": f.line, "art": f.art} for f in printed]
                assert about["faces"] == faces
                assert about["room_word"] == (phrases.room(card.room, "de") if card.room else None)
                for name in ("name", "kind", "copies", "value", "value_in_room", "room", "steps", "luck"):
                    assert about[name] == getattr(card, name)
            game = drlucky.new(book.id, 4, seed=2)
            names = {card["name"] for card in told["cards"]}
            assert {card for seat in range(4) for card in game.view(seat).hand or ()} <= names
            assert {action.card for action in game.setting.actions if action.card} <= names


@on_loop
async def test_the_cards_of_a_shorter_game_are_others(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        path = "/api/editions/kill-1996/cards"
        usual, better, fewer = [
            (await ask(server, "GET", f"{path}{query}")).json
            for query in ("", "?weapons_plus_one=true", "?no_threes=true")
        ]
        weapons = [card["name"] for card in usual["cards"] if card["kind"] == "weapon"]
        values = [{card["name"]: card["value"] for card in each["cards"]} for each in (usual, better)]
        assert all(values[1][name] == values[0][name] + 1 for name in weapons)
        assert {card["luck"] for card in fewer["cards"]} == {0, 1, 2}
        wrong = await ask(server, "GET", "/api/editions/save-2000/cards?no_threes=true")
        assert (wrong.status, "has no option" in wrong.json["text"]) == (400, True)


def offered(edition: str) -> Iterator[tuple[int, Options]]:
    """Every combination that the choices of an edition make, as a page would send it."""
    about = describe_edition(edition, "en")
    for choices in about.choices:
        for way in choices.ways:
            for board in way.boards:
                for layout in board.layouts:
                    for closed in layout.closed.values:
                        for pets in layout.pets.values:
                            options = Options(
                                board=board.board,
                                layout=layout.layout if len(board.layouts) > 1 else None,
                                closed=closed if len(layout.closed.values) > 1 else None,
                                pets=pets if len(layout.pets.values) > 1 else None,
                                strangers=way.strangers,
                                escape=way.escape,
                            )
                            yield choices.players, options


@every_edition
def test_everything_that_is_offered_is_accepted(edition: str) -> None:
    tried = 0
    for players, options in offered(edition):
        check(Settings(edition, options), players)
        tried += 1
    assert tried >= 6
    about = describe_edition(edition, "en")
    shorter = msgspec.convert(dict.fromkeys(about.shorter, True), Options)
    check(Settings(edition, shorter), about.players[0])


@every_edition
def test_everything_that_an_edition_has_is_offered(edition: str) -> None:
    """Of each option there is a choice somewhere, and no player is left out."""
    about = describe_edition(edition, "en")
    assert [each.players for each in about.choices] == list(range(about.players[0], about.players[1] + 1))
    found: set[str] = set(about.shorter)
    for _, options in offered(edition):
        found |= set(options.chosen())
    named = {"dealer", "starter"} & set(about.options)  # of these the choice is anyone who plays
    for option, choices in product(named, about.choices):
        for player in range(choices.players):
            check(Settings(edition, Options.of({option: player})), choices.players)
    assert len(named) == 1
    assert (found - {"board"}) | named == set(about.options)


@every_edition
def test_what_is_called_usual_is_what_one_gets_when_nothing_is_said(edition: str) -> None:
    about = describe_edition(edition, "en")
    for choices in about.choices:
        plain = setting(edition, choices.players)
        first = choices.ways[0]
        assert (first.seats, bool(first.strangers), first.escape) == (plain.seats, bool(plain.strangers), False)
        assert first.boards[0].board == plain.board.name
        for way in choices.ways:
            for board in way.boards:
                made = set_up(edition, choices.players, way.strangers, way.escape, board=board.board)
                assert (made.seats, made.layout.name) == (way.seats, board.usual_layout)
                for layout in board.layouts:
                    chosen = {"layout": layout.layout} if len(board.layouts) > 1 else {}
                    made = set_up(edition, choices.players, way.strangers, way.escape, board=board.board, **chosen)
                    assert PETS[layout.pets.usual] == made.pets
                    wings = {"none": (), "both": tuple(made.board.wings)}
                    assert wings.get(layout.closed.usual, (layout.closed.usual,)) == made.layout.closed


def set_up(edition: str, players: int, strangers: bool | None, escape: bool, **options: Any) -> Setting:
    return setting(edition, players, strangers=strangers, escape=escape, **options)


@every_edition
def test_hands_are_as_large_as_they_are_said_to_be(edition: str) -> None:
    about = describe_edition(edition, "en")
    for choices in about.choices:
        for way in choices.ways:
            game = drlucky.new(edition, choices.players, seed=1, strangers=way.strangers, escape=way.escape)
            dealt = game.history[-1].hands
            assert {len(dealt[seat]) for seat in game.setting.live} == {way.hand}


@on_loop
async def test_editions_are_told_with_their_choices(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        heard = await ask(server, "GET", "/api/editions?language=de")
        told = {each["id"]: each for each in heard.json}
        assert tuple(told) == EDITIONS
        for book in drlucky.editions():
            about = told[book.id]
            assert about["about"] == phrases.edition_about(book.id, "de")
            assert about["saving"] == phrases.saves(book.id)
            assert about["cards"] == deck(book.deck).size
            assert (about["stages"], about["penalties"]) == (book.stages, book.penalties)
            assert about["escape_may_follow"] == (book.escape is not None)
