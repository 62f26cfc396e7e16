"""Clocks: how much time a decision has. A decision is all that a seat decides in a row."""

from msgspec import Struct

from drlucky.table.settings import Clock


class Clocks(Struct):
    """The clocks of one game. Times are those of the log, so that a replay has the same."""

    setting: Clock
    left: list[float]
    """For each seat what is left of a clock for the game."""
    since: float
    """When the decision began."""
    used: float | None = None
    """While the game is paused: how long the decision had taken."""
    decisions: int = 0
    """How many there have been in this game: two that one seat makes are told apart by it."""

    def limit(self, seat: int) -> float | None:
        """How long the decision of this seat may take."""
        if self.setting.kind == "none":
            return None
        return self.left[seat] + self.setting.spare if self.setting.kind == "game" else self.setting.seconds

    def deadline(self, seat: int) -> float | None:
        limit = self.limit(seat)
        return None if limit is None or self.used is not None else self.since + limit

    def decided(self, seat: int, at: float) -> None:
        """The seat's decision is over, and the next one begins."""
        self.left[seat] = self.left_at(seat, at)
        self.since = at
        self.decisions += 1
        if self.used is not None:
            self.used = 0.0

    def left_at(self, seat: int, at: float) -> float:
        """What is left to the seat that has been deciding."""
        spent = at - self.since if self.used is None else self.used
        return max(0.0, self.left[seat] - spent)

    def pause(self, at: float) -> None:
        self.used = at - self.since

    def go_on(self, at: float) -> None:
        self.since = at - (self.used or 0.0)
        self.used = None

    def wake(self, at: float) -> None:
        """The time in which nothing ran does not count; a game of days has time enough."""
        if self.setting.kind != "days":
            self.since = at


def clocks(setting: Clock, seats: int, at: float) -> Clocks:
    return Clocks(setting, [setting.seconds if setting.kind == "game" else 0.0] * seats, at)
