"""Sentences that are kept for a while: several people read the same one of the same move."""

from functools import cache, lru_cache

from drlucky import phrases
from drlucky.game.actions import Action
from drlucky.game.events import Event

KEPT = 20_000

saves = cache(phrases.saves)


@lru_cache(KEPT)
def sentence(event: Event, names: tuple[str, ...], language: str, saving: bool, you: int | None = None) -> str:
    """`you` is the reader's seat, where the event is about it: what is about others is the same for all."""
    return phrases.event(event, names, language, saving=saving, you=you)


@lru_cache(KEPT)
def phrase(action: Action, names: tuple[str, ...], language: str, saving: bool) -> str:
    return phrases.action(action, language, names=names, saving=saving)
