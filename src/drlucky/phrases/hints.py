"""What to do and why, in words: for the player whose hint it is."""

from collections.abc import Callable

from drlucky.hints.model import Hint, Why
from drlucky.phrases.actions import action
from drlucky.phrases.analysis import percent
from drlucky.phrases.words import Names, Words

FURTHER = "further on: "


def sentence(hint: Hint, names: Names, words: Words, saving: bool | None) -> str:
    """Each message on why begins as the language wants it after a colon."""
    advice = action(hint.action, words, names, saving)
    reasons = [because(why, hint, names, words) for why in hint.reasons]
    return words.say(
        "{action}: {reasons} Your chance to win is then about {chance}% ({low} to {high}%).",
        action=advice[0].upper() + advice[1:],
        reasons=" ".join([reasons[0], *(reason[0].upper() + reason[1:] for reason in reasons[1:])]),
        chance=percent(hint.chance),
        low=round(100 * hint.low),
        high=round(100 * hint.high),
    )


def because(why: Why, hint: Hint, names: Names, words: Words) -> str:
    if why.code == "imagined games":
        games = hint.best.games
        return words.say("it did best in {games} simulated games.", games=games)
    there = REASONS[why.code.removeprefix(FURTHER)](why, names, words)
    if not why.code.startswith(FURTHER):
        return there
    onward = words.say("you can then go on to {room}.", room=words.whither(why.room))
    return f"{onward} {there[0].upper()}{there[1:]}"


def people(why: Why, names: Names, words: Words) -> str:
    return words.all_of([words.seated(seat, names) for seat in why.seats])


def witnessed(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "{people} sees you with Doctor Lucky in {room}, so you can try to save him.",
        "{people} see you with Doctor Lucky in {room}, so you can try to save him.",
        len(why.seats),
        people=people(why, names, words),
        room=words.where(why.room),
    )


def attacking(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "{people} is in {room}, and you can attack there.",
        "{people} are in {room}, and you can attack there.",
        len(why.seats),
        people=people(why, names, words),
        room=words.where(why.room),
    )


def ahead(why: Why, names: Names, words: Words) -> str:
    return words.say("Doctor Lucky gets to {room} in {number} turns.", room=words.whither(why.room), number=why.turns)


def strength(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "the strength is {strength}; the {number} card held against it counts about {luck}.",
        "the strength is {strength}; the {number} cards held against it count about {luck} together.",
        why.cards,
        strength=why.strength,
        luck=round(why.luck),
    )


def less_for_others(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "then it takes only {needed} more to stop it, and the players after you have {number} card.",
        "then it takes only {needed} more to stop it, and the players after you have {number} cards.",
        why.cards,
        needed=why.strength,
    )


def few_after(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "it is enough to stop it, and the {number} card held after you counts only about {luck}.",
        "it is enough to stop it, and the {number} cards held after you count only about {luck} together.",
        why.cards,
        luck=round(why.luck),
    )


def others(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "it takes {needed} more to stop it, and the {number} card held after you counts about {luck}.",
        "it takes {needed} more to stop it, and the {number} cards held after you count about {luck} together.",
        why.cards,
        luck=round(why.luck),
        needed=why.strength,
    )


def own_cards(why: Why, names: Names, words: Words) -> str:
    return words.say(
        "all your cards together count {luck}, and it takes {needed} more to stop it.",
        luck=round(why.luck),
        needed=why.strength,
    )


REASONS: dict[str, Callable[[Why, Names, Words], str]] = {
    "only choice": lambda y, n, w: w.say("it's your only choice."),
    "unseen with the doctor": lambda y, n, w: w.say(
        "nobody sees you with Doctor Lucky in {room}, so you can make an attempt.", room=w.where(y.room)
    ),
    "seen with the doctor": witnessed,
    "train": lambda y, n, w: w.say(
        "Doctor Lucky walks to {room} next and gives you another turn.", room=w.whither(y.room)
    ),
    "can draw unseen": lambda y, n, w: w.say(
        "nobody sees you in {room}, so you can draw a card there.", room=w.where(y.room)
    ),
    "can draw": lambda y, n, w: w.say("you can draw a card in {room}.", room=w.where(y.room)),
    "can attack": attacking,
    "flees the doctor": lambda y, n, w: w.say(
        "otherwise Doctor Lucky walks to {room} next and attacks you.", room=w.whither(y.room)
    ),
    "on the doctor's way": ahead,
    "sends the doctor": lambda y, n, w: w.say(
        "Doctor Lucky then attacks {people} with a strength of {strength}.",
        people=people(y, n, w),
        strength=y.strength,
    ),
    "another card": lambda y, n, w: w.count("that gives you {number} card.", "that gives you {number} cards.", y.cards),
    "cannot be stopped": lambda y, n, w: w.say("nobody holds a card that could stop it."),
    "strength": strength,
    "must stop it": lambda y, n, w: w.say("you sit to the rescuer's right and can stop it, so you must."),
    "with your other cards": own_cards,
    "leaves less to others": less_for_others,
    "saves you": lambda y, n, w: w.say("it's enough to save you."),
    "nobody after you": lambda y, n, w: w.say("it's enough to stop it, and nobody after you could."),
    "few after you": few_after,
    "stops it": lambda y, n, w: w.say("it's enough to stop the attempt."),
    "leave it to others": others,
    "cannot stop it": own_cards,
    "keeps cards": lambda y, n, w: w.count(
        "you keep your {number} card for later.", "you keep your {number} cards for later.", y.cards
    ),
}
"""By the code of a `Why`; "imagined games" has no other reason."""
