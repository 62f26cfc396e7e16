"""Playing at a table: acting, undoing, confirming, pausing, resigning, leaving."""

from itertools import count

from drlucky.table import (
    Act,
    Close,
    Join,
    Kick,
    Leave,
    Options,
    Pause,
    Prefer,
    Ready,
    Resign,
    Return,
    Settings,
    Start,
    Table,
    Undo,
    Unpause,
    Watch,
)
from drlucky.table.log import Abandoned, Acted, Returned, StoodIn, decode
from table.desk import KILL, Desk, begun


def a_step(desk: Desk) -> str:
    return next(str(action) for action in desk.match.game.legal if action.verb == "step")


def others(desk: Desk) -> list[str]:
    return [person for person in ("ann", "bob", "cleo") if person != desk.decider()]


def test_only_the_one_to_decide_acts_and_is_told_the_rule_in_the_way() -> None:
    desk = begun()
    person, other = desk.decider(), others(desk)[0]
    assert person
    answer = desk.do(other, Act("end"))
    assert answer.code == "illegal"
    assert answer.reason is not None
    assert answer.reason.code == "not your turn"
    assert desk.refused("eve", Act("end")) == "not yours"
    assert desk.refused(person, Act("fly to the moon")) == "invalid"
    assert desk.refused(person, Act("x" * 1000)) == "invalid"
    assert desk.do(person, Act("pass")).reason is not None
    assert desk.ok(person, Act("  " + a_step(desk).upper())).accepted


def test_undo_goes_back_within_one_s_turn_and_no_further() -> None:
    desk = begun()
    person = desk.decider()
    assert person
    assert desk.refused(person, Undo()) == "nothing to undo"
    start = desk.match.game.state.key()
    before = desk.sheet(person)
    desk.act(a_step(desk))
    after = desk.sheet(person, since=before.version)
    assert after.game
    assert before.game
    assert after.game.undo
    assert after.game.events_at == len(before.game.events)
    assert desk.refused(others(desk)[0], Undo()) == "not yours"
    desk.ok(person, Undo())
    assert desk.match.game.state.key() == start
    back = desk.sheet(person, since=after.version).game
    assert back
    assert (back.events_at, back.events, back.undo) == (len(before.game.events), (), False)
    assert back.view == before.game.view
    desk.act("end")
    assert desk.refused(person, Undo()) == "not yours"


def test_whoever_wishes_is_asked_before_what_cannot_be_taken_back() -> None:
    desk = begun()
    person = desk.decider()
    assert person
    desk.ok(person, Prefer(confirm=True))
    desk.ok(person, Act(a_step(desk)))
    assert desk.refused(person, Act("end")) == "confirm"
    desk.ok(person, Act("end", confirmed=True))


def test_while_the_game_is_paused_nothing_is_decided() -> None:
    desk = begun(bots=1)
    assert desk.refused("eve", Pause()) == "not yours"
    desk.ok("bob", Pause())
    assert desk.sheet(None).paused == 1
    person = desk.decider() or "ann"
    assert desk.refused(person, Act("end")) == "paused"
    assert desk.refused(person, Undo()) == "paused"
    assert desk.refused("ann", Pause()) == "paused"
    desk.wait(1000)
    assert desk.log_says(Acted) == 0
    desk.ok("ann", Unpause())
    assert desk.refused("ann", Unpause()) == "not now"
    desk.play_out()


def test_a_bot_plays_on_for_one_who_resigns_and_the_last_one_ends_the_game() -> None:
    desk = begun(people=2)
    assert desk.refused("bob", Resign(0)) == "not yours"
    desk.ok("bob", Resign(1))
    assert desk.refused("bob", Resign(1)) == "not now"
    assert desk.refused("bob", Return()) == "not now"
    assert desk.sheet(None).seats[1].stand_in == "resigned"
    while desk.decider() != "bob":
        desk.act("end")
    assert desk.refused("bob", Act("end")) == "not yours"
    done = desk.log_says(Acted)
    desk.wait(5)
    assert desk.log_says(Acted) > done
    desk.ok("ann", Resign(0))
    assert desk.log_says(Abandoned) == 1
    sheet = desk.sheet(None)
    assert sheet.phase == "over"
    assert sheet.game
    assert sheet.game.abandoned
    assert sheet.game.laid_open
    assert desk.refused("ann", Act("end")) == "not now"


def test_a_bot_stands_in_for_one_who_leaves_until_they_act_or_return() -> None:
    desk = begun()
    person = desk.decider()
    assert person
    desk.ok(person, Leave())
    assert desk.refused(person, Leave()) == "not now"
    assert desk.log_says(StoodIn) == 1
    desk.ok(person, Act(a_step(desk)))
    assert desk.log_says(Returned) == 1
    desk.ok(person, Leave())
    desk.ok(person, Return())
    desk.ok(person, Leave())
    desk.table.arrived(person)
    desk.wait(0)
    assert desk.log_says(Returned) == 3


def test_the_game_waits_for_one_who_plays_alone_against_bots() -> None:
    desk = begun(people=1, bots=3)
    desk.table.went("ann", desk.now)
    desk.wait(100_000)
    assert desk.decider() == "ann"
    assert desk.log_says(StoodIn) == 0
    desk.ok("ann", Leave())
    assert desk.match.paused == "ann"


def test_a_bot_takes_the_seat_of_one_who_is_kicked_in_a_game() -> None:
    desk = begun()
    desk.ok("ann", Kick(1))
    assert desk.table.seats[1].stand_in == "kicked"
    assert desk.refused("bob", Act("end")) == "not yours"
    game = desk.sheet("bob").game
    assert game
    assert game.view.hand is None
    desk.play_out()


def test_several_seats_on_one_device_show_the_hand_of_the_one_to_decide_only() -> None:
    desk = Desk(Settings(KILL), seats=3)
    desk.ok("ann", Join("Bea"))
    desk.ok("ann", Join("Cid"))
    desk.ok("ann", Start())
    for _ in range(40):
        game = desk.sheet("ann").game
        assert game
        assert game.view.seat == desk.match.game.to_decide
        if desk.table.phase != "playing":
            break
        desk.act()


def test_of_two_seats_on_one_device_none_is_shown_while_a_third_decides() -> None:
    desk = Desk(Settings(KILL), seats=3)
    desk.ok("ann", Join("Bea"))
    desk.ok("bob", Join("Bob"))
    desk.ok("bob", Ready())
    desk.ok("ann", Start())
    while desk.decider() != "bob":
        desk.act("end")
    game = desk.sheet("ann").game
    asked_for = desk.sheet("ann", seat=1).game
    assert game
    assert asked_for
    assert game.view.hand is None
    assert asked_for.view.hand == desk.match.game.view(1).hand


def test_spectators_see_the_public_view_and_after_the_game_everything() -> None:
    desk = begun(Settings(KILL, Options(closed="none")), people=2, bots=2)
    desk.ok("eve", Watch("Eve"))
    game = desk.sheet("eve").game
    assert game
    assert game.view == desk.match.game.view(None)
    assert game.laid_open is None
    desk.play_out()
    game = desk.sheet(None).game
    assert game
    assert game.laid_open
    views = [desk.match.game.view(seat) for seat in range(4)]
    assert game.laid_open.hands == tuple(view.hand for view in views)
    assert game.laid_open.hand_copies == tuple(view.hand_copies for view in views)
    assert game.laid_open.record == desk.match.game.record()
    assert "seed:" in game.laid_open.record


def test_a_host_does_not_close_the_table_under_others() -> None:
    desk = begun()
    assert desk.refused("ann", Close()) == "not now"
    desk.play_out()
    desk.ok("ann", Close())
    assert desk.sheet(None).phase == "closed"


def test_the_copy_that_is_pointed_at_is_the_one_that_is_played() -> None:
    """It changes nothing in play, and is the same when the log is replayed."""
    person, desk, held = with_two_of("Move-1")
    game = desk.match.game
    missing = next(copy for copy in range(8) if copy not in held)
    assert desk.refused(person, Act("walk Move-1", copy=missing)) == "invalid"
    assert desk.refused(person, Act("end", copy=0)) == "invalid"
    desk.ok(person, Act("walk Move-1", copy=held[-1]))
    assert game.view(None).discard_copies == (held[-1],)
    assert Table.replay(decode(desk.log)).last_match().game.copies == game.copies


def with_two_of(name: str) -> tuple[str, Desk, list[int]]:
    """A game in which whoever begins holds several copies of a card, and which."""
    for seed in count():
        desk = begun(Settings("kill-1996"), seed=seed)
        person, game = desk.decider(), desk.match.game
        view = game.view(game.to_decide)
        held = [copy for card, copy in zip(view.hand or (), view.hand_copies, strict=True) if card == name]
        if len(held) > 1 and person is not None:
            return person, desk, held
    raise AssertionError
