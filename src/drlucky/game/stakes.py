"""Stakes: what hangs on the answer of whoever is asked during an attempt, and what their own cards would come to.

What everyone may know is in `Stakes`. `Answers` is for the one who is asked, and for nobody else."""

from msgspec import Struct

from drlucky.engine import codes
from drlucky.engine.attempts import pass_obstacle
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Happening, State
from drlucky.game.events import seat_or_none
from drlucky.game.setup import Setting


class Asked(Struct, frozen=True):
    """Someone who is still to be asked."""

    seat: int
    cards: int
    """In their hand; of a Stranger, what it turns up from the pile."""
    turns_up: bool
    """Is it a Stranger?"""


class Stakes(Struct, frozen=True):
    missing: int
    """So much luck would still stop it."""
    after: tuple[Asked, ...]
    """Who comes after the one who is asked, in order. Strangers who find an empty pile are not among them."""
    decides: bool
    """Does the attempt succeed if the one who is asked passes?"""
    winner: int | None
    """Who has won then; None if the game goes on, or nobody decides it yet."""
    dies: int | None
    """Escape: who is out of the game then."""


class Answer(Struct, frozen=True):
    """A card that could be played now."""

    action: str
    missing: int
    """What would still be missing after it; 0 stops the attempt."""
    too_much: int
    """So much more is it worth than it takes."""
    enough: str | None
    """A card in the same hand that would stop it, too, and is worth less; None if there is none."""
    decides: bool
    """Is it too little, and the last that could be done?"""


class Answers(Struct, frozen=True):
    cards: tuple[Answer, ...]
    """In the order of the legal actions."""
    can_stop: bool
    """Are all cards in the hand together enough?"""
    must: bool
    """Does the rule book say that they have to stop it?"""


def stakes(s: State) -> Stakes | None:
    """None if nobody is asked."""
    if s.phase != codes.ANSWER:
        return None
    after = tuple(still_asked(s))
    passed = s.copy()
    told: list[Happening] = []
    passed.diary = told
    if not after:  # nothing hidden comes of it: no card is turned up any more, and nobody else may play one
        apply(passed, codes.PASS)
    return Stakes(
        missing=s.strength - s.luck,
        after=after,
        decides=not after,
        winner=seat_or_none(passed.winner),
        dies=next((seat for what, seat, _, _ in told if what == codes.DIED), None),
    )


def still_asked(s: State) -> list[Asked]:
    rules = s.rules
    copy = s.copy()
    pile = len(s.pile) - s.pile_at
    found: list[Asked] = []
    while (seat := rules.next_asked(copy)) != codes.NOBODY:
        copy.decider = seat
        if not rules.is_stranger(seat):
            found.append(Asked(seat, s.count_at(seat), False))
        elif pile:
            pile -= 1
            found.append(Asked(seat, 1, True))
    return found


def answers(setting: Setting, s: State, seat: int) -> Answers | None:
    """None for everyone but the one who is asked."""
    if s.phase != codes.ANSWER or s.decider != seat:
        return None
    rules, missing = s.rules, s.strength - s.luck
    luck = {number: rules.cards.luck[number - rules.answer_at] for number in legal(s) if number != codes.PASS}
    hand = [rules.cards.luck[rules.cards.type_of[card]] for card in s.cards_at(seat)]
    is_last_chance = len(hand) == 1 and not still_asked(s)
    found: list[Answer] = []
    for number, worth in luck.items():
        enough = [other for other in luck if missing <= luck[other] < worth]
        least = min(enough, key=lambda other: luck[other], default=None)
        found.append(
            Answer(
                action=setting.texts[number],
                missing=max(0, missing - worth),
                too_much=max(0, worth - missing),
                enough=None if least is None else setting.actions[least].card,
                decides=is_last_chance and worth < missing,
            )
        )
    return Answers(tuple(found), sum(hand) >= missing, pass_obstacle(s) == codes.MUST_STOP_IT)
