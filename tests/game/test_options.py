"""Options that fit, and the words that refuse those that do not."""

import inspect
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import drlucky
from drlucky.errors import DrLuckyError, SetUpError
from drlucky.game.options import OPTIONS


def test_books_offer_options_that_there_are() -> None:
    for book in drlucky.editions():
        assert book.options <= OPTIONS.keys(), book.id


@pytest.mark.parametrize(
    ("edition", "options", "words"),
    [
        ("chess", {}, "there is no edition 'chess'; the editions are kill-1996"),
        (
            "kill-1996",
            {"closed": "west"},
            "kill-1996 has no option 'closed'; its options are: dealer, no_threes, weapons_plus_one",
        ),
        ("kill-1996", {"layout": "whole"}, "no option 'layout'"),
        ("kill-1996", {"board": "mansion"}, "not played on 'mansion'; it is played on estate"),
        ("kill-2016", {"board": "ship"}, "not played on 'ship'; it is played on mansion, bed-and-breakfast"),
        ("kill-2016", {"board": "castle"}, "castle"),
        ("kill-2016", {"board": "./castle.txt"}, "castle.txt"),
        ("kill-2016", {"weapons_plus_one": True}, "no option 'weapons_plus_one'"),
        ("kill-2016", {"no_threes": True}, "no option 'no_threes'"),
        ("kill-2016", {"closed": "north"}, "no wing 'north'; it has west, east"),
        ("kill-2016", {"layout": "upstairs"}, "no layout 'upstairs'; it has whole"),
        ("kill-2016", {"board": "bed-and-breakfast", "layout": "attic"}, "upstairs, downstairs, whole"),
        ("kill-2016", {"board": "bed-and-breakfast", "closed": "west"}, "no wings to close"),
        ("kill-2016", {"strangers": True}, "Strangers join two players, not 4"),
        ("kill-2016", {"pets": "parrot"}, "pets are one of none, cat, dog, both, not 'parrot'"),
        ("kill-2016", {"pets": "dog", "escape": True}, "pets take no part in the Escape"),
        ("kill-2016", {"strangers": True, "escape": True}, "Strangers take no part in the Escape"),
        ("kill-1996", {"pets": "dog"}, "no option 'pets'"),
        ("kill-1996", {"escape": True}, "no option 'escape'"),
        ("save-2000", {"escape": True}, "no option 'escape'"),
        ("save-2000", {"strangers": False}, "save-2000 has no option 'strangers'; its options are: dealer"),
        ("save-2000", {"no_threes": True}, "no option 'no_threes'"),
        ("kill-2016", {"turn_limit": 0}, "from 1 to 1,000,000, not 0"),
        ("kill-2016", {"turn_limit": "many"}, "whole number"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(edition: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(DrLuckyError) as refusal:
        drlucky.new(edition, 4, **options)
    assert words in str(refusal.value)


@pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
def test_two_players_meet_strangers_unless_they_would_rather_not(edition: str) -> None:
    game = drlucky.new(edition, ["Ann", "Bob"], seed=1)
    assert game.players == ("Ann", "Stranger 1", "Bob", "Stranger 2")
    assert game.view(None).strangers == (1, 3)
    plain = drlucky.new(edition, ["Ann", "Bob"], seed=1, strangers=False)
    assert plain.players == ("Ann", "Bob")
    with pytest.raises(SetUpError, match="the Strangers have theirs"):
        drlucky.new(edition, ["Ann", "Stranger 1"])


def test_shorter_games_change_the_deck() -> None:
    plain = drlucky.new("kill-1996", 4, seed=1)
    assert sum(plain.view(None).piles) == 96 - 24
    assert sum(drlucky.new("kill-1996", 4, seed=1, no_threes=True).view(None).piles) == 92 - 24
    better = drlucky.new("kill-1996", 4, seed=1, weapons_plus_one=True)
    values = [sum(card.value for card in game.setting.deck.cards) for game in (plain, better)]
    assert values[1] == values[0] + 20


COTTAGE = """\
title: The Cottage

plan:
+---------+-------------+---------+
|    1    .      2      .    3    |
+---...---+-----~~~-----+---...---+
|    p    |             |         |
|         .      4      .    u    |
+---...---+             +---------+
|    6    |             |
+---------+-------------+

rooms:
  1  Study
  2  Gallery
  3  Library
  4  Dining Hall
  u  Nook
  6  Larder

halls:
  p  Passage

starts:
  players 4
  doctor 3
"""


@pytest.fixture
def cottage(tmp_path: Path) -> Path:
    path = tmp_path / "cottage.txt"
    path.write_text(COTTAGE, encoding="utf-8")
    return path


@pytest.mark.parametrize("edition", ["kill-1996", "kill-2016", "kill-de"])
def test_a_plan_of_one_s_own_can_be_played_on(cottage: Path, edition: str) -> None:
    game = drlucky.new(edition, 3, seed=4, board=cottage)
    assert game.board.title == "The Cottage"
    assert set(game.view(None).rooms) == {"Dining Hall"}
    if edition != "kill-1996":  # there a dealt card places the doctor
        assert game.view(None).doctor == "Library"
    for _ in range(5000):
        if game.to_decide is None:
            break
        game.play(game.legal[-1] if game.state.turn % 2 else game.legal[0])
    assert game.view(None).turn > 10


def test_a_plan_without_starts_has_a_default(cottage: Path) -> None:
    cottage.write_text(COTTAGE.partition("starts:")[0], encoding="utf-8")
    view = drlucky.new("kill-2016", 3, board=cottage).view(None)
    assert (view.rooms[0], view.doctor) == ("Study", "Library")


def test_starts_are_as_the_page_on_boards_says(cottage: Path) -> None:
    """docs/boards.md, `starts:`."""
    row = "+-----" * 8 + "+"
    doors = "|" + ".".join(f"  {n}  " for n in range(1, 9)) + "|"
    names = "\n".join(f"  {n}  Room {n}" for n in range(1, 9))
    plan = f"plan:\n{row}\n{doors}\n{row}\n\nrooms:\n{names}\n\nwings:\n  west 1-2\n\nstarts:\n"

    def starts(lines: str, closed: str) -> tuple[str | None, ...]:
        cottage.write_text(plan + lines, encoding="utf-8")
        view = drlucky.new("kill-2016", 3, board=cottage, closed=closed, pets="both").view(None)
        return view.rooms[0], view.doctor, view.cat, view.dog

    listed = "  players 1\n  doctor 2\n  cat 4\n  dog 5\n"
    assert starts(listed, "none") == ("Room 1", "Room 2", "Room 4", "Room 5")
    assert starts(listed, "west") == ("Room 3", "Room 6", "Room 4", "Room 5")
    assert starts("", "none") == ("Room 1", "Room 5", "Room 3", "Room 7")
    assert starts("", "west") == ("Room 3", "Room 6", "Room 4", "Room 7")


def test_the_doctor_must_be_able_to_walk_a_plan(cottage: Path) -> None:
    plan = """\
plan:
+-----+-----+-----+-----+
|  1  .  2  .  x  .  y  |
+-----+-----+-----+-----+

rooms:
  1  Porch
  2  Hall
  x  Lobby
  y  Attic
"""
    cottage.write_text(plan, encoding="utf-8")
    with pytest.raises(SetUpError, match="could not leave the Attic of cottage: no numbered room adjoins it"):
        drlucky.new("kill-2016", 3, board=cottage)
    cottage.write_text(plan.replace("  2  ", "  z  "), encoding="utf-8")
    with pytest.raises(SetUpError, match="at least two open numbered rooms"):
        drlucky.new("kill-2016", 3, board=cottage)


def test_a_ship_needs_decks(cottage: Path) -> None:
    with pytest.raises(SetUpError, match="decks"):
        drlucky.new("save-2000", 3, board=cottage)


def test_cards_must_be_able_to_place_the_pawns(cottage: Path) -> None:
    text = COTTAGE
    for name in ("Gallery", "Library", "Dining Hall"):
        text = text.replace(name, f"Old {name}")
    cottage.write_text(text, encoding="utf-8")
    with pytest.raises(SetUpError, match="needs 1 of them; on The Cottage there are 0"):
        drlucky.new("kill-1996", 3, board=cottage)


def test_rooms_named_like_the_doctor_s_moves_are_refused(cottage: Path) -> None:
    text = COTTAGE.replace("Study", "doctor Larder")
    cottage.write_text(text, encoding="utf-8")
    with pytest.raises(SetUpError, match="both read 'step doctor Larder'"):
        drlucky.new("kill-1996", 3, board=cottage)


def test_a_broken_plan_is_refused_with_line_and_column(cottage: Path) -> None:
    cottage.write_text(COTTAGE.replace("  3  Library", "  2  Library"), encoding="utf-8")
    with pytest.raises(DrLuckyError, match=r"cottage.txt:\d+:\d+: "):
        drlucky.new("kill-2016", 3, board=cottage)


@settings(max_examples=150)
@given(
    edition=st.sampled_from([*(book.id for book in drlucky.editions()), "kill-2017"]),
    players=st.integers(0, 10),
    board=st.sampled_from([None, "mansion", "estate", "ship", "bed-and-breakfast", "moon"]),
    layout=st.sampled_from([None, "whole", "upstairs", "downstairs", "cellar"]),
    closed=st.sampled_from([None, "west", "east", "both", "none", (), ("west", "east"), "roof"]),
    strangers=st.sampled_from([None, False, True]),
    pets=st.sampled_from([None, "none", "cat", "dog", "both", "fish"]),
    flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
)
def test_any_options_make_a_game_or_a_refusal(
    edition: str, players: int, board: Any, layout: Any, closed: Any, strangers: Any, pets: Any, flags: tuple[bool, ...]
) -> None:
    options = {"board": board, "layout": layout, "closed": closed, "strangers": strangers, "pets": pets}
    refusal = ""
    try:
        game = drlucky.new(
            edition, players, seed=1, weapons_plus_one=flags[0], no_threes=flags[1], escape=flags[2], **options
        )
    except DrLuckyError as error:
        refusal = str(error)
    else:
        assert game.legal
        assert len(game.setting.live) == players
    assert refusal == "" or len(refusal) > 20


def test_the_usual_pet_of_the_hotel_is_that_of_the_set_up() -> None:
    """Two players with Strangers are set up for four, so the pet of a game of four is theirs."""
    hotel: dict[str, Any] = {"board": "bed-and-breakfast"}
    assert drlucky.new("kill-de", 2, **hotel).view(None).cat == "White Room"
    assert drlucky.new("kill-de", 2, strangers=False, **hotel).view(None).cat is None
    assert drlucky.new("kill-2016", 2, **hotel).view(None).cat is None
    assert drlucky.new("kill-de", 4, layout="downstairs", **hotel).view(None).dog == "Winter Garden"
    assert drlucky.new("kill-de", 4, pets="none", **hotel).view(None).cat is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"clsoed": "west"}, "there is no option 'clsoed'; the options are board, layout, closed"),
        ({"escape": "yes"}, "the option 'escape' is true or false, not 'yes'"),
        ({"strangers": 1}, "the option 'strangers' is true or false, not 1"),
        ({"turn_limit": 2.5}, "the option 'turn_limit' is a whole number, not 2.5"),
        ({"pets": ["cat"]}, "the option 'pets' is a text"),
        ({"closed": [1]}, "the option 'closed' is a wing, or a list of wings"),
    ],
)
def test_what_is_no_option_at_all_is_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(SetUpError) as refusal:
        drlucky.new("kill-2016", 4, **options)
    assert words in str(refusal.value)


def test_every_option_has_its_words_and_shows_in_the_signature_of_new() -> None:
    shown = inspect.signature(drlucky.new).parameters
    for name, option in OPTIONS.items():
        assert shown[name].default == option.default
        assert option.about.help.endswith((".", "?"))
    assert set(shown) == {"edition", "players", "seed", "contributions", *OPTIONS}


def test_a_list_of_wings_closes_them_all_and_replays() -> None:
    game = drlucky.new("kill-2016", 4, seed=1, closed=["west", "east"])
    assert game.view(None).closed == drlucky.new("kill-2016", 4, seed=1, closed="both").view(None).closed
    assert 'option: closed ["east", "west"]' in game.record(secret=True)
    assert drlucky.load(game.record(secret=True)).record(secret=True) == game.record(secret=True)


def test_a_printed_board_is_the_same_by_name_and_as_such() -> None:
    game = drlucky.new("kill-2016", 4, seed=1, board=drlucky.board("bed-and-breakfast"))
    assert drlucky.load(game.record(secret=True)).board is drlucky.board("bed-and-breakfast")
