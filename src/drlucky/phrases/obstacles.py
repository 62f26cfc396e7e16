"""Why an action is not possible, as a sentence for the player who wanted it."""

from collections.abc import Callable

from drlucky.game.why_not import Obstacle
from drlucky.phrases.actions import action
from drlucky.phrases.words import Names, Words

PLACE = ("seen by player", "seen by doctor", "seen by dog", "no witness", "not a named room")
"""Obstacles of the place where the player stands: elsewhere the action might be possible."""


def sentence(why: Obstacle, names: Names, words: Words) -> str:
    """ "You can't draw a card here: Ann and Cleo can see you"."""
    parts = {"action": action(why.action, words, names), "why": SENTENCES[why.code](why, names, words)}
    if why.code in PLACE:
        return words.say("You can't {action} here: {why}", **parts)
    return words.say("You can't {action}: {why}", **parts)


def seen(why: Obstacle, names: Names, words: Words) -> str:
    people = [words.seated(seat, names) for seat in why.witnesses]
    return words.count("{people} can see you", "{people} can see you", len(people), people=words.all_of(people))


def must_stop(why: Obstacle, names: Names, words: Words) -> str:
    return words.say(
        "you sit to the rescuer's right and can stop it, so you must: it takes {number} more", number=why.needed
    )


def card(why: Obstacle, words: Words) -> str:
    return words.card(why.action.card)


SENTENCES: dict[str, Callable[[Obstacle, Names, Words], str]] = {
    "game over": lambda r, n, w: w.say("the game is over"),
    "must answer": lambda r, n, w: w.say("there is an attempt to answer first: play a card to stop it, or pass"),
    "no attempt": lambda r, n, w: w.say("there's no attempt to stop"),
    "must walk": lambda r, n, w: w.say("the steps of a card aren't finished: take another one, or stop"),
    "no walk": lambda r, n, w: w.say("nobody is moving by the steps of a card"),
    "must strike": lambda r, n, w: w.say("you've begun an attempt: finish it first"),
    "no steps left": lambda r, n, w: w.say("you have no steps left this turn"),
    "not next door": lambda r, n, w: w.say("{room} isn't one step away", room=w.whither(r.room)),
    "room closed": lambda r, n, w: w.say("{room} is closed, sunk or not in play", room=w.whither(r.room)),
    "card not held": lambda r, n, w: w.say("you don't have {card}", card=card(r, w)),
    "card without steps": lambda r, n, w: w.say("{card} gives no steps, only a jump", card=card(r, w)),
    "card without room": lambda r, n, w: w.say("the room on {card} isn't on this board", card=card(r, w)),
    "already there": lambda r, n, w: w.say(
        "that pawn is already in {room}, and a card has to move someone", room=w.where(r.room)
    ),
    "free step is yours": lambda r, n, w: w.say(
        "your free step moves only your own pawn: play a card to move the doctor"
    ),
    "steps unused": lambda r, n, w: w.say("you've played a card for its steps: take at least one first"),
    "card played": lambda r, n, w: w.say("you've already played a card this turn"),
    "not a named room": lambda r, n, w: w.say("there are cards only in rooms, not in hallways or on stairs"),
    "seen by player": seen,
    "seen by doctor": lambda r, n, w: w.say("Doctor Lucky can see you"),
    "pile empty": lambda r, n, w: w.say("there are no cards left to draw"),
    "doctor elsewhere": lambda r, n, w: w.say("Doctor Lucky isn't in your room"),
    "no witness": lambda r, n, w: w.say("nobody can see you, and a rescue needs a witness"),
    "card without luck": lambda r, n, w: w.say("{card} doesn't count against an attempt", card=card(r, w)),
    "must stop it": must_stop,
    "other pawn walks": lambda r, n, w: w.say("all the steps of a card go to one pawn"),
    "seen by dog": lambda r, n, w: w.say("the dog Shamrock can see you"),
    "no jump for pet": lambda r, n, w: w.say("pets move only by steps"),
    "nobody to attack": lambda r, n, w: w.say("that player isn't in your room"),
    "drawn already": lambda r, n, w: w.say("you draw only at the start of your turn"),
    "doctor is dead": lambda r, n, w: w.say("the doctor is already dead: attack a player"),
    "not next number": lambda r, n, w: w.say("the doctor moves one number at a time"),
    "not your turn": lambda r, n, w: w.say("it's up to {whom} now", whom=w.whom(r.to_decide, n)),
}
