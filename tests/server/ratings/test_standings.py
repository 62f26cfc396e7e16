"""What one more game teaches: who moves whom, who is provisional, and what identities that cost nothing can do."""

from random import Random

import pytest
from msgspec.structs import replace

from drlucky.server.ratings.policy import Played, Result, Settled
from drlucky.server.ratings.standings import (
    BOT,
    FARTHEST,
    MOST_ERROR,
    STARTS,
    Standing,
    Update,
    newcomer,
    taught,
)
from drlucky.table.settings import DAY

EDITION = "kill-2016"
Known = dict[tuple[str, str], Standing]


def game(*seats: tuple[str, Result], at: float = 1000.0, stand_in: str | None = None, number: int = 1) -> Settled:
    played = (
        Played(result, "" if who in STARTS else who, None if who in STARTS else who, who if who in STARTS else None)
        for who, result in seats
    )
    return Settled("t", number, EDITION, at, "played", tuple(played), stand_in)


def learn(known: Known, *games: Settled) -> Update:
    for each in games:
        update = taught(each, known)
        known |= {(one.person, one.edition): one for one in update.after}
    return update


def points(known: Known, who: str) -> float:
    return known[who, EDITION].rating(known[who, EDITION].at).points


def established(known: Known, who: str, wins: int = 6, games: int = 24, seed: int = 1) -> Known:
    """Someone who has played so often against bots of three levels."""
    won = [True] * wins + [False] * (games - wins)
    Random(seed).shuffle(won)
    for is_won in won:
        mine: Result = "won" if is_won else "lost"
        learn(known, game((who, mine), ("easy", "lost"), ("normal", "lost" if is_won else "won"), ("hard", "lost")))
    assert not known[who, EDITION].is_provisional(1000.0)
    return known


def test_a_newcomer_is_provisional_and_moves_far() -> None:
    known: Known = {}
    update = learn(known, game(("person a", "won"), ("normal", "lost"), ("normal", "lost")))
    assert points(known, "person a") > 1650
    assert update.changes[0].provisional
    assert update.changes[0].gained == pytest.approx(update.changes[0].points - 1500, abs=0.11)
    assert [change.result for change in update.changes] == ["won", "lost", "lost"]
    assert (BOT + "normal", EDITION) not in known, "what does not move is not kept"


def test_a_bot_of_normal_strength_stays_where_it_is() -> None:
    known = established({}, "person a")
    learn(known, *(game(("person a", "lost"), ("normal", "won")) for _ in range(50)))
    one = known[BOT + "normal", EDITION]
    assert one.rating(0.0) == pytest.approx((1500, 0))


def test_enough_games_and_opponents_make_a_player_known() -> None:
    known: Known = {}
    for _ in range(60):
        learn(known, game(("person a", "won"), ("normal", "lost")), game(("person a", "lost"), ("normal", "won")))
    assert known["person a", EDITION].is_provisional(1000.0), "one opponent is not enough"
    for level in ("easy", "hard"):
        learn(known, game(("person a", "lost"), (level, "won")))
    assert not known["person a", EDITION].is_provisional(1000.0)


def test_who_has_been_away_is_less_well_known() -> None:
    one = established({}, "person a")["person a", EDITION]
    errors = [one.rating(1000.0 + days * DAY).error for days in (0, 30, 365, 100_000)]
    assert errors == sorted(errors)
    assert errors[2] > MOST_ERROR > errors[0]
    assert errors[3] == pytest.approx(350)
    assert one.rating(1000.0 + 365 * DAY).points == one.rating(1000.0).points


def test_identities_that_cost_nothing_move_nobody_who_is_known() -> None:
    known = established(established({}, "person a"), "person b", seed=2)
    a, b = known["person a", EDITION], known["person b", EDITION]
    for number in range(200):
        fresh = f"person throwaway {number}"
        result: Result = "won" if number % 2 else "lost"
        other: Result = "lost" if number % 2 else "won"
        learn(known, game(("person a", other), (fresh, result)))
        learn(known, game((fresh, result), ("person b", "lost"), ("easy", other if result == "lost" else "lost")))
    assert points(known, "person a") == pytest.approx(a.rating(1000.0).points)
    assert points(known, "person b") <= b.rating(1000.0).points, "what bots win against them still counts"


def test_identities_that_cost_nothing_move_no_bot() -> None:
    known: Known = {}
    for number in range(100):
        learn(known, game((f"person {number}", "lost"), ("easy", "won"), ("hard", "lost")))
    assert not any(person.startswith(BOT) for person, _ in known)


def test_a_ring_of_friends_without_bots_gets_no_rank() -> None:
    known: Known = {}
    for number in range(300):
        learn(
            known, game(("person a", "won"), (f"person {number % 30}", "lost"), (f"person {30 + number % 7}", "lost"))
        )
    assert known["person a", EDITION].is_provisional(1000.0)
    assert points(known, "person a") > 1600, "among themselves they see who is stronger"


def test_a_bot_learns_from_those_who_are_known_and_stays_near_its_start() -> None:
    known = established({}, "person a", wins=12)
    before = STARTS["hard"].mean
    learn(known, *(game(("person a", "won"), ("hard", "lost")) for _ in range(400)))
    after = known[BOT + "hard", EDITION]
    assert before - FARTHEST <= after.mean < before
    assert not after.is_provisional(1000.0)


def test_two_bots_of_a_level_are_one() -> None:
    known = established({}, "person a", wins=12)
    before = known.get((BOT + "hard", EDITION), newcomer(BOT + "hard", EDITION, "", 0.0))
    alone = dict(known)
    learn(alone, game(("person a", "won"), ("hard", "lost")))
    learn(known, game(("person a", "won"), ("hard", "lost"), ("hard", "lost")))
    two, one = known[BOT + "hard", EDITION], alone[BOT + "hard", EDITION]
    assert two.mean < before.mean
    assert two.variance < one.variance < before.variance
    assert two.games == before.games + 1


def test_who_gives_up_loses_to_those_who_stay_and_they_gain_nothing() -> None:
    known = established(established({}, "person a"), "person b", seed=2)
    before = dict(known)
    update = learn(known, game(("person a", "lost"), ("person b", "none"), ("normal", "none")))
    assert update.changes[0].gained < 0
    assert update.changes[1].gained == 0
    assert known["person b", EDITION] == before["person b", EDITION]
    lost = learn(dict(before), game(("person a", "lost"), ("person b", "lost"), ("normal", "won")))
    assert update.changes[0].gained < 0 > lost.changes[0].gained


def test_a_game_that_does_not_count_changes_nothing() -> None:
    known = established({}, "person a")
    before = dict(known)
    update = learn(known, game(("person a", "none"), ("person b", "none")))
    assert known == before
    assert [change.gained for change in update.changes] == [0, 0]


def test_a_bot_that_stood_in_takes_the_win() -> None:
    known = established(established({}, "person a"), "person b", seed=2)
    update = learn(known, game(("person a", "lost"), ("person b", "lost"), stand_in="normal"))
    assert len(update.changes) == 2
    assert all(change.gained < 0 for change in update.changes)


def test_opponents_are_remembered_by_marks_only() -> None:
    known = established(established({}, "person a"), "person b", seed=2)
    learn(known, game(("person a", "won"), ("person b", "lost")))
    one = known["person a", EDITION]
    assert len(one.met) == 4
    assert "person b" not in one.opponents
    for number in range(20):
        who = f"person {number}"
        known[who, EDITION] = replace(known["person b", EDITION], person=who)
        learn(known, game(("person a", "won"), (who, "lost")))
    assert len(known["person a", EDITION].met) == 8


def test_a_name_is_the_last_one_that_was_given() -> None:
    known = established({}, "person a")
    renamed = game(("person a", "won"), ("normal", "lost"))
    renamed = replace(renamed, seats=(replace(renamed.seats[0], name="Annabel"), renamed.seats[1]))
    learn(known, renamed)
    assert known["person a", EDITION].name == "Annabel"
