"""Presence: who is here. It is not in the log: after a restart everyone has yet to arrive."""

from collections import Counter


class Presence:
    def __init__(self) -> None:
        self._here: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self.returning: set[str] = set()
        """Those who arrived and have not been given their seats back yet."""
        self.since = 0.0
        """Since when the table has been looking."""

    def arrive(self, person: str) -> bool:
        """One more device of a person; True if it is the first."""
        self._here[person] += 1
        self.returning.add(person)
        return self._here[person] == 1

    def go(self, person: str, now: float) -> bool:
        """One device less; True if it was the last."""
        self._here[person] -= 1
        if self._here[person] > 0:
            return False
        del self._here[person]
        self._left[person] = now
        self.returning.discard(person)
        return True

    def is_here(self, person: str) -> bool:
        return person in self._here

    def quiet_since(self) -> float:
        """When the last of all left."""
        return max([self.since, *self._left.values()])

    @property
    def is_anyone_here(self) -> bool:
        return bool(self._here)

    def away_since(self, person: str) -> float:
        """When an absent person left, or the table began to look."""
        return max(self.since, self._left.get(person, 0.0))
