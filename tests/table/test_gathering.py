"""Coming to a table: seats, links and codes, host rights, being ready, and starting."""

from typing import Any

import pytest

from drlucky.cast import guests
from drlucky.game.dealer import commitment
from drlucky.table import (
    AddSeat,
    Again,
    Arrange,
    Change,
    Clock,
    Close,
    Command,
    GiveHost,
    Invite,
    Join,
    Kick,
    Leave,
    OpenSeat,
    Options,
    PutBot,
    Ready,
    Redeem,
    Refused,
    RemoveSeat,
    Rename,
    Resign,
    Settings,
    StandUp,
    Start,
    Table,
    Watch,
)
from drlucky.table.log import Sealed, Started
from drlucky.table.settings import DAY
from drlucky.table.tokens import hashed
from table.desk import KILL, Desk, begun, gathered


def names(desk: Desk) -> list[str]:
    return [seat.name for seat in desk.table.seats]


def test_people_take_the_first_open_seat_or_the_one_they_name() -> None:
    desk = Desk(seats=4)
    desk.ok("bob", Join("Bob", 3))
    desk.ok("cleo", Join("Cleo"))
    assert names(desk) == ["Ann", "Cleo", "", "Bob"]
    assert desk.refused("dan", Join("Dan", 3)) == "taken"
    assert desk.refused("dan", Join("Dan", 4)) == "no such seat"
    assert desk.refused("dan", Join("  cleo ")) == "name"
    assert desk.refused("dan", Join("\n")) == "name"
    assert desk.refused("", Join("Dan")) == "malformed"
    desk.ok("dan", Join("Dan"))
    assert desk.refused("eve", Join("Eve")) == "full"


def test_several_seats_on_one_device_have_names_of_their_own() -> None:
    desk = Desk(seats=2)
    desk.ok("ann", Join("Ann's sister"))
    assert names(desk) == ["Ann", "Ann's sister"]
    you = desk.sheet("ann").you
    assert you is not None
    assert you.seats == (0, 1)


def test_a_link_is_redeemed_once_and_its_secret_is_kept_nowhere() -> None:
    desk = Desk(Settings(KILL, by_invitation=True))
    assert desk.refused("bob", Join("Bob")) == "by invitation"
    assert desk.refused("bob", Invite(1)) == "not here"
    token = desk.ok("ann", Invite(1)).token
    assert token is not None
    assert len(token) * 6 >= 128
    assert token.encode() not in b"".join(desk.log)
    assert hashed(token) in b"".join(desk.log)
    assert desk.sheet(None).seats[1].invited
    assert desk.refused("bob", Redeem(token[:-1], "Bob")) == "bad token"
    desk.ok("bob", Redeem(token, "Bob"))
    assert names(desk)[1] == "Bob"
    assert desk.refused("cleo", Redeem(token, "Cleo")) == "bad token"


def test_a_newer_link_or_someone_sitting_down_voids_the_old_one() -> None:
    desk = Desk()
    old = desk.ok("ann", Invite(1)).token
    new = desk.ok("ann", Invite(1)).token
    other = desk.ok("ann", Invite(2)).token
    assert old
    assert new
    assert other
    assert desk.refused("bob", Redeem(old, "Bob")) == "bad token"
    desk.ok("cleo", Join("Cleo", 2))
    assert desk.refused("bob", Redeem(other, "Bob")) == "bad token"
    desk.ok("bob", Redeem(new, "Bob"))


def test_a_seat_moves_to_another_device_by_a_link_of_its_holder_also_in_a_game() -> None:
    desk = begun()
    token = desk.ok("bob", Invite(1)).token
    assert token
    assert desk.refused("ann", Invite(1)) == "not yours"
    desk.ok("bob's phone", Redeem(token, "anything"))
    assert desk.table.seats_of("bob") == []
    assert desk.table.seats_of("bob's phone") == [1]
    game = desk.sheet("bob's phone").game
    assert game is not None
    assert game.view.hand == desk.match.game.view(1).hand
    assert names(desk)[1] == "Bob"


def test_an_invitation_ends_with_what_it_was_made_for() -> None:
    """Whoever finds an old link does not come to have a seat, and a hand, in a game that has begun or is over."""
    desk = gathered()
    before = desk.ok("bob", Invite(1)).token
    desk.ok("ann", Start())
    assert not desk.sheet(None).seats[1].invited
    assert before
    assert desk.refused("eve", Redeem(before, "Eve")) == "bad token"
    during = desk.ok("bob", Invite(1)).token
    assert desk.sheet(None).seats[1].invited
    desk.play_out()
    assert not desk.sheet(None).seats[1].invited
    assert during
    assert desk.refused("eve", Redeem(during, "Eve")) == "bad token"
    after = desk.ok("bob", Invite(1)).token
    desk.ok("ann", Again("rematch"))
    assert after
    desk.ok("bob's phone", Redeem(after, "Bob"))


def test_a_game_that_is_given_up_ends_its_invitations_too() -> None:
    desk = begun(people=2)
    token = desk.ok("bob", Invite(1)).token
    desk.ok("bob", Resign(1))
    desk.ok("ann", Resign(0))
    assert desk.table.phase == "over"
    assert token
    assert desk.refused("eve", Redeem(token, "Eve")) == "bad token"


def test_an_invitation_lasts_for_a_week_and_during_a_game_for_a_day() -> None:
    for desk, lasts in ((gathered(), 7 * DAY), (begun(Settings(KILL, clock=Clock("days", 30 * DAY))), DAY)):
        desk.table.arrived("ann")
        for waited, code in ((lasts - 1, None), (lasts, "bad token")):
            token = desk.ok("bob", Invite(1)).token
            assert token
            desk.wait(waited)
            answer = desk.table.judge(
                "bob's phone", Command("x", desk.table.version, Redeem(token, "B")), desk.now
            ).answer
            assert answer.code == code


def test_a_seat_whose_player_was_sent_away_goes_back_to_that_player_and_to_nobody_else() -> None:
    """Identities cost nothing: someone new might be the host, who would have two hands to look at."""
    desk = begun()
    desk.ok("ann", Kick(1))
    token = desk.ok("ann", Invite(1)).token
    assert token
    for person in ("ann", "cleo", "ann's other name"):
        answer = desk.do(person, Redeem(token, "Somebody"))
        assert (answer.accepted, answer.code) == (False, "not yours")
        assert "goes back to Bob and to nobody else" in str(answer.text)
        assert 1 not in desk.table.seats_of(person)
    desk.ok("bob", Redeem(token, "anything"))
    game = desk.sheet("bob").game
    assert game is not None
    assert game.view.hand == desk.match.game.view(1).hand
    assert desk.table.seats[1].stand_in is None


def test_a_seat_that_was_resigned_stays_with_its_bot() -> None:
    desk = begun()
    desk.ok("bob", Resign(1))
    desk.ok("ann", Kick(1))
    assert desk.refused("ann", Invite(1)) == "not now"


def test_whoever_takes_a_seat_after_a_game_does_not_see_the_hand_that_was_held_there() -> None:
    """An Escape may follow, for which the cards on closed rooms stay hidden; hands would tell of them."""
    desk = begun(Settings(KILL, Options(closed="west")))
    desk.play_out()
    assert desk.table.holds_back
    hand = desk.sheet("bob", seat=1).game
    assert hand is not None
    assert hand.view.hand is not None
    desk.ok("ann", Kick(1))
    desk.ok("ann's other name", Join("Anna"))
    for seat in (None, 1):
        game = desk.sheet("ann's other name", seat=seat).game
        assert game is not None
        assert game.view.hand is None


def test_only_the_host_arranges_the_table() -> None:
    desk = gathered()
    for deed in (
        Change(Settings(KILL)),
        AddSeat(),
        RemoveSeat(2),
        PutBot(2, "normal"),
        OpenSeat(2),
        Arrange((2, 1, 0)),
    ):
        assert desk.refused("bob", deed) == "host only"
    for host_deed in (Kick(0), GiveHost(1), Close(), Start()):
        assert desk.refused("bob", host_deed) == "host only"
    desk.ok("ann", GiveHost(1))
    desk.ok("bob", Arrange((2, 0, 1)))
    assert names(desk) == ["Cleo", "Ann", "Bob"]
    assert desk.refused("bob", Arrange((0, 0, 1))) == "no such seat"


def test_a_table_whose_host_leaves_goes_to_the_next() -> None:
    desk = gathered()
    desk.ok("ann", Leave())
    assert desk.table.host == "bob"
    assert names(desk) == ["", "Bob", "Cleo"]
    assert desk.refused("ann", Invite(0)) == "not here"
    desk.ok("ann", Join("Ann"))
    assert desk.table.host == "bob"


def test_seats_come_and_go_within_what_the_book_allows() -> None:
    desk = Desk(seats=2)
    assert desk.refused("ann", RemoveSeat(1)) == "settings"
    for _ in range(6):
        desk.ok("ann", AddSeat())
    assert desk.refused("ann", AddSeat()) == "full"
    desk.ok("ann", RemoveSeat(7))
    assert desk.refused("ann", RemoveSeat(0)) == "taken"


def test_bots_take_open_seats_and_can_be_sent_away() -> None:
    desk = Desk()
    assert desk.refused("ann", PutBot(1, "genius")) == "settings"
    assert desk.refused("ann", PutBot(0, "normal")) == "taken"
    desk.ok("ann", PutBot(1, "easy"))
    desk.ok("ann", PutBot(2, "easy"))
    assert names(desk) == ["Ann", *(each.name for each in guests("t1")[1:3])]
    desk.ok("ann", OpenSeat(1))
    assert desk.refused("ann", OpenSeat(1)) == "not now"


def test_whoever_is_kicked_comes_back_by_invitation_only() -> None:
    desk = gathered()
    assert desk.refused("ann", Kick(0)) == "not now"
    assert desk.refused("ann", Kick(9)) == "not here"
    own = desk.ok("bob", Invite(1)).token
    desk.ok("ann", Kick(1))
    assert desk.refused("bob", Join("Bob")) == "kicked"
    assert desk.refused("bob", Watch("Bob")) == "kicked"
    assert own
    assert desk.refused("bob", Redeem(own, "Bob")) == "bad token"
    token = desk.ok("ann", Invite(1)).token
    assert token
    desk.ok("bob", Redeem(token, "Bob"))


def test_starting_needs_every_seat_taken_and_everyone_ready() -> None:
    desk = Desk()
    assert desk.refused("ann", Start()) == "not ready"
    desk.ok("bob", Join("Bob"))
    desk.ok("ann", PutBot(2, "normal"))
    assert desk.refused("ann", Start()) == "not ready"
    assert desk.refused("cleo", Ready()) == "not yours"
    desk.ok("bob", Ready())
    desk.ok("bob", Ready(ready=False))
    assert desk.refused("ann", Start()) == "not ready"
    desk.ok("bob", Ready())
    desk.ok("ann", Start())
    assert desk.table.phase == "playing"
    assert desk.refused("ann", Start()) == "not now"
    assert desk.refused("dan", Join("Dan")) == "not now"


def test_whoever_was_ready_for_other_settings_is_asked_again() -> None:
    desk = gathered()
    seen = desk.table.version
    desk.ok("ann", Change(Settings("kill-de")))
    assert not any(seat.ready for seat in desk.table.seats)
    assert desk.refused("bob", Ready(), version=seen) == "stale"
    assert desk.refused("ann", Start(), version=seen) == "stale"
    desk.ok("bob", Ready())
    desk.ok("cleo", Ready())
    desk.ok("ann", Start())
    assert desk.match.game.edition.id == "kill-de"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings("kill-1066"), "there is no edition"),
        (Settings(KILL, Options(board="/etc/passwd")), "there is no board"),
        (Settings(KILL, Options(board="ship")), "not played on"),
        (Settings(KILL, Options(no_threes=True)), "no option"),
        (Settings(KILL, Options(turn_limit=0)), "turn limit"),
        (Settings(KILL, clock=Clock("decision", 1)), "a clock has"),
        (Settings(KILL, clock=Clock("game", 60, 0)), "a clock has"),
        (Settings(KILL, clock=Clock("decision", float("nan"))), "a clock has"),
        (Settings(KILL, away=0), "away"),
        (Settings(KILL, stand_in="genius"), "no bot of the level"),
    ],
    ids=str,
)
def test_settings_that_do_not_fit_are_refused_in_words(settings: Settings, says: str) -> None:
    desk = Desk()
    answer = desk.do("ann", Change(settings))
    assert answer.code == "settings"
    assert says in str(answer.text)
    with pytest.raises(Refused, match=says):
        Table.opening("t", "ABC234", "ann", "Ann", settings, 3, 0.0)


def test_names_that_the_game_cannot_have_are_refused_at_the_start() -> None:
    desk = Desk(seats=2)
    desk.ok("bob", Join("Stranger 1"))
    desk.ok("bob", Ready())
    assert desk.refused("ann", Start()) == "settings"
    desk.ok("bob", Rename(1, "Bob"))
    assert desk.refused("ann", Rename(1, "Bobby")) == "not yours"
    desk.ok("ann", Start())
    assert [desk.sheet(None).seats[seat].plays for seat in (0, 1)] == [0, 2]


def test_the_deal_is_fixed_before_anyone_is_ready_and_mixed_with_what_they_give() -> None:
    desk = Desk(seats=2)
    seed = next(fact.seed for fact in desk.facts if isinstance(fact, Sealed))
    assert desk.sheet(None).commitment == commitment(seed)
    desk.ok("bob", Join("Bob"))
    assert desk.refused("bob", Ready(contribution="x" * 201)) == "malformed"
    desk.ok("bob", Ready(contribution="seven ships"))
    assert b"seven ships" not in desk.seen("ann")
    desk.ok("ann", Start())
    game = desk.match.game
    assert game.commitment == commitment(seed) == desk.sheet(None).commitment
    assert 'contribution: ""\ncontribution: "seven ships"' in game.record()


def test_standing_up_and_leaving_free_the_seat() -> None:
    desk = gathered()
    assert desk.refused("bob", StandUp(0)) == "not yours"
    desk.ok("bob", StandUp(1))
    desk.ok("cleo", Leave())
    assert names(desk) == ["Ann", "", ""]
    desk.ok("bob", Join("Bob", 2))


def test_a_table_that_nobody_comes_to_is_closed_after_a_day() -> None:
    desk = Desk()
    desk.table.arrived("ann")
    desk.wait(200_000)
    assert desk.table.phase == "gathering"
    desk.table.went("ann", desk.now)
    desk.wait(86_399)
    assert desk.table.phase == "gathering"
    desk.wait(2)
    assert desk.sheet(None).phase == "closed"
    assert desk.refused("ann", Start()) == "not now"


def test_where_nobody_may_watch_others_see_the_seats_and_nothing_of_the_game() -> None:
    desk = begun(Settings(KILL, watchable=False))
    sheet = desk.sheet(None)
    assert sheet.game is None
    assert [seat.name for seat in sheet.seats] == ["Ann", "Bob", "Cleo"]
    assert desk.sheet("ann").game is not None


@pytest.mark.parametrize(
    ("edition", "option"), [("kill-1996", "dealer"), ("save-paizo", "dealer"), ("kill-de", "starter")]
)
def test_a_table_may_name_who_deals_or_begins(edition: str, option: str) -> None:
    named: dict[str, Any] = {option: 1}
    desk = begun(Settings(edition, Options(**named)))
    game = desk.match.game
    if option == "starter":
        assert game.view(None).current == 1
    else:
        assert next(event.pawn for event in game.events if event.kind == "dealt face up") == 2
    desk.restart()


def test_a_table_is_refused_an_option_that_its_edition_does_not_have() -> None:
    desk = gathered()
    assert desk.refused("ann", Change(Settings(KILL, Options(dealer=0)))) == "settings"
    assert desk.refused("ann", Change(Settings("save-2000", Options(starter=0)))) == "settings"
    assert desk.refused("ann", Change(Settings(KILL, Options(starter=3)))) == "settings"
    desk.ok("ann", Change(Settings(KILL, Options(starter=2))))


def test_in_a_rematch_the_last_winner_deals_whomever_the_table_named() -> None:
    desk = begun(Settings("kill-1996", Options(dealer=0)))
    while desk.match.game.outcome is None:
        desk.play_out()
    winner = desk.match.game.outcome.winner
    desk.ok("ann", Again("rematch"))
    for person in ("ann", "bob", "cleo"):
        desk.ok(person, Ready())
    desk.ok("ann", Start())
    first = next(event.pawn for event in desk.match.game.events if event.kind == "dealt face up")
    assert winner is not None
    assert first == (winner + 1) % 3


def test_where_nobodys_dealing_matters_a_rematch_has_no_dealer() -> None:
    desk = begun()
    desk.play_out()
    desk.ok("ann", Again("rematch"))
    for person in ("ann", "bob", "cleo"):
        desk.ok(person, Ready())
    desk.ok("ann", Start())
    assert [fact.dealer for fact in desk.facts if isinstance(fact, Started)] == [None, None]
