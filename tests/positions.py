"""Positions drawn as text, to start a test in the middle of a game.

    position("kill-2016", '''
        doctor: Gallery
        * Ann: Armory | Piece of Rope, Piazza | 2
        Bob: Kitchen | Bats
        Cleo: Foyer
        pile: Ennui, Regret
    ''')

A line for the doctor, one for each player in seating order with room, hand and Reasons (all but the room may be left
out), a star before the player in turn, and cards on top of the pile. What is not named stays in the pile, below. Lines
`discards:`, `gone:` and `turn:` (turns finished) are possible too; `pile: only` leaves nothing else in the pile."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import drlucky
from drlucky.engine.codes import DISCARD, GONE, GROUPS
from drlucky.engine.turns import begin_turn
from drlucky.game import Game


def position(edition: str, text: str, **options: Any) -> Game:
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    fields = [line.partition(":") for line in lines]
    special = {"doctor", "pile", "discards", "gone", "turn"}
    people = [(name.strip(), rest) for name, _, rest in fields if name.strip() not in special]
    named = {name.strip(): rest.strip() for name, _, rest in fields if name.strip() in special}
    names = [name.removeprefix("*").strip() for name, _ in people]
    game = drlucky.new(edition, names, seed=0, **options)
    s = game.state
    deck = list(range(game.setting.deck.size))
    for at in range(len(s.hands)):
        s.hands[at] = 0
    s.diary = None
    current = 0

    def take(card: str) -> int:
        for number in deck:
            if game.setting.card_names[number] == card:
                deck.remove(number)
                return number
        raise ValueError(f"no {card!r} left in the deck")

    def room(name: str) -> int:
        return game.setting.room_names.index(name.strip())

    def cards(line: str) -> list[int]:
        return [take(card.strip()) for card in line.split(",") if card.strip()]

    for seat, (name, rest) in enumerate(people):
        parts = [*rest.split("|"), "", ""]
        s.rooms[seat] = room(parts[0])
        for card in cards(parts[1]):
            s.give(seat, card)
        s.reasons[seat] = int(parts[2].strip() or 0)
        if name.startswith("*"):
            current = seat
    s.rooms[len(names)] = room(named["doctor"])
    for place, title in ((DISCARD, "discards"), (GONE, "gone")):
        for card in cards(named.get(title, "")):
            s.give(len(names) + place, card)
    only = named.get("pile", "").startswith("only")
    top = cards(named.get("pile", "").removeprefix("only"))
    if only:
        for card in deck:
            s.give(len(names) + GONE, card)
        deck.clear()
    s.pile = vec[i64](top + deck)
    s.pile_at = 0
    s.turn = int(named.get("turn", 100))
    begin_turn(s, current, 0)
    s.diary = []
    game._events.clear()
    assert len(s.hands) % GROUPS == 0
    return game


def play(game: Game, *lines: str) -> None:
    for line in lines:
        game.play(line)


def legal(game: Game) -> set[str]:
    return {str(action) for action in game.legal}
