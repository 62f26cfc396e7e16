"""Why an action is not possible, in words."""

from collections.abc import Callable

from drlucky.game.why_not import Obstacle
from drlucky.phrases.actions import action
from drlucky.phrases.catalogue import SOURCE
from drlucky.phrases.words import Names, Words


def sentence(why: Obstacle, names: Names, words: Words) -> str:
    obstacle = SENTENCES[why.code](why, names, words)
    return words.say("{action} is not possible: {why}", action=quoted(why, names, words), why=obstacle)


def quoted(why: Obstacle, names: Names, words: Words) -> str:
    """The action's line of text is English: it stands for what was typed there, and a phrase does elsewhere."""
    if words.language == SOURCE:
        return repr(str(why.action))
    return words.pick("quotation", "'{phrase}'").format(phrase=action(why.action, words, names))


def seen(why: Obstacle, names: Names, words: Words) -> str:
    people = [words.seated(seat, names) for seat in why.witnesses]
    return words.count(
        "{people} sees you in {room}, and nobody may",
        "{people} see you in {room}, and nobody may",
        len(people),
        people=words.all_of(people),
        room=words.where(why.room),
    )


def must_stop(why: Obstacle, names: Names, words: Words) -> str:
    return words.say("you are the last one asked and can stop it, so you must: {number} more needed", number=why.needed)


def card(why: Obstacle, words: Words) -> str:
    return words.card(why.action.card)


SENTENCES: dict[str, Callable[[Obstacle, Names, Words], str]] = {
    "game over": lambda r, n, w: w.say("the game is over"),
    "must answer": lambda r, n, w: w.say("an attempt must be answered first: play a card against it, or pass"),
    "no attempt": lambda r, n, w: w.say("there is no attempt to answer"),
    "must walk": lambda r, n, w: w.say("a card's walk is not finished: step, or stop"),
    "no walk": lambda r, n, w: w.say("no card's walk is under way"),
    "must strike": lambda r, n, w: w.say("weapons lie on the table: lay down more, or attempt"),
    "no steps left": lambda r, n, w: w.say("you have no steps left this turn"),
    "not next door": lambda r, n, w: w.say("{room} is not one step away", room=w.whither(r.room)),
    "room closed": lambda r, n, w: w.say("{room} is closed, sunk or not in play", room=w.whither(r.room)),
    "card not held": lambda r, n, w: w.say("you do not hold {card}", card=card(r, w)),
    "card without steps": lambda r, n, w: w.say("{card} gives no steps, only its jump", card=card(r, w)),
    "card without room": lambda r, n, w: w.say("{card} names no room of this board to jump to", card=card(r, w)),
    "already there": lambda r, n, w: w.say(
        "{room} is where that pawn stands, and a card cannot be played for nothing", room=w.where(r.room)
    ),
    "free step is yours": lambda r, n, w: w.say("the free step is for your own pawn; a card moves the doctor"),
    "steps unused": lambda r, n, w: w.say(
        "a card was played for its steps: take one first, a card cannot be played for nothing"
    ),
    "card played": lambda r, n, w: w.say("who has played a card this turn does not draw"),
    "not a named room": lambda r, n, w: w.say(
        "{room} is a hallway or stairs, and cards are found in rooms only", room=w.where(r.room)
    ),
    "seen by player": seen,
    "seen by doctor": lambda r, n, w: w.say("Doctor Lucky sees you in {room}, and nobody may", room=w.where(r.room)),
    "pile empty": lambda r, n, w: w.say("there is no card left to draw"),
    "doctor elsewhere": lambda r, n, w: w.say("Doctor Lucky is not in your room"),
    "no witness": lambda r, n, w: w.say(
        "nobody sees you in {room}, and a rescue needs a witness", room=w.where(r.room)
    ),
    "card without luck": lambda r, n, w: w.say("{card} counts nothing against an attempt", card=card(r, w)),
    "must stop it": must_stop,
    "other pawn walks": lambda r, n, w: w.say("a card's walk is all one pawn's"),
    "seen by dog": lambda r, n, w: w.say(
        "the dog Shamrock sees you in {room}, and lets nobody do that", room=w.where(r.room)
    ),
    "no jump for pet": lambda r, n, w: w.say("a pet moves by movement points only"),
    "nobody to attack": lambda r, n, w: w.say("that player is not in your room"),
    "drawn already": lambda r, n, w: w.say("cards are drawn at the start of a turn and at no other time"),
    "doctor is dead": lambda r, n, w: w.say("the doctor is dead already: attack a player"),
    "not next number": lambda r, n, w: w.say("the doctor walks by his numbers, one at a time"),
    "not your turn": lambda r, n, w: w.say("it is for {whom} to decide now", whom=w.whom(r.to_decide, n)),
}
