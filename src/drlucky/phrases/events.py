"""What happened, as a sentence for each event."""

from collections.abc import Callable

from drlucky.game.events import Event
from drlucky.phrases.words import Names, Words


class Telling:
    """An event with all that putting it into words takes. `saving` says whether the attempts of the game are
    rescues (True) or murders (False); None speaks of attempts and fits both. `you` is the reader's seat: whoever has
    the turn is told so, and others are told who has it."""

    def __init__(
        self, event: Event, names: Names, words: Words, saving: bool | None = None, you: int | None = None
    ) -> None:
        self.event = event
        self.names = names
        self.words = words
        self.saving = saving
        self.is_you = you is not None and you == event.seat

    def tell(self) -> str:
        return EVENTS[self.event.kind](self)

    def say(self, message: str, **more: object) -> str:
        """The message with the event's own fields: {seat} and {pawn} begin a sentence, {victim} and {whom} are the
        same in the middle of one."""
        e = self.event
        return self.words.say(
            message,
            **{
                "seat": self.words.who(e.seat, self.names),
                "pawn": self.words.who(e.pawn, self.names),
                "victim": self.words.whom(e.seat, self.names),
                "whom": self.words.whom(e.pawn, self.names),
                "card": self.words.card(e.card),
                "number": e.number,
                **more,
            },
        )

    def there(self, message: str) -> str:
        """About something in {room}."""
        return self.say(message, room=self.words.where(self.event.room))

    def thither(self, message: str) -> str:
        """About someone going to {room}."""
        return self.say(message, room=self.words.whither(self.event.room))

    def turn(self) -> str:
        return self.say("It's your turn.") if self.is_you else self.say("It's {seat}'s turn.")

    def called_up(self) -> str:
        if self.is_you:
            return self.say("Doctor Lucky walks in on you: it's your turn.")
        return self.say("Doctor Lucky walks in on {victim}: it's {victim}'s turn.")

    def drew(self) -> str:
        return self.say("{seat} draws {card}.") if self.event.card else self.say("{seat} draws a card.")

    def walks(self) -> str:
        steps = self.words.count("{number} step", "{number} steps", self.event.number)
        if self.event.pawn == self.event.seat:
            return self.say("{seat} plays {card} for {steps}.", steps=steps)
        return self.say("{seat} plays {card}: {steps} for {whom}.", steps=steps)

    def shuffled(self) -> str:
        return self.words.count(
            "The only discard becomes the new draw pile.",
            "The {number} discards are shuffled into a new draw pile.",
            self.event.number,
        )

    def robbed(self) -> str:
        return self.words.count(
            "{pawn} takes {number} card from {victim}.",
            "{pawn} takes {number} cards from {victim}.",
            self.event.number,
            pawn=self.words.who(self.event.pawn, self.names),
            victim=self.words.whom(self.event.seat, self.names),
        )

    def attempt(self) -> str:
        if self.saving is None:
            return self.there("{seat} makes an attempt in {room}, with a strength of {number}.")
        if self.saving:
            return self.there("{seat} tries to save Doctor Lucky in {room}, with a strength of {number}.")
        return self.there("{seat} tries to kill Doctor Lucky in {room}, with a strength of {number}.")

    def foiled(self) -> str:
        if self.saving:
            return self.say("{pawn}'s rescue fails.")
        return self.say("{pawn}'s attempt fails.")

    def over(self) -> str:
        how = self.event.how
        winner = self.words.who(self.event.winner, self.names)
        if how == "sunk":
            return self.say("The last deck has sunk: nobody wins.")
        if how == "turn limit":
            return self.say("The turn limit is reached: nobody wins.")
        if how == "last alive":
            return self.say("{winner} is the last one alive and wins!", winner=winner)
        won = self.success(winner)
        if self.event.loser is None:
            return won
        return won + " " + self.lost(self.words.who(self.event.loser, self.names))

    def lost(self, loser: str) -> str:
        """About the last who could have played something and did not, whether or not it would have been enough."""
        if self.saving is None:
            return self.say(
                "{loser} was the last who still had a card to play against it, and is the loser.", loser=loser
            )
        if self.saving:
            return self.say("{loser} was the last who still had failures to play, and is the loser.", loser=loser)
        return self.say("{loser} was the last who still had luck to play, and is the loser.", loser=loser)

    def success(self, winner: str) -> str:
        if self.saving is None:
            return self.say("Nobody stopped it: {winner} wins!", winner=winner)
        if self.saving:
            return self.say("Nobody stopped it. Doctor Lucky is saved: {winner} wins!", winner=winner)
        return self.say("Nobody stopped it. Doctor Lucky is dead: {winner} wins!", winner=winner)


EVENTS: dict[str, Callable[[Telling], str]] = {
    "dealt face up": lambda t: t.say("{pawn} is dealt {card} face up."),
    "placed": lambda t: t.there("{pawn} starts in {room}."),
    "turn": Telling.turn,
    "called up": Telling.called_up,
    "stepped": lambda t: t.thither("{pawn} steps into {room}."),
    "walks": Telling.walks,
    "jumped": lambda t: t.thither("{pawn} jumps to {room} by card."),
    "drew": Telling.drew,
    "shuffled": Telling.shuffled,
    "laid down": lambda t: t.say("{seat} lays down {card}."),
    "attempt": Telling.attempt,
    "played": lambda t: t.say("{seat} plays {card} against it: {number} so far."),
    "passed": lambda t: t.say("{seat} passes."),
    "foiled": Telling.foiled,
    "reason": lambda t: t.say("{pawn} keeps a card and is now stronger by {number}."),
    "lights out": lambda t: t.say("The draw pile is empty, and the lights go out."),
    "deck sank": lambda t: t.say("Deck {deck} sinks.", deck=t.event.how),
    "washed up": lambda t: t.thither("{pawn} escapes up to {room}."),
    "doctor moved": lambda t: t.thither("Doctor Lucky walks to {room}."),
    "over": Telling.over,
    "turned up": lambda t: t.say("{seat} turns up {card}: {number} so far."),
    "stranger moved": lambda t: t.thither("{seat} goes to {room}."),
    "attacked": lambda t: t.say("{pawn} attacks {victim} with a strength of {number}."),
    "died": lambda t: t.say("{pawn} kills {victim}."),
    "robbed": Telling.robbed,
    "turn over": lambda t: t.say("{seat}'s turn is over."),
}
