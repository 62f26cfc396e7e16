"""Why not? For every action there is, in random positions of every set-up: legal, or a reason that is true."""

from collections.abc import Callable
from random import Random

import pytest

from drlucky import phrases
from drlucky.conformance import SetUp
from drlucky.decks import Card
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.game.view import View
from drlucky.game.why_not import CODES, Obstacle
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def card(game: Game, reason: Obstacle) -> Card:
    return next(card for card in game.setting.deck.cards if card.name == reason.action.card)


def open_rooms(game: Game, view: View) -> set[str]:
    sunk = {room for deck in view.sunk for room in game.board.decks[deck]}
    return set(game.setting.layout.open) - sunk


def sees(game: Game, view: View, seer: str, room: str) -> bool:
    """By the tables of the board, the lights and the cat."""
    if seer == room:
        return True
    if view.lights_out or seer == view.cat:
        return False
    return seer in game.setting.layout.sees[room]


def where(view: View, pawn: object) -> str | None:
    return (
        view.rooms[pawn]
        if isinstance(pawn, int)
        else {"doctor": view.doctor, "cat": view.cat, "dog": view.dog}[str(pawn)]
    )


def moved_pawn_room(game: Game, view: View, action: Action) -> str | None:
    if action.pawn and action.pawn.startswith("stranger"):
        return view.rooms[view.strangers[int(action.pawn[-1]) - 1]]
    return where(view, action.pawn or view.current)


def points(game: Game, view: View) -> int:
    return sum(found.luck for name in view.hand or () for found in game.setting.deck.cards if found.name == name)


def next_number(game: Game, view: View) -> str:
    """Where the doctor's numbers lead from where he is."""
    way = [room.name for room in game.board.rooms if room.number is not None and room.name in game.setting.layout.open]
    return way[(way.index(view.doctor) + 1) % len(way)]


Check = Callable[[Game, View, Obstacle], bool]

# For each code, what must be so in the view of the one who asks, and on the board.
TRUE: dict[str, Check] = {
    "game over": lambda g, v, r: v.outcome is not None,
    "must answer": lambda g, v, r: v.phase == "answer" and v.attempt is not None,
    "no attempt": lambda g, v, r: v.phase != "answer",
    "must walk": lambda g, v, r: v.walk is not None,
    "no walk": lambda g, v, r: v.walk is None,
    "must strike": lambda g, v, r: v.phase == "lay",
    "no steps left": lambda g, v, r: v.steps == r.steps_left == 0,
    "not next door": lambda g, v, r: r.room not in g.setting.layout.adjacent[str(moved_pawn_room(g, v, r.action))],
    "room closed": lambda g, v, r: r.room not in open_rooms(g, v),
    "card not held": lambda g, v, r: r.action.card not in (v.hand or ()),
    "card without steps": lambda g, v, r: card(g, r).steps == 0,
    "card without room": lambda g, v, r: card(g, r).room not in g.setting.room_names,
    "already there": lambda g, v, r: r.room == moved_pawn_room(g, v, r.action),
    "free step is yours": lambda g, v, r: r.action.pawn is not None and v.walk is None,
    "steps unused": lambda g, v, r: r.cards_played > 0,
    "card played": lambda g, v, r: r.cards_played > 0,
    "not a named room": lambda g, v, r: any(s.name == r.room and not s.named for s in g.board.spaces),
    "seen by player": lambda g, v, r: bool(r.witnesses) and seen_truly(g, v, r),
    "seen by doctor": lambda g, v, r: len(r.seen_by) == 1 and r.seen_by[0].pawn == "doctor" and seen_truly(g, v, r),
    "seen by dog": lambda g, v, r: len(r.seen_by) == 1 and r.seen_by[0].pawn == "dog" and seen_truly(g, v, r),
    "pile empty": lambda g, v, r: sum(v.piles) == 0,
    "doctor elsewhere": lambda g, v, r: v.doctor != v.rooms[r.seat],
    "no witness": lambda g, v, r: (
        not any(sees(g, v, str(room), str(r.room)) for seat, room in enumerate(v.rooms) if seat != r.seat)
    ),
    "card without luck": lambda g, v, r: card(g, r).luck == 0,
    "must stop it": lambda g, v, r: points(g, v) >= (r.needed or 99),
    "other pawn walks": lambda g, v, r: v.walk is not None and v.walk.pawn != (r.action.pawn or r.seat),
    "no jump for pet": lambda g, v, r: r.action.pawn in ("cat", "dog"),
    "nobody to attack": lambda g, v, r: r.action.seat == r.seat or v.rooms[r.action.seat or 0] != v.rooms[r.seat],
    "drawn already": lambda g, v, r: v.escape,
    "doctor is dead": lambda g, v, r: v.escape,
    "not next number": lambda g, v, r: v.escape and r.room != next_number(g, v),
    "not your turn": lambda g, v, r: r.to_decide != r.seat,
}


def seen_truly(game: Game, view: View, reason: Obstacle) -> bool:
    """Everyone named does see the room, stands where they are said to, and sees along lines that end in it."""
    return all(
        one.room == where(view, one.pawn)
        and sees(game, view, one.room, str(reason.room))
        and bool(one.lines) == (one.room != reason.room)
        for one in reason.seen_by
    )


def test_every_code_has_its_check() -> None:
    assert set(TRUE) == set(CODES.values())


@every_setup
def test_every_action_is_legal_or_has_a_true_reason(setup: SetUp) -> None:
    game = setup.game(seed=9)
    choose = Random(str(setup))
    sections = {section.id for section in phrases.rules(setup.edition)}
    for decision in range(160):
        if game.to_decide is None:
            break
        if decision % 8 == 0:
            check_everything(game, game.to_decide, sections)
            other = choose.choice([seat for seat in game.setting.live if seat != game.to_decide])
            reasons = game.explain(other)
            assert all(reason and reason.code == "not your turn" for reason in reasons.values())
        game.play(choose.choice(game.legal))
    if game.to_decide is None:
        check_everything(game, game.state.current, sections)


def check_everything(game: Game, seat: int, sections: set[str]) -> None:
    view = game.view(seat)
    legal = {str(action) for action in game.legal}
    for text, reason in game.explain().items():
        if text in legal:
            assert reason is None
            continue
        assert reason is not None, text
        assert reason.section in sections, reason
        assert TRUE[reason.code](game, view, reason), reason
