"""Reasons: which card of an attempt someone keeps. To the rules it is one more point of strength, whichever it is, so
the one who keeps it may say which: it lies under their character."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from drlucky.game.events import Event
from drlucky.game.setup import Setting

IN_ATTEMPTS = frozenset({"laid down", "played", "turned up", "passed", "foiled", "died", "robbed"})
STRIKES = frozenset({"attempt", "attacked"})


class Keepsake(Struct, frozen=True):
    seat: int
    """In the game."""
    card: str | None
    """What is shown; None: a card that nobody has seen."""
    choices: tuple[str, ...]
    """What could be shown."""


def reason(setting: Setting, events: Sequence[Event], at: int) -> Keepsake | None:
    """The Reason that the event at this place brought a seat; None for the doctor, who shows none."""
    seat = events[at].seat
    if seat is None:
        return None
    choices = tuple(dict.fromkeys(played(setting, events, at, seat)))
    return Keepsake(seat, choices[0] if choices else None, choices)


def played(setting: Setting, events: Sequence[Event], at: int, seat: int) -> Iterator[str]:
    """The cards that the book lets one keep, the usual one first: weapons, then those that were played against them."""
    attempt = list(backwards(events, at))[::-1]
    keeps = setting.book.keeps
    if keeps == "weapon" and seat in setting.strangers:
        return
    yield from (event.card for event in attempt if event.kind == "laid down" and event.card)
    if keeps == "card":
        lucky = {card.name for card in setting.deck.cards if card.luck}
        yield from (event.card for event in attempt if event.kind != "laid down" and event.card in lucky)


def backwards(events: Sequence[Event], at: int) -> Iterator[Event]:
    """The events of the attempt that was over at this place, the last first."""
    struck = False
    for event in reversed(events[:at]):
        if event.kind in STRIKES and not struck:
            struck = True
        elif event.kind not in IN_ATTEMPTS or (struck and event.kind != "laid down"):
            return
        else:
            yield event
