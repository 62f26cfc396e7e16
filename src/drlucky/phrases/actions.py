"""What one can do, as a friendly phrase. The action's own line of text is what is typed and recorded."""

from drlucky.game.actions import Action
from drlucky.phrases.words import STRANGERS, Names, Words


def action(a: Action, words: Words, names: Names = (), saving: bool | None = None) -> str:
    """In the infinitive: "step into the Parlor". Without names a player is a seat."""
    if a.verb in ("step", "walk", "jump"):
        return moving(a, words, names)
    if a.verb == "attempt":
        return attempting(a, words, saving)
    if a.seat is not None:
        return words.say("attack {whom}", whom=words.whom(a.seat, names) if names else f"seat-{a.seat}")
    card = words.card(a.card)
    if a.verb == "lay":
        return words.say("lay down {card}", card=card)
    if a.verb == "play":
        return words.say("play {card} to stop it", card=card)
    return {
        "end": words.say("end your turn"),
        "draw": words.say("draw a card"),
        "stop": words.say("stop here"),
        "pass": words.say("pass"),
    }[a.verb]


def moving(a: Action, words: Words, names: Names) -> str:
    card = words.card(a.card)
    if a.pawn is None:
        if a.verb == "step":
            return words.say("step into {room}", room=words.whither(a.room))
        if a.verb == "walk":
            return words.say("play {card} for its steps", card=card)
        return words.say("play {card} to jump there", card=card)
    whom = words.stranger(a.pawn, names) if names and a.pawn in STRANGERS else words.whom(a.pawn, ())
    if a.verb == "step":
        return words.say("send {whom} into {room}", whom=whom, room=words.whither(a.room))
    if a.verb == "walk":
        return words.say("play {card} to move {whom} step by step", card=card, whom=whom)
    return words.say("play {card} to move {whom} straight there", whom=whom, card=card)


def attempting(a: Action, words: Words, saving: bool | None) -> str:
    card = words.card(a.card)
    if saving is None:
        return words.say("make an attempt with {card}", card=card) if card else words.say("make an attempt")
    if saving:
        return words.say("save Doctor Lucky with {card}", card=card) if card else words.say("save Doctor Lucky")
    return words.say("kill Doctor Lucky with {card}", card=card) if card else words.say("kill Doctor Lucky")
