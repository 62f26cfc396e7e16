"""Luck: what speaks for striking, and for answering an attempt or leaving that to others."""

from collections.abc import Iterator

from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.game.setup import Setting
from drlucky.hints.model import Why
from drlucky.hints.prospects import Prospect


class Luck:
    """The luck that a player holds, and what others may be expected to hold."""

    def __init__(self, setting: Setting, s: State, seat: int) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat

    # Striking.

    def striking(self, plan: Prospect) -> Iterator[Why]:
        asked = self.asked(plan.victim)
        cards = self.held_by(asked)
        if not cards:
            yield Why("cannot be stopped", strength=plan.strength)
            return
        yield Why("strength", seats=asked, strength=plan.strength, cards=cards, luck=self.expected(cards))
        bound = self.setting.engine.bound(plan.end)
        if plan.victim is None and bound != codes.NOBODY:
            yield Why("must be stopped", seats=(bound,), strength=plan.strength, cards=self.s.count_at(bound))

    def asked(self, victim: int | None) -> tuple[int, ...]:
        """Who would be asked to stop a strike: everyone else, or a victim alone."""
        if victim is not None:
            return (victim,)
        return tuple(p for p in range(self.setting.seats) if p != self.seat)

    # Answering.

    def answering(self, plan: Prospect) -> Iterator[Why]:
        needed = self.s.strength - self.s.luck
        own = self.of(self.s.cards_at(self.seat))
        later = self.asked_later()
        cards = self.held_by(later)
        told = Why("", seats=later, strength=needed, cards=cards, luck=self.expected(cards))
        if plan.cards:
            yield from self.playing(told, plan.luck)
        else:
            yield from self.passing(told, own)

    def playing(self, others: Why, luck: int) -> Iterator[Why]:
        needed = others.strength
        if self.setting.engine.must_stop(self.s):
            yield Why("must stop it", strength=needed)
        elif luck < needed:
            yield Why("leaves less to others", others.room, others.seats, needed - luck, others.cards, others.luck)
        elif self.s.target == self.seat:
            yield Why("saves you", strength=needed)
        elif not others.cards:
            yield Why("nobody after you", strength=needed)
        elif others.luck < needed:
            yield Why("few after you", others.room, others.seats, needed, others.cards, others.luck)
        else:
            yield Why("stops it", strength=needed)
        if luck == needed:
            yield Why("exactly enough")

    def passing(self, others: Why, own: int) -> Iterator[Why]:
        needed = others.strength
        bound = self.setting.engine.bound(self.s)
        if bound in others.seats and self.s.count_at(bound):
            yield Why("must stop it after you", seats=(bound,), strength=needed, cards=self.s.count_at(bound))
        if others.cards and others.luck >= needed:
            yield Why("leave it to others", others.room, others.seats, needed, others.cards, others.luck)
        if own < needed:
            yield Why("cannot stop it", strength=needed, luck=own)
        yield Why("keeps cards", cards=self.s.count_at(self.seat))

    def asked_later(self) -> tuple[int, ...]:
        """Who is still asked after this player, if they hold cards."""
        e = self.setting.engine
        copy = self.s.copy()
        later: list[int] = []
        while (p := e.next_asked(copy)) != codes.NOBODY:
            later.append(p)
            copy.decider = p
        return tuple(later)

    # Cards.

    def held_by(self, seats: tuple[int, ...]) -> int:
        """How many cards these could play. A Stranger has none, and turns up one as long as there are any."""
        pile = len(self.s.pile) - self.s.pile_at
        strangers = sum(1 for p in seats if p in self.setting.strangers)
        return sum(self.s.count_at(p) for p in seats) + min(strangers, pile)

    def expected(self, cards: int) -> float:
        """What so many cards are worth that this player has not seen, if they are like the rest of them."""
        s, seats = self.s, self.setting.seats
        unseen = list(s.pile)[s.pile_at :]
        for place in (*range(seats), seats + codes.ASIDE, seats + codes.KEPT):
            unseen += s.cards_at(place) if place != self.seat else []
        return round(cards * self.of(unseen) / len(unseen), 1) if unseen else 0.0

    def of(self, cards: list[int]) -> int:
        return sum(self.luck_on(self.setting.card_names[card]) for card in cards)

    def luck_on(self, name: str | None) -> int:
        return next((card.luck for card in self.setting.deck.cards if card.name == name), 0)
