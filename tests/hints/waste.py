"""A judge of cards spent for nothing, who knows the rules by the engine alone, and nothing of how hints are found.

A card is wasted if its player could have come to the same by fewer cards: with all pawns in the same rooms and the
same to be done there; or if an answer needed less than was held in hand, or could come to nothing at all."""

from collections.abc import Iterator

from drlucky.engine import codes
from drlucky.engine.play import apply, legal
from drlucky.engine.state import State
from drlucky.game.actions import Action
from drlucky.game.game import Game


class Judge:
    """Watches a game, decision by decision, before each is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.started = game.state.copy()
        """As things were when the turn began, or after the last attack within it."""
        self.moves = 0
        self.spent = 0
        """Cards that hints had played for moves."""
        self.wasted: list[str] = []

    def before(self, action: Action) -> None:
        s = self.game.state
        if s.phase == codes.ANSWER:
            self.answer(s, action)
        elif action.verb in ("walk", "jump"):
            self.moves += 1
            self.spent += 1
        elif action.verb in ("end", "draw", "attempt", "lay", "attack") and self.moves:
            self.end_of_moves(s, action)

    def after(self) -> None:
        s = self.game.state
        if s.phase in (codes.ANSWER, codes.OVER) or s.turn != self.started.turn or s.current != self.started.current:
            self.moves = 0
            self.started = s.copy()
        elif self.started.phase == codes.ANSWER:
            self.started = s.copy()

    def end_of_moves(self, s: State, action: Action) -> None:
        """Could the same be done with all pawns in the same rooms for fewer cards?"""
        last = self.game.setting.numbers[str(action).casefold()]
        for there, spent in self.ways():
            if spent < self.moves and list(there.rooms) == list(s.rooms) and last in legal(there):
                self.wasted.append(f"{action}: {self.moves} cards where {spent} would do")
                break
        self.moves = 0

    def ways(self) -> Iterator[tuple[State, int]]:
        """All positions that moves lead to with fewer cards than were played, with how many it takes."""
        e = self.game.setting.engine
        edge = [(self.started, 0)]
        known = set[tuple[int, ...]]()
        while edge:
            s, spent = edge.pop(0)
            yield s, spent
            for number in legal(s):
                plays = e.walk_at <= number < e.weapon_at
                is_move = e.step_at <= number < e.weapon_at or number == codes.STOP
                if is_move and spent + plays < self.moves:
                    there = s.copy()
                    apply(there, number)
                    key = (*there.key()[:12], *there.rooms, *there.hands)
                    if there.decider == s.decider and there.phase != codes.ANSWER and key not in known:
                        known.add(key)
                        edge.append((there, spent + plays))

    def answer(self, s: State, action: Action) -> None:
        if action.verb != "play":
            return
        cards = self.game.setting.deck.cards
        held = [cards[s.rules.cards.type_of[card]] for card in s.cards_at(s.decider)]
        luck = {card.name: card.luck for card in cards}[action.card or ""]
        needed = s.strength - s.luck
        if luck > needed and any(card.kind == "failure" and needed <= card.luck < luck for card in held):
            self.wasted.append(f"{action}: {luck} where {needed} was needed")
        later = s.copy()
        others = 0
        while (asked := s.rules.next_asked(later)) != codes.NOBODY:
            stranger = s.rules.is_stranger(asked) and s.pile_at < len(s.pile)
            others += 1 if stranger else s.count_at(asked)
            later.decider = asked
        if not others and sum(card.luck for card in held) < needed:
            self.wasted.append(f"{action}: it could not be stopped")
