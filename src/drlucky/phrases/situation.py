"""How a game stands, in words: for notebooks and for what is written on pictures of the board.

All of it is made from a view, so it tells what the view tells."""

from drlucky.game.view import View
from drlucky.phrases.words import Words


def situation(view: View, words: Words) -> list[str]:
    """Whose decision it is or who won, the attempt under way, the cards left to draw, and the state of the house."""
    told = (status(view, words), attempt(view, words), supplies(view, words), house(view, words))
    return [sentence for sentence in told if sentence]


def status(view: View, words: Words) -> str:
    outcome = view.outcome
    if outcome is None:
        decider = words.seated(view.current if view.to_decide is None else view.to_decide, view.players)
        waiting = {
            "turn": words.say("It's {seat}'s turn.", seat=decider),
            "walk": words.say("{name} is moving by the steps of a card.", name=decider),
            "lay": words.say("{name} is choosing weapons.", name=decider),
            "answer": words.say("{name} decides whether to stop the attempt.", name=decider),
        }[view.phase]
        return words.say("Turn {number}", number=view.turn + 1) + ". " + waiting
    if outcome.winner is None:
        return {
            "sunk": words.say("The last deck has sunk: nobody wins."),
            "turn limit": words.say("The turn limit is reached: nobody wins."),
        }[outcome.how]
    won = words.say("{name} won in turn {turn}.", name=words.seated(outcome.winner, view.players), turn=view.turn + 1)
    if outcome.loser is None:
        return won
    loser = words.seated(outcome.loser, view.players)
    return won + " " + words.say("{name} was the last who still had a card to play against it.", name=loser)


def attempt(view: View, words: Words) -> str:
    """An attempt under way, once it has its strength."""
    under_way = view.attempt
    if under_way is None or under_way.strength is None or view.outcome is not None:
        return ""
    return words.say(
        "{striker} strikes with a strength of {strength}; {luck} has been played against it.",
        striker=words.who(under_way.attacker, view.players),
        strength=under_way.strength,
        luck=under_way.luck,
    )


def supplies(view: View, words: Words) -> str:
    left = sum(view.piles)
    if not left:
        return words.say("No cards are left to draw.")
    return words.count("{number} card is left to draw.", "{number} cards are left to draw.", left)


def house(view: View, words: Words) -> str:
    """What has happened to the house or the ship."""
    if view.lights_out:
        return words.say("The lights are out.")
    if view.sunk:
        decks = [words.say("deck {deck}", deck=deck) for deck in view.sunk]
        return words.say("Under water: {decks}.", decks=", ".join(decks))
    return ""


def headings(words: Words) -> list[str]:
    """Of a table with a line for each player."""
    return [words.say("player"), words.say("room"), words.say("cards"), words.say("Reasons")]


def pawn(kind: str, name: str, words: Words, *, is_you: bool, is_out: bool) -> str:
    """A pawn in the legend of a picture."""
    called = {
        "doctor": words.say("Doctor Lucky"),
        "cat": words.say("Patience, the cat"),
        "dog": words.say("Shamrock, the dog"),
        "stranger": words.pick("whom", name),
    }.get(kind, name)
    if is_you:
        called = words.say("{name} (you)", name=called)
    return words.say("{name} (out)", name=called) if is_out else called
