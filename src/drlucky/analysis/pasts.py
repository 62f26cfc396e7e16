"""Pasts: what each seat could know, at every position of a record, of the decisions before it."""

from collections.abc import Sequence

from drlucky.analysis.positions import Position
from drlucky.search.past import Memory, Past


def pasts(places: Sequence[Position]) -> list[list[Past]]:
    """For each position that of each seat. The second part of a record is a game of its own, with a past of its own."""
    found: list[list[Past]] = []
    memories: list[Memory] = []
    for at, place in enumerate(places):
        setting = place.game.setting
        if not at or places[at - 1].part != place.part:
            memories = [Memory(setting.engine, seat) for seat in range(setting.seats)]
        found.append([memory.until(place.state) for memory in memories])
        if place.action is not None:
            for memory in memories:
                memory.note(place.state, place.game.number_of(place.action))
    return found
