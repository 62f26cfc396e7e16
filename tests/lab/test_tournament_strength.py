"""The strength of the bots: measured with mirrored deals, kept, and told with its limits."""

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import drlucky
from drlucky.engine.play import legal
from drlucky.errors import DrLuckyError
from drlucky.lab.tournament import older, openspiel_rival, strength
from drlucky.lab.tournament.habits import HELD_OUT, Habit, newcomer
from drlucky.lab.tournament.journal import Entry
from drlucky.lab.tournament.pool import PARTS, editions
from drlucky.lab.tournament.sides import ABLATIONS, Thought, bot, player, thought_of
from drlucky.lab.tournament.strength import Contest, Job, Tally, jobs, measure, measured, play_one, tallies
from drlucky.lab.tournament.strength_page import page, reached
from drlucky.search.determinize import determinize
from drlucky.search.rng import Rng
from drlucky.stats import share_of_counts, share_of_groups

EDITION = "kill-2016"
QUICK = Contest("sensible", "random", EDITION)


def silent(games: int) -> None:
    """Progress that nobody watches."""


# What is played.


@pytest.mark.parametrize("games", [10, 57, 400])
def test_wherever_it_stops_every_contest_has_had_as_many_games(games: int) -> None:
    contests = PARTS["oracle"].contests(Thought(iterations=3), editions())
    played = Counter(job.contest for job in islice(jobs(contests, 1000), games))
    seatings = len(contests[0].seatings)
    assert max(played.values()) - min(played.get(contest, 0) for contest in contests) <= seatings


def test_a_deal_has_the_one_in_every_seat_and_two_in_every_way_to_sit() -> None:
    for seats, ways in ((1, 4), (2, 6)):
        planned = list(jobs([Contest("easy", "normal", EDITION, seats)], 1))
        assert len({job.seating for job in planned}) == len(planned) == ways
        assert set(Counter(seat for job in planned for seat in job.seating).values()) == {ways * seats // 4}


@pytest.mark.parametrize("one", ["sensible", "habit:striking", "newcomer", "searcher:2"])
@pytest.mark.parametrize("edition", editions())
def test_a_deal_is_the_same_in_every_seat(edition: str, one: str, tmp_path: Path) -> None:
    """So whoever plays three like themselves plays one game four times, and wins it in one seat if anybody does."""
    played = [play_one(tmp_path, job) for job in jobs([Contest(one, one, edition)], 1)]
    assert len({(each["winner"], each["turns"]) for each in played}) == 1
    assert sum(each["winner"] in each["seating"] for each in played) == (played[0]["winner"] is not None)


def test_games_by_iterations_can_be_repeated(tmp_path: Path) -> None:
    for one in ("searcher:3", "searcher:3 without reading", "oracle:3", "easy"):
        job = Job(Contest(one, "style:thrifty", "kill-de"), 0, (1,))
        first, again = (play_one(tmp_path, job) for _ in range(2))
        assert first | {"seconds": 0} == again | {"seconds": 0}


def test_every_part_plays_in_every_edition_with_sides_that_there_are(tmp_path: Path) -> None:
    for part in PARTS.values():
        contests = part.contests(Thought(iterations=1), editions())
        assert {contest.edition for contest in contests} == set(editions())
        assert len(set(contests)) == len(contests)
        for contest in contests:
            for side in (contest.one, contest.others):
                if not side.startswith(("oracle", "older", "openspiel")):
                    player(side, 0, "dice", tmp_path)


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    planned = list(jobs([QUICK], 8))
    measure(planned[:2], tmp_path, seconds=60, workers=1, progress=silent)
    measure(planned, tmp_path, seconds=0, workers=1, progress=silent)
    assert len(measured(tmp_path)) == 2
    told: list[int] = []
    measure(planned, tmp_path, seconds=60, workers=1, progress=told.append)
    assert told == [2, 3, 4, 5, 6, 7, 8]
    assert {strength.job_of(entry) for entry in measured(tmp_path)} == set(planned)


def test_games_of_another_build_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planned = list(jobs([QUICK], 4))
    measure(planned, tmp_path, seconds=60, workers=1, progress=silent)
    monkeypatch.setattr(strength, "build", lambda: "other")
    assert measured(tmp_path) == []
    assert len(measured(tmp_path, any_build=True)) == 4
    monkeypatch.undo()
    assert len(measured(tmp_path)) == 4


# Who plays.


@pytest.mark.parametrize("habit", [newcomer, *HELD_OUT.values()], ids=lambda habit: habit.__name__)
def test_habits_are_legal_and_use_nothing_hidden(habit: Habit) -> None:
    """However the cards lie that the seat cannot see, it decides the same."""
    for edition in editions():
        game = drlucky.new(edition, 4, seed=5)
        while (seat := game.to_decide) is not None and game.state.turn < 40:
            dice = game.state.turn
            action = habit(game.state, Random(dice))
            assert action in legal(game.state)
            assert habit(determinize(game.state, seat, Rng(dice)), Random(dice)) == action
            game.play(game.setting.actions[action])


def test_habits_differ_from_each_other() -> None:
    told: dict[str, list[int]] = {name: [] for name in HELD_OUT}
    for edition in editions():
        game = drlucky.new(edition, 4, seed=5)
        while game.to_decide is not None and game.state.turn < 80:
            for name, habit in HELD_OUT.items():
                told[name].append(habit(game.state, Random(len(told[name]))))
            game.play(game.setting.actions[Random(game.state.turn).choice(list(told.values()))[-1]])
    assert len({tuple(actions) for actions in told.values()}) == len(HELD_OUT)


def test_what_an_ablation_leaves_out_is_gone() -> None:
    game = drlucky.new(EDITION, 4, seed=1)
    for name in ABLATIONS:
        without = bot(f"searcher:3 {name}", "dice")
        assert without.choose(game.view(game.to_decide), game.legal) in game.legal
    assert not hasattr(bot("searcher:3 without reading", "dice"), "choose_after")


def test_thoughts_are_read_from_names() -> None:
    assert thought_of("searcher:500 without reading") == Thought(iterations=500)
    assert thought_of("older:0.25s") == Thought(seconds=0.25)
    assert thought_of("sensible") is None
    assert str(Thought.of("2500")) == "2,500 iterations"
    with pytest.raises(DrLuckyError, match="does not say how long it searches"):
        thought_of("searcher:long")


def test_openspiel_s_search_is_an_opponent() -> None:
    """In the same deal whoever has every seat plays the same game."""
    job = Job(Contest("searcher:2", "openspiel:2", "save-2000"), 0, (0, 1, 2, 3))
    (one, _), (other, _) = (strength.play_openspiel(job) for _ in range(2))
    assert one == other
    mixed = openspiel_rival.play("kill-2016", 3, "a deal", {1: bot("searcher:2", "dice")}, 1.0, simulations=2)
    assert mixed.outcome.how
    assert not mixed.faults


def test_without_its_history_the_older_build_is_left_out_in_words(tmp_path: Path) -> None:
    with pytest.raises(DrLuckyError, match="the history of this copy does not hold the commit ac820c1"):
        older.build(tmp_path, tmp_path)
    assert not older.is_built(tmp_path)


# What came of it.


def entries(contest: Contest, deals: list[tuple[int, int]]) -> list[Entry]:
    """Games of deals of which the one won so many, and somebody so many."""
    found = []
    for deal, (won, decided) in enumerate(deals):
        for number, seating in enumerate(contest.seatings):
            other = next(seat for seat in range(4) if seat not in seating)
            winner = seating[0] if number < won else other if number < decided else None
            told = contest._asdict() | {"deal": deal, "seating": list(seating), "winner": winner, "seconds": 0.25}
            found.append(told)
    return found


def test_only_whole_deals_count() -> None:
    found = entries(QUICK, [(1, 4), (2, 4), (4, 4)])
    assert tallies(found[:-1])[QUICK].games == 8
    assert tallies(found)[QUICK].share.chance == pytest.approx(7 / 12)
    assert tallies(found[:3]) == {}


def test_of_the_games_that_somebody_wins_others_do_not_count() -> None:
    one = tallies(entries(QUICK, [(1, 2), (2, 2), (0, 0), (1, 4)]))[QUICK]
    assert one.share.chance == pytest.approx(4 / 16)
    assert one.share_of_decided is not None
    assert one.share_of_decided.chance == pytest.approx(4 / 8)
    nobody = tallies(entries(QUICK, [(0, 0), (0, 0)]))[QUICK]
    assert nobody.share_of_decided is None


def test_shares_of_counts_are_those_of_groups_where_all_count_alike() -> None:
    counts = [(1, 4), (2, 4), (0, 4), (4, 4)]
    assert share_of_counts(counts) == share_of_groups([[part / of for part, of in counts]])


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Of deals that are lucky or not, of which some games do not count."""
    chance = Random(1)
    held = 0
    for _ in range(1000):
        counts = []
        for _ in range(40):
            p, of = chance.choice((0.1, 0.5)), chance.choice((1, 2, 4))
            counts.append((sum(chance.random() < p for _ in range(of)), of))
        found = share_of_counts(counts)
        held += found.low <= 0.3 <= found.high
    assert 930 <= held <= 975


def oracle_and_searcher(deals: int) -> tuple[Tally, Tally]:
    sides = "oracle:9", "searcher:9"
    one, other = (Contest(side, "sensible", EDITION) for side in sides)
    found = tallies([*entries(one, [(3, 4), (3, 4)] * deals), *entries(other, [(1, 4), (3, 4)] * deals)])
    return found[other], found[one]


def test_the_searcher_s_part_of_the_oracle_s_edge_has_limits_that_narrow() -> None:
    few, many = reached(*oracle_and_searcher(20)), reached(*oracle_and_searcher(500))
    assert few is not None
    assert many is not None
    assert few[0] == many[0] == pytest.approx(0.5)
    assert few[1] < many[1] < many[0] < many[2] < few[2]
    # Half of the deals give 0 of the edge and half all of it.
    assert (many[2] - many[1]) / 2 == pytest.approx(1.96 * 0.5 / 1000**0.5, rel=0.1)


def test_nothing_is_said_of_an_edge_that_is_not_certain() -> None:
    searcher, oracle = oracle_and_searcher(20)
    assert reached(oracle, searcher._replace(won=dict.fromkeys(searcher.won, 1))) is None


def test_the_page_tells_shares_games_limits_and_goals() -> None:
    text = page(
        tallies(
            [
                *entries(QUICK, [(3, 4)] * 25),
                *entries(Contest("searcher:9", "sensible", EDITION), [(2, 4), (3, 4)] * 10),
                *entries(Contest("searcher:9 without reading", "sensible", EDITION), [(1, 4), (3, 4)] * 10),
                *entries(Contest("oracle:9", "sensible", EDITION), [(4, 4)] * 20),
                *entries(Contest("searcher:1s", "habit:tossing", EDITION), [(1, 2), (2, 2)] * 10),
                *entries(Contest("normal", "easy", EDITION, seats=2), [(5, 6), (4, 6)] * 10),
            ]
        )
    )
    assert f"| `{EDITION}` | sensible | random | 75.0 % (55.5 to 87.8) | 75.0 % (55.5 to 87.8) | 100 | 0.25 s |" in text
    assert f"| `{EDITION}` | sensible | 9 iterations without reading | 50.0 %" in text
    assert "| 80 | +12.5 ± 5.6 |" in text
    assert f"| `{EDITION}` | 9 iterations | 100.0 %" in text
    assert "| 80 | 50 % (43 to 57) |" in text
    assert "| a habit that it does not know, decided | 70 % | 1 s | 75.0 %" in text
    assert f"| `{EDITION}` | normal | easy | 75.0 %" in text
    assert "To be reached: 85 %." in text
    assert text.count("Not measured yet.") == 3
    assert "builds" not in text
    assert "2 builds" in page({}, builds=2)
