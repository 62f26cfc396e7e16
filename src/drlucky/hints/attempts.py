"""Luck: what speaks for striking, and for answering an attempt or leaving that to others."""

from collections.abc import Iterator

from drlucky.engine import codes
from drlucky.engine.state import State
from drlucky.game.actions import Action
from drlucky.game.setup import Setting
from drlucky.hints.model import Why


class Luck:
    """The luck that a player holds, and what others may be expected to hold."""

    def __init__(self, setting: Setting, s: State, seat: int) -> None:
        self.setting = setting
        self.s = s
        self.seat = seat

    # Striking.

    def striking(self, action: Action) -> Iterator[Why]:
        target = self.s.target if action.seat is None else action.seat
        cards = self.held_by(self.asked(target))
        strength = self.strength(action)
        if not cards:
            yield Why("cannot be stopped", strength=strength)
        else:
            yield Why("strength", seats=self.asked(target), strength=strength, cards=cards, luck=self.expected(cards))

    def strength(self, action: Action) -> int:
        """Of the attempt with what lies on the table and the weapon that is laid down now."""
        copy = self.s.copy()
        copy.striker = self.seat
        if action.card:
            weapon = next(n for n, card in enumerate(self.setting.deck.cards) if card.name == action.card)
            copy.laid += self.setting.engine.value_here(copy, weapon)
        return self.setting.engine.strength(copy)

    def asked(self, target: int) -> tuple[int, ...]:
        """Who would be asked to stop a strike: everyone else, or a victim alone."""
        if target not in (codes.NOBODY, self.setting.engine.doctor):
            return (target,)
        return tuple(p for p in range(self.setting.seats) if p != self.seat)

    # Answering.

    def answering(self, action: Action) -> Iterator[Why]:
        needed = self.s.strength - self.s.luck
        own = self.of(self.s.cards_at(self.seat))
        later = self.asked_later()
        cards = self.held_by(later)
        told = Why("", seats=later, strength=needed, cards=cards, luck=self.expected(cards))
        if action.verb == "pass":
            yield from self.passing(told, own)
        else:
            yield from self.playing(told, own, self.luck_on(action.card))

    def playing(self, others: Why, own: int, luck: int) -> Iterator[Why]:
        needed = others.strength
        if self.setting.engine.must_stop(self.s):
            yield Why("must stop it", strength=needed)
        elif luck < needed:
            if own >= needed:
                yield Why("with your other cards", strength=needed, luck=own)
            elif others.cards:
                yield Why("leaves less to others", others.room, others.seats, needed - luck, others.cards, others.luck)
        elif self.s.target == self.seat:
            yield Why("saves you", strength=needed)
        elif not others.cards:
            yield Why("nobody after you", strength=needed)
        elif others.luck < needed:
            yield Why("few after you", others.room, others.seats, needed, others.cards, others.luck)
        else:
            yield Why("stops it", strength=needed)

    def passing(self, others: Why, own: int) -> Iterator[Why]:
        needed = others.strength
        if others.cards and others.luck >= needed:
            yield Why("leave it to others", others.room, others.seats, needed, others.cards, others.luck)
        elif own < needed:
            yield Why("cannot stop it", strength=needed, luck=own)
        else:
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
