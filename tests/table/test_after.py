"""After a game: rematch with the winner dealing, Escape now, and what is held back for it."""

from collections.abc import Sequence
from typing import Literal

import pytest

from drlucky.game.dealer import Contribution, Dealer, commitment
from drlucky.game.game import new
from drlucky.table import Again, Change, Command, Join, Leave, Options, PutBot, Ready, Reveal, Settings, Start
from drlucky.table.log import Revealed, Sealed, Started
from table.desk import KILL, Desk, begun


def played(settings: Settings | None = None, people: int = 3, seed: int = 1) -> Desk:
    desk = begun(settings, people, seed=seed)
    desk.play_out()
    return desk


def all_ready(desk: Desk) -> None:
    for person in {seat.person for seat in desk.table.seats if seat.person}:
        desk.ok(person, Ready())


def test_the_winner_deals_the_rematch_from_a_seal_of_its_own() -> None:
    desk = played(Settings("kill-1996"))
    outcome = desk.match.game.outcome
    assert outcome
    assert outcome.winner is not None
    assert desk.refused("eve", Again("rematch")) == "not yours"
    desk.ok("cleo", Again("rematch"))
    sheet = desk.sheet(None)
    assert (sheet.phase, sheet.coming) == ("gathering", "rematch")
    seeds = [fact.seed for fact in desk.facts if isinstance(fact, Sealed)]
    assert len(set(seeds)) == 2
    assert sheet.commitment == commitment(seeds[1])
    assert desk.refused("bob", Again("rematch")) == "not now"
    all_ready(desk)
    desk.ok("ann", Start())
    dealt = new("kill-1996", ["Ann", "Bob", "Cleo"], seed=seeds[1], dealer=outcome.winner)
    assert desk.match.game.state.key() == dealt.state.key()
    assert desk.match.number == 2
    desk.play_out()


def test_a_rematch_may_be_another_game_for_other_people() -> None:
    desk = played()
    desk.ok("cleo", Leave())
    desk.ok("ann", Again("rematch"))
    desk.ok("ann", Change(Settings("save-2000")))
    assert desk.refused("ann", Start()) == "not ready"
    desk.ok("ann", PutBot(2, "normal"))
    desk.ok("bob", Ready())
    desk.ok("ann", Start())
    assert desk.match.game.edition.id == "save-2000"


def test_escape_now_begins_where_the_game_ended() -> None:
    desk = played(Settings(KILL, Options(closed="west")))
    before = desk.match.game
    desk.ok("bob", Again("escape"))
    assert desk.refused("ann", Change(Settings("kill-de"))) == "not now"
    all_ready(desk)
    desk.ok("ann", Start())
    assert desk.match.game.setting.escape
    assert desk.match.game.view(None).rooms == before.view(None).rooms
    desk.restart()
    desk.play_out()
    game = desk.sheet(None).game
    assert game
    assert game.laid_open
    assert str(game.laid_open.record).count("seed:") == 2
    assert desk.refused("ann", Again("escape")) == "not now"


def test_what_would_tell_the_cards_on_closed_rooms_is_held_back_for_the_escape() -> None:
    desk = played(Settings(KILL, Options(closed="west")))
    seed = next(fact.seed for fact in desk.facts if isinstance(fact, Sealed))
    for person in ("ann", None):
        sheet = desk.sheet(person)
        assert sheet.game
        assert sheet.game.held_back
        assert sheet.game.laid_open is None
        assert seed.hex().encode() not in desk.seen(person)
    desk.ok("ann", Again("escape"))
    all_ready(desk)
    desk.ok("ann", Start())
    assert seed.hex().encode() not in desk.seen("bob")
    desk.play_out()
    assert seed.hex().encode() in desk.seen("bob")


def test_what_is_held_back_is_shown_when_no_escape_will_follow() -> None:
    settings = Settings(KILL, Options(closed="west"))
    asked = played(settings)
    assert asked.refused("bob", Reveal()) == "host only"
    asked.ok("ann", Reveal())
    assert asked.refused("ann", Reveal()) == "not now"
    waited = played(settings)
    waited.wait(599)
    assert waited.log_says(Revealed) == 0
    waited.wait(1)
    rematch = played(settings)
    rematch.ok("ann", Again("rematch"))
    for desk in (asked, waited, rematch):
        game = desk.sheet(None).game
        assert game
        assert game.laid_open
        assert game.laid_open.aside
        assert not game.held_back
        assert desk.refused("ann", Again("escape")) == "not now"


def test_with_every_room_open_nothing_is_held_back_and_the_escape_may_follow() -> None:
    desk = played(Settings(KILL, Options(closed="none")))
    game = desk.sheet(None).game
    assert game
    assert game.laid_open
    desk.ok("ann", Again("escape"))
    desk.ok("ann", Again("rematch"))
    desk.ok("ann", Again("escape"))


def test_an_edition_without_an_escape_says_so() -> None:
    desk = played(Settings("save-paizo"))
    assert desk.refused("ann", Again("escape")) == "settings"
    assert begun().refused("ann", Again("escape")) == "not now"


def test_strangers_leave_before_the_escape() -> None:
    desk = played(Settings(KILL), people=2)
    desk.ok("ann", Again("escape"))
    all_ready(desk)
    desk.ok("ann", Start())
    assert [desk.sheet(None).seats[seat].plays for seat in (0, 1)] == [0, 1]
    assert [fact.coming for fact in desk.facts if isinstance(fact, Started)] == ["new", "escape"]


def test_someone_else_may_take_a_seat_between_games() -> None:
    desk = played()
    desk.ok("bob", Leave())
    desk.ok("dan", Join("Dan"))
    desk.ok("dan", Again("rematch"))
    all_ready(desk)
    desk.ok("ann", Start())
    assert desk.match.game.players == ("Ann", "Dan", "Cleo")


@pytest.mark.parametrize("what", ["rematch", "escape"])
def test_every_game_is_dealt_once(what: Literal["rematch", "escape"], monkeypatch: pytest.MonkeyPatch) -> None:
    """Judging deals nothing, and a rematch whose dealer is known needs no deal to find out where the dealer sits."""
    deals: list[bytes] = []

    class Counted(Dealer):
        def __init__(self, seed: bytes, contributions: Sequence[Contribution] = ()) -> None:
            deals.append(seed)
            super().__init__(seed, contributions)

    monkeypatch.setattr("drlucky.game.game.Dealer", Counted)
    desk = begun()
    assert len(deals) == 1
    desk.play_out()
    desk.ok("ann", Again(what))
    for person in ("ann", "bob", "cleo"):
        desk.ok(person, Ready())
    command = Command("start", desk.table.version, Start())
    assert desk.table.judge("ann", command, desk.now).answer.accepted
    assert len(deals) == 1
    desk.ok("ann", Start())
    assert len(deals) == 2
