"""Prospects: what one way through a turn, or through an answer, comes to. What it costs, and what it brings.

All of it is read off an imagined state, and of that only what the player's view tells: where everyone stands, how many
cards each holds, and the player's own hand."""

from functools import cached_property

from drlucky.engine import codes
from drlucky.engine.play import apply
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import draw, end_turn, reshuffle
from drlucky.game.setup import Setting
from drlucky.search.ways import Way

SOON = 3
"""So many of the doctor's moves ahead it can be worth a card to wait for him."""


class Prospect:
    def __init__(self, setting: Setting, s: State, seat: int, way: Way) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat
        self.actions = way.actions
        self.end = way.last
        """As everything stands before the last action."""
        self.last = way.actions[-1]

    # What it is.

    @cached_property
    def kind(self) -> str:
        """How it ends: "answer", "draw", "end", "strike" for attempts and attacks, or "haunt" where the doctor is sent
        upon someone."""
        e = self.setting.engine
        if self.s.phase == codes.ANSWER:
            return "answer"
        if self.last in (codes.DRAW, codes.END):
            return "draw" if self.last == codes.DRAW else "end"
        strikes = self.last == codes.ATTEMPT or e.weapon_at <= self.last < e.answer_at
        return "strike" if strikes else "haunt"

    @property
    def ends_turn(self) -> bool:
        return self.kind in ("draw", "end")

    @cached_property
    def cards(self) -> list[int]:
        """The types of the cards that it takes from the hand."""
        e = self.setting.engine
        left = self.end.cards_at(self.seat)
        spent = [int(e.cards.type_of[card]) for card in self.s.cards_at(self.seat) if card not in left]
        if e.answer_at <= self.last < e.attack_at:
            spent.append(self.last - e.answer_at)
        elif e.weapon_at <= self.last < e.answer_at:
            spent.append(self.last - e.weapon_at)
        elif e.walk_at <= self.last < e.weapon_at:
            at = (self.last - e.walk_at if self.last < e.jump_at else self.last - e.jump_at) % e.move_types
            spent.append(e.weapon_types + at)
        return spent

    @cached_property
    def cost(self) -> tuple[int, ...]:
        """How many cards, the luck on them, what they are worth as weapons, and how many of them move."""
        cards = self.setting.engine.cards
        return (
            len(self.cards),
            sum(cards.luck[card] for card in self.cards),
            sum(cards.value[card] + cards.value_in_room[card] for card in self.cards),
            sum(1 for card in self.cards if cards.group[card] == codes.MOVE),
        )

    # What it brings.

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """All that a card can be good for, each the more the better. What brings no more than something cheaper is not
        worth its cards."""
        if self.kind == "answer":
            return self.stops, 0 if self.stops or not self.others_can_answer else self.luck
        strength, victim = self.strength, -codes.PLACES - 100
        if self.kind == "strike" and self.victim is not None:
            victim = -self.s.count_at(self.victim)
        haunting = self.haunting + 100 * self.killed
        if not self.ends_turn:
            return strength, victim, haunting, 0, 0, 0, 0, 0
        called = 0 if not self.again else 2 if self.can_strike_next else 1
        rival = 0 if self.again else -2 if self.can_strike_next else -1 if self.is_called else 0
        soon = max(0, SOON + 1 - self.turns) if self.turns else 0
        return (
            strength,
            victim,
            haunting,
            int(self.kind == "draw"),
            called,
            rival,
            soon,
            int(self.attacked != self.seat),
        )

    @cached_property
    def strength(self) -> int:
        """Of the attempt or attack that it ends with."""
        if self.kind != "strike":
            return 0
        e = self.setting.engine
        copy = self.end.copy()
        copy.striker = self.seat
        if self.last != codes.ATTEMPT:
            copy.laid += e.value_here(copy, self.last - e.weapon_at)
        return e.strength(copy)

    @property
    def victim(self) -> int | None:
        """Escape: whom it attacks."""
        return None if self.end.target == codes.NOBODY else self.end.target

    @cached_property
    def luck(self) -> int:
        """On the cards of an answer."""
        return sum(self.setting.engine.cards.luck[card] for card in self.cards)

    @cached_property
    def stops(self) -> bool:
        return self.luck >= self.s.strength - self.s.luck

    @cached_property
    def others_can_answer(self) -> bool:
        """Does anyone who is asked later hold cards?"""
        return self.setting.engine.next_asked(self.s) != codes.NOBODY

    @cached_property
    def haunting(self) -> int:
        """Escape: how strong the doctor is who is sent upon someone else."""
        if self.kind != "haunt":
            return 0
        return next((strength for victim, strength in self.attacks if victim != self.seat), 0)

    @property
    def killed(self) -> int:
        """Escape: how many have died on the way, because they hold nothing to defend themselves with."""
        return sum(1 for before, after in zip(self.s.rooms, self.end.rooms, strict=True) if before != after < 0)

    @cached_property
    def attacks(self) -> list[tuple[int, int]]:
        """Escape: whom the doctor attacks when he is sent, and how strongly."""
        copy, told = noted(self.end)
        apply(copy, self.last)
        return self.doctors_attacks(told)

    def doctors_attacks(self, told: list[Happening]) -> list[tuple[int, int]]:
        doctor = self.setting.engine.doctor
        return [(whom, strength) for what, who, whom, strength in told if (what, who) == (codes.ATTACKED, doctor)]

    # Where a turn leads that ends with it.

    @cached_property
    def ended(self) -> tuple[State, list[Happening]]:
        copy, told = noted(self.end)
        if self.kind != "draw":
            end_turn(copy)
        else:
            draw(copy)
            if copy.phase == codes.SHUFFLE:
                reshuffle(copy, copy.discards())
        return copy, told

    @property
    def next(self) -> State:
        return self.ended[0]

    @cached_property
    def begins(self) -> tuple[int, bool] | None:
        """Whose turn comes next, and has the doctor called them up? Nobody's when the game is over or attacks come
        first."""
        began = [(seat, called == 1) for what, seat, called, _ in self.ended[1] if what == codes.TURN_BEGAN]
        return began[0] if began and self.attacked is None else None

    @property
    def is_called(self) -> bool:
        return self.begins is not None and self.begins[1]

    @property
    def again(self) -> bool:
        """Does the doctor give the player another turn?"""
        return self.begins == (self.seat, True)

    @cached_property
    def can_strike_next(self) -> bool:
        """Can whoever is next make an attempt at once?"""
        return self.begins is not None and self.setting.engine.attempt_obstacle(self.next) == codes.ALLOWED

    @cached_property
    def attacked(self) -> int | None:
        """Escape: whom the doctor attacks on his own walk."""
        return self.attacks_after[0][0] if self.attacks_after else None

    @property
    def attack_strength(self) -> int:
        return self.attacks_after[0][1]

    @cached_property
    def attacks_after(self) -> list[tuple[int, int]]:
        return self.doctors_attacks(self.ended[1])

    @cached_property
    def doctor_goes(self) -> int | None:
        """The room that the doctor walks to when the turn is over."""
        return next((room for what, room, _, _ in self.ended[1] if what == codes.DOCTOR_MOVED), None)

    @property
    def stage_changes(self) -> bool:
        """Do the lights go out, or does a deck sink?"""
        return self.next.stage != self.s.stage

    @property
    def turns(self) -> int:
        """After how many turns the doctor comes to the player's room by his numbers, if soon; 0 if not."""
        if self.stage_changes or self.setting.engine.players_attack():
            return 0
        stops = doctors_way(self.setting, self.end, SOON)
        here = self.end.rooms[self.seat]
        return stops.index(here) + 1 if here in stops else 0


def noted(s: State) -> tuple[State, list[Happening]]:
    """A copy, and what will happen in it."""
    copy = s.copy()
    told: list[Happening] = []
    copy.diary = told
    return copy, told


def doctors_way(setting: Setting, s: State, stops: int) -> list[int]:
    """The rooms that he comes to turn after turn, by his numbers."""
    house = setting.engine.house
    room = s.rooms[setting.engine.doctor]
    found: list[int] = []
    for _ in range(stops):
        room = house.doctor_next[s.stage * house.rooms + room]
        found.append(room)
    return found
