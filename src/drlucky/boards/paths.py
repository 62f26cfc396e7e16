"""Who is one step from whom."""

from collections.abc import Collection, Iterable, Mapping


def neighbours(
    rooms: Collection[str], halls: Collection[str], ways: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """For each room the other rooms one step away, sorted.

    A step leads along a way into the next room, or into a hall and on through any number of halls
    to every room that opens on them. Ways to anything that is neither room nor hall are ignored.
    """
    beyond: dict[str, set[str]] = {place: set() for place in (*rooms, *halls)}
    for a, b in ways:
        if a in beyond and b in beyond:
            beyond[a].add(b)
            beyond[b].add(a)
    halls = frozenset(halls)
    return {room: tuple(sorted(_one_step(room, beyond, halls))) for room in rooms}


def _one_step(room: str, beyond: Mapping[str, set[str]], halls: Collection[str]) -> set[str]:
    reached = {room}
    to_visit = [room]
    while to_visit:
        for place in beyond[to_visit.pop()] - reached:
            reached.add(place)
            if place in halls:
                to_visit.append(place)
    return reached.difference(halls, {room})


def parts(adjacent: Mapping[str, Collection[str]]) -> list[set[str]]:
    """The rooms, grouped so that one can walk between any two of a group; the largest group first."""
    groups: list[set[str]] = []
    left = dict.fromkeys(adjacent)
    while left:
        group: set[str] = set()
        to_visit = [next(iter(left))]
        while to_visit:
            room = to_visit.pop()
            if room not in group:
                group.add(room)
                del left[room]
                to_visit.extend(adjacent[room])
        groups.append(group)
    return sorted(groups, key=len, reverse=True)
