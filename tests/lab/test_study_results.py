"""What is read from the games of a study: tables, intervals, plots and the report."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import stdev

import polars as pl
import pytest

from drlucky.errors import DrLuckyError
from drlucky.lab import Results, Study, open_results, run
from drlucky.lab.study.findings import findings, is_close
from drlucky.lab.study.summaries import TABLES, shares
from drlucky.lab.study.terminal import figures
from drlucky.stats import Chance
from patience import NEVER


@pytest.fixture(scope="module")
def results() -> Results:
    """Two players with Strangers, three without, and a ship, so that everything that can be told is."""
    grid = [
        {"edition": ["kill-2016"], "players": [2, 3], "bots": ["sensible,random", ["random", "sensible", "random"]]},
        {"edition": ["save-2000"], "players": [2], "turn_limit": [60]},
    ]
    study = Study(name="mixed", title="Kill & <save>", games=250, grid=grid, skip_impossible=True)
    return run(study, workers=1)


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    return results.report()


def test_every_table_is_there_and_no_other(results: Results) -> None:
    for name in TABLES:
        table = results.table(name)
        assert {"cell", "label", "edition", "players"} <= set(table.columns)
        assert set(table["cell"]) == {0, 1, 2}
    with pytest.raises(DrLuckyError, match="there is no table 'winners'; the tables are wins, first, chairs"):
        results.table("winners")


def test_wins_are_counted_by_place_and_by_chair(results: Results) -> None:
    for cell in range(3):
        games = results.games.filter(cell=cell)
        wins = results.table("wins").filter(cell=cell)
        chairs = results.table("chairs").filter(cell=cell)
        by_place = Counter(games["winner_place"].drop_nulls())
        assert dict(zip(wins["place"], wins["wins"], strict=True)) == {p: by_place[p] for p in wins["place"]}
        by_chair = Counter(games["winner"].drop_nulls())
        assert dict(zip(chairs["seat"], chairs["wins"], strict=True)) == {s: by_chair[s] for s in chairs["seat"]}
        seats = games.drop_nulls("winner")
        to_the_left = (seats["winner"].cast(pl.Int16) - seats["first"].cast(pl.Int16)) % wins.height
        assert (to_the_left + 1 == seats["winner_place"]).all()


def test_fair_is_an_equal_share_of_what_players_won(results: Results) -> None:
    with_strangers = results.table("wins").filter(cell=0)
    assert with_strangers["stranger"].to_list() == [False, True, False, True]
    won = with_strangers.filter(~pl.col("stranger"))["wins"].sum()
    assert 0 < won < 250
    assert with_strangers["fair"].to_list() == [won / 500, None, won / 500, None]
    first = results.table("first").filter(cell=0).row(0, named=True)
    assert (first["won"], first["wins"], first["fair"]) == (won, with_strangers["wins"][0], 0.5)
    assert first["advantage"] == pytest.approx(first["wins"] / won - 0.5)


def test_bots_share_what_is_fair_for_so_many_of_them(results: Results) -> None:
    three = results.table("bots").filter(cell=1)
    assert dict(zip(three["bot"], three["seated"], strict=True)) == {"random": 2, "sensible": 1}
    assert three["fair"].to_list() == pytest.approx([2 / 3, 1 / 3])
    assert three["wins"].sum() == 250
    assert three.filter(bot="sensible")["low"][0] > 1 / 3, "a sensible player wins more than a fair share"


def test_lengths_and_luck_are_means_of_the_games(results: Results) -> None:
    games = results.games.filter(cell=1)
    length = results.table("length").row(1, named=True)
    assert length["turns"] == pytest.approx(games["turns"].mean())
    assert length["turns_reach"] == pytest.approx(1.96 * stdev(games["turns"].to_list()) / 250**0.5, rel=1e-4)
    assert length["turns_p10"] <= length["turns_p50"] <= length["turns_p90"] <= length["turns_max"]
    luck = results.table("luck").row(1, named=True)
    assert luck["luck_an_attempt"] == pytest.approx(sum(games["luck"]) / sum(games["attempts"]))


def test_endings_and_stages_add_up(results: Results) -> None:
    for name in ("endings", "stages"):
        counts = results.table(name).group_by("cell").agg(pl.col("count").sum(), pl.col("share").sum())
        assert set(counts["count"]) == {250}
    at_sea = results.table("endings").filter(cell=2)
    assert (
        at_sea.filter(ending="turn limit")["count"][0] == results.games.filter(cell=2, ending="turn limit").height > 0
    )


def test_rooms_are_of_the_deciding_attempts(results: Results) -> None:
    rooms = results.table("rooms").filter(cell=1)
    assert rooms["wins"].sum() == 250
    counted = Counter(results.games.filter(cell=1)["room"].cast(pl.String))
    assert {row["room"]: row["wins"] for row in rooms.to_dicts()} == counted
    assert rooms["wins"].to_list() == sorted(rooms["wins"], reverse=True)


def counted(turns: dict[str, list[int]], wins: dict[str, int]) -> Results:
    """A study of pets whose games are given: how long they took, and how many of them the first player won."""
    study = Study(name="pets", games=100, base={"edition": "kill-2016"}, grid={"pets": list(turns)})
    games = run(study, workers=1).games
    pets = games["pets"].cast(pl.String)
    length = [turns[pet][game % len(turns[pet])] for pet, game in zip(pets, games["game"], strict=True)]
    place = [1 if game < wins[pet] else 2 for pet, game in zip(pets, games["game"], strict=True)]
    return Results(study, games.with_columns(turns=pl.Series(length), winner_place=pl.Series(place, dtype=pl.UInt8)))


def test_a_rank_within_the_error_is_too_close_to_call() -> None:
    """It once said "shortest for cat, 66.3 ± 0.4" beside 66.7 ± 0.4."""
    told = findings(counted({"none": [65, 69], "cat": [64, 68], "dog": [90, 94]}, {"none": 60, "cat": 62, "dog": 10}))
    length = next(sentence for sentence in told if sentence.startswith("Games are shortest"))
    assert "shortest for cat, 66.0 ± 0.4 turns on average, and longest for dog, 92.0 ± 0.4 turns." in length
    first = next(sentence for sentence in told if "first player's wins" in sentence)
    assert "largest for cat (too close to call with no pets), where" in first
    assert "smallest for dog, where" in first
    told = findings(
        counted({"none": [64, 69], "cat": [64, 68], "dog": [65, 68]}, dict.fromkeys(["none", "cat", "dog"], 25))
    )
    length = next(sentence for sentence in told if sentence.startswith("Games are shortest"))
    assert "shortest for cat, 66.0 ± 0.4 turns on average (too close to call with no pets), and longest" in length
    assert any("luck spent in a game is least for" in sentence and "too close to call" in sentence for sentence in told)


def test_errors_of_a_difference_add_up_by_their_squares() -> None:
    assert is_close(Chance(66.3, 65.9, 66.7), Chance(66.7, 66.3, 67.1))
    assert is_close(Chance(66.7, 66.3, 67.1), Chance(66.3, 65.9, 66.7))
    assert not is_close(Chance(66.0, 65.6, 66.4), Chance(66.7, 66.3, 67.1))  # though the intervals overlap


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)]
)
def test_intervals_of_shares_are_wilson_s(wins: int, games: int, low: float, high: float) -> None:
    """The figures are those of textbooks."""
    found = pl.DataFrame({"wins": [wins], "games": [games]}).with_columns(shares("wins", "games")).row(0, named=True)
    assert (found["low"], found["high"]) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_the_report_tells_everything_and_needs_nothing_else(page: str) -> None:
    for heading in (
        "At a glance",
        "How it was done",
        "Who wins, by place in the order of play",
        "The first player's advantage",
        "Who wins, by bot",
        "How long games are",
        "How games end",
        "Attempts, and the luck they cost",
        "Where it happens",
        "Do it again",
    ):
        assert heading in page
    assert "Kill &amp; &lt;save&gt;" in page
    assert "<save>" not in page
    assert page.count("<svg") == page.count("</svg>") == 6
    assert "prefers-color-scheme: dark" in page
    for foreign in ("<script", "<link", "<img", "@import", "url(", "src=", 'href="http'):
        assert foreign not in page
    assert set(re.findall(r"https?://[^\s\"<]+", page)) <= {"http://www.w3.org/1999/xlink"}


def test_figures_in_the_report_are_those_of_the_tables(results: Results, page: str) -> None:
    for row in results.table("wins").to_dicts():
        assert f"{100 * row['share']:.1f} <small>{100 * row['low']:.1f}" in page
    assert "750 games were played in 3 cells of 250 each" in page


def test_results_show_themselves_in_a_notebook(results: Results) -> None:
    shown = results._repr_html_()
    assert shown.startswith('<div class="drlucky">')
    assert "<html" not in shown
    assert repr(results) == "<Results of mixed: 3 cells, 750 games>"


def test_saved_results_can_be_opened_and_read_by_others(results: Results, tmp_path: Path) -> None:
    results.save(tmp_path / "kept")
    again = open_results(tmp_path / "kept")
    assert again.games.equals(results.games)
    assert again.study.cells == results.study.cells
    csv = pl.read_csv(tmp_path / "kept" / "games.csv")
    assert csv.columns == results.games.columns
    assert csv["luck"].sum() == results.games["luck"].sum()
    assert pl.read_csv(tmp_path / "kept" / "tables" / "rooms.csv")["wins"].sum() == results.table("rooms")["wins"].sum()


def command(*arguments: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "drlucky", *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=NEVER,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_simulate_prints_what_came_of_it(tmp_path: Path) -> None:
    where = ["--out", str(tmp_path / "out"), "--workers", "1", "--no-csv"]
    out = command(
        "simulate", "kill-2016", "--players", "3", "--bots", "sensible,random,random", "--games", "300", *where
    )
    assert "300 games were played" in out
    assert "Wins by place in the order of play" in out
    assert "Wins by bot" in out
    assert "Rooms of the deciding attempts" in out
    assert "300 of 300 games" in out
    assert open_results(tmp_path / "out").games.height == 300
    assert not (tmp_path / "out" / "games.csv").exists()


def test_simulate_tells_the_same_to_a_program(tmp_path: Path) -> None:
    asked = ["simulate", "kill-2016", "--players", "3", "--bots", "sensible,random,random", "--games", "300"]
    done = subprocess.run(
        [sys.executable, "-m", "drlucky", *asked, "--json", "--out", str(tmp_path / "out"), "--workers", "1"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=NEVER,
    )
    told = json.loads(done.stdout)  # and nothing else is there
    kept = open_results(tmp_path / "out")
    assert told["setup"] == {
        "edition": "kill-2016",
        "players": 3,
        "bots": ["sensible", "random", "random"],
        "seating": "fixed",
    }
    assert (told["games"], told["seed"]) == (300, 1)
    assert told["findings"] == findings(kept)
    for name in TABLES:
        table = kept.table(name)
        said = told[name] if isinstance(told[name], list) else [told[name]]
        assert len(said) == table.height
        for row, one in zip(table.to_dicts(), said, strict=True):
            assert row == pytest.approx(row | one)
            assert one.keys() | {"cell", "label", "edition", "players", "bots", "seats", "games"} == row.keys()


@pytest.mark.parametrize("limit", [1, 60])
def test_what_cannot_be_known_is_null_for_a_program(limit: int) -> None:
    """Nobody wins a game of one turn: shares of nothing are no numbers."""
    base = {"edition": "kill-2016", "turn_limit": limit}
    told = figures(run(Study(name="short", games=5, base=base), workers=1))
    assert json.loads(json.dumps(told, allow_nan=False))["setup"]["turn_limit"] == limit
    if limit == 1:
        assert (told["first"]["won"], told["first"]["share"], told["luck"]["strength"]) == (0, None, None)


def test_without_a_file_the_studies_are_listed_and_nonsense_is_refused() -> None:
    assert "fair-by-seat   Is each edition fair by seat?" in command("study")
    assert "kill-2016 is for 2 to 8 players, not 9" in command("simulate", "kill-2016", "--players", "9", code=2)


WITHOUT = """
import sys
for name in ("polars", "matplotlib", "ray", "numpy"):
    sys.modules[name] = None
import drlucky.cli.main, drlucky.lab, drlucky.cli.study
from drlucky.errors import DrLuckyError
try:
    drlucky.cli.study.simulate("kill-2016")
except DrLuckyError as error:
    print(error)
"""


def test_the_core_does_not_need_the_lab_s_libraries_and_says_which_extra_does() -> None:
    out = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "this needs polars, of the lab extra: pip install 'drlucky[lab]'"
