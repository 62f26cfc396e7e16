"""Kill Doctor Lucky, the German edition."""

from dataclasses import replace

from drlucky.editions import kill_2016
from drlucky.editions.kill_2016 import Kill2016
from drlucky.engine.state import State


class KillDe(Kill2016):
    """Any number of weapons in one attempt; a weapon kept as a Motive, and no Motive without one."""

    def many_weapons(self) -> bool:
        return True

    def after_failure(self, s: State) -> None:
        if s.laid:
            self.keep_reason(s)
        self.discard_table(s)


BOOK = replace(
    kill_2016.BOOK,
    id="kill-de",
    title="Kill Doctor Lucky, German edition",
    about="Any number of weapons in one attempt, and a weapon that failed becomes a Motive.",
    rules=KillDe,
)
