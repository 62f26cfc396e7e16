"""The files of studies: what they may say, and what is answered to one that makes no sense."""

from pathlib import Path

import pytest

from drlucky.errors import DrLuckyError
from drlucky.lab import Study, load, shipped
from drlucky.lab.study.spec import read


def test_the_studies_of_the_docs_come_with_drlucky() -> None:
    assert shipped() == ["closed-wings", "fair-by-seat", "shorter-games", "sinking-ship"]
    for name in shipped():
        study = load(name)
        assert study.name == name
        assert study.title
        assert study.question
    assert len(load("fair-by-seat").cells) == 3 * 7 + 2 * 6


def test_lists_are_crossed_on_top_of_the_base() -> None:
    study = Study(
        base={"edition": "kill-2016", "pets": "cat"},
        grid={"players": [3, 4], "closed": ["none", "both"], "bots": ["random", "sensible"]},
    )
    assert [(cell.players, dict(cell.options)["closed"], cell.bots[0]) for cell in study.cells] == [
        (players, closed, bot) for players in (3, 4) for closed in ("none", "both") for bot in ("random", "sensible")
    ]
    assert study.axes == ("players", "closed", "bots")
    assert study.label(study.cells[0]) == "3 players, whole house, random"
    assert all(dict(cell.options)["pets"] == "cat" for cell in study.cells)


def test_several_grids_come_one_after_another() -> None:
    study = read('[[grid]]\nedition = ["kill-de"]\n[[grid]]\nedition = ["save-2000"]\nplayers = [2, 3]', "two.toml")
    assert [(cell.edition, cell.players) for cell in study.cells] == [
        ("kill-de", 4),
        ("save-2000", 2),
        ("save-2000", 3),
    ]


def test_options_that_are_off_are_as_in_the_book() -> None:
    study = load("shorter-games")
    labels = [study.label(cell, leave_out="players") for cell in study.cells[:4]]
    assert labels == ["as in the book", "no 3s", "weapons +1", "weapons +1, no 3s"]


def test_bots_are_one_for_all_or_one_for_each() -> None:
    base = {"edition": "kill-2016", "players": 3}
    assert Study(base=base).cells[0].bots == ("sensible",) * 3
    assert Study(base=base | {"bots": "random, searcher:50, lab.study_bots:Last"}).cells[0].bots == (
        "random",
        "searcher:50",
        "lab.study_bots:Last",
    )
    grid = {"bots": [["random", "sensible", "random"], "random"]}
    assert [cell.bots[1] for cell in Study(base=base, grid=grid).cells] == ["sensible", "random"]


def test_a_study_survives_its_own_text() -> None:
    for name in shipped():
        again = read(load(name).as_toml(), f"{name}.toml")
        assert again.cells == load(name).cells
        assert again.digest == load(name).digest
        assert again.question == load(name).question


def test_the_games_of_a_cell_do_not_hang_on_the_rest_of_the_study() -> None:
    small = Study(base={"edition": "kill-de"}, grid={"players": [4]})
    large = Study(base={"edition": "kill-de"}, grid={"players": [3, 4, 5]})
    assert small.cells[0].stream(1) == large.cells[1].stream(1)
    assert len({cell.stream(1) for cell in large.cells}) == 3
    assert small.digest != large.digest


def test_a_plan_of_ones_own_is_found_beside_the_study_and_travels_with_it(tmp_path: Path) -> None:
    plan = load_plan("mansion").replace("Library", "Bibliotheca")
    (tmp_path / "house.txt").write_text(plan, encoding="utf-8")
    (tmp_path / "study.toml").write_text('base = {edition = "kill-2016", board = "house.txt"}', encoding="utf-8")
    study = load(tmp_path / "study.toml")
    digest = study.digest
    (tmp_path / "house.txt").write_text(plan.replace("Bibliotheca", "Reading Room"), encoding="utf-8")
    assert "Bibliotheca" in study.cells[0].setting().room_names
    assert load(tmp_path / "study.toml").digest != digest


def load_plan(name: str) -> str:
    import drlucky

    return drlucky.board(name).source_text


WRONG = [
    ("games = ", "is no TOML"),
    ("gaems = 5", "gaems is unknown; a study has name, title, question, seed, games"),
    ('games = "many"', "games is a whole number, not 'many'"),
    ("games = 0", "games is a whole number from 1 to 4,294,967,296, not 0"),
    ("seed = 1.5", "seed is a whole number, not 1.5"),
    ('name = "../up"', "a study's name is made of letters, digits and dashes, not '../up'"),
    ("grid = 4", "grid is a table or several, not 4"),
    ("[base]\nplayer = 3", "base.player is unknown; what can be chosen is edition, players, bots"),
    ('[base]\nplayers = "three"', "base.players is a whole number, not 'three'"),
    ("[base]\nescape = 1", "base.escape is true or false, not 1"),
    ("[grid]\nplayers = 3", "grid.players is a list of values to compare, such as [2, 3, 4], not 3"),
    ("[grid]\nplayers = []", "grid.players is a list of values"),
    ("[grid]\nplayers = [true]", "grid.players is a whole number, not True"),
    ("[base]\nplayers = 4", "it has no edition"),
    ('[base]\nedition = "chess"', "there is no edition 'chess'"),
    (
        '[base]\nedition = "kill-2016"\n[grid]\nplayers = [4, 9]',
        "players = 9) cannot be played: kill-2016 is for 2 to 8",
    ),
    ('[base]\nedition = "save-2000"\nclosed = "west"', "save-2000 has no option 'closed'"),
    ('[base]\nedition = "kill-de"\nplayers = 3\nbots = ["random", "sensible"]', "3 players need one bot for all, or 3"),
    (
        '[base]\nedition = "kill-de"\nbots = "searcher:0"',
        "searcher:0 is no bot: a searcher has 1 to 1,000,000",
    ),
    ('[base]\nedition = "kill-de"\nbots = "no_such.module:Bot"', "the bot no_such.module:Bot cannot be imported"),
    ('[base]\nedition = "kill-de"\nbots = "lab.study_bots:Nobody"', "the module lab.study_bots has no class Nobody"),
    ('[base]\nedition = "kill-de"\nbots = "lab.study_bots:Mute"', "it needs a method choose(view, legal)"),
    ('[base]\nedition = "kill-de"\nseating = "sofa"', "seating is fixed or rotated, not 'sofa'"),
    ('[base]\nedition = "kill-de"\nboard = "manson"', "there is no board 'manson' (did you mean 'mansion'?)"),
    ('[base]\nedition = "kill-de"\nboard = "no/plan.txt"', "there is no file no/plan.txt"),
    ('[grid]\nedition = ["kill-de", "kill-de"]', "is in the study twice"),
    (
        "games = 5\n"
        + "grid = {turn_limit = ["
        + ",".join(map(str, range(1, 1003)))
        + ']}\nbase = {edition="kill-de"}',
        "at most 1,000 cells",
    ),
    (
        'skip_impossible = true\n[base]\nedition = "kill-de"\n[grid]\npets = ["catt", "cat"]',
        "pets are one of none, cat",
    ),
]


@pytest.mark.parametrize(("text", "words"), WRONG, ids=[words[:40] for _, words in WRONG])
def test_what_makes_no_sense_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(DrLuckyError) as refused:
        read(text, "wrong.toml")
    assert str(refused.value).startswith("wrong.toml")
    assert words in str(refused.value)


def test_impossible_combinations_can_be_left_out() -> None:
    grid = {"edition": ["kill-de", "save-2000"], "players": [7, 8]}
    with pytest.raises(DrLuckyError, match="save-2000 is for 2 to 7 players, not 8"):
        Study(grid=grid)
    kept = Study(grid=grid, skip_impossible=True).cells
    assert [(cell.edition, cell.players) for cell in kept] == [("kill-de", 7), ("kill-de", 8), ("save-2000", 7)]


def test_a_file_that_is_not_there_is_told_with_what_is(tmp_path: Path) -> None:
    with pytest.raises(DrLuckyError, match=r"cannot be read: No such file.*closed-wings, fair-by-seat"):
        load("fair-by-chair")
    (tmp_path / "study.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DrLuckyError, match="it is no UTF-8 text"):
        load(tmp_path / "study.toml")
