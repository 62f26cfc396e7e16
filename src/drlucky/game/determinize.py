"""Imagining a game from a view: a state that its seat cannot tell from the true one.

A bot that thinks ahead does it on such a state. What the seat cannot know lies in it at random; see also
`drlucky.search.determinize`, which lays it out anew."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from random import Random

from drlucky.boards import Board, read_plan
from drlucky.editions import book_of
from drlucky.engine import codes
from drlucky.engine.state import State, blank
from drlucky.errors import DrLuckyError
from drlucky.game.setup import Setting, setting
from drlucky.game.view import PHASES, Attempt, View

PHASE_CODES = {name: code for code, name in PHASES.items()}


def imagine(view: View, random: Random) -> tuple[Setting, State]:
    """The set-up, and a state in which everything that the view tells is true."""
    if view.seat is None or view.hand is None:
        raise DrLuckyError("a spectator has no hand to imagine a game from; take the view of a seat")
    if view.outcome is not None:
        raise DrLuckyError("the game is over; there is nothing left to imagine")
    the_setting = setting_of(view)
    s = lay_cards(the_setting, view, random)
    place_pawns(the_setting, view, s)
    s.stage = len(view.sunk) or int(view.lights_out)
    s.turn = view.turn
    s.phase = PHASE_CODES[view.phase]
    s.current = view.current
    s.decider = view.seat if view.to_decide is None else view.to_decide
    s.steps = view.steps
    s.owed = view.steps_owed
    s.played = view.cards_played
    s.turn_done = int(view.between_turns)
    if view.walk:
        pawn = view.current if view.walk.pawn == view.current else the_setting.engine.doctor
        s.walker = codes.SELF if pawn == view.current else list(the_setting.engine.movers).index(pawn)
        s.walk = view.walk.left
    if view.attempt:
        imagine_attempt(the_setting, view.attempt, s)
    return the_setting, s


def setting_of(view: View) -> Setting:
    return cached_setting(
        view.edition,
        len(view.players) - len(view.strangers),
        view.board,
        view.plan,
        view.layout,
        view.closed,
        bool(view.strangers),
        view.cat is not None,
        view.dog is not None,
        view.escape,
        view.shorter,
        view.turn_limit,
    )


@lru_cache(maxsize=64)
def cached_setting(
    edition: str,
    players: int,
    board_name: str,
    plan: str | None,
    layout: str,
    closed: tuple[str, ...],
    strangers: bool,
    cat: bool,
    dog: bool,
    escape: bool,
    shorter: tuple[str, ...],
    turn_limit: int,
) -> Setting:
    offered = book_of(edition).options
    board: str | Board = board_name if plan is None else read_plan(plan, board_name)
    pets = {(False, False): "none", (True, False): "cat", (False, True): "dog", (True, True): "both"}[cat, dog]
    return setting(
        edition,
        players,
        board=board,
        layout=layout if "layout" in offered else None,
        closed=closed if "closed" in offered else None,
        strangers=strangers if "strangers" in offered and players == 2 and not escape else None,
        pets=pets if "pets" in offered and not escape else None,
        escape=escape,
        turn_limit=turn_limit,
        **dict.fromkeys(shorter, True),
    )


def lay_cards(the_setting: Setting, view: View, random: Random) -> State:
    """Every card that the seat can see where it is, the others at random where they could be."""
    seats = the_setting.seats
    unseen = list(range(the_setting.deck.size))
    random.shuffle(unseen)
    known: dict[int, Iterable[str]] = {
        int(view.seat or 0): view.hand or (),
        seats + codes.DISCARD: view.discards,
        seats + codes.GONE: view.out_of_game,
        seats + codes.TABLE: view.attempt.cards if view.attempt else (),
    }
    held: dict[int, list[int]] = {place: take(the_setting, unseen, names) for place, names in known.items()}
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            held[seat] = [unseen.pop() for _ in range(size)]
    held[seats + codes.ASIDE] = [unseen.pop() for _ in range(view.set_aside)]
    pile = [unseen.pop() for _ in range(sum(view.piles))]
    held[seats + codes.KEPT] = unseen  # what is left are Reasons taken off the pile
    # On a ship the place in the pile tells whose deck a card belongs to, so the cards already drawn count.
    drawn = the_setting.deck.size - len(pile) if the_setting.ship_decks else 0
    s = blank(the_setting.engine, [0] * drawn + pile)
    s.pile_at = drawn
    for place, cards in held.items():
        for card in cards:
            s.give(place, card)
    return s


def take(the_setting: Setting, unseen: list[int], names: Iterable[str]) -> list[int]:
    """Takes cards of these names out of the unseen ones; which copy it is does not matter."""
    wanted = Counter(names)
    taken: list[int] = []
    for card in sorted(unseen):
        if wanted[the_setting.card_names[card]]:
            wanted[the_setting.card_names[card]] -= 1
            taken.append(card)
    for card in taken:
        unseen.remove(card)
    return taken


def place_pawns(the_setting: Setting, view: View, s: State) -> None:
    engine = the_setting.engine
    where = {engine.doctor: view.doctor, engine.cat: view.cat, engine.dog: view.dog, **dict(enumerate(view.rooms))}
    for pawn, room in where.items():
        if pawn != codes.NOBODY:
            s.rooms[pawn] = codes.NOWHERE if room is None else the_setting.room_names.index(room)
    for seat, reasons in enumerate((*view.reasons, view.doctor_reasons)):
        s.reasons[seat] = reasons


def imagine_attempt(the_setting: Setting, attempt: Attempt, s: State) -> None:
    """The numbers of an attempt under way. Which card was played first is not told, and matters to nobody."""
    engine = the_setting.engine
    cards = {card.name: number for number, card in enumerate(the_setting.deck.cards)}
    weapons = [the_setting.deck.cards[cards[name]] for name in attempt.cards]
    weapons = [card for card in weapons if card.kind in ("weapon", "aid")]
    target = engine.doctor if attempt.target == "doctor" else int(attempt.target)
    if s.phase == codes.LAY:
        s.laid = sum(engine.value_here(s, cards[card.name]) for card in weapons)
        s.target = codes.NOBODY if target == engine.doctor else target
        s.first = cards[weapons[0].name] if weapons else codes.NOBODY
        return
    s.striker = engine.doctor if attempt.attacker == "doctor" else int(attempt.attacker)
    s.target = target
    s.strength = attempt.strength or 0
    s.luck = attempt.luck
    s.laid = engine.laid_in(s, len(weapons))
    if attempt.cards:
        s.first = cards[weapons[0].name if weapons and s.laid else lucky(the_setting, attempt)]


def lucky(the_setting: Setting, attempt: Attempt) -> str:
    """The first card with luck on it, or any if there is none yet."""
    luck = {card.name: card.luck for card in the_setting.deck.cards}
    return max(attempt.cards, key=lambda name: luck[name] > 0)
