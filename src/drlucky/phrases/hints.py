"""What to do and why, in words: for the player whose hint it is."""

from collections.abc import Callable, Sequence

from drlucky.hints.model import Hint, Why
from drlucky.phrases.actions import action
from drlucky.phrases.analysis import percent
from drlucky.phrases.words import Names, Words


def sentence(hint: Hint, names: Names, words: Words, saving: bool | None) -> str:
    """All of it: what has changed, the plan, what it is good for, and the chance."""
    plan = steps(hint, names, words, saving)
    if len(plan) == 1 and not hint.plan.done:
        why = reasons(hint, names, words, capital=False)
        told = f"{capitalized(plan[0])}: {why}"
    else:
        way = plan[0] if len(plan) == 1 else words.say("{most}, then {last}", most=", ".join(plan[:-1]), last=plan[-1])
        message = words.say("Go on: {plan}.", plan=way) if hint.plan.done else words.say("Your plan: {plan}.", plan=way)
        told = f"{message} {reasons(hint, names, words)}"
    return " ".join(part for part in (changed(hint, words), told, chance(hint, words)) if part)


def because(hint: Hint, names: Names, words: Words) -> str:
    """The same without the plan itself, for those who show it by its steps."""
    return " ".join(part for part in (changed(hint, words), reasons(hint, names, words), chance(hint, words)) if part)


def steps(hint: Hint, names: Names, words: Words, saving: bool | None) -> list[str]:
    """What is left to be done, action by action."""
    return [action(each, words, names, saving) for each in hint.plan.rest]


def reasons(hint: Hint, names: Names, words: Words, *, capital: bool = True) -> str:
    return grounds(hint.reasons, names, words, capital=capital)


def grounds(found: Sequence[Why], names: Names, words: Words, *, capital: bool = True) -> str:
    """Each message on why begins as the language wants it after a colon."""
    told = [REASONS[why.code](why, names, words) for why in found]
    return " ".join(capitalized(each) if at or capital else each for at, each in enumerate(told))


def chance(hint: Hint, words: Words) -> str:
    return words.say(
        "Your chance to win is then about {chance}% ({low} to {high}%).",
        chance=percent(hint.chance),
        low=round(100 * hint.low),
        high=round(100 * hint.high),
    )


def changed(hint: Hint, words: Words) -> str:
    return CHANGES[hint.changed.code](hint.changed, words) if hint.changed else ""


def capitalized(text: str) -> str:
    return text[0].upper() + text[1:]


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
    if len(why.seats) == 1:
        return words.count(
            "your strength is {strength}; {people} holds {number} card, which counts about {luck} against it.",
            "your strength is {strength}; {people} holds {number} cards, which count about {luck} against it.",
            why.cards,
            strength=why.strength,
            luck=round(why.luck),
            people=people(why, names, words),
        )
    return words.count(
        "your strength is {strength}; the others hold {number} card, which counts about {luck} against it.",
        "your strength is {strength}; the others hold {number} cards, which count about {luck} against it.",
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


def called_to_strike(why: Why, names: Names, words: Words) -> str:
    if not why.seats:
        return words.say(
            "Doctor Lucky comes to {room} next: it's your turn again, and nobody sees you with him.",
            room=words.whither(why.room),
        )
    return words.count(
        "Doctor Lucky comes to {room} next: it's your turn again, and {people} sees you with him.",
        "Doctor Lucky comes to {room} next: it's your turn again, and {people} see you with him.",
        len(why.seats),
        room=words.whither(why.room),
        people=people(why, names, words),
    )


def near(why: Why, names: Names, words: Words) -> str:
    room = words.whither(why.room)
    if why.turns == 1:
        return words.count(
            "Doctor Lucky walks to {room} next, and you're then {number} step away.",
            "Doctor Lucky walks to {room} next, and you're then {number} steps away.",
            why.steps,
            room=room,
        )
    return words.count(
        "Doctor Lucky gets to {room} in {turns} turns, and you're then {number} step away.",
        "Doctor Lucky gets to {room} in {turns} turns, and you're then {number} steps away.",
        why.steps,
        room=room,
        turns=why.turns,
    )


def apart(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "nobody is nearer to you then than {people}, {number} step away.",
        "nobody is nearer to you then than {people}, {number} steps away.",
        why.steps,
        people=people(why, names, words),
    )


def afloat(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "there is only {number} card left beside the lowest deck; the ship sinks more slowly if you don't draw.",
        "there are {number} cards left beside the lowest deck; the ship sinks more slowly if you don't draw.",
        why.cards,
    )


def must_be_stopped(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "{people} sits to your right, holds {number} card and must stop it if able.",
        "{people} sits to your right, holds {number} cards and must stop it if able.",
        why.cards,
        people=people(why, names, words),
    )


def stopped_after_you(why: Why, names: Names, words: Words) -> str:
    return words.count(
        "{people} is asked after you, holds {number} card and must stop it if able.",
        "{people} is asked after you, holds {number} cards and must stop it if able.",
        why.cards,
        people=people(why, names, words),
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
    "train and strike": called_to_strike,
    "keeps from striking": lambda y, n, w: w.say(
        "otherwise {people} is next, in the same room as Doctor Lucky, and can make an attempt.", people=people(y, n, w)
    ),
    "keeps from the turn": lambda y, n, w: w.say(
        "otherwise Doctor Lucky walks in on {people}, who is next then.", people=people(y, n, w)
    ),
    "can draw unseen": lambda y, n, w: w.say(
        "nobody sees you in {room}, so you can draw a card there.", room=w.where(y.room)
    ),
    "another card": lambda y, n, w: w.count("that gives you {number} card.", "that gives you {number} cards.", y.cards),
    "lights go out": lambda y, n, w: w.say(
        "it's the last card: the lights go out, and nobody sees into other rooms any more."
    ),
    "deck sinks": lambda y, n, w: w.say(
        "it's the last card beside the lowest deck: it sinks, and everyone there goes one deck up."
    ),
    "ship sinks": lambda y, n, w: w.say("it's the last card: the ship sinks, and nobody wins."),
    "last turn": lambda y, n, w: w.say("it's the last turn of the game."),
    "on the doctor's way": ahead,
    "near the doctor's way": near,
    "stays afloat": afloat,
    "can attack": attacking,
    "flees the doctor": lambda y, n, w: w.say(
        "otherwise Doctor Lucky walks to {room} next and attacks you.", room=w.whither(y.room)
    ),
    "sends the doctor": lambda y, n, w: w.say(
        "Doctor Lucky then attacks {people} with a strength of {strength}.",
        people=people(y, n, w),
        strength=y.strength,
    ),
    "faces the doctor": lambda y, n, w: w.say(
        "Doctor Lucky attacks you with a strength of {strength}, and your cards count {luck} against it.",
        strength=y.strength,
        luck=round(y.luck),
    ),
    "doctor kills": lambda y, n, w: w.say(
        "{people} can't play any card against Doctor Lucky and is out.", people=people(y, n, w)
    ),
    "doctor attacks": lambda y, n, w: w.say("Doctor Lucky walks in on {people} next.", people=people(y, n, w)),
    "doctor elsewhere": lambda y, n, w: w.say("Doctor Lucky is in {room} then, not with you.", room=w.where(y.room)),
    "apart": apart,
    "cannot be stopped": lambda y, n, w: w.say("nobody holds a card that could stop it."),
    "strength": strength,
    "must be stopped": must_be_stopped,
    "must stop it": lambda y, n, w: w.say("you sit to the rescuer's right and can stop it, so you must."),
    "leaves less to others": less_for_others,
    "saves you": lambda y, n, w: w.say("it's enough to save you."),
    "nobody after you": lambda y, n, w: w.say("it's enough to stop it, and nobody after you could."),
    "few after you": few_after,
    "stops it": lambda y, n, w: w.say("it's enough to stop the attempt."),
    "exactly enough": lambda y, n, w: w.say("it's exactly what is needed, and no more."),
    "must stop it after you": stopped_after_you,
    "leave it to others": others,
    "cannot stop it": own_cards,
    "keeps cards": lambda y, n, w: w.count(
        "you keep your {number} card for later.", "you keep your {number} cards for later.", y.cards
    ),
}
"""By the code of a `Why`."""

CHANGES: dict[str, Callable[[Why, Words], str]] = {
    "went elsewhere": lambda y, w: w.say("You went to {room} instead, so there's a new plan.", room=w.whither(y.room)),
    "played another card": lambda y, w: w.say("You played {card} instead, so there's a new plan.", card=w.card(y.card)),
    "attack is over": lambda y, w: w.say("The attack is over, so there's a new plan."),
    "did otherwise": lambda y, w: w.say("You did something else, so there's a new plan."),
}
"""By the code of what has changed since the hint before."""
