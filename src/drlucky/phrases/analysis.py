"""What turned a game, in words; and the words in its graph."""

from dataclasses import dataclass

from drlucky.analysis.model import Change, Struck, TurningPoint
from drlucky.game.events import Event
from drlucky.phrases.events import Telling
from drlucky.phrases.words import Names, Words


def turning_point(one: TurningPoint, names: Names, words: Words) -> str:
    told = [
        Telling(piece, names, words, None).tell() if isinstance(piece, Event) else struck(piece, names, words)
        for piece in one.told
    ]
    if not told:
        told.append(words.say("{who} ends the turn.", who=words.whom(one.current, names)))
    told += [change(piece, names, words) for piece in one.changes]
    parts = {"turn": one.turn, "told": " ".join(told)}
    if any(not isinstance(piece, Event) for piece in one.told):
        return words.say("Turn {turn}: {told}", **parts)
    return words.say("Turn {turn} ({who}): {told}", who=words.whom(one.current, names), **parts)


def struck(attempt: Struck, names: Names, words: Words) -> str:
    parts: dict[str, object] = {
        "striker": words.whom(attempt.striker, names),
        "weapons": words.all_of(
            [words.pick("quoted card", "{card}").format(card=words.card(card)) for card in attempt.weapons]
        )
        or words.say("bare hands"),
        "strength": attempt.strength,
        "luck": attempt.luck,
        "victim": words.whom(attempt.victim, names),
        "stopper": words.whom(attempt.stopped_by, names),
    }
    if attempt.victim is not None:
        return attack(attempt, words, parts)
    if attempt.stopped:
        return words.say(
            "{striker}'s attempt with {weapons} (strength {strength} against {luck}) was stopped by {stopper}.",
            **parts,
        )
    return words.say("Nobody stopped {striker}'s attempt with {weapons} (strength {strength} against {luck}).", **parts)


def attack(attempt: Struck, words: Words, parts: dict[str, object]) -> str:
    if attempt.stopped:
        return words.say(
            "{victim} survived {striker}'s attack with {weapons} (strength {strength} against {luck}).", **parts
        )
    return words.say(
        "{victim} did not survive {striker}'s attack with {weapons} (strength {strength} against {luck}).", **parts
    )


def change(one: Change, names: Names, words: Words) -> str:
    rises = one.after.chance > one.before.chance
    parts = {"before": percent(one.before.chance), "after": percent(one.after.chance)}
    if one.seat is None:
        if rises:
            return words.say("The chance that nobody wins rose from {before}% to {after}%.", **parts)
        return words.say("The chance that nobody wins fell from {before}% to {after}%.", **parts)
    who = words.whom(one.seat, names)
    if rises:
        return words.say("{who}'s chance to win rose from {before}% to {after}%.", who=who, **parts)
    return words.say("{who}'s chance to win fell from {before}% to {after}%.", who=who, **parts)


def percent(chance: float) -> int:
    """In whole percent; only what is certain, or was never seen to happen otherwise, is 0 or 100."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


@dataclass(frozen=True, slots=True)
class Labels:
    """The words in the graph of an analysis."""

    open: str
    known: str
    turn: str
    nobody: str
    escape: str
    none: str
    playouts: str


def labels(words: Words, playouts: int) -> Labels:
    return Labels(
        open=words.say("Chance to win with all cards known"),
        known=words.say("Chance to win from what each player knew"),
        turn=words.say("turn"),
        nobody=words.pick("who", "Nobody"),
        escape=words.say("Escape"),
        none=words.say("No moment changed anyone's chances by more than the margin of error."),
        playouts=words.count(
            "Each chance comes from {number} simulated game; the bands show 95% confidence.",
            "Each chance comes from {number} simulated games; the bands show 95% confidence.",
            playouts,
        ),
    )
