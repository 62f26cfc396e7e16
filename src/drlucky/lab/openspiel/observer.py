"""What a player knows of a state, as OpenSpiel's observers tell it."""

import hashlib
from typing import Any, Protocol

import numpy as np
import pyspiel
from numpy.typing import NDArray

from drlucky.errors import DrLuckyError
from drlucky.game.encoding import Field, Vector
from drlucky.lab.openspiel.kit import Kit
from drlucky.lab.openspiel.state import World, numbers

FINGERPRINT_BYTES = 8
BITS = [[float(byte >> bit & 1) for bit in reversed(range(8))] for byte in range(256)]
"""The bits of every byte, the highest first."""


def last_words(told: bytes, recall: int) -> NDArray[np.uint16]:
    return np.frombuffer(told, np.uint16)[-recall:]


def fingerprint(told: bytes) -> bytes:
    return hashlib.blake2b(told, digest_size=FINGERPRINT_BYTES).digest()


def add_history(observed: list[float], told: bytes, recall: int) -> None:
    """Makes the list of an observation that of an information state, with perfect recall."""
    history: list[float] = last_words(told, recall).astype(np.float64).tolist()
    observed += history
    observed += [0.0] * (recall - len(history))
    for byte in fingerprint(told):
        observed += BITS[byte]


class Unfolding(Protocol):
    """A state, as far as it takes to observe one."""

    world: World


def words(kit: Kit, told: bytes) -> str:
    return ", ".join(kit.words[word] for word in numbers(told))


class Observer:
    """A text, a tensor, and the tensor's parts by name.

    Without perfect recall it is the present view, see `drlucky.game.encoding`. With it, there is also all that the
    player was told since the game began: as words, as the numbers of the last so many words, and as the bits
    of a fingerprint of them all, so that two histories never look alike even when they are longer."""

    def __init__(self, kit: Kit, recall: int, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise DrLuckyError("an observation holds one player's cards at most, not everyone's")
        self.kit = kit
        self.recall = recall if kind.perfect_recall else 0
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.fields = [field for field in self.kit.encoder.layout() if self._is_wanted(field)]
        self.wanted = np.concatenate([np.arange(field.start, field.stop) for field in self.fields] or [np.arange(0)])
        sizes = {field.name: len(field.labels) for field in self.fields}
        if self.recall:
            sizes |= {"history": self.recall, "fingerprint": 8 * FINGERPRINT_BYTES}
        self.tensor: Vector = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Vector] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def _is_wanted(self, field: Field) -> bool:
        return self.private if field.private else self.public

    def set_from(self, state: Unfolding, player: int) -> None:
        self.tensor.fill(0)
        world = state.world
        if world.state is None:
            return
        vector = self.kit.encoder.encode(world.state, self.kit.live[player])
        self.tensor[: len(self.wanted)] = vector[self.wanted]
        if self.recall:
            told = self._told(world, player)
            last = last_words(told, self.recall)
            self.dict["history"][: len(last)] = last
            self.dict["fingerprint"][:] = np.unpackbits(np.frombuffer(fingerprint(told), np.uint8))

    def string_from(self, state: Unfolding, player: int) -> str:
        world = state.world
        if world.state is None:
            return "not dealt yet"
        if self.recall:
            return f"seat {self.kit.live[player]}: {words(self.kit, self._told(world, player))}"
        return self.kit.encoder.text(self.kit.encoder.encode(world.state, self.kit.live[player]), self.fields)

    def _told(self, world: World, player: int) -> bytes:
        """What the player was told, or only what everyone was, or only what nobody else was."""
        if self.private and self.public:
            return world.told[player]
        if self.public:
            return world.told[-1]
        own = [word for word in numbers(world.told[player]) if self.kit.gets <= word < self.kit.shows]
        return np.array(own if self.private else [], np.uint16).tobytes()
