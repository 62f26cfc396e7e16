"""One person against bots: who waits for nobody, hurries them as they like, and is whom they like."""

from typing import Literal

import pytest

from drlucky.game.dealer import commitment
from drlucky.game.game import new
from drlucky.table import (
    Again,
    Change,
    GiveHost,
    Hurry,
    Join,
    Leave,
    OpenSeat,
    Options,
    PutBot,
    Ready,
    Settings,
    Start,
    Table,
    Watch,
)
from drlucky.table.handlers.rematch import last_winner
from drlucky.table.log import Gathered, Hurried, Sealed, Started
from drlucky.table.pace import BEATS, SLACK, TEMPOS, Tempo, shown
from table.desk import KILL, Desk, begun


def played(settings: Settings | None = None, people: int = 1, bots: int = 2, seed: int = 1) -> Desk:
    desk = begun(settings, people, bots, seed=seed)
    desk.play_out()
    return desk


def test_a_rematch_against_bots_is_dealt_at_once() -> None:
    """From a seal of its own, and the winner deals."""
    desk = played(Settings("kill-1996"))
    winner, before = last_winner(desk.table), desk.table.version
    answer = desk.ok("ann", Again("rematch", at_once=True))
    assert [type(fact) for fact in desk.facts[before:]] == [Gathered, Sealed, Started]
    assert answer.version == desk.table.version
    sheet = desk.sheet("ann")
    assert (sheet.phase, desk.match.number) == ("playing", 2)
    seeds = [fact.seed for fact in desk.facts if isinstance(fact, Sealed)]
    assert sheet.commitment == commitment(seeds[-1]) != commitment(seeds[0])
    dealt = new("kill-1996", desk.match.game.players, seed=seeds[-1], dealer=winner)
    assert desk.match.game.state.key() == dealt.state.key()
    desk.restart()
    desk.play_out()
    assert desk.refused("ann", Ready()) == "not now", "the rematch is over, and nobody gathers"


def test_the_escape_from_bots_begins_at_once_too() -> None:
    desk = played(Settings(KILL, Options(closed="west")))
    rooms = desk.match.game.view(None).rooms
    desk.ok("ann", Again("escape", at_once=True))
    assert desk.match.game.setting.escape
    assert desk.match.game.view(None).rooms == rooms


def test_who_wants_to_change_something_first_gathers_as_ever() -> None:
    desk = played()
    desk.ok("ann", Again("rematch"))
    assert desk.table.phase == "gathering"
    assert desk.refused("ann", Again("rematch", at_once=True)) == "not now"
    desk.ok("ann", Start())
    assert desk.match.number == 2


def test_what_was_given_before_a_game_was_sealed_is_not_mixed_into_it() -> None:
    desk = played()
    desk.ok("ann", Again("escape"))
    desk.ok("ann", Ready(contribution="known"))
    desk.ok("ann", Again("rematch", at_once=True))
    assert next(fact for fact in reversed(desk.facts) if isinstance(fact, Started)).contributions == ("", "", "")


@pytest.mark.parametrize("what", ["rematch", "escape"])
def test_others_are_waited_for(what: Literal["rematch", "escape"]) -> None:
    desk = played(people=2, bots=1)
    for person in ("ann", "bob"):
        assert desk.refused(person, Again(what, at_once=True)) in ("not ready", "host only")


def test_whoever_runs_the_table_is_asked() -> None:
    desk = begun(people=1, bots=2)
    desk.ok("eve", Watch("Eve"))
    desk.play_out()
    desk.ok("ann", GiveHost(1))
    assert desk.refused("ann", Again("rematch", at_once=True)) == "host only"
    assert desk.refused("eve", Again("rematch", at_once=True)) == "not yours"


def test_who_plays_against_bots_alone_says_how_fast_they_are() -> None:
    desk = begun(people=1, bots=2)
    desk.ok("eve", Watch("Eve"))
    assert desk.refused("eve", Hurry("fast")) == "not yours"
    version = desk.table.version
    desk.ok("ann", Hurry("normal"))
    assert desk.table.version == version, "it is so already"
    desk.ok("ann", Hurry("fast"))
    assert desk.sheet(None).settings.tempo == "fast"
    desk.restart()
    assert desk.table.settings.tempo == "fast"
    desk.play_out()
    desk.ok("ann", Again("rematch", at_once=True))
    assert desk.table.settings.tempo == "fast", "until they say otherwise"
    assert desk.log_says(Hurried) == 1


def test_where_others_play_the_tempo_is_agreed_before() -> None:
    desk = begun(Settings(KILL, tempo="fast"), people=2, bots=1)
    assert desk.table.settings.tempo == "fast"
    for person in ("ann", "bob"):
        assert desk.refused(person, Hurry("at once")) == "not yours"


@pytest.mark.parametrize("tempo", TEMPOS)
def test_a_bot_waits_until_what_happened_is_shown_at_any_tempo(tempo: Tempo) -> None:
    """What is to be read takes as long as ever, and nothing else does."""
    desk = begun(Settings(KILL, tempo=tempo), people=1, bots=4, seed=3)
    longest = 0.0
    verdicts = 0
    while desk.table.phase == "playing":
        asked = desk.table.asked()
        if asked is None:
            desk.act()
            continue
        match = desk.match
        told = shown(match.latest, match.players, match.game.edition.id, tempo)
        normal = shown(match.latest, match.players, match.game.edition.id)
        assert asked.pace >= max(told, SLACK)
        if any(BEATS[event.kind].read for event in match.latest if event.kind in BEATS):
            verdicts += 1
            assert told > 1.0
        else:
            assert told == pytest.approx(TEMPOS[tempo] * normal)
            longest = max(longest, asked.pace)
        desk.wait(asked.at + asked.pace - desk.now + 0.001)
    assert verdicts
    limit = {"normal": (1.2, 10.0), "fast": (SLACK, 4.0), "at once": (SLACK, SLACK)}[tempo]
    assert limit[0] <= longest <= limit[1]


def test_who_opens_a_table_is_whom_they_like() -> None:
    opened = Table.replay(Table.opening("t1", "ABC234", "ann", "Ann", Settings(KILL), 3, 0.0, character="edwina"))
    assert opened.seats[0].character == "edwina"
    anyone = Table.replay(Table.opening("t1", "ABC234", "ann", "Ann", Settings(KILL), 3, 0.0))
    assert anyone.seats[0].character


def test_a_sheet_says_who_is_alone() -> None:
    """With bots now, and with nobody else ever."""
    desk = Desk(seats=2)
    assert flags(desk, "ann") == (False, True)
    desk.ok("ann", PutBot(1, "easy"))
    assert flags(desk, "ann") == (True, True)
    desk.ok("ann", OpenSeat(1))
    desk.ok("bob", Join("Bob"))
    assert flags(desk, "ann") == flags(desk, "bob") == (False, False)
    desk.ok("bob", Leave())
    desk.ok("ann", PutBot(1, "easy"))
    assert flags(desk, "ann") == (True, False), "Bob has been here"
    assert desk.sheet(None).you is None


def test_a_table_where_a_game_counted_stays() -> None:
    """Or whoever lost one could delete it, also after the next one is set up not to count."""
    desk = played(Settings(KILL, rated=True))
    assert flags(desk, "ann") == (True, False)
    desk.ok("ann", Again("rematch"))
    desk.ok("ann", Change(Settings(KILL)))
    assert flags(desk, "ann") == (True, False)


def flags(desk: Desk, person: str) -> tuple[bool, bool]:
    you = desk.sheet(person).you
    assert you
    return you.alone, you.may_erase
