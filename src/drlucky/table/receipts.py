"""Receipts: which commands have been accepted, so that none is applied twice, in bounded memory."""

from msgspec import Struct, field

REMEMBERED = 64


class Receipts(Struct):
    accepted: dict[str, dict[str, int]] = field(default_factory=dict)
    """By person, the version that each of the last commands got, oldest first."""
    forgotten: dict[str, int] = field(default_factory=dict)
    """By person, the version of the last command that is not remembered any more."""

    def keep(self, person: str, command: str, version: int) -> None:
        """A command with several entries has the version of the last."""
        mine = self.accepted.setdefault(person, {})
        mine[command] = version
        if len(mine) > REMEMBERED:
            oldest = next(iter(mine))
            self.forgotten[person] = mine.pop(oldest)

    def version_of(self, person: str, command: str) -> int | None:
        return self.accepted.get(person, {}).get(command)

    def is_too_old(self, person: str, made_for: int) -> bool:
        """Might a command made for this version be one that is not remembered any more? It was made before it was
        accepted, so only one made for an older version can."""
        return made_for < self.forgotten.get(person, 0)
