"""What a seat may know as a vector of numbers: how it is laid out, and what it says in words. It is written by
`drlucky.search.observation`.

Players are counted from the seat that looks: "me", "left 1" to its left, and so on."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_char
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.game.actions import movable_pawns
from drlucky.game.events import ENDINGS
from drlucky.game.setup import Setting
from drlucky.game.view import PHASES
from drlucky.search.observation import AHEAD, Observer, Row, Scales, listed

Vector = NDArray[np.float32]


class Field(NamedTuple):
    """A range of the vector."""

    name: str
    start: int
    labels: tuple[str, ...]
    """What each index stands for."""
    scale: int
    """The number that is written as 1.0."""
    most: int
    """The largest number there can be."""
    private: bool
    about: str

    @property
    def stop(self) -> int:
        return self.start + len(self.labels)

    @property
    def range(self) -> slice:
        return slice(self.start, self.stop)


class Encoder:
    """Writes the vectors of one set-up, which all have the same length."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.engine = setting.engine
        self._fields: dict[str, Field] = {}
        self._lay_out()
        self.size = self._end()
        self.scales = self._scales()
        self.observer = self._observer()
        """Writes them, in compiled code."""
        bits = np.array(self.scales.floats)
        self._numbers: list[float] = bits.view(np.float32).tolist()
        """All that a vector can hold, and below the place of each."""
        self._places = Scales(list(range(len(bits))), list(self.scales.bytes), self.scales.first)

    def layout(self) -> tuple[Field, ...]:
        """Every range of the vector, in order."""
        return tuple(self._fields.values())

    def describe(self) -> str:
        """The layout as a text: a line for each range."""
        return "\n".join(
            f"{f'{field.start}-{field.stop - 1}':>9}  {field.name:<14} {field.about}" for field in self.layout()
        )

    def highest(self) -> Vector:
        """The largest value that each index can have; the smallest is 0."""
        return np.concatenate(
            [np.full(len(field.labels), field.most / field.scale, np.float32) for field in self.layout()]
        )

    def encode(self, s: State, seat: int) -> Vector:
        """All that a seat may know, as a new vector."""
        return as_array(self.observer.single(s, seat).floats, np.float32)

    def listed(self, s: State, seat: int) -> list[float]:
        """The same as a list."""
        return listed(self.observer, self._places, self._numbers, s, seat)

    def text(self, vector: Vector, fields: Iterable[Field] | None = None) -> str:
        """A vector, or some of its ranges, in words: every number that is not 0, by its label."""
        lines = []
        for field in self.layout() if fields is None else fields:
            numbers = np.rint(vector[field.range] * field.scale).astype(int).tolist()
            said = [
                label if number == 1 else f"{label}={number}"
                for label, number in zip(field.labels, numbers, strict=True)
                if number
            ]
            lines.append(f"{field.name}: {', '.join(said)}" if said else f"{field.name}:")
        return "\n".join(lines)

    # Laying out.

    def _add(
        self, name: str, labels: Iterable[str], about: str, scale: int = 1, most: int = 1, private: bool = False
    ) -> None:
        self._fields[name] = Field(name, self._end(), tuple(labels), scale, most, private, about)

    def _end(self) -> int:
        return sum(len(field.labels) for field in self._fields.values())

    def _lay_out(self) -> None:
        setting, engine, deck = self.setting, self.engine, self.setting.deck
        rooms, cards = setting.room_names, [card.name for card in deck.cards]
        copies = max(card.copies for card in deck.cards)
        steps = 1 + sum(card.steps * card.copies for card in deck.cards)
        worth = 1 + deck.size + sum(max(card.value, card.value_in_room) * card.copies for card in deck.cards)
        turned = ["me", *(f"left {k}" for k in range(1, setting.seats))]
        strikers = [*turned, "doctor"]

        self._add("seat", (f"seat {k}" for k in range(setting.seats)), "whose view it is, one-hot")
        self._add("phase", PHASES.values(), "what the game waits for, one-hot")
        self._add("turn", ["turns"], "turns finished; 1.0 is the turn limit", setting.turn_limit, setting.turn_limit)
        self._add("stage", self._stages(), "what has become of the house, one-hot")
        self._add("current", turned, "whose turn it is, one-hot from me to the left")
        self._add("decider", turned, "who must decide, one-hot from me to the left; none when the game is over")
        in_rooms = (f"{who} in {room}" for who in turned for room in rooms)
        self._add("rooms", in_rooms, "each player's room, one-hot, from me to the left; none when out of the game")
        self._add("doctor", rooms, "the doctor's room, one-hot")
        if engine.cat != codes.NOBODY:
            self._add("cat", rooms, "the cat's room, one-hot")
        if engine.dog != codes.NOBODY:
            self._add("dog", rooms, "the dog's room, one-hot")
        self._add("steps", ["steps"], "steps left to the player in turn; 1.0 is 5", 5, steps)
        self._add("walk", ["steps"], "steps left of a card's walk; 1.0 is 5", 5, steps)
        walkers = [name or "player" for name in movable_pawns(engine)]
        self._add("walker", walkers, "whom that walk moves, one-hot")
        self._add("owed", ["cards"], "cards played for steps of which none was taken yet; 1.0 is 5", 5, deck.size)
        self._add("played", ["cards"], "cards played this turn; 1.0 is 5", 5, deck.size)
        self._add("between", ["between turns"], "1 while the doctor is on his own walk")
        self._add("hand", cards, "my cards: copies of each", 1, copies, private=True)
        self._add("discards", cards, "discards: copies of each card", 1, copies)
        self._add("out_of_game", cards, "cards out of the game that everyone has seen: copies of each", 1, copies)
        self._add("table", cards, "cards played in the attempt under way: copies of each", 1, copies)
        self._add("hand_sizes", turned, "cards in each hand, from me to the left; 1.0 is 10", 10, deck.size)
        self._add("reasons", strikers, "failed attempts that count, from me to the left; 1.0 is 10", 10, deck.size)
        piles = setting.ship_decks or ("pile",)
        self._add(
            "piles",
            (f"pile {k}" for k in range(1, len(piles) + 1)),
            "cards left to draw in each pile, the next first; 1.0 is the deck",
            deck.size,
            deck.size,
        )
        self._add("attempt_by", strikers, "who makes the attempt, one-hot from me to the left")
        self._add("attempt_on", strikers, "on whom, one-hot from me to the left")
        self._add("strength", ["strength"], "what it is worth, from the strike on; 1.0 is 10", 10, worth)
        self._add("luck", ["luck"], "what was played against it; 1.0 is 10", 10, engine.cards.all_luck)
        self._add("ending", ENDINGS.values(), "how the game ended, one-hot")
        self._add("winner", turned, "who won, one-hot from me to the left")
        self._add("loser", turned, "who let it happen, one-hot from me to the left")
        seers = [*turned[1:], "doctor", *(["dog"] if engine.dog != codes.NOBODY else [])]
        self._add("seen_by", seers, "1 for each who sees me where I am")
        way = "the doctor's moves until he comes to each, from me to the left; 1.0 is the number of rooms"
        self._add("doctor_comes", turned, way, len(rooms), len(rooms))
        places = ["now", *(f"in {ahead}" for ahead in range(1, AHEAD + 1))]
        to_doctor = "my steps to where the doctor is, and will be after each of his next moves; 1.0 is 5"
        self._add("to_doctor", places, to_doctor, 5, len(rooms))

    def _stages(self) -> list[str]:
        sunk = [f"{number} sunk" for number in range(len(self.setting.ship_decks) + 1)]
        return sunk if self.setting.ship_decks else ["light", "dark"][: len(self.engine.house.open)]

    def _scales(self) -> Scales:
        """A table for each scale there is, with all numbers that can come up: as the bits of a float32, and as a byte,
        which is the number itself, at most 255. Only of the turns a byte holds the share of the turn limit that has
        gone by."""
        floats: list[int] = []
        bytes_: list[int] = []
        first: dict[str, int] = {}
        for scale in dict.fromkeys(map(_table, self.layout())):
            alike = [field for field in self.layout() if _table(field) == scale]
            first |= {field.name: len(floats) for field in alike}
            numbers = np.arange(max(field.most for field in alike) + 1)
            shown = numbers * 255 // scale.scale if scale.share else np.minimum(numbers, 255)
            floats += (numbers / scale.scale).astype(np.float32).view(np.int32).tolist()
            bytes_ += shown.tolist()
        return Scales(floats, bytes_, first)

    def _observer(self) -> Observer:
        house = self.engine.house
        stages, rooms = len(house.open), int(house.rooms)
        moves: list[int] = []
        steps: list[int] = []
        for start in range(0, stages * rooms, rooms):
            after = [int(house.doctor_next[start + room]) for room in range(rooms)]
            doors = [int(house.adjacent[start + room]) for room in range(rooms)]
            for room in range(rooms):
                moves += distances(room, [[next_room] for next_room in after])
                steps += distances(room, [[other for other in range(rooms) if mask >> other & 1] for mask in doors])
        return Observer(
            self.engine,
            self.scales,
            self.size,
            {name: field.start for name, field in self._fields.items()},
            codes_in_order(PHASES),
            codes_in_order(ENDINGS),
            moves,
            steps,
            len(self._fields["piles"].labels),
        )


def shared(numbers: Any, dtype: Any) -> NDArray[Any]:
    """An array on the memory that compiled code writes into. A vec hands that out to be read only; here it is taken by
    its address, so that arrays can be cleared and changed. The array keeps the memory alive."""
    readable = np.asarray(numbers)
    memory: Any = (c_char * readable.nbytes).from_address(readable.ctypes.data)
    memory.owner = readable
    array: NDArray[Any] = np.frombuffer(memory, dtype)
    return array


def as_array(numbers: Any, dtype: Any) -> NDArray[Any]:
    """A copy of what compiled code has written; `np.array` would take twice as long to find out what it is."""
    return np.frombuffer(numbers, dtype).copy()


class Slate:
    """For someone who looks at one state after the other, from one thread: the same row is written again and again, and
    copied, in a third of the time that it takes to make a new one."""

    def __init__(self, encoder: Encoder) -> None:
        self._row = Row(encoder.observer)
        self._numbers = shared(self._row.sheet.floats, np.float32)
        self._mask = shared(self._row.mask, np.int8)

    def encode(self, s: State, seat: int) -> Vector:
        """As the encoder does."""
        self._numbers.fill(0)
        self._row.observe(s, seat)
        return self._numbers.copy()

    def mask(self, s: State, seat: int) -> NDArray[np.int8]:
        """1 for each action that the seat may take now: none if it is not asked."""
        self._mask.fill(0)
        if seat == s.decider:
            self._row.mark_legal(s)
        return self._mask.copy()


class Table(NamedTuple):
    """What ranges have in common that are written by the same table."""

    scale: int
    share: bool
    """Is a byte a share of the most there can be?"""


def _table(field: Field) -> Table:
    return Table(field.scale, field.name == "turn")


def codes_in_order(names: Mapping[int, str]) -> list[int]:
    """Where the name of each code stands among them, at the code; 0 for codes without one."""
    at = {code: place for place, code in enumerate(names)}
    return [at.get(code, 0) for code in range(max(names) + 1)]


def distances(start: int, onward: Sequence[Iterable[int]]) -> list[int]:
    """How many steps it is from one room to each, if these lead on from each; as many as there are rooms to one that
    cannot be reached."""
    rooms = len(onward)
    found = [rooms] * rooms
    found[start] = 0
    waiting = deque([start])
    while waiting:
        room = waiting.popleft()
        for other in onward[room]:
            if other != codes.NOWHERE and found[other] == rooms:
                found[other] = found[room] + 1
                waiting.append(other)
    return found
