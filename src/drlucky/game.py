"""Game: the friendly face of the engine. Named seats, actions with a text form, events and views."""

from collections.abc import Collection, Sequence
from os import PathLike

from librt.vecs import vec
from mypy_extensions import i64

from drlucky import phrases
from drlucky.actions import Action, parse
from drlucky.boards import Board
from drlucky.dealer import Dealer, as_seed
from drlucky.editions import Book, book_of
from drlucky.engine import codes
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.setup import begin
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import reshuffle
from drlucky.errors import IllegalAction, InvalidAction, SetUpError
from drlucky.events import Event, events
from drlucky.reasons import Reason, reason
from drlucky.setting import TURN_LIMIT, Setting, setting
from drlucky.view import Outcome, View, outcome, view

LONGEST_NAME = 40


def new(
    edition: str = "kill-2016",
    players: int | Sequence[str] = 4,
    *,
    seed: int | str | bytes | None = None,
    board: str | PathLike[str] | None = None,
    layout: str | None = None,
    closed: str | Collection[str] | None = None,
    strangers: bool | None = None,
    weapons_plus_one: bool = False,
    no_threes: bool = False,
    turn_limit: int = TURN_LIMIT,
    dealer: int | None = None,
) -> "Game":
    """A new game.

    `players` are names in seating order, each to the left of the one before, or just how many. Without a `seed`
    the deal is a fresh secret. `board` is a printed board's name or the path of a plan of your own; `layout`
    folds the bed and breakfast; `closed` closes wings ("west", "east", "both", "none"). `dealer` is the seat
    that deals, in a rematch the last winner's, where the book lets the deal decide who starts. What does not
    fit is refused in words."""
    names = seat_names(book_of(edition), players)
    the_setting = setting(
        edition,
        len(names),
        board_name=board,
        layout=layout,
        closed=closed,
        strangers=strangers,
        weapons_plus_one=weapons_plus_one,
        no_threes=no_threes,
        turn_limit=turn_limit,
    )
    return Game(the_setting, names, as_seed(seed), dealer)


def seat_names(the_book: Book, players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, int):
        if not 0 < players <= the_book.players[-1]:
            least, most = the_book.players[0], the_book.players[-1]
            raise SetUpError(f"{the_book.id} is for {least} to {most} players, not {players!r}")
        return tuple(f"Player {number + 1}" for number in range(players))
    if isinstance(players, str):
        raise SetUpError(f"players are a list of names, such as [{players!r}, 'Bob', 'Cleo'], or how many")
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise SetUpError(f"a name is 1 to {LONGEST_NAME} printable characters, not {name!r}")
    if len(set(players)) < len(players):
        raise SetUpError("every player needs a name of their own")
    return tuple(players)


class Game:
    """A game in progress, the authority on it. It knows everything: hand out views, not the game."""

    def __init__(self, the_setting: Setting, names: tuple[str, ...], seed: bytes, dealer: int | None = None) -> None:
        if dealer is not None and dealer not in range(the_setting.seats):
            raise SetUpError(f"the dealer is a seat from 0 to {the_setting.seats - 1}, not {dealer!r}")
        self.setting = the_setting
        self.players = names
        self._dealer = Dealer(seed)
        self._events: list[Event] = []
        diary: list[Happening] = []
        in_order = range(the_setting.deck.size)
        self.state: State = begin(
            the_setting.engine,
            self._seat(dealer),
            vec[i64](self._dealer.shuffled(in_order)),
            vec[i64](self._dealer.shuffled(in_order)),
            diary,
        )
        self._tell()

    @property
    def edition(self) -> Book:
        return self.setting.book

    @property
    def board(self) -> Board:
        return self.setting.board

    @property
    def to_decide(self) -> int | None:
        """The seat that must decide, None when the game is over."""
        return None if self.state.over else self.state.decider

    @property
    def legal(self) -> list[Action]:
        """What the seat to decide may do; empty only when the game is over."""
        return [self.setting.actions[number] for number in legal(self.state)]

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return outcome(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened, hidden things included: see `events_for` for what may be shown to whom."""
        return tuple(self._events)

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """What happened, as a seat or a spectator (None) may know it."""
        self._check_seat(seat)
        return tuple(event.for_seat(seat) for event in self._events)

    def view(self, seat: int | None) -> View:
        """All that a seat, or a spectator (None), may know."""
        self._check_seat(seat)
        return view(self.setting, self.state, self.players, seat)

    def why_not(self, action: Action | str) -> Reason | None:
        """What stands in the way of an action for the seat to decide; None if it is legal."""
        number = self._number(action)
        found = obstacle(self.state, number)
        return reason(self.setting, self.state, number, found) if found else None

    def play(self, action: Action | str) -> list[Event]:
        """Plays an action, or its text, for the seat to decide, and returns what happened."""
        number = self._number(action)
        found = obstacle(self.state, number)
        if found:
            why = reason(self.setting, self.state, number, found)
            raise IllegalAction(phrases.reason(why, self.players), why)
        apply(self.state, number)
        if self.state.phase == codes.SHUFFLE:
            reshuffle(self.state, vec[i64](self._dealer.shuffled(self.state.discards())))
        return self._tell()

    def _seat(self, dealer: int | None) -> int:
        """The seat that deals or, where nobody's dealing matters, starts: a random one unless a dealer is given."""
        lot = self._dealer.below(self.setting.seats)
        deals = self.setting.book.places_by_card != "nobody"
        return dealer if deals and dealer is not None else lot

    def _tell(self) -> list[Event]:
        """Turns what the engine noted into events."""
        diary = self.state.diary or []
        told = events(self.setting, diary)
        self._events += told
        self.state.diary = []
        return told

    def _number(self, action: Action | str) -> int:
        if not isinstance(action, Action | str):
            raise InvalidAction(f"an action is an Action or its text, not {action!r}")
        return parse(str(action), self.setting.numbers, self.setting.actions)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and (isinstance(seat, bool) or seat not in range(self.setting.seats)):
            raise SetUpError(f"seats are 0 to {self.setting.seats - 1}, or None for a spectator, not {seat!r}")
