"""Clocks, and bots that stand in when they run out or someone is away."""

from drlucky.table import Act, Clock, Leave, Pause, Return, Settings, Unpause
from drlucky.table.log import Acted, Returned, StoodIn
from table.desk import KILL, Desk, begun


def decision(seconds: float = 30) -> Settings:
    return Settings(KILL, clock=Clock("decision", seconds))


def deadline(desk: Desk) -> float | None:
    game = desk.sheet(None).game
    assert game
    return game.deadline


def test_without_a_clock_nobody_is_hurried() -> None:
    desk = begun()
    desk.wait(1_000_000)
    assert desk.log_says(StoodIn) == 0
    assert deadline(desk) is None


def test_a_bot_decides_when_the_clock_runs_out_and_hands_back_when_another_is_asked() -> None:
    desk = begun(decision())
    person, seat = desk.decider(), desk.match.to_decide
    assert person
    assert seat is not None
    assert deadline(desk) == desk.now + 30
    desk.wait(29)
    desk.act(next(str(action) for action in desk.match.game.legal if action.verb == "step"))
    assert deadline(desk) == desk.now + 1, "a step does not start the clock anew"
    desk.wait(1)
    assert desk.table.seats[seat].stand_in == "clock"
    assert desk.sheet(None, since=desk.table.version - 1).news[0].kind == "stoodin"
    assert deadline(desk) is None
    while desk.match.to_decide == seat:
        desk.wait(1)
    assert desk.table.seats[seat].stand_in is None
    assert next(fact.who for fact in desk.facts if isinstance(fact, Acted)) == "person"
    assert [fact.who for fact in desk.facts if isinstance(fact, Acted)][-1] == "stand-in"


def test_acting_or_returning_takes_the_seat_back_while_the_bot_thinks() -> None:
    desk = begun(decision())
    person, seat = desk.decider(), desk.match.to_decide
    assert person
    assert seat is not None
    for deed in (Return(), Act(next(str(action) for action in desk.match.game.legal if action.verb == "step"))):
        desk.wait(30.5)
        asked = desk.table.asked()
        assert asked
        desk.ok(person, deed)
        assert not desk.table.bot_acts(asked, "end", desk.now).entries
        assert desk.table.seats[seat].stand_in is None
        assert deadline(desk) == desk.now + 30


def test_after_two_run_outs_in_a_row_the_bot_stays() -> None:
    desk = begun(Settings(KILL, clock=Clock("days", 86_400)), people=2, present=False)
    while sum(seat.missed for seat in desk.table.seats) < 4:
        desk.wait(10)
    desk.wait(10)
    assert desk.log_says(StoodIn) == 4
    assert [seat.stand_in for seat in desk.table.seats] == ["clock", "clock"]
    desk.table.arrived("bob")
    desk.wait(0)
    assert desk.table.seats[1].stand_in is None


def test_a_clock_for_the_game_counts_down_and_leaves_spare_seconds() -> None:
    desk = begun(Settings(KILL, clock=Clock("game", 60, 10)))
    seat = desk.match.to_decide
    assert seat is not None
    desk.wait(50)
    game = desk.sheet(None).game
    assert game
    assert game.clocks
    assert game.clocks[seat] == 10
    desk.act("end")
    assert desk.match.clocks.left[seat] == 10
    while desk.match.to_decide != seat:
        desk.act("end")
    assert deadline(desk) == desk.now + 20
    desk.wait(19)
    desk.act("end")
    assert desk.match.clocks.left[seat] == 0
    while desk.match.to_decide != seat:
        desk.act("end")
    assert deadline(desk) == desk.now + 10


def test_a_pause_stops_the_clock() -> None:
    desk = begun(decision())
    desk.wait(20)
    desk.ok("ann", Pause())
    assert deadline(desk) is None
    desk.wait(1000)
    desk.restart(1000)
    desk.ok("ann", Unpause())
    assert deadline(desk) == desk.now + 10


def test_coming_back_during_a_pause_is_paid_for_once() -> None:
    desk = begun(Settings(KILL, clock=Clock("game", 60, 10)))
    person, seat = desk.decider(), desk.match.to_decide
    assert person
    assert seat is not None
    desk.wait(20)
    desk.ok(person, Leave())
    desk.ok("ann", Pause())
    desk.wait(100)
    desk.ok(person, Return())
    desk.wait(100)
    desk.ok("ann", Unpause())
    assert desk.match.clocks.left[seat] == 40
    assert deadline(desk) == desk.now + 50


def test_time_in_which_nothing_ran_does_not_count() -> None:
    desk = begun(decision())
    desk.wait(20)
    desk.restart(1000)
    assert deadline(desk) == desk.now + 30
    days = begun(Settings(KILL, clock=Clock("days", 86_400)))
    days.wait(1000)
    before = deadline(days)
    days.restart(1000)
    assert deadline(days) == before


def test_a_bot_stands_in_for_one_who_is_away_and_hands_back_at_once() -> None:
    desk = begun(Settings(KILL, away=20))
    person, seat = desk.decider(), desk.match.to_decide
    assert person
    assert seat is not None
    desk.wait(100)
    desk.table.went(person, desk.now)
    assert not next(each for each in desk.sheet(None).people if each.member == seat).present
    desk.wait(19)
    assert desk.table.seats[seat].stand_in is None
    desk.wait(1)
    assert desk.table.seats[seat].stand_in == "away"
    desk.table.arrived(person)
    desk.wait(0)
    assert desk.table.seats[seat].stand_in is None
    assert desk.log_says(Returned) == 1


def test_whoever_comes_back_at_the_moment_at_which_a_bot_stands_in_has_their_seat_back() -> None:
    """It was judged before they came, and is written after that."""
    desk = begun(Settings(KILL, away=20))
    person, seat = desk.decider(), desk.match.to_decide
    assert person
    assert seat is not None
    desk.table.went(person, desk.now)
    desk.now += 20
    away = desk.table.overdue(desk.now)
    desk.table.arrived(person)
    desk._write(away)
    assert desk.table.seats[seat].stand_in == "away"
    desk.wait(0)
    assert desk.table.seats[seat].stand_in is None


def test_whoever_is_away_may_come_back_before_being_asked() -> None:
    desk = begun(Settings(KILL, away=20))
    away = next(person for person in ("ann", "bob", "cleo") if person != desk.decider())
    desk.table.went(away, desk.now)
    desk.wait(1000)
    assert desk.log_says(StoodIn) == 0, "nobody waits for them yet"


def test_nobody_is_stood_in_for_when_everybody_is_away() -> None:
    desk = begun(Settings(KILL, away=20))
    for person in ("ann", "bob", "cleo"):
        desk.table.went(person, desk.now)
    desk.wait(10_000)
    assert desk.log_says(StoodIn) == 0
    desk.table.arrived(next(person for person in ("ann", "bob", "cleo") if person != desk.decider()))
    desk.wait(21)
    assert desk.log_says(StoodIn) == 1


def test_a_second_device_keeps_one_present() -> None:
    desk = begun(Settings(KILL, away=20))
    person = desk.decider()
    assert person
    desk.table.arrived(person)
    desk.table.went(person, desk.now)
    desk.wait(100)
    assert desk.log_says(StoodIn) == 0
