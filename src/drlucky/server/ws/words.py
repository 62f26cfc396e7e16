"""Words: sentences for what is on a sheet, in the language of whoever reads it.

Several people read the same sentence of the same move, so the last ones are kept."""

from collections.abc import Sequence
from functools import cache, lru_cache

from drlucky import phrases
from drlucky.game.actions import Action
from drlucky.game.events import Event
from drlucky.server.ws.messages import Words
from drlucky.table import LiveTable

KEPT = 20_000


def words(live: LiveTable, events: Sequence[Event], eyes: int | None, language: str) -> Words | None:
    """For these events and, if it is for the seat with these eyes to decide, for each legal action; None if there is
    nothing to say."""
    game = live.table.last_match().game
    legal = game.legal if eyes is not None and eyes == game.to_decide else ()
    if not events and not legal:
        return None
    names, saving = game.players, saves(game.edition.id)
    return Words(
        events=tuple(sentence(event, names, language, saving) for event in events),
        legal=tuple(phrase(action, names, language, saving) for action in legal),
    )


saves = cache(phrases.saves)


@lru_cache(KEPT)
def sentence(event: Event, names: tuple[str, ...], language: str, saving: bool) -> str:
    return phrases.event(event, names, language, saving=saving)


@lru_cache(KEPT)
def phrase(action: Action, names: tuple[str, ...], language: str, saving: bool) -> str:
    return phrases.action(action, language, names=names, saving=saving)
