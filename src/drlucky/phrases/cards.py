"""What a card does, in a few words, and what else is printed on it."""

from drlucky.decks import Card
from drlucky.decks.flavor import Face, faces
from drlucky.phrases.words import Words


def does(card: Card, words: Words) -> str:
    """Its parts one after the other; empty for a card that does nothing."""
    return "; ".join(filter(None, (worth(card, words), jump(card, words), steps(card, words), luck(card, words))))


def worth(card: Card, words: Words) -> str:
    if not card.value:
        return ""
    if card.room is None:
        return words.say("worth {value}", value=card.value)
    return words.say(
        "worth {value}, {more} in {room}", value=card.value, more=card.value_in_room, room=words.where(card.room)
    )


def jump(card: Card, words: Words) -> str:
    return words.say("jump to {room}", room=words.whither(card.room)) if card.kind == "move" and card.room else ""


def steps(card: Card, words: Words) -> str:
    return words.count("{number} step", "{number} steps", card.steps) if card.steps else ""


def luck(card: Card, words: Words) -> str:
    return words.say("counts {luck} against an attempt", luck=card.luck) if card.luck else ""


def looks(card: Card, deck: str, words: Words) -> tuple[Face, ...]:
    """The faces of a card: one for all of its copies, or one for each. Without any it has its name and no line."""
    found = faces(deck).get(card.name, ())
    return tuple(Face(title(face, card, words), words.pick("flavor", face.line), face.art) for face in found)


def title(face: Face, card: Card, words: Words) -> str:
    return words.card(card.name) if face.title == card.name else words.pick("flavor", face.title)
