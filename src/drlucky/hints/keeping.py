"""Keeping a plan: has it been followed so far, and if not, what is different now?"""

from dataclasses import replace

from drlucky.engine import codes
from drlucky.engine.play import apply
from drlucky.engine.state import State
from drlucky.game.setup import Setting
from drlucky.hints.model import Plan, Position, Why


def position(setting: Setting, s: State, seat: int) -> Position:
    """How things stand for a player. Copies of a card are the same to every rule."""
    return Position(
        seat=seat,
        turn=s.turn,
        rooms=tuple(s.rooms),
        hand=tuple(setting.card_names[card] for card in s.cards_at(seat)),
        doing=(s.phase, s.steps, s.walker, s.walk, s.owed, s.played, s.striker, s.target, s.laid, s.strength, s.luck),
        others=(
            *(s.count_at(p) for p in range(setting.seats) if p != seat),
            *s.reasons,
            len(s.pile) - s.pile_at,
            s.stage,
        ),
    )


def plan_of(setting: Setting, s: State, seat: int, numbers: list[int]) -> Plan:
    """The plan to take these actions, from here on."""
    there = s.copy()
    positions: list[Position] = []
    for number in numbers:
        positions.append(position(setting, there, seat))
        if len(positions) < len(numbers):
            apply(there, number)
    return Plan(tuple(setting.actions[number] for number in numbers), tuple(positions))


def followed(plan: Plan, now: Position) -> Plan | None:
    """The same plan, as far as it has come; None if this is no position of it."""
    return replace(plan, done=plan.positions.index(now)) if now in plan.positions else None


def what_changed(setting: Setting, plan: Plan, now: Position) -> Why | None:
    """What is otherwise than the plan had it, in the same turn; None if that is over anyway, and with it the plan."""
    if not plan.positions or not is_same_decision(plan.positions[-1], now):
        return None
    then = plan.positions[-1]
    seat = now.seat
    if now.others != then.others or any(a != b < 0 for a, b in zip(then.rooms, now.rooms, strict=True)):
        return Why("attack is over")
    if now.rooms[seat] not in {position.rooms[seat] for position in plan.positions[plan.done :]}:
        return Why("went elsewhere", room=setting.room_names[now.rooms[seat]])
    played = [
        card
        for card in plan.positions[plan.done].hand
        if plan.positions[plan.done].hand.count(card) > now.hand.count(card)
    ]
    planned = {action.card for action in plan.rest}
    other = [card for card in played if card not in planned]
    if other:
        return Why("played another card", card=other[0])
    return Why("did otherwise")


def is_same_decision(then: Position, now: Position) -> bool:
    """In the same turn of the same player, or in the answer to the same attempt."""
    same = (then.seat, then.turn) == (now.seat, now.turn)
    return same and attempt_answered(then) == attempt_answered(now)


def attempt_answered(at: Position) -> tuple[int, ...]:
    """Who strikes and how strongly, if that is what has to be answered."""
    phase, *_, striker, _target, _laid, strength, _luck = at.doing
    return (striker, strength) if phase == codes.ANSWER else ()
