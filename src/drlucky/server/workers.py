"""The server's worker processes: hints, analyses and replays, for which nobody has to wait who did not ask for them.

They are handed what they may know and nothing else: a hint the view of a seat, the others a record."""

import msgspec

from drlucky.analysis import analyse
from drlucky.game.view import View
from drlucky.hints import Hint, hint
from drlucky.jobs import Jobs

HINT_SECONDS = 1.0
FEW_PLAYOUTS = 20
"""An analysis of so many from each decision takes about as long as a hint."""
MOST_WAITING = 20
NICENESS = 10
"""People's commands come first."""
QUICK_SECONDS, REPLAY_SECONDS, ANALYSIS_SECONDS = 60.0, 60.0, 1800.0
"""After which work is given up. It takes a fraction of that, also on a slow machine with much else to do."""


def find_hint(view: View) -> Hint:
    return hint(view, seconds=HINT_SECONDS)


def analysis_of(record: str, playouts: int) -> bytes:
    return msgspec.json.encode(analyse(record, playouts).as_dict())


class Workers:
    """A process for each kind of work, so that a hint, which takes a second, does not wait for an analysis that takes
    minutes, nor one for whoever looks at old games."""

    def __init__(self) -> None:
        self._quick = Jobs(seconds=QUICK_SECONDS, most=MOST_WAITING, niceness=NICENESS)
        self._thorough = Jobs(seconds=ANALYSIS_SECONDS, most=MOST_WAITING, niceness=NICENESS)
        self.replays = Jobs(seconds=REPLAY_SECONDS, most=MOST_WAITING, niceness=NICENESS)

    async def hint(self, view: View) -> Hint:
        return await self._quick.run(find_hint, view)

    async def analysis(self, record: str, playouts: int) -> bytes:
        """As JSON."""
        jobs = self._quick if playouts <= FEW_PLAYOUTS else self._thorough
        return await jobs.run(analysis_of, record, playouts)

    def close(self) -> None:
        for jobs in (self._quick, self._thorough, self.replays):
            jobs.close()
