"""The server's worker processes: hints, analyses, replays and pictures, for which nobody has to wait who did not ask
for them.

They are handed what they may know and nothing else: a hint the view of a seat, the past as that seat may know it, and
the hint given to it before, the others a record."""

import msgspec

from drlucky.analysis import analyse
from drlucky.game.view import View
from drlucky.hints import Hint, hint
from drlucky.jobs import Jobs
from drlucky.search.past import Past

HINT_SECONDS = 1.0
FEW_PLAYOUTS = 10
"""An analysis of so many from each decision takes a second or two."""
MOST_WAITING = 20
NICENESS = 10
"""People's commands come first."""
IDLE = 30.0
"""Seconds after which a process that has nothing to do is ended: it takes as much memory as the server itself."""
PATIENCE = 10.0
"""Times as long work may take where others have the processor: to have to wait is not its fault."""
GIVEN_UP_HINT, GIVEN_UP_REPLAY, GIVEN_UP_ROUGH, GIVEN_UP_ANALYSIS = 20.0, 20.0, 30.0, 120.0
GIVEN_UP_PICTURE = 10.0
"""Seconds of work after which it is given up and its process ended. It usually takes a fraction of that."""


def find_hint(view: View, past: Past, earlier: Hint | None) -> Hint:
    return hint(view, seconds=HINT_SECONDS, earlier=earlier, past=past)


def analysis_of(record: str, playouts: int) -> bytes:
    return msgspec.json.encode(analyse(record, playouts).as_dict())


def process(seconds: float) -> Jobs:
    return Jobs(seconds=seconds, most=MOST_WAITING, niceness=NICENESS, patience=PATIENCE, idle=IDLE)


class Workers:
    """A process for each kind of work, so that a hint, for which a player waits, waits for no analysis, a rough
    analysis for no thorough one, and none of them for whoever looks at old games."""

    def __init__(self) -> None:
        self._hints = process(GIVEN_UP_HINT)
        self._rough = process(GIVEN_UP_ROUGH)
        self._thorough = process(GIVEN_UP_ANALYSIS)
        self.replays = process(GIVEN_UP_REPLAY)
        self.pictures = process(GIVEN_UP_PICTURE)
        self.past = process(GIVEN_UP_REPLAY)
        """Logs that are looked through for finished games, for which nobody waits."""

    async def hint(self, view: View, past: Past, earlier: Hint | None = None) -> Hint:
        return await self._hints.run(find_hint, view, past, earlier)

    async def analysis(self, record: str, playouts: int) -> bytes:
        """As JSON."""
        jobs = self._rough if playouts <= FEW_PLAYOUTS else self._thorough
        return await jobs.run(analysis_of, record, playouts)

    def close(self) -> None:
        for jobs in (self._hints, self._rough, self._thorough, self.replays, self.pictures, self.past):
            jobs.close()
