"""Which rated games count, and for whom: docs/ratings.md, case by case, at tables in virtual time."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from drlucky.server.ratings import policy
from drlucky.server.ratings.policy import LEAST_ACTIONS, STILL_FOR, Settled, rated_games, settled
from drlucky.table import (
    Again,
    Change,
    Clock,
    GiveHost,
    Invite,
    Join,
    Kick,
    Leave,
    Options,
    Pause,
    PutBot,
    Ready,
    Resign,
    Return,
    Settings,
    Start,
    Undo,
)
from drlucky.table.log import decode
from table.desk import KILL, Desk, begun, gathered

RATED = Settings(KILL, rated=True)


def found(desk: Desk) -> Settled | None:
    """By the table as it is; the log says the same."""
    here = settled(desk.table, desk.now)
    from_log = list(rated_games(decode(desk.log), desk.now))
    assert from_log == ([here] if here else [])
    return here


def results(desk: Desk) -> list[str]:
    game = found(desk)
    assert game is not None
    return [each.result for each in game.seats]


def started(people: int, bots: int = 0, actions: int = 4 * LEAST_ACTIONS, **settings: object) -> Desk:
    """A rated game that has really begun, and is not over: people neither strike nor let anyone."""
    for seed in range(1, 20):
        desk = begun(replace(RATED, **settings), people=people, bots=bots, seed=seed)
        for _ in range(actions):
            settle(desk)
            if desk.table.phase == "playing":
                desk.act(
                    min(map(str, desk.match.game.legal), key=lambda action: action.startswith(("attempt", "pass")))
                )
        settle(desk)
        if desk.table.phase == "playing":
            return desk
    raise AssertionError("every game was over too soon")


def settle(desk: Desk) -> None:
    """Until a person is asked, or the game is over."""
    while desk.table.phase == "playing" and is_bots(desk):
        desk.wait(10)


def is_bots(desk: Desk) -> bool:
    seat = desk.match.to_decide
    return seat is not None and desk.table.seats[seat].is_played_by_bot


def hurry(desk: Desk) -> None:
    """To the end, with people who strike as soon as they can, and let each other."""
    while desk.table.phase == "playing":
        settle(desk)
        if desk.table.phase != "playing":
            return
        legal = [str(action) for action in desk.match.game.legal]
        wanted = next((action for action in legal if action.startswith(("attempt", "pass"))), None)
        desk.act(wanted)


def won_by(is_so: Callable[[Desk, int], bool], people: int, bots: int = 0, **settings: object) -> Desk:
    """A game to its end, of which the seat of the winner is one that is wanted."""
    for seed in range(1, 60):
        desk = begun(replace(RATED, **settings), people=people, bots=bots, seed=seed)
        hurry(desk)
        outcome = desk.match.game.outcome
        if outcome and outcome.winner in desk.match.game.setting.live and is_so(desk, desk.match.seat(outcome.winner)):
            return desk
    raise AssertionError("no such game was found")


def test_only_a_rated_game_is_settled() -> None:
    desk = begun(people=3)
    hurry(desk)
    assert found(desk) is None
    assert found(begun(RATED)) is None


def test_one_has_won_and_all_others_have_lost() -> None:
    desk = won_by(lambda desk, seat: seat == 1, people=3)
    assert results(desk) == ["lost", "won", "lost"]
    game = found(desk)
    assert game
    assert game.how == "played"
    assert [each.person for each in game.seats] == ["ann", "bob", "cleo"]
    assert game.edition == KILL


def test_bots_take_part_by_their_level() -> None:
    desk = won_by(lambda desk, seat: seat == 2, people=2, bots=2)
    assert results(desk) == ["lost", "lost", "won", "lost"]
    game = found(desk)
    assert game
    assert [each.level for each in game.seats] == [None, None, "normal", "normal"]


def test_what_happens_after_a_game_does_not_change_its_result() -> None:
    desk = won_by(lambda desk, seat: seat == 1, people=3)
    before = found(desk)
    desk.ok("bob", Leave())
    desk.ok("ann", Again("rematch"))
    desk.now += 30 * STILL_FOR
    assert found(desk) == before
    desk.ok("ann", Change(Settings(KILL)))
    assert found(desk) == before


def test_the_escape_is_not_rated_and_a_rematch_is() -> None:
    desk = won_by(lambda desk, seat: True, people=3)
    desk.ok("ann", Again("escape"))
    for person in ("ann", "bob", "cleo"):
        desk.ok(person, Ready())
    desk.ok("ann", Start())
    assert desk.match.game.setting.escape
    assert desk.match.participation is None
    hurry(desk)
    desk.ok("ann", Again("rematch"))
    for person in ("ann", "bob", "cleo"):
        desk.ok(person, Ready())
    desk.ok("ann", Start())
    assert desk.match.participation is not None
    hurry(desk)
    assert [game.number for game in rated_games(decode(desk.log), desk.now)] == [1, 3]


def test_whoever_resigns_has_lost_even_if_their_bot_wins() -> None:
    desk = won_by(lambda desk, seat: seat == 1, people=3)
    taking_part = desk.match.participation
    assert taking_part
    taking_part.replaced = (1,)
    game = settled(desk.table, desk.now)
    assert game
    assert [each.result for each in game.seats] == ["lost", "lost", "lost"]
    assert game.stand_in == "normal", "a bot has won"


def test_a_game_goes_on_without_the_one_who_resigned() -> None:
    desk = started(people=2, bots=1)
    desk.ok("bob", Resign(1))
    assert found(desk) is None
    hurry(desk)
    game = found(desk)
    assert game
    assert game.seats[1].result == "lost"
    assert game.stand_in == "normal" or sum(each.result == "won" for each in game.seats) == 1


def test_where_only_people_play_the_last_one_has_won() -> None:
    desk = started(people=3)
    desk.ok("bob", Resign(1))
    assert found(desk) is None
    desk.ok("ann", Resign(0))
    assert results(desk) == ["lost", "lost", "won"]
    game = found(desk)
    # Cleo need not play on, and loses nothing if she does.
    hurry(desk)
    assert found(desk) == game
    assert game
    assert game.how == "resigned"


def test_alone_against_bots_giving_up_is_losing() -> None:
    desk = started(people=1, bots=3)
    desk.ok("ann", Resign(0))
    assert desk.match.abandoned
    assert results(desk) == ["lost", "none", "none", "none"]


def test_what_is_given_up_at_once_does_not_count() -> None:
    desk = begun(RATED, people=2, bots=1)
    desk.ok("ann", Resign(0))
    desk.ok("bob", Resign(1))
    assert results(desk) == ["none"] * 3
    game = found(desk)
    assert game
    assert game.how == "early"


def test_a_win_belongs_to_whoever_played_for_it() -> None:
    desk = won_by(lambda desk, seat: seat == 0, people=2)
    assert results(desk) == ["won", "lost"]
    taking_part = desk.match.participation
    assert taking_part
    assert taking_part.stood_in == [0, 0]
    taking_part.stood_in[0] = taking_part.own[0] // 9 + 1
    game = settled(desk.table, desk.now)
    assert game
    assert [each.result for each in game.seats] == ["lost", "lost"]
    assert game.stand_in == "normal"


def test_a_bot_that_stands_in_is_counted_and_what_is_undone_is_not() -> None:
    desk = begun(replace(RATED, clock=Clock("decision", 30)), people=2)
    first = desk.match.to_decide
    assert first is not None
    desk.wait(31 + 60)
    taking_part = desk.match.participation
    assert taking_part
    assert taking_part.stood_in[first] > 0
    before = sum(taking_part.own)
    while not desk.match.undos:
        settle(desk)
        before = sum(taking_part.own)
        desk.act()
    desk.ok(str(desk.decider()), Undo())
    assert sum(taking_part.own) == before


def test_whoever_does_not_come_back_has_lost() -> None:
    desk = started(people=2, bots=1)
    awaited = ("ann", "bob").index(str(desk.decider()))
    desk.now += STILL_FOR - 1
    assert found(desk) is None
    desk.now += 2
    assert results(desk) == ["lost" if seat == awaited else "none" for seat in range(3)]
    game = found(desk)
    assert game
    assert game.how == "still"
    # Who comes back later may play on, for nothing.
    desk.restart()
    desk.act()
    hurry(desk)
    assert list(rated_games(decode(desk.log), desk.now)) == [game]


def test_a_pause_does_not_save_anyone() -> None:
    desk = started(people=2, bots=1)
    desk.ok("bob", Pause())
    desk.now += STILL_FOR + 1
    assert results(desk) == ["none", "lost", "none"]


def test_a_clock_of_days_gives_its_days_on_top() -> None:
    desk = started(people=2, bots=1, clock=Clock("days", 86_400))
    desk.now += STILL_FOR + 86_400 - 5
    assert settled(desk.table, desk.now) is None
    assert settled(desk.table, desk.now + 10) is not None


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"turn_limit": 50}, "turn_limit"),
        ({"starter": 0}, "starter"),
        ({"escape": True}, "escape"),
    ],
)
def test_what_changes_the_game_is_not_rated(options: dict[str, object], why: str) -> None:
    desk = gathered(people=3)
    answer = desk.do("ann", Change(replace(RATED, options=Options.of(options))))
    assert answer.code == "settings"
    assert why in str(answer.text)


def test_where_it_is_played_does_not_matter() -> None:
    desk = gathered(people=3)
    desk.ok("ann", Change(replace(RATED, options=Options(closed="west", pets="cat"))))
    desk.ok("ann", Change(RATED))


def test_everyone_has_one_seat_and_keeps_it() -> None:
    desk = Desk(RATED, 3)
    assert desk.refused("ann", Join("Annabel")) == "not now"
    desk.ok("bob", Join("Bob"))
    link = desk.do("ann", Invite(2)).token
    assert link
    desk.ok("ann", PutBot(2, "normal"))
    desk.ok("bob", Ready())
    desk.ok("ann", Start())
    assert desk.refused("bob", Invite(1)) == "not now"
    assert desk.refused("ann", Kick(1)) == "not now"
    desk.ok("ann", GiveHost(1))


def test_two_seats_of_one_person_are_not_rated_afterwards() -> None:
    desk = Desk(Settings(KILL), 2)
    desk.ok("ann", Join("Annabel"))
    desk.ok("ann", Change(RATED))
    assert desk.refused("ann", Start()) == "not now"


def test_someone_who_left_and_came_back_in_time_has_won_themselves() -> None:
    desk = started(people=2)
    desk.ok("bob", Leave())
    desk.ok("bob", Return())
    taking_part = desk.match.participation
    assert taking_part
    assert policy.has_played(taking_part, 1)
