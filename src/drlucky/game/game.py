"""Game: the friendly face of the engine. Named seats, actions with a text form, events and views."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from drlucky import display
from drlucky.boards import Board, is_printed
from drlucky.editions import Book, book_of
from drlucky.editions.book import Change
from drlucky.engine import codes
from drlucky.engine.deal import begin, go_on
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.state import State, restored
from drlucky.engine.turns import reshuffle
from drlucky.errors import DrLuckyError, RulesChanged, SetUpError
from drlucky.game.actions import Action
from drlucky.game.dealer import Contribution, Dealer, as_contributions, as_seed, commitment
from drlucky.game.events import Event, events
from drlucky.game.options import OPTIONS, with_options
from drlucky.game.setup import Setting, escape_from, setting
from drlucky.game.sight import Sight, sight
from drlucky.game.view import Outcome, View, outcome, view
from drlucky.game.why_not import IllegalAction, Obstacle, explained
from drlucky.record.model import ESCAPE, FIRST_RULES, NEW, Move, Part, Plan
from drlucky.record.writer import write
from drlucky.search.past import Past, recall

LONGEST_NAME = 40


@with_options
def new(
    edition: str = "kill-2016",
    players: int | Sequence[str] = 4,
    *,
    seed: int | str | bytes | None = None,
    contributions: Sequence[Contribution] = (),
    **options: Any,
) -> "Game":
    """A new game.

    `players` are names in seating order, each to the left of the one before, or just how many. Without a `seed`
    the deal is a fresh secret. `board` is a printed board's name, the path of a plan of your own, or a Board; `layout`
    folds the bed and breakfast; `closed` closes wings ("west", "east", "both", "none"). Two players meet two Strangers
    unless `strangers=False`; `pets` are "cat", "dog", "both" or "none"; `escape` plays the game after the game by
    itself (see `Game.escape`); `weapons_plus_one` and `no_threes` make a shorter game. `dealer` is the number of the
    player who deals, in a rematch the last winner, where the book lets the deal decide who starts; elsewhere `starter`
    is that of who starts. What does not fit is refused in words. `contributions`, one of each player, are mixed into
    the deal: see docs/records.md."""
    the_setting, names, given = prepare(edition, players, contributions, options)
    chosen = {name: options[name] for name, each in OPTIONS.items() if options.get(name, each.default) != each.default}
    if "board" in chosen and is_printed(the_setting.board):
        chosen["board"] = the_setting.board.name
    return Game(the_setting, names, as_seed(seed), chosen.get("dealer", chosen.get("starter")), given, chosen)


class Prepared(NamedTuple):
    """All of a new game but its deal."""

    setting: Setting
    names: tuple[str, ...]
    """Of everyone, Strangers too."""
    contributions: tuple[Contribution, ...]


def prepare(
    edition: str, players: int | Sequence[str], contributions: Sequence[Contribution], options: Mapping[str, Any]
) -> Prepared:
    """Checks all that `new` would refuse, without dealing."""
    names = seat_names(book_of(edition), players)
    the_setting = setting(edition, len(names), **options)
    given = as_contributions(contributions, len(names))
    return Prepared(the_setting, with_strangers(the_setting, names), given)


def seat_names(the_book: Book, players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, int):
        if not 0 < players <= the_book.players[-1]:
            least, most = the_book.players[0], the_book.players[-1]
            raise SetUpError(
                "{edition} is for {least} to {most} players, not {players!r}",
                edition=the_book.id,
                least=least,
                most=most,
                players=players,
            )
        return tuple(f"Player {number + 1}" for number in range(players))
    if isinstance(players, str):
        raise SetUpError(
            "players are a list of names, such as [{players!r}, 'Bob', 'Cleo'], or how many", players=players
        )
    for name in players:
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise SetUpError("a name is 1 to {most} printable characters, not {name!r}", most=LONGEST_NAME, name=name)
    if len(set(players)) < len(players):
        raise SetUpError("every player needs a name of their own")
    return tuple(players)


def with_strangers(the_setting: Setting, names: tuple[str, ...]) -> tuple[str, ...]:
    """Everyone's name in seating order: two Strangers sit between two players."""
    if not the_setting.strangers:
        return names
    seated = list(names)
    for number, seat in enumerate(the_setting.strangers, 1):
        seated.insert(seat, f"Stranger {number}")
    if len(set(seated)) < len(seated):
        raise SetUpError("every player needs a name of their own, and the Strangers have theirs")
    return tuple(seated)


def changed(book: Book, version: int, change: Change) -> RulesChanged:
    return RulesChanged(
        "it was played by version {found} of the rules of {edition}; ruling {ruling} was changed since, and it would "
        "come out otherwise now: {says}",
        found=version,
        edition=book.id,
        ruling=change.ruling,
        says=DrLuckyError(change.says),
    )


class Game:
    """A game in progress, the authority on it. It knows everything: hand out views, not the game."""

    def __init__(
        self,
        the_setting: Setting,
        names: tuple[str, ...],
        seed: bytes,
        first: int | None = None,
        contributions: Sequence[Contribution] = (),
        options: Mapping[str, Any] | None = None,
        after: "Game | None" = None,
    ) -> None:
        """`first` is the player who deals or, where nobody's dealing matters, starts; None: a random one. `after` is a
        finished game from whose positions this one begins."""
        self.setting = the_setting
        self.players = names
        self._dealer = Dealer(seed, contributions)
        self._events: list[Event] = []
        self.copies: tuple[int, ...] = the_setting.copy_numbers
        """Which copy each card is, at the engine's number for it: see `_choose_copy`."""
        self.state: State = self._begin(first) if after is None else self._begin_after(after)
        begun = self._part(NEW if after is None else ESCAPE, options)
        self.history: list[Part] = [*(after.history if after else ()), begun]
        """How the game came to be, which is what its record tells."""
        self._remember()
        self._tell()

    def _begin(self, first: int | None) -> State:
        in_order = range(self.setting.deck.size)
        # Drawn in any case, so that who begins changes nothing else of the deal.
        lot = self._dealer.below(len(self.setting.live))
        return begin(
            self.setting.engine,
            lot if first is None else first,
            self._dealer.shuffled(in_order),
            self._dealer.shuffled(in_order),
            [],
        )

    def _begin_after(self, after: "Game") -> State:
        """Everyone stays where they are, the cards of closed rooms too; the winner starts, or if a Stranger won the
        player to its left; if nobody won, a random player."""
        old, live = after.setting, after.setting.live
        aside = after.state.cards_at(old.seats + codes.ASIDE)
        rest = [card for card in range(old.deck.size) if card not in aside]
        rooms = [after.state.rooms[pawn] for pawn in (*live, old.engine.doctor)]
        winner = after.state.winner
        if winner == codes.NOBODY:
            first = self._dealer.below(len(live))
        else:
            first = live.index(winner if winner in live else (winner + 1) % old.seats)
        return go_on(self.setting.engine, first, rooms, aside, self._dealer.shuffled(rest), [])

    def escape(self, seed: int | str | bytes | None = None, contributions: Sequence[Contribution] = ()) -> "Game":
        """The Escape after this finished game, from its positions; Strangers and pets leave. Its deal needs a secret of
        its own, for this game's is no secret any more."""
        if not self.state.over:
            raise SetUpError("the Escape begins when the game is over")
        if self.setting.escape:
            raise SetUpError("this is the Escape already")
        names = tuple(self.players[seat] for seat in self.setting.live)
        given = as_contributions(contributions, len(names))
        return Game(escape_from(self.setting), names, as_seed(seed), contributions=given, options={}, after=self)

    def copy(self) -> "Game":
        """The same game once more: what is played in one leaves the other as it is. It holds the seed too, and so deals
        the same."""
        twin = Game.__new__(Game)
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """All of it, in lists of its own; the engine's state as the numbers that it is."""
        dealer = self._dealer.copy()
        parts = [replace(part, moves=part.moves[:]) for part in self.history]
        parts[-1].log = dealer.log  # which grows
        return {
            **vars(self),
            "_dealer": dealer,
            "_events": self._events[:],
            "_done": self._done[:],
            "history": parts,
            "state": (self.state.key(), list(self.state.diary or ())),
        }

    def __setstate__(self, found: dict[str, Any]) -> None:
        numbers, diary = found["state"]
        vars(self).update(found)
        self.state = restored(self.setting.engine, numbers)
        self.state.diary = diary

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
        return view(self.setting, self.state, self.players, seat, self.copies)

    def past(self, seat: int) -> Past:
        """All that a seat may know of the decisions since the deal, or since the discards were last shuffled: for bots
        that read the others."""
        self._check_seat(seat)
        return recall(self.setting.engine, seat, self._dealt, self._done)

    def _remember(self) -> None:
        """From here on the past is told."""
        self._dealt = self.state.key()
        self._done: list[int] = []

    def sight(self, seat: int | None = None) -> Sight:
        """Who sees whom, which rooms suit a seat's plans (None: the player in turn), and the doctor's way."""
        self._check_seat(seat)
        return sight(self.setting, self.state, seat)

    def _repr_svg_(self) -> str:
        """The board with everyone on it, as a spectator may see it."""
        return display.svg(self)

    def _repr_html_(self) -> str:
        """The same with what else a spectator may know beside it."""
        return display.html(self)

    def why_not(self, action: Action | str, seat: int | None = None) -> Obstacle | None:
        """What stands in the way of an action for a seat (None: the one to decide); None if it is legal."""
        self._check_seat(seat)
        return self.obstacle(self.number_of(action), seat)

    def explain(self, seat: int | None = None) -> dict[str, Obstacle | None]:
        """For every action there is what stands in its way for a seat (None: the one to decide); None if nothing."""
        self._check_seat(seat)
        return {text: self.obstacle(number, seat) for number, text in enumerate(self.setting.texts)}

    def play(self, action: Action | str) -> list[Event]:
        """Plays an action, or its text, for the seat to decide, and returns what happened."""
        return self.play_number(self.legal_number(action))

    # A move in three steps, for those who judge it before they play it: parsed, judged and played once each.

    def number_of(self, action: Action | str) -> int:
        """The engine's number of an action. InvalidAction if this game has no such action at all."""
        return self.setting.number_of(action)

    def obstacle(self, number: int, seat: int | None = None) -> Obstacle | None:
        """What stands in the way of an action, by its number, for a seat (None: the one to decide)."""
        decider = self.state.current if self.state.over else self.state.decider
        found = obstacle(self.state, number)
        if seat is not None and seat != decider and not self.state.over:
            found = codes.NOT_YOUR_TURN
        return explained(self.setting, self.state, number, found, decider if seat is None else seat) if found else None

    def legal_number(self, action: Action | str) -> int:
        """The number of an action that the seat to decide may do; InvalidAction or IllegalAction if it is none."""
        number = self.number_of(action)
        why = self.obstacle(number)
        if why is not None:
            raise IllegalAction(why, self.players)
        return number

    def play_number(self, number: int, copy: int | None = None) -> list[Event]:
        """Plays a legal action by its number. What an illegal one would do is not defined. `copy` is one of
        `copies_for` it; None leaves it to chance."""
        turn, current = self.state.turn, self.state.current
        played = self._choose_copy(number, copy)
        apply(self.state, number)
        self._done.append(number)
        if self.state.phase == codes.SHUFFLE:
            reshuffle(self.state, self._dealer.shuffled(self.state.discards()))
            self._remember()
        text = self.setting.texts[number]
        self.history[-1].moves.append(Move(text, turn, current, len(self._dealer.log)))
        if self.history[-1].rules != self.edition.version:
            self._check_rules()
        return self._tell(played)

    def copies_for(self, number: int) -> tuple[int, ...]:
        """The copies that an action may play, where the card has several."""
        return tuple(self.copies[each] for each in self._held(number))

    def _held(self, number: int) -> list[int]:
        """The cards that an action may play if there are several copies, by the engine's numbers for them."""
        card = self.setting.actions[number].card
        copies = self.setting.copies.get(card) if card else None
        if copies is None:
            return []
        return [each for each in self.state.cards_at(self.state.decider) if each in copies]

    def _choose_copy(self, number: int, copy: int | None) -> int | None:
        """The card that an action plays from a hand if it is one of several copies, by the engine's number for it.

        The engine always plays the one with the lowest number. If that were shown it would tell which copies its owner
        does not hold. So it is the one that its owner chose, or is left to chance: they change places here. None of
        this is known to the engine, whose state is as it always was."""
        held = self._held(number)
        if not held:
            return None
        by_chance = held[self._dealer.aside(len(self.history[-1].moves), len(held))]
        lowest, chosen = held[0], next((each for each in held if self.copies[each] == copy), by_chance)
        changed = list(self.copies)
        changed[lowest], changed[chosen] = changed[chosen], changed[lowest]
        self.copies = tuple(changed)
        return lowest

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed: public from the start, while the seed is published with the finished record."""
        return commitment(self._dealer.seed)

    def record(self, secret: bool = False) -> str:
        """The game so far as a text that `drlucky.load` replays once the game is over.

        Before that it tells only what is public, and cannot be replayed. With `secret` it holds the seed all the same,
        for whoever runs the game to go on later."""
        return write(self.history, self.outcome, self.state.key(), secret=secret)

    def played_by(self, version: int) -> None:
        """What is played from here on was played by this version of the edition's rules. It is played by those of today
        all the same, and RulesChanged is raised where they make a difference."""
        newest = self.edition.version
        if not FIRST_RULES <= version <= newest:
            raise RulesChanged(
                "it was played by version {found} of the rules of {edition}; this drlucky plays version {ours}",
                found=version,
                edition=self.edition.id,
                ours=newest,
            )
        for part in self.history:
            part.rules = version

    def _check_rules(self) -> None:
        """What was just played must have come out the same by the rules it was played by."""
        for change in self.edition.changes[self.history[-1].rules - FIRST_RULES :]:
            if change.touches(self.state.diary or []):
                raise changed(self.edition, self.history[-1].rules, change)

    def go_back(self, state: State, copies: tuple[int, ...], events: int, moves: int) -> None:
        """Makes the game what it was when it was in this state, with so many events and moves. Only for what `undo`
        allows: the dealer is not turned back."""
        self.state = state.copy()
        self.state.diary = []
        self.copies = copies
        del self._events[events:]
        taken_back = len(self.history[-1].moves) - moves
        del self._done[len(self._done) - taken_back :]
        del self.history[-1].moves[moves:]

    def _part(self, begun: str, options: Mapping[str, Any] | None) -> Part:
        """What was settled and dealt, for the history. Where the first turn begins with a drawing, that card is no part
        of the deal."""
        set_up, dealt, dealer = self.setting, self.state, self._dealer
        drawn = {card for what, _, card, _ in dealt.diary or () if what == codes.DREW}
        return Part(
            begun,
            options,
            edition=set_up.book.id,
            rules=set_up.book.version,
            title=set_up.book.title,
            plan=None if is_printed(set_up.board) else Plan(set_up.board.name, set_up.board.source_text),
            players=self.players,
            live=set_up.live,
            cards=set_up.card_names,
            seed=dealer.seed,
            commitment=commitment(dealer.seed),
            contributions=dealer.contributions,
            log=dealer.log,
            starts=dealt.current,
            aside=tuple(dealt.cards_at(set_up.seats + codes.ASIDE)),
            hands=tuple(
                tuple(card for card in dealt.cards_at(seat) if card not in drawn) for seat in range(set_up.seats)
            ),
            chance=len(dealer.log),
        )

    def _tell(self, played: int | None = None) -> list[Event]:
        """Turns what the engine noted into events; `played` is the card of an action that has copies."""
        diary = self.state.diary or []
        told = events(self.setting, diary, self.copies, played)
        self._events += told
        self.state.diary = []
        return told

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and (isinstance(seat, bool) or seat not in range(self.setting.seats)):
            raise SetUpError(
                "seats are 0 to {last}, or None for a spectator, not {seat!r}", last=self.setting.seats - 1, seat=seat
            )
