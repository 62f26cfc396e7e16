"""Allowance: how many entries of the log one person, and all who share a place at the table, may bring about beside the
moves of the game. It comes back with time: no evening among friends uses it up, and nobody fills the disk.

It is counted in the times of the log, so that a replay comes to the same."""

from msgspec import Struct

from drlucky.table.answers import Refused

BY_ONE, BY_ONE_PLACE = 400, 1200
"""Entries at once. A place is a seat, whoever sits there, the host's, or that of all others together: identities cost
nothing, and many of them may be one visitor."""
SECONDS_EACH = 10.0
"""After so many seconds there is room for one more."""


class Allowance(Struct):
    used: float = 0.0
    at: float = 0.0

    def used_by(self, now: float) -> float:
        return max(0.0, self.used - (now - self.at) / SECONDS_EACH)

    def use(self, at: float) -> None:
        self.used = self.used_by(at) + 1
        self.at = at

    def check(self, most: int, entries: int, now: float) -> None:
        """Refuses what would be too much."""
        too_many = self.used_by(now) + entries - most
        if too_many > 0:
            raise Refused(
                "too fast",
                "so much has been said and arranged from here that the table needs a rest; wait {seconds:.0f} seconds",
                seconds=max(1.0, too_many * SECONDS_EACH),
            )
