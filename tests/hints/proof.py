"""Judges the reasons of a hint by playing its plan in the true game, where the hint had only the view."""

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from drlucky.engine import codes
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import reshuffle
from drlucky.game.actions import Action
from drlucky.game.game import Game
from drlucky.game.sight import sight
from drlucky.hints import Why


class Proof:
    def __init__(self, game: Game, seat: int, plan: tuple[Action, ...]) -> None:
        self.game = game
        self.seat = seat
        self.plan = plan
        self.engine = game.setting.engine
        self.view = game.view(seat)
        self.told: list[Happening] = []
        """What comes of the last action, and then of all."""
        self.end = game.state
        for action in plan[:-1]:
            self.end = self.do(self.end, action)
        before = self.told
        self.after = self.do(self.end, plan[-1], before)
        """Before and after the last action."""
        self.told = before + self.told

    def do(self, s: State, action: Action | str, before: list[Happening] | None = None) -> State:
        number = self.game.setting.numbers[str(action).casefold()]
        assert number in legal(s), str(action)
        copy = s.copy()
        told: list[Happening] = []
        copy.diary = told
        apply(copy, number)
        if copy.phase == codes.SHUFFLE:
            reshuffle(copy, copy.discards())
        self.told = told if before is not None else self.told + told
        return copy

    def holds(self, why: Why) -> bool:
        return JUDGES[why.code](self, why)

    # Rooms, and who sees whom.

    def room(self, s: State) -> str:
        return self.game.setting.room_names[s.rooms[self.seat]]

    def seers(self, s: State) -> set[Any]:
        return {glance.seer for glance in sight(self.game.setting, s).glances if glance.seen == self.seat}

    def players(self, s: State) -> set[int]:
        return {seer for seer in self.seers(s) if isinstance(seer, int)}

    def steps(self, s: State, start: str) -> dict[str, int]:
        """By the plan of the board."""
        names = self.game.setting.room_names
        found = {start: 0}
        for room in list(found):
            todo = [room]
            while todo:
                at = todo.pop(0)
                for other in self.game.setting.layout.adjacent[at]:
                    if other not in found and s.is_open(names.index(other)):
                        found[other] = found[at] + 1
                        todo.append(other)
        return found

    def way(self, why: Why, room: str) -> bool:
        stops = sight(self.game.setting, self.end).doctor
        return any((stop.turns, stop.room) == (why.turns, room) for stop in stops)

    def is_near(self, why: Why) -> bool:
        return self.way(why, why.room or "") and self.steps(self.end, self.room(self.end))[why.room or ""] == why.steps

    def is_apart(self, why: Why) -> bool:
        steps = self.steps(self.end, self.room(self.end))
        names = self.game.setting.room_names
        away = {p: steps[names[self.end.rooms[p]]] for p in range(self.engine.seats) if self.end.rooms[p] >= 0}
        del away[self.seat]
        return min(away.values()) == why.steps and {p for p in away if away[p] == why.steps} == set(why.seats)

    # Turns.

    def begins(self) -> tuple[int, int] | None:
        began = [(seat, called) for what, seat, called, _ in self.told if what == codes.TURN_BEGAN]
        return began[0] if began else None

    def doctor_moved(self) -> list[str]:
        return [self.game.setting.room_names[room] for what, room, _, _ in self.told if what == codes.DOCTOR_MOVED]

    def is_train(self, why: Why) -> bool:
        return self.begins() == (self.seat, 1) and self.doctor_moved()[0] == why.room == self.room(self.after)

    def trains_to_strike(self, why: Why) -> bool:
        can = codes.ATTEMPT in legal(self.after)
        return self.is_train(why) and can and self.players(self.after) == set(why.seats)

    def otherwise(self) -> "Proof":
        """If the turn ended at once."""
        return Proof(self.game, self.seat, (Action("end"),))

    def can_strike(self, rival: int) -> bool:
        """Is this one next, and can make an attempt at once? A Stranger does not wait to be asked."""
        began = self.begins()
        if began is None or began[0] != rival:
            return False
        if rival not in self.view.strangers:
            return codes.ATTEMPT in legal(self.after)
        told = self.told[[what for what, *_ in self.told].index(codes.TURN_BEGAN) + 1 :]
        return bool(told) and told[0][0] == codes.STRUCK

    # The doctor of the Escape.

    def attacks(self) -> list[tuple[int, int]]:
        doctor = self.engine.doctor
        return [(whom, strength) for what, who, whom, strength in self.told if (what, who) == (codes.ATTACKED, doctor)]

    def is_attacked(self) -> bool:
        return self.seat in [whom for whom, _ in self.attacks()[:1]]

    def doctor_in(self) -> str:
        return [self.game.setting.room_names[self.end.rooms[self.engine.doctor]], *self.doctor_moved()][-1]

    def died(self) -> set[int]:
        return {whom for what, whom, who, _ in self.told if (what, who) == (codes.DIED, self.engine.doctor)}

    # Luck.

    def needed(self) -> int:
        assert self.view.attempt
        assert self.view.attempt.strength
        return self.view.attempt.strength - self.view.attempt.luck

    def luck(self, *names: str | None) -> int:
        on = {card.name: card.luck for card in self.game.setting.deck.cards}
        return sum(on[name] for name in names if name)

    def played(self) -> int:
        return self.luck(*(action.card for action in self.plan))

    def own(self, s: State) -> int:
        return self.luck(*(self.game.setting.card_names[card] for card in s.cards_at(self.seat)))

    def later(self) -> tuple[int, ...]:
        """Who has not been asked yet, in the order of asking."""
        attempt = self.view.attempt
        assert attempt
        if attempt.target != "doctor":
            return ()
        seats = len(self.view.players)
        around = ((self.seat + away) % seats for away in range(1, seats))
        return tuple(takewhile(lambda seat: seat != attempt.attacker, around))

    def cards(self, seats: tuple[int, ...]) -> int:
        strangers = sum(1 for seat in seats if seat in self.view.strangers)
        return sum(self.view.hand_sizes[seat] for seat in seats) + min(strangers, sum(self.view.piles))

    def expected(self, cards: int) -> float:
        """On the average of what the player has not seen, counted by the names on the cards."""
        names = Counter(self.game.setting.card_names)
        table = self.view.attempt.cards if self.view.attempt else ()
        names -= Counter([*(self.view.hand or ()), *self.view.discards, *self.view.out_of_game, *table])
        return cards * self.luck(*names.elements()) / names.total()

    def is_about(self, why: Why, seats: tuple[int, ...]) -> bool:
        return why.cards == self.cards(seats) and abs(why.luck - self.expected(why.cards)) < 0.06

    def foils(self) -> bool:
        return any(what == codes.FOILED for what, *_ in self.told)

    def strikes(self, why: Why) -> bool:
        return any(
            (what, strength) == (codes.STRUCK, why.strength) or (what, third) == (codes.ATTACKED, why.strength)
            for what, _, strength, third in self.told
        )

    def strikes_at(self, why: Why) -> bool:
        """Is the attempt made in this room?"""
        return any(what == codes.STRUCK for what, *_ in self.told) and self.room(self.end) == why.room

    def asked(self) -> tuple[int, ...]:
        """Who can stop the plan's strike: a victim alone, or everyone else."""
        victim = next((action.seat for action in self.plan if action.seat is not None), self.game.state.target)
        others = tuple(seat for seat in range(len(self.view.players)) if seat != self.seat)
        return others if victim == codes.NOBODY else (victim,)

    def right(self) -> int:
        return (self.seat - 1) % len(self.view.players)


def draws(p: Proof) -> bool:
    return p.plan[-1].verb == "draw"


JUDGES: dict[str, Callable[[Any, Why], bool]] = {
    "only choice": lambda p, y: p.game.legal == list(p.plan),
    "unseen with the doctor": lambda p, y: p.strikes_at(y) and not p.players(p.end),
    "seen with the doctor": lambda p, y: p.strikes_at(y) and p.players(p.end) == set(y.seats),
    "train": lambda p, y: p.is_train(y),
    "train and strike": lambda p, y: p.trains_to_strike(y),
    "keeps from striking": lambda p, y: p.otherwise().can_strike(*y.seats) and not p.can_strike(*y.seats),
    "keeps from the turn": lambda p, y: p.otherwise().begins() == (*y.seats, 1) != p.begins(),
    "can draw unseen": lambda p, y: draws(p) and not p.seers(p.end) and p.room(p.end) == y.room,
    "another card": lambda p, y: draws(p) and len(p.after.cards_at(p.seat)) == y.cards,
    "lights go out": lambda p, y: any(what == codes.LIGHTS_OUT for what, *_ in p.told),
    "deck sinks": lambda p, y: any(what == codes.DECK_SANK for what, *_ in p.told) and not p.after.over,
    "ship sinks": lambda p, y: p.after.over and p.after.ending == codes.SUNK,
    "last turn": lambda p, y: p.after.over and p.after.ending == codes.TURN_LIMIT,
    "on the doctor's way": lambda p, y: p.way(y, p.room(p.end)) and y.room == p.room(p.end),
    "near the doctor's way": lambda p, y: p.is_near(y),
    "stays afloat": lambda p, y: codes.DRAW in legal(p.end) and y.cards == p.view.piles[0] and p.plan[-1].verb == "end",
    "can attack": lambda p, y: p.asked() == y.seats and p.view.rooms[y.seats[0]] == y.room == p.room(p.end),
    "flees the doctor": lambda p, y: (
        p.otherwise().is_attacked() and y.room in p.otherwise().doctor_moved() and not p.is_attacked()
    ),
    "sends the doctor": lambda p, y: p.attacks()[-1:] == [(*y.seats, y.strength)] and p.seat not in y.seats,
    "faces the doctor": lambda p, y: (p.seat, y.strength) in p.attacks() and p.own(p.end) == y.luck,
    "doctor kills": lambda p, y: p.died() >= set(y.seats) != set(),
    "doctor attacks": lambda p, y: (p.attacks()[0][0],) == y.seats != (p.seat,),
    "doctor elsewhere": lambda p, y: not p.attacks() and p.doctor_in() == y.room,
    "apart": lambda p, y: p.is_apart(y),
    "cannot be stopped": lambda p, y: p.cards(p.asked()) == 0 and p.strikes(y),
    "strength": lambda p, y: p.is_about(y, p.asked()) and y.cards > 0 and p.strikes(y) and p.asked() == y.seats,
    "must be stopped": lambda p, y: (
        p.strikes(y) and y.seats == (p.right(),) and y.cards == p.view.hand_sizes[p.right()] > 0
    ),
    "must stop it": lambda p, y: p.game.why_not("pass").code == "must stop it" and y.strength == p.needed(),
    "leaves less to others": lambda p, y: (
        y.strength == p.needed() - p.played() > 0 and p.is_about(y, p.later()) and y.cards > 0
    ),
    "saves you": lambda p, y: p.foils() and p.view.attempt.target == p.seat,
    "nobody after you": lambda p, y: p.foils() and p.cards(p.later()) == 0,
    "few after you": lambda p, y: p.foils() and p.is_about(y, p.later()) and y.luck < y.strength == p.needed(),
    "stops it": lambda p, y: p.foils(),
    "exactly enough": lambda p, y: p.foils() and p.played() == p.needed(),
    "must stop it after you": lambda p, y: (
        (p.view.attempt.bound,) == y.seats and y.seats[0] in p.later() and p.cards(y.seats) == y.cards
    ),
    "leave it to others": lambda p, y: p.is_about(y, p.later()) and y.luck >= y.strength == p.needed(),
    "cannot stop it": lambda p, y: p.own(p.game.state) == y.luck < y.strength == p.needed(),
    "keeps cards": lambda p, y: len(p.view.hand) == y.cards and not any(action.card for action in p.plan),
}
