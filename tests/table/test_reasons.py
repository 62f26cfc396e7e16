"""Which card someone shows as their Reason or Motive: one of those that the book allows, and it changes nothing."""

import msgspec
import pytest

from drlucky.table import Command, Keep, Settings
from drlucky.table.reasons import Keepsake
from table.desk import KILL, Desk, begun


def until_a_reason(settings: Settings, choices: int, people: int = 3) -> tuple[Desk, int]:
    """A game in which a person has just gained a Reason with so many choices, and which of all Reasons it is."""
    for seed in range(1, 40):
        desk = begun(settings, people=people, seed=seed)
        while desk.table.phase == "playing":
            act(desk)
            for number, one in enumerate(desk.match.reasons):
                if len(one.choices) >= choices and one.seat in desk.match.game.setting.live:
                    return desk, number
    raise AssertionError("nobody has gained such a Reason")


def act(desk: Desk) -> None:
    """Strikes with all there is, and stops what can be stopped."""
    legal = [str(action) for action in desk.match.game.legal]
    for verb in ("lay", "play", "attempt ", "attempt"):
        found = [action for action in legal if action.startswith(verb)]
        if found:
            desk.act(found[0])
            return
    desk.act()


def owner(desk: Desk, one: Keepsake) -> str:
    return str(desk.table.seats[desk.match.seat(one.seat)].person)


@pytest.mark.parametrize(("edition", "choices"), [(KILL, 2), ("kill-de", 2)])
def test_whoever_gains_a_reason_may_show_another_of_the_cards(edition: str, choices: int) -> None:
    desk, number = until_a_reason(Settings(edition), choices)
    one = desk.match.reasons[number]
    weapons = {card.name for card in desk.match.game.setting.deck.cards if card.kind == "weapon"}
    assert one.card == one.choices[0]
    if edition == "kill-de":
        assert set(one.choices) <= weapons
    state, other = desk.match.game.state.key(), one.choices[-1]
    desk.ok(owner(desk, one), Keep(number, other))
    game = desk.sheet(None).game
    assert game is not None
    assert game.reasons[number] == Keepsake(one.seat, other, one.choices)
    assert desk.match.game.state.key() == state
    version = desk.table.version
    desk.ok(owner(desk, one), Keep(number, other))
    assert desk.table.version == version
    desk.restart()
    assert desk.match.reasons[number].card == other
    assert len(desk.match.reasons) == sum(game.view.reasons)


def test_another_card_and_another_ones_reason_are_refused() -> None:
    desk, number = until_a_reason(Settings(KILL), 1)
    one = desk.match.reasons[number]
    me = owner(desk, one)
    other = next(person for person in ("ann", "bob", "cleo") if person != me)
    assert desk.refused(other, Keep(number, one.choices[0])) == "not yours"
    assert desk.refused("eve", Keep(number, one.choices[0])) == "not yours"
    assert desk.refused(me, Keep(number, "A Feather")) == "invalid"
    assert desk.refused(me, Keep(-1, one.choices[0])) == "invalid"
    assert desk.refused(me, Keep(99, one.choices[0])) == "invalid"
    assert one.choices[0] in str(desk.do(me, Keep(number, "A Feather")).text)


def test_where_there_are_no_reasons_none_can_be_shown() -> None:
    assert Desk().refused("ann", Keep(0, "Trowel")) == "not now"
    desk = begun(Settings("save-2000"))
    desk.play_out()
    assert desk.match.reasons == []
    assert desk.refused("ann", Keep(0, "Trowel")) == "invalid"


def test_the_motive_of_a_stranger_in_the_german_edition_is_seen_by_no_one() -> None:
    for seed in range(1, 60):
        desk = begun(Settings("kill-de"), people=2, seed=seed)
        while desk.table.phase == "playing" and not desk.match.reasons:
            act(desk)
        for one in desk.match.reasons:
            if one.seat in desk.match.game.setting.strangers and any(desk.match.game.view(None).piles):
                assert one == Keepsake(one.seat, None, ())
                return
    raise AssertionError("no Stranger has failed")


def test_the_command_and_its_fact_are_written_by_names_that_stay() -> None:
    command = b'{"id": "1", "version": 3, "do": {"do": "keep", "reason": 0, "card": "Trowel"}}'
    assert msgspec.json.decode(command, type=Command).do == Keep(0, "Trowel")
    desk, number = until_a_reason(Settings(KILL), 2)
    one = desk.match.reasons[number]
    desk.ok(owner(desk, one), Keep(number, one.choices[1]))
    seat = desk.match.seat(one.seat)
    fact = {"fact": "kept", "seat": seat, "reason": number, "card": one.choices[1]}
    assert msgspec.msgpack.decode(desk.log[-1])["fact"] == fact
