"""Luck and skill in words: the table of accounts, and the mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass

from drlucky.analysis.model import Amount, Mistake
from drlucky.game.actions import Action
from drlucky.phrases.actions import action
from drlucky.phrases.hints import grounds
from drlucky.phrases.words import Names, Words


@dataclass(frozen=True, slots=True)
class AccountLabels:
    heading: str
    start: str
    deal: str
    draws: str
    others: str
    own: str
    result: str
    about: str


def labels(words: Words) -> AccountLabels:
    return AccountLabels(
        heading=words.say("Luck and skill"),
        start=words.say("Before the deal"),
        deal=words.say("The deal"),
        draws=words.say("Draws"),
        others=words.say("The others"),
        own=words.say("Own decisions"),
        result=words.say("Result"),
        about=words.say(
            "How each player got from their chance before the deal to 100% or 0%. Own decisions are judged by what the "
            "player could know then. After ± is the margin of error, at 95% confidence."
        ),
    )


def amount(value: int, error: Amount) -> str:
    margin = round(100 * (error.high - error.low) / 2)
    return f"{value:+d} ±{margin}" if value or margin else "0"


def mistake(one: Mistake, names: Names, words: Words, saving: bool | None) -> str:
    who = words.seated(one.seat, names)
    told = words.say(
        "Turn {turn}, {who}: {done}. That cost about {cost} percentage points ({low} to {high}). Better: {better}.",
        turn=one.turn,
        who=who,
        done=in_row(one.done, names, words, saving),
        better=in_row(one.better, names, words, saving),
        cost=round(100 * one.cost.value),
        low=round(100 * one.cost.low),
        high=round(100 * one.cost.high),
    )
    if not one.grounds:
        return told
    return f"{told} " + words.say("What {who} could know: “{why}”", who=who, why=grounds(one.grounds, names, words))


def in_row(done: Sequence[Action], names: Names, words: Words, saving: bool | None) -> str:
    """As a hint says it to the player."""
    steps = [action(each, words, names, saving) for each in done]
    if len(steps) == 1:
        return steps[0]
    return words.say("{most}, then {last}", most=", ".join(steps[:-1]), last=steps[-1])
