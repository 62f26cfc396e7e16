"""What a seat may know as a vector of numbers, written straight from the engine's state.

Nothing is copied wholesale: every number is fetched by name, as `game.view` does it, so that a hidden card could get
in only by a line that says so. Players are counted from the seat that looks: "me", "left 1" to its left, and so on."""

from array import array
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.game.actions import movable_pawns
from drlucky.game.events import ENDINGS
from drlucky.game.setup import Setting
from drlucky.game.view import PHASES

Vector = NDArray[np.float32]
Numbers: TypeAlias = "array[float]"


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
        self._zeros = array("f", [0.0] * self.size)
        self._at = {name: field.start for name, field in self._fields.items()}
        self._scale = {name: field.scale for name, field in self._fields.items()}
        face_up = {"discards": codes.DISCARD, "out_of_game": codes.GONE, "table": codes.TABLE}
        self._face_up = [(setting.seats + place, self._at[name]) for name, place in face_up.items()]
        self._types = list(self.engine.cards.type_of)
        self._rooms = len(setting.room_names)
        others = {"doctor": self.engine.doctor, "cat": self.engine.cat, "dog": self.engine.dog}
        self._others = [(pawn, self._at[name]) for name, pawn in others.items() if pawn != codes.NOBODY]

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
        numbers = self._zeros[:]
        self._write_game(s, seat, numbers)
        self._write_pawns(s, seat, numbers)
        self._write_cards(s, seat, numbers)
        if s.phase == codes.WALK:
            numbers[self._at["walk"]] = s.walk / self._scale["walk"]
            numbers[self._at["walker"] + s.walker] = 1
        elif s.phase == codes.LAY:
            self._write_attempt(s.current, s.target, seat, numbers)
        elif s.strength:
            self._write_attempt(s.striker, s.target, seat, numbers)
            numbers[self._at["strength"]] = s.strength / self._scale["strength"]
            numbers[self._at["luck"]] = s.luck / self._scale["luck"]
        if s.phase == codes.OVER:
            self._write_ending(s, seat, numbers)
        return np.frombuffer(numbers, np.float32)

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

    def _stages(self) -> list[str]:
        sunk = [f"{number} sunk" for number in range(len(self.setting.ship_decks) + 1)]
        return sunk if self.setting.ship_decks else ["light", "dark"][: len(self.engine.house.open)]

    # Writing. Single numbers go into an array of Python's own, which takes them faster than one of numpy's.

    def _write_game(self, s: State, seat: int, numbers: Numbers) -> None:
        at, scale, seats = self._at, self._scale, self.setting.seats
        numbers[at["seat"] + seat] = 1
        numbers[at["phase"] + PHASE_AT[s.phase]] = 1
        numbers[at["turn"]] = s.turn / scale["turn"]
        numbers[at["stage"] + s.stage] = 1
        numbers[at["current"] + (s.current - seat) % seats] = 1
        if s.phase != codes.OVER:
            numbers[at["decider"] + (s.decider - seat) % seats] = 1
        numbers[at["steps"]] = s.steps / scale["steps"]
        numbers[at["owed"]] = s.owed / scale["owed"]
        numbers[at["played"]] = s.played / scale["played"]
        numbers[at["between"]] = int(s.turn_done)

    def _write_pawns(self, s: State, seat: int, numbers: Numbers) -> None:
        at, seats, rooms = self._at, self.setting.seats, self._rooms
        where, reasons = list(s.rooms), list(s.reasons)
        for player in range(seats):
            turned = (player - seat) % seats
            if where[player] != codes.NOWHERE:
                numbers[at["rooms"] + turned * rooms + where[player]] = 1
            numbers[at["reasons"] + turned] = reasons[player] / self._scale["reasons"]
        numbers[at["reasons"] + seats] = reasons[seats] / self._scale["reasons"]
        for pawn, start in self._others:
            numbers[start + where[pawn]] = 1

    def _write_cards(self, s: State, seat: int, numbers: Numbers) -> None:
        """The cards whose faces this seat sees; of the others how many there are."""
        types, sizes, seats = self._types, self._at["hand_sizes"], self.setting.seats
        for place, start in (seat, self._at["hand"]), *self._face_up:
            for card in s.cards_at(place):
                numbers[start + types[card]] += 1
        for player in range(seats):
            numbers[sizes + (player - seat) % seats] = s.count_at(player) / self._scale["hand_sizes"]
        begin = s.pile_at
        for k, end in enumerate(self.engine.pile_ends_from(s), self._at["piles"]):
            numbers[k] = (end - begin) / self._scale["piles"]
            begin = end

    def _write_attempt(self, striker: int, target: int, seat: int, numbers: Numbers) -> None:
        numbers[self._at["attempt_by"] + self._turned(striker, seat)] = 1
        numbers[self._at["attempt_on"] + self._turned(target, seat)] = 1

    def _turned(self, pawn: int, seat: int) -> int:
        """A striker or target, counted from the seat to its left; last the doctor, whom a target of nobody means."""
        seats = self.setting.seats
        return seats if pawn in (codes.NOBODY, self.engine.doctor) else (pawn - seat) % seats

    def _write_ending(self, s: State, seat: int, numbers: Numbers) -> None:
        seats = self.setting.seats
        numbers[self._at["ending"] + ENDING_AT[s.ending]] = 1
        if s.winner != codes.NOBODY:
            numbers[self._at["winner"] + (s.winner - seat) % seats] = 1
        if s.loser != codes.NOBODY:
            numbers[self._at["loser"] + (s.loser - seat) % seats] = 1


PHASE_AT = {code: at for at, code in enumerate(PHASES)}
ENDING_AT = {code: at for at, code in enumerate(ENDINGS)}
