"""Actions: what a player can decide, each with a stable line of text that parses back.

end                      end the turn
draw                     draw a card
step ROOM                move a step; `step PAWN ROOM` to move another pawn
walk CARD                play a card for its steps; `walk doctor CARD` to walk the doctor
jump CARD                play a card to jump to its room; `jump PAWN CARD` to send another pawn
stop                     end a card's walk early
attempt                  strike with bare hands, or with the weapons laid down
attempt CARD             strike with one weapon or aid
lay CARD                 lay down a weapon, where a book allows several
play CARD                play a card against an attempt
pass                     play none, or no more
attack seat-N            Escape: attack a player; a weapon or bare hands comes next

PAWN is doctor, cat, dog, stranger-1 or stranger-2, where the game lets you move them.
"""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from drlucky.decks import Card
from drlucky.engine.codes import ATTEMPT, DRAW, END, PASS, PLAIN_ACTIONS, STOP
from drlucky.engine.state import Rules
from drlucky.errors import InvalidAction


@dataclass(frozen=True, slots=True)
class Action:
    """A decision. `str(action)` is its line of text."""

    verb: str
    pawn: str | None = None
    """Whom it moves, if not the player: "doctor", "cat", "dog", "stranger-1" or "stranger-2"."""
    room: str | None = None
    card: str | None = None
    seat: int | None = None
    """Whom it attacks."""

    def __str__(self) -> str:
        whom = None if self.seat is None else f"seat-{self.seat}"
        return " ".join(part for part in (self.verb, self.pawn, self.room, self.card, whom) if part)


PLAIN = {END: "end", DRAW: "draw", STOP: "stop", PASS: "pass", ATTEMPT: "attempt"}


def movable_pawns(engine: Rules) -> list[str | None]:
    """What the pawns are called that a player in turn may move; None is the player's own."""
    strangers = [seat for seat in range(engine.seats) if engine.is_stranger(seat)]
    names = {seat: f"stranger-{number}" for number, seat in enumerate(strangers, 1)}
    names |= {engine.doctor: "doctor", engine.cat: "cat", engine.dog: "dog"}
    return [None, *(names[pawn] for pawn in list(engine.movers)[1:])]


def all_actions(engine: Rules, rooms: Sequence[str], cards: Sequence[Card]) -> tuple[Action, ...]:
    """Every action, at the engine's number for it."""
    weapons = [card.name for card in cards if card.kind in ("weapon", "aid")]
    moves = [card.name for card in cards if card.kind == "move"]
    pawns = movable_pawns(engine)
    actions = [Action(PLAIN[code]) for code in range(PLAIN_ACTIONS)]
    actions += [Action("step", pawn, room=room) for pawn in pawns for room in rooms]
    actions += [Action("walk", pawn, card=card) for pawn in pawns[: engine.walkers] for card in moves]
    actions += [Action("jump", pawn, card=card) for pawn in pawns for card in moves]
    actions += [Action("lay" if engine.many_weapons() else "attempt", card=card) for card in weapons]
    actions += [Action("play", card=card.name) for card in cards]
    if engine.players_attack():
        actions += [Action("attack", seat=seat) for seat in range(engine.seats)]
    return tuple(actions)


def normal(text: str) -> str:
    """Spaces and letter case do not matter in what someone types."""
    return " ".join(text.split()).casefold()


def index(actions: Sequence[Action]) -> dict[str, int]:
    return {normal(str(action)): number for number, action in enumerate(actions)}


def parse(text: str, numbers: Mapping[str, int], actions: Sequence[Action]) -> int:
    """The engine's number of an action given as text."""
    found = numbers.get(normal(text))
    if found is not None:
        return found
    shown = text if len(text) <= 60 else text[:57] + "..."
    close = difflib.get_close_matches(normal(text)[:80], numbers, n=3, cutoff=0.6)
    if close:
        likely = ", ".join(repr(str(actions[numbers[line]])) for line in close)
        raise InvalidAction("{text!r} is no action of this game; did you mean {likely}?", text=shown, likely=likely)
    verbs = dict.fromkeys(action.verb for action in actions)
    raise InvalidAction(
        "{text!r} is no action of this game; an action starts with one of {verbs}, such as {example!r}",
        text=shown,
        verbs=", ".join(verbs),
        example=str(actions[PLAIN_ACTIONS]),
    )
