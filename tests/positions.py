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
`discards:`, `gone:` and `turn:` (turns finished) are possible too; `pile: only` leaves nothing else in the pile, and an
empty one has put the lights out where a book has them.

Strangers have lines as players do, in their seats: `Stranger 1` after the first player, `Stranger 2` after the second.
Pets have lines `cat:` and `dog:`; without one a pet is in its start room. On a ship `piles:` says how many cards are
left beside each deck afloat, the lowest first, such as `piles: 3, 18` when two have sunk. In an Escape `doctor: Gallery
| 2` gives him two Reasons, and the room `out` is a player's who is out of the game.

The turn of the player with the star begins as turns do: a Stranger plays it at once, and in an Escape the top card of
the pile is drawn."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import drlucky
from drlucky.engine.codes import DISCARD, GONE, GROUPS, NOWHERE
from drlucky.engine.strangers import play_strangers
from drlucky.engine.turns import begin_turn
from drlucky.game.game import Game

SPECIAL = {"doctor", "pile", "piles", "discards", "gone", "turn", "cat", "dog"}


def position(edition: str, text: str, **options: Any) -> Game:
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    fields = [line.partition(":") for line in lines]
    people = [(name.strip(), rest) for name, _, rest in fields if name.strip() not in SPECIAL]
    named = {name.strip(): rest.strip() for name, _, rest in fields if name.strip() in SPECIAL}
    names = [name.removeprefix("*").strip() for name, _ in people]
    game = drlucky.new(edition, [name for name in names if not name.startswith("Stranger ")], seed=0, **options)
    assert game.players == tuple(names), f"the lines of {game.players} belong in this order"
    s, engine = game.state, game.setting.engine
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
        return NOWHERE if name.strip() == "out" else game.setting.room_names.index(name.strip())

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
    lucky, _, reasons = named["doctor"].partition("|")
    s.rooms[engine.doctor] = room(lucky)
    s.reasons[engine.doctor] = int(reasons.strip() or 0)
    for pet, pawn in (("cat", engine.cat), ("dog", engine.dog)):
        if pet in named:
            assert pet in game.setting.pets, f"no {pet} plays along"
            s.rooms[pawn] = room(named[pet])
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
    if not len(s.pile) and game.edition.stages == "lights":
        s.stage = 1
    if "piles" in named:
        left = tuple(int(size) for size in named["piles"].split(","))
        sink(game, sunk=len(game.setting.ship_decks) - len(left), left=left[0])
        assert game.view(None).piles == left
    game._events.clear()
    s.diary = []
    begin_turn(s, current, 0)
    if game.setting.strangers:
        play_strangers(s)
    game._tell()
    del game._events[:1]  # that the first turn began
    assert len(s.hands) % GROUPS == 0
    return game


def sink(game: Game, *, sunk: int, left: int) -> None:
    """Sinks so many decks of a ship and leaves so many cards beside the lowest one afloat; cards too many are gone."""
    s = game.state
    loose = list(s.pile[s.pile_at :])
    s.pile_at = 0
    ends = game.setting.engine.pile_ends_from(s)
    s.stage = sunk
    s.pile_at = ends[sunk] - left
    rest = ends[-1] - s.pile_at
    s.pile = vec[i64]([0] * s.pile_at + loose[:rest])
    for card in loose[rest:]:
        s.give(len(game.players) + GONE, card)


def play(game: Game, *lines: str) -> None:
    for line in lines:
        game.play(line)


def legal(game: Game) -> set[str]:
    return {str(action) for action in game.legal}
