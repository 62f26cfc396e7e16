"""The strength of the bots: measured evenly, kept, and told with its limits."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

import drlucky
from drlucky.errors import DrLuckyError
from drlucky.lab.tournament.journal import Entry
from drlucky.lab.tournament.strength import (
    QUICK,
    SLOW,
    Job,
    Thought,
    jobs,
    measure,
    measured,
    page,
    play_one,
    reached,
    shares,
)
from drlucky.stats import Share

EDITIONS = [book.id for book in drlucky.editions()]


def silent(games: int) -> None:
    """Progress that nobody watches."""


@pytest.mark.parametrize("games", [10, 57, 400])
def test_wherever_it_stops_every_edition_and_contest_has_had_as_many_games(games: int) -> None:
    played = Counter((job.contest, job.edition) for job in islice(jobs(0, 100), games))
    assert len(played) == len(SLOW) * len(EDITIONS)
    assert max(played.values()) - min(played.values()) <= 1


def test_a_round_has_every_seat_once() -> None:
    one_round = list(jobs(1, 1))
    seats = Counter((job.contest, job.edition, job.seat) for job in one_round)
    assert set(seats.values()) == {1}
    assert len(seats) == (len(QUICK) + len(SLOW)) * len(EDITIONS) * 4


def test_games_by_iterations_can_be_repeated() -> None:
    for contest in (*QUICK, *SLOW):
        job = Job(contest, EDITIONS[2], 1, 0)
        assert play_one(Thought(iterations=3), job) == play_one(Thought(iterations=3), job)


def test_it_goes_on_where_it_stopped_and_only_as_it_was_begun(tmp_path: Path) -> None:
    thought = Thought(iterations=2)
    planned = [Job(QUICK[0], edition, seat, 0) for edition in EDITIONS[2:3] for seat in range(4)]
    measure(thought, planned[:2], tmp_path, seconds=60, workers=1, progress=silent)
    measure(thought, planned, tmp_path, seconds=0, workers=1, progress=silent)
    assert len(measured(thought, tmp_path)) == 2
    told: list[int] = []
    measure(thought, planned, tmp_path, seconds=60, workers=1, progress=told.append)
    assert told == [2, 3, 4]
    assert {entry["key"] for entry in measured(thought, tmp_path)} == {job.key for job in planned}
    with pytest.raises(DrLuckyError, match="iterations 2, not 3"):
        measured(Thought(iterations=3), tmp_path)


def test_the_searcher_s_part_of_the_oracle_s_edge_has_limits_that_narrow() -> None:
    few = reached(Share(45, 100), Share(60, 100))
    many = reached(Share(4500, 10000), Share(6000, 10000))
    assert few is not None
    assert many is not None
    assert few[0] == many[0] == pytest.approx(20 / 35)
    assert few[1] < many[1] < many[0] < many[2] < few[2]
    # For many games the limits are those of the delta method.
    assert (many[2] - many[1]) / 2 == pytest.approx(1.96 * (20 / 35) * (0.000619 + 0.000196) ** 0.5, rel=0.1)


def test_nothing_is_said_of_an_edge_that_is_not_certain() -> None:
    assert reached(Share(5, 10), Share(4, 10)) is None
    assert reached(Share(0, 0), Share(90, 100)) is None


def test_the_page_tells_shares_games_and_limits() -> None:
    entries: list[Entry] = [
        {"one": contest.one, "others": contest.others, "edition": EDITIONS[1], "won": number < won}
        for contest, won in ((QUICK[0], 75), (SLOW[0], 50), (SLOW[1], 70))
        for number in range(100)
    ]
    assert shares(entries)[SLOW[0], EDITIONS[1]] == Share(50, 100)
    timed: list[Entry] = [{"one": "searcher", "others": "sensible", "edition": EDITIONS[1], "won": True}] * 8
    assert "With 3 s for each decision" in page(entries, Thought(iterations=9), timed, Thought(seconds=3))
    assert "With" not in page(entries, Thought(iterations=9))
    text = page(entries, Thought(seconds=1))
    assert f"| `{EDITIONS[1]}` | 75.0 % (65.7 to 82.5) | 100 |" in text
    assert f"| `{EDITIONS[1]}` | 50.0 % (40.4 to 59.6) | 100 |" in text
    assert f"| `{EDITIONS[1]}` | 70.0 % (60.4 to 78.1) | 100 | 56 % (3" in text
    assert f"| `{EDITIONS[0]}` | - | 0 | too few games to say |" in text
    assert "The searcher has 1 s for each decision." in text
