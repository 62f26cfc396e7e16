"""Tournaments: everyone sits everywhere, nothing finished is lost, and what was found is told exactly."""

import csv
import json
import re
import signal
import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import exp
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import drlucky
from drlucky.bots.external import Limits
from drlucky.cli.main import app
from drlucky.errors import DrLuckyError
from drlucky.lab.tournament import crosstable, report, schedule
from drlucky.lab.tournament.entrants import Entrant, entrants, trouble
from drlucky.lab.tournament.journal import Entry, Journal
from drlucky.lab.tournament.ratings import ratings
from drlucky.lab.tournament.run import Tournament, run
from drlucky.luce import POINTS
from drlucky.stats import Share
from patience import NEVER, wait_until

BAD = Path(__file__).parent / "badbots"
COMMAND = [sys.executable, "-m", "drlucky", "tournament"]


def a_tournament(*bots: str, seed: str = "1", edition: str = "kill-de", players: int = 3) -> Tournament:
    return Tournament(entrants(bots), edition, players, {}, seed, Limits(20, 20), 3)


def silent(done: int) -> None:
    """Progress that nobody watches."""


# Who sits where.


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 4), (3, 4), (4, 4), (5, 3), (7, 4), (12, 8)])
def test_every_bot_has_every_seat_equally_often(bots: int, seats: int) -> None:
    number = schedule.even_number(3 * bots * seats, bots, seats)
    games = schedule.first_games(number, bots, seats, "1")
    sat = Counter((seat, bot) for game in games for seat, bot in enumerate(game))
    assert set(sat.values()) == {number / bots}
    assert len(sat) == bots * seats


@pytest.mark.parametrize(("bots", "seats"), [(5, 3), (7, 4), (12, 8)])
def test_nobody_plays_against_itself_while_there_are_others_and_all_meet(bots: int, seats: int) -> None:
    games = schedule.first_games(60 * seats, bots, seats, "1")
    assert all(len(set(game)) == seats for game in games)
    met = Counter(pair for game in games for pair in combinations(sorted(game), 2))
    assert len(met) == bots * (bots - 1) // 2
    assert min(met.values()) > 0.6 * max(met.values())


def test_fewer_bots_than_seats_share_them_as_evenly_as_can_be() -> None:
    for game in schedule.first_games(40, 3, 8, "1"):
        assert set(Counter(game).values()) == {2, 3}


def test_more_games_begin_with_the_same_ones() -> None:
    assert schedule.first_games(100, 5, 3, "1")[:40] == schedule.first_games(40, 5, 3, "1")
    assert schedule.first_games(40, 5, 3, "2") != schedule.first_games(40, 5, 3, "1")


# Who takes part.


def test_bots_are_named_as_they_are_given_or_as_one_likes() -> None:
    given = ["random", "Deep thought = searcher:20", "slow=searcher:0.5s", "mybots.clever:Clever", "program:sh -c x=1"]
    assert [(one.name, one.bot) for one in entrants(given)] == [
        ("random", "random"),
        ("Deep thought", "searcher:20"),
        ("slow", "searcher:0.5s"),
        ("mybots.clever:Clever", "mybots.clever:Clever"),
        ("program:sh -c x=1", "program:sh -c x=1"),
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["random"], "two bots at least"),
        (["random", "random"], "first=random"),
        (["random", "clever"], "there is no bot 'clever'; it is one of random, sensible"),
        (["random", "searcher:0"], "searcher:0 is no bot: a searcher has 1 to 1,000,000 iterations"),
        (["random", "searcher:0s"], "more than no time"),
        (["random", "searcher:fast"], "searcher:1s"),
        (["random", "searcher:-1s"], "searcher:1s"),
        (["random", "program:"], "is no program"),
        (["random", "program:./no-such-bot --fast"], "'./no-such-bot' is no program"),
        (["random", "program:'"], "cannot be read as a command"),
        (["random", f"{'x' * 41}=sensible"], "1 to 40 printable characters"),
        (["random", ""], "there is no bot"),
    ],
)
def test_a_bot_that_is_none_is_refused_in_words(given: list[str], message: str) -> None:
    with pytest.raises(DrLuckyError, match=re.escape(message)):
        entrants(given)


def test_a_class_that_is_not_there_is_refused_and_a_program_that_is_silent_is_not() -> None:
    with pytest.raises(DrLuckyError, match=r"nowhere:Bot is no bot: .*the bot nowhere:Bot cannot be imported"):
        trouble(Entrant("x", "nowhere:Bot"), Limits())
    silent_one = trouble(Entrant("x", f"program:sh {BAD / 'dies.sh'}"), Limits())
    assert silent_one is None
    never = trouble(Entrant("x", f"program:sh {BAD / 'never_starts.sh'}"), Limits(start_seconds=0.1))
    assert never is not None
    assert "did not say hello" in never


# What the games say.


def game(number: int, seats: list[str], winner: int | None, loser: int | None = None) -> Entry:
    facts = {"how": "success", "turns": 20, "decisions": 50, "faults": []}
    return {"game": number, "seats": seats, "winner": winner, "loser": loser, **facts}


def test_wilson_s_interval_is_as_in_the_books() -> None:
    assert Share(0, 10).interval == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert Share(81, 263).interval == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert Share(10, 10).interval == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert str(Share(81, 263)) == "30.8 % (25.5 to 36.6)"


def test_the_one_who_wins_is_rated_higher_and_more_certainly_with_every_game() -> None:
    seats = ["good", "bad", "worse"]
    some = [game(number, seats, 0 if number % 4 else 1) for number in range(20)]
    before, after = ratings(seats, some[:4]), ratings(seats, some)
    assert after["good"].points > after["bad"].points > after["worse"].points
    assert all(after[name].error < before[name].error for name in seats)


def test_ratings_do_not_depend_on_the_order_of_the_games() -> None:
    """They were taken in one after the other once: then whoever won late stood above whoever won more."""
    names = ["a", "b", "c", "d"]
    dice = Random(5)
    some = [game(number, dice.sample(names, 4), dice.choice([0, 0, 1, 2, 3])) for number in range(60)]
    early_and_late = sorted(some, key=lambda one: one["seats"][one["winner"]])
    assert ratings(names, early_and_late) == ratings(names, early_and_late[::-1])
    wins = Counter(one["seats"][one["winner"]] for one in some)
    by_rating = sorted(names, key=lambda name: -ratings(names, early_and_late)[name].points)
    assert [wins[name] for name in by_rating] == sorted(wins.values(), reverse=True)


def test_a_rating_says_how_many_games_are_won() -> None:
    seats = ["a", "b"]
    won = ratings(seats, [game(number, seats, 0 if number % 100 < 64 else 1) for number in range(10_000)])
    assert won["a"].points - won["b"].points == pytest.approx(100, abs=1)
    twice = ratings(seats, [game(number, ["a", "a", "b"], 0 if number % 3 < 2 else 2) for number in range(3_000)])
    assert twice["a"].points == pytest.approx(twice["b"].points, abs=1)


def test_the_true_rating_lies_within_its_interval_as_often_as_it_says() -> None:
    names = ["a", "b", "c", "d", "e"]
    true = {name: 120.0 * (at - 2) for at, name in enumerate(names)}
    dice = Random(1)
    within = 0
    for _ in range(100):
        tables = [dice.sample(names, 4) for _ in range(120)]
        chosen = [dice.choices(range(4), [exp(true[name] / POINTS) for name in table])[0] for table in tables]
        found = ratings(names, [game(0, table, winner) for table, winner in zip(tables, chosen, strict=True)])
        within += sum(found[name].interval[0] <= 1500 + true[name] <= found[name].interval[1] for name in names)
    assert 460 <= within <= 490  # 475 of 500 are 95 %


def test_one_who_won_every_game_has_a_rating_all_the_same() -> None:
    seats = ["a", "b"]
    found = ratings(seats, [game(number, seats, 0) for number in range(1000)])
    assert found["a"].points < 3500
    assert found["a"].error > 50
    assert ratings([], []) == {}


def test_a_game_that_nobody_won_rates_nobody() -> None:
    before = ratings(["a", "b"], [])
    assert ratings(["a", "b"], [game(0, ["a", "b"], None)]) == before
    assert before["a"] == before["b"]


def test_the_cross_table_counts_who_was_ahead_of_whom() -> None:
    games = [
        game(0, ["a", "b", "c"], 0, loser=1),
        game(1, ["b", "c", "a"], 2),
        game(2, ["c", "a", "b"], 2),
        game(3, ["a", "b", "c"], None),
    ]
    rows = {row.name: row for row in crosstable.table(["a", "b", "c"], games)}
    assert rows["a"].wins == Share(2, 4)
    assert rows["a"].ahead == {"b": Share(2, 3), "c": Share(2, 2)}
    assert rows["b"].ahead == {"a": Share(1, 3), "c": Share(1, 1)}
    assert {name: row.lost for name, row in rows.items()} == {"a": 0, "b": 1, "c": 0}


def test_sitting_there_twice_is_no_advantage_in_the_cross_table() -> None:
    """Three equal players of whom two are the same bot: each of the three wins once."""
    games = [game(number, ["a", "a", "b"], number) for number in range(3)]
    rows = {row.name: row for row in crosstable.table(["a", "b"], games)}
    assert rows["a"].ahead == {"b": Share(2, 4)}


def lines_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


def test_the_sheets_tell_everything_in_every_form(tmp_path: Path) -> None:
    games = [game(0, ["a|<b>", "c"], 0, loser=1), game(1, ["c", "a|<b>"], 1)]
    games[1]["faults"] = [{"seat": 0, "turn": 3, "decision": 9, "kind": "timeout", "what": 'no answer, said "it"'}]
    rows = crosstable.table(["a|<b>", "c"], games)
    report.write(tmp_path, "Two & two", rows, games)
    standings = lines_of(tmp_path / "standings.csv")
    assert [(row["bot"], row["wins"], row["faults"]) for row in standings] == [("a|<b>", "2", "0"), ("c", "0", "1")]
    ahead = lines_of(tmp_path / "cross.csv")[0]
    assert (ahead["bot"], ahead["against"], ahead["ahead"], ahead["decided"]) == ("a|<b>", "c", "2", "2")
    listed = lines_of(tmp_path / "games.csv")
    assert [(row["game"], row["player 1"], row["winner"], row["loser"]) for row in listed] == [
        ("1", "a|<b>", "1", "2"),
        ("2", "c", "2", ""),
    ]
    fault = lines_of(tmp_path / "faults.csv")[0]
    assert (fault["game"], fault["bot"], fault["turn"], fault["what"]) == ("2", "c", "4", 'no answer, said "it"')
    markdown = (tmp_path / "table.md").read_text()
    assert "| a&#124;<b> |" in markdown
    assert "timeout 1" in markdown
    page = (tmp_path / "table.html").read_text()
    assert "a|&lt;b&gt;" in page
    assert "Two &amp; two" in page
    assert "100.0 % <small>(34.2 to 100.0)</small>" in page


# Playing.


def test_a_tournament_is_the_same_on_one_process_and_on_two_and_when_it_goes_on(tmp_path: Path) -> None:
    tournament = a_tournament("random", "sensible", "searcher:4")
    one = run(tournament, 9, tmp_path / "one", workers=1, progress=silent)
    two = run(tournament, 9, tmp_path / "two", workers=2, progress=silent)
    run(tournament, 3, tmp_path / "three", workers=1, progress=silent)
    told: list[int] = []
    three = run(tournament, 9, tmp_path / "three", workers=2, progress=told.append)
    assert one == two == three
    assert told == [3, 4, 5, 6, 7, 8, 9]
    assert [entry["game"] for entry in one] == list(range(9))


def test_records_replay_and_say_who_played(tmp_path: Path) -> None:
    tournament = a_tournament("random", "sensible", edition="kill-2016", players=2)  # with two Strangers
    games = run(tournament, 2, tmp_path, workers=1, records=True, progress=silent)
    for entry in games:
        file = tmp_path / "records" / f"{entry['game'] + 1:06}.txt"
        played = drlucky.load(file)
        assert played.outcome
        winner = played.outcome.winner
        assert entry["winner"] == {0: 0, 2: 1}.get(winner if winner is not None else -1)
        assert f"# Player 2 was {entry['seats'][1]}" in file.read_text()


def test_without_a_seed_the_deals_are_no_one_s_to_know_before_the_end(tmp_path: Path) -> None:
    tournament = a_tournament("random", "sensible", seed="")
    run(tournament, 3, tmp_path, workers=1, progress=silent)
    assert json.loads((tmp_path / "tournament.json").read_text())["seed"] == ""
    deals = {tournament.game(0).commitment for _ in range(3)}
    assert len(deals) == 3


def test_bad_bots_lose_their_turns_and_not_the_tournament(tmp_path: Path) -> None:
    bad = ["illegal", "malformed", "flood", "dies", "closes"]
    guests = [f"{name}=program:sh {BAD / name}.sh" for name in bad]
    tournament = a_tournament("sensible", *guests, edition="kill-2016")
    games = run(tournament, 6, tmp_path, workers=2, progress=silent)
    assert len(games) == 6
    rows = {row.name: row for row in crosstable.table([one.name for one in tournament.entrants], games)}
    assert not rows["sensible"].faults
    assert [set(rows[name].faults) for name in bad] == [{"illegal"}, {"malformed"}, {"flood"}, {"died"}, {"closed"}]


# Going on.


def test_a_bot_that_does_not_play_this_game_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(DrLuckyError, match="edition: 'kill-2016', not 'kill-de'"):
        run(a_tournament("sensible", "learned"), 3, tmp_path / "new", workers=1, progress=silent)
    assert not (tmp_path / "new").exists()
    fine = a_tournament("sensible", "learned", edition="kill-2016", players=4)
    assert len(run(fine, 4, tmp_path / "fine", workers=1, progress=silent)) == 4


def test_a_folder_goes_on_only_with_what_was_begun_there(tmp_path: Path) -> None:
    run(a_tournament("random", "sensible"), 3, tmp_path, workers=1, progress=silent)
    with pytest.raises(DrLuckyError, match=r'begun with seed "1", not "2"; choose another folder'):
        run(a_tournament("random", "sensible", seed="2"), 3, tmp_path, workers=1, progress=silent)


def test_a_line_cut_off_in_the_middle_is_played_again(tmp_path: Path) -> None:
    with Journal(tmp_path, "x", {"a": 1}) as journal:
        journal.add({"game": 0})
        journal.add({"game": 1})
    file = tmp_path / "x.jsonl"
    file.write_bytes(file.read_bytes()[:-4])
    with Journal(tmp_path, "x", {"a": 1}) as journal:
        assert journal.entries == [{"game": 0}]
        journal.add({"game": 1})
    with Journal(tmp_path, "x", {"a": 1}) as journal:
        assert journal.entries == [{"game": 0}, {"game": 1}]


def test_a_folder_is_for_one_at_a_time_and_damage_is_told(tmp_path: Path) -> None:
    with Journal(tmp_path, "x", {}), pytest.raises(DrLuckyError, match="someone else is at work"):
        Journal(tmp_path, "x", {})
    (tmp_path / "x.jsonl").write_text("{}\nnonsense\n")
    with pytest.raises(DrLuckyError, match="damaged in line 2"):
        Journal(tmp_path, "x", {})
    (tmp_path / "x.json").write_text("nonsense")
    with pytest.raises(DrLuckyError, match="cannot be read"):
        Journal(tmp_path, "x", {})
    (tmp_path / "file").write_text("")
    with pytest.raises(DrLuckyError, match="cannot be written to"):
        Journal(tmp_path / "file" / "folder", "x", {})


def begin(folder: Path, games: int) -> subprocess.Popen[str]:
    command = [*COMMAND, "sensible", "searcher:40", "--players", "2", "--no-strangers", "--seed", "5"]
    return subprocess.Popen(
        [*command, "--games", str(games), "--workers", "2", "--to", str(folder)],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wait_for_a_game(folder: Path, before: int) -> None:
    wait_until(lambda: finished(folder) > before)


def finished(folder: Path) -> int:
    journal = folder / "tournament.jsonl"
    return journal.read_text().count("\n") if journal.exists() else 0


def test_a_tournament_stopped_in_every_way_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    games = 40
    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        before = finished(tmp_path / "stopped")
        stopped = begin(tmp_path / "stopped", games)
        wait_for_a_game(tmp_path / "stopped", before)
        stopped.send_signal(how)
        _, errors = stopped.communicate(timeout=NEVER)
        if how == signal.SIGKILL:
            assert stopped.returncode == -how
        else:
            assert stopped.returncode == 130
            assert re.search(rf"Interrupted after \d+ of {games} games. The same command goes on", errors)
            assert (tmp_path / "stopped" / "table.md").exists()
    for folder in ("stopped", "whole"):
        ended = begin(tmp_path / folder, games)
        ended.communicate(timeout=NEVER)
        assert ended.returncode == 0
    for file in ("games.csv", "standings.csv", "cross.csv", "faults.csv", "table.md", "table.html"):
        assert (tmp_path / "stopped" / file).read_text() == (tmp_path / "whole" / file).read_text()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--players", "20"], "is for 2 to 8 players, not 20"),
        (["--games", "0"], "1 to 1,000,000 games, not 0"),
        (["--seconds", "-1"], "more than no time"),
        (["--workers", "-1"], "1 to 1,000 processes, not -1"),
        (["--edition", "chess"], "chess"),
        (["--edition", "save-2000", "--pets", "cat"], "no option 'pets'"),
    ],
)
def test_the_command_says_what_is_wrong_with_what_it_was_given(tmp_path: Path, wrong: list[str], message: str) -> None:
    asked = ["tournament", "random", "sensible", *wrong, "--to", str(tmp_path / "folder")]
    said = CliRunner().invoke(app, asked)
    assert isinstance(said.exception, DrLuckyError)
    assert message in str(said.exception)
    assert not (tmp_path / "folder").exists()
