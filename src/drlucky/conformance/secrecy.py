"""Hidden means hidden: two worlds that differ only in what a seat cannot know look the same to it, to the byte."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from drlucky.conformance.setups import SetUp
from drlucky.engine.codes import ASIDE, KEPT
from drlucky.game.actions import Action
from drlucky.game.events import Event
from drlucky.game.forecast import forecast
from drlucky.game.game import Game
from drlucky.game.stakes import answers, stakes
from drlucky.game.view import View


def without_copies(view: View) -> View:
    """A view as it is to whoever does not care which copy of a card is which."""
    attempt = None if view.attempt is None else replace(view.attempt, copies=())
    return replace(view, attempt=attempt, hand_copies=(), discard_copies=(), out_of_game_copies=())


def hidden_slots(game: Game, seat: int | None) -> tuple[list[int], list[int]]:
    """The cards that a seat (None: a spectator) cannot see, and the places that hold them, one for each card."""
    s = game.state
    seats = game.setting.seats
    places = [*(p for p in range(seats) if p != seat), seats + ASIDE, seats + KEPT]
    cards: list[int] = []
    slots: list[int] = []
    for place in places:
        for card in s.cards_at(place):
            cards.append(card)
            slots.append(place)
    for card in list(s.pile)[s.pile_at :]:
        cards.append(card)
        slots.append(-1)
    return cards, slots


def other_world(game: Game, twin: Game, seat: int | None, choose: Random) -> None:
    """Makes `twin` a game that differs from `game` only in where the cards are that the seat cannot see."""
    cards, slots = hidden_slots(game, seat)
    game.state.copy_into(twin.state)
    twin.copies = game.copies
    s = twin.state
    for place in {slot for slot in slots if slot >= 0}:
        for group in range(3):
            s.hands[3 * place + group] = 0
    shuffled = choose.sample(cards, len(cards))
    pile = list(game.state.pile)
    at = s.pile_at
    for card, slot in zip(shuffled, slots, strict=True):
        if slot >= 0:
            s.give(slot, card)
        else:
            pile[at] = card
            at += 1
    s.pile = type(s.pile)(pile)


def seen(game: Game, seat: int | None, since: int = 0, *, copies: bool = True) -> bytes:
    """All that reaches a seat, as bytes; of what happened, what did since there were so many events.

    Which of the copies that someone held a card was, is what playing it shows to everyone: without `copies` that is
    left out. tests/conformance holds that it shows no more."""
    legal = [str(action) for action in game.legal] if seat is not None and seat == game.to_decide else []
    view, events = game.view(seat), game.events_for(seat)[since:]
    if not copies:
        view, events = without_copies(view), tuple(replace(event, copy=None) for event in events)
    setting, state = game.setting, game.state
    told = (forecast(setting, state), stakes(state), None if seat is None else answers(setting, state, seat))
    return repr((view, legal, events, game.outcome, game.to_decide, told)).encode()


def choice(actions: Sequence[Action], choose: Random) -> Action:
    """Any action, but attempts rather often: at random they are rare, and that is where hands could show."""
    strikes = [action for action in actions if action.verb in ("attempt", "lay")]
    return choose.choice(strikes if strikes and choose.random() < 0.7 else actions)


def what_is_hidden_never_shows(setup: SetUp) -> None:
    """To any seat, nor to a spectator."""
    choose = Random(str(setup))
    seats = [None, *setup.setting().live]
    game = setup.game(seed=5)
    twin = setup.game(seed=5)
    for decision in range(200):
        if game.to_decide is None:
            break
        seat = seats[decision % len(seats)]
        other_world(game, twin, seat, choose)
        twin._events[:] = game._events
        since = len(game._events)
        assert seen(twin, seat, since) == seen(game, seat, since), f"seat {seat} sees what it cannot know"
        if decision % 7 == 0:
            assert game.explain(seat) == twin.explain(seat) or seat is None
        play_on(game, twin, seat, choose)
        game.play(choice(game.legal, choose))


def shows_hidden_cards(event: Event, seat: int | None) -> bool:
    """What a rule lets a seat see from now on: the card it draws, one that a Stranger turns up, the hand of one who
    dies, and, by who is named the loser, that luck was left."""
    return event.kind in ("turned up", "died", "over") or (event.kind == "drew" and event.seat == seat)


def play_on(game: Game, twin: Game, seat: int | None, choose: Random) -> None:
    """Plays the same actions in both worlds for a while, as long as they are possible in both and no rule shows hidden
    cards: the seat must go on seeing the same."""
    here = setting_copy(game)
    common = len(game._events)
    for _ in range(4):
        possible = {str(action) for action in twin.legal}
        both = [action for action in here.legal if str(action) in possible]
        if not both:
            break
        action = choice(both, choose)
        told = [*here.play(action), *twin.play(action)]
        if any(shows_hidden_cards(event, seat) for event in told):
            break
        same = seen(twin, seat, common, copies=False) == seen(here, seat, common, copies=False)
        assert same, f"{action} tells seat {seat} something"


def setting_copy(game: Game) -> Game:
    copy = Game(game.setting, game.players, bytes(32))
    game.state.copy_into(copy.state)
    copy.copies = game.copies
    copy._events[:] = game._events
    return copy


def what_is_shown_has_no_seed(setup: SetUp) -> None:
    """The same position from different seeds: whatever a spectator sees, the seed is not in it."""
    one, two = setup.game(seed=1), setup.game(seed=2)
    one.state.copy_into(two.state)
    two.copies = one.copies
    two._events[:] = one._events
    assert seen(one, None) == seen(two, None), "what is shown depends on nothing but what is true"
    assert "seed" not in repr(one.view(None)).lower()
