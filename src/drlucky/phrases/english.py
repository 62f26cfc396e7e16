"""Events and reasons in English."""

from collections.abc import Callable, Sequence

from drlucky.events import DOCTOR, Event, Pawn
from drlucky.reasons import Reason

Names = Sequence[str]


def event(e: Event, names: Names) -> str:
    """A sentence about what happened, from what the reader may know of it."""
    return EVENTS[e.kind](e, names)


def reason(why: Reason, names: Names) -> str:
    """A sentence about the rule in the way, for the player who asked."""
    return f"{str(why.action)!r} is not possible: {REASONS[why.code](why, names)}"


def who(pawn: Pawn | None, names: Names) -> str:
    if pawn == DOCTOR:
        return "Doctor Lucky"
    return names[pawn] if isinstance(pawn, int) else "nobody"


def steps(number: int | None) -> str:
    return "1 step" if number == 1 else f"{number} steps"


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def walks(e: Event, names: Names) -> str:
    whose = "" if e.pawn == e.seat else f" for {who(e.pawn, names)}"
    return f"{who(e.seat, names)} plays {e.card} for {steps(e.number)}{whose}."


def drew(e: Event, names: Names) -> str:
    return f"{who(e.seat, names)} draws {e.card or 'a card'}."


def over(e: Event, names: Names) -> str:
    if e.how == "sunk":
        return "The last deck has sunk: nobody wins."
    if e.how == "turn limit":
        return "The turn limit is reached: nobody wins."
    lost = f" {who(e.loser, names)} could have stopped it and is the loser." if e.loser is not None else ""
    return f"Nobody stopped it: {who(e.winner, names)} wins!{lost}"


EVENTS: dict[str, Callable[[Event, Names], str]] = {
    "dealt face up": lambda e, n: f"{who(e.pawn, n)} is dealt {e.card} face up.",
    "placed": lambda e, n: f"{who(e.pawn, n)} starts in the {e.room}.",
    "turn": lambda e, n: f"It is {who(e.seat, n)}'s turn.",
    "called up": lambda e, n: f"Doctor Lucky comes to {who(e.seat, n)}, whose turn it is.",
    "stepped": lambda e, n: f"{who(e.pawn, n)} steps into the {e.room}.",
    "walks": walks,
    "jumped": lambda e, n: f"{who(e.pawn, n)} jumps to the {e.room}, by the card {e.card}.",
    "drew": drew,
    "shuffled": lambda e, n: f"The {e.number} discards are shuffled into a new pile.",
    "laid down": lambda e, n: f"{who(e.seat, n)} lays down {e.card}.",
    "attempt": lambda e, n: f"{who(e.seat, n)} makes an attempt worth {e.number} in the {e.room}.",
    "played": lambda e, n: f"{who(e.seat, n)} plays {e.card} against it: {e.number} in all.",
    "passed": lambda e, n: f"{who(e.seat, n)} passes.",
    "foiled": lambda e, n: f"The attempt of {who(e.seat, n)} fails.",
    "reason": lambda e, n: f"{who(e.seat, n)} is stronger by one card kept: {e.number} by now.",
    "lights out": lambda e, n: "The pile is empty and the lights go out.",
    "deck sank": lambda e, n: f"Deck {e.how} sinks.",
    "washed up": lambda e, n: f"{who(e.pawn, n)} escapes up to the {e.room}.",
    "doctor moved": lambda e, n: f"Doctor Lucky walks to the {e.room}.",
    "over": over,
    "turn over": lambda e, n: f"{who(e.seat, n)}'s turn is over.",
}


def seen(why: Reason, names: Names) -> str:
    people = [names[seat] for seat in why.witnesses]
    verb = "see" if len(people) > 1 else "sees"
    return f"{listed(people)} {verb} you in the {why.room}, and nobody may"


REASONS: dict[str, Callable[[Reason, Names], str]] = {
    "game over": lambda r, n: "the game is over",
    "must answer": lambda r, n: "an attempt must be answered first: play a card against it, or pass",
    "no attempt": lambda r, n: "there is no attempt to answer",
    "must walk": lambda r, n: "a card's walk is not finished: step, or stop",
    "no walk": lambda r, n: "no card's walk is under way",
    "must strike": lambda r, n: "weapons lie on the table: lay down more, or attempt",
    "no steps left": lambda r, n: "you have no steps left this turn",
    "not next door": lambda r, n: f"the {r.room} is not one step away",
    "room closed": lambda r, n: f"the {r.room} is closed, sunk or not in play",
    "card not held": lambda r, n: f"you do not hold {r.action.card}",
    "card without steps": lambda r, n: f"{r.action.card} gives no steps, only its jump",
    "card without room": lambda r, n: f"{r.action.card} names no room of this board to jump to",
    "already there": lambda r, n: f"the {r.room} is where that pawn stands, and a card cannot be played for nothing",
    "free step is yours": lambda r, n: "the free step is for your own pawn; a card moves the doctor",
    "steps unused": lambda r, n: "a card was played for its steps: take one first, a card cannot be played for nothing",
    "card played": lambda r, n: "who has played a card this turn does not draw",
    "not a named room": lambda r, n: f"the {r.room} is a hallway or stairs, and cards are found in rooms only",
    "seen by player": seen,
    "seen by doctor": lambda r, n: f"Doctor Lucky sees you in the {r.room}, and nobody may",
    "pile empty": lambda r, n: "there is no card left to draw",
    "doctor elsewhere": lambda r, n: "Doctor Lucky is not in your room",
    "no witness": lambda r, n: f"nobody sees you in the {r.room}, and a rescue needs a witness",
    "card without luck": lambda r, n: f"{r.action.card} counts nothing against an attempt",
    "must stop it": lambda r, n: f"you are the last one asked and can stop it, so you must: {r.needed} more needed",
    "other pawn walks": lambda r, n: "a card's walk is all one pawn's",
}
