"""Words: the parts of speech that sentences are made of, in one language.

The catalogue holds whole phrases, never endings or articles to be put together: German has "im Salon" and "in den
Salon", "in der Küche" and "in die Küche", "auf der Brücke" and "auf die Brücke" where English just has "the"."""

from collections.abc import Sequence
from functools import cache

from drlucky.game.events import DOCTOR, Pawn
from drlucky.game.setup import STRANGER_SEATS
from drlucky.phrases.catalogue import translations

Names = Sequence[str]

Forms = dict[str | None, str]
"""What pawns are called; None is nobody."""

STRANGERS: Forms = {"stranger-1": "Stranger 1", "stranger-2": "Stranger 2"}
"""Seats without a person have names that the game gave them; people's names are never translated."""

# A pawn that does something, at the beginning of a sentence; and one to which something is done.
WHO: Forms = {DOCTOR: "Doctor Lucky", "cat": "The cat Patience", "dog": "The dog Shamrock", None: "Nobody"}
WHOM: Forms = {
    DOCTOR: "Doctor Lucky",
    "cat": "the cat Patience",
    "dog": "the dog Shamrock",
    None: "nobody",
    **STRANGERS,
}

# Where one is and where one goes. The English sentence says "in", "to" or "into", the German phrase does so itself.
WHERE = "where"
WHITHER = "whither"
ANY_ROOM = "the {room}"
"""For the rooms of someone's own board."""


def words(language: str) -> "Words":
    """Refuses, in words, a language that is not in the catalogue."""
    translations(language)
    return made(language)


@cache
def made(language: str) -> "Words":
    return Words(language)


class Words:
    """The extraction of messages knows `say`, `count` and `pick` by their names."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalogue = translations(language)

    def say(self, message: str, **parts: object) -> str:
        return self.catalogue.gettext(message).format(**parts)

    def count(self, one: str, many: str, number: int | None, **parts: object) -> str:
        """A message that depends on a number, which it may contain as {number}."""
        return self.catalogue.ngettext(one, many, number or 0).format(number=number, **parts)

    def pick(self, context: str, message: str) -> str:
        """A message that means different things, or has different forms, in different contexts."""
        return self.catalogue.pgettext(context, message)

    def room(self, name: str) -> str:
        """A room's bare name, as on a board."""
        return self.pick("room", name)

    def where(self, name: str | None) -> str:
        return self.placed(WHERE, name or "")

    def whither(self, name: str | None) -> str:
        return self.placed(WHITHER, name or "")

    def placed(self, context: str, name: str) -> str:
        message = the(name)
        found = self.pick(context, message)
        return found if found != message else self.pick(context, ANY_ROOM).format(room=message.removeprefix("the "))

    def card(self, name: str | None) -> str:
        return self.pick("card", name) if name else ""

    def who(self, pawn: Pawn | None, names: Names) -> str:
        return self.seated(pawn, names) if isinstance(pawn, int) else self.pick("who", WHO[pawn])

    def whom(self, pawn: Pawn | None, names: Names) -> str:
        return self.seated(pawn, names) if isinstance(pawn, int) else self.pick("whom", WHOM[pawn])

    def seated(self, seat: int, names: Names) -> str:
        name = names[seat]
        return self.pick("whom", name) if name in STRANGERS.values() else name

    def stranger(self, pawn: str, names: Names) -> str:
        """The name of the seat that an action calls "stranger-1" or "stranger-2"."""
        return self.seated(STRANGER_SEATS[list(STRANGERS).index(pawn)], names)

    def all_of(self, people: Sequence[str]) -> str:
        if len(people) < 2:
            return "".join(people)
        return self.say("{most} and {last}", most=", ".join(people[:-1]), last=people[-1])


def the(name: str) -> str:
    """A room's name with the English article, once."""
    return "the " + name.removeprefix("The ").removeprefix("the ")
