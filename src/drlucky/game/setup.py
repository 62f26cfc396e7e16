"""Setting: an edition on a board with a deck and options, made ready for the engine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from drlucky.boards import Board, Layout, board, is_printed
from drlucky.boards.paths import parts
from drlucky.decks import Card, Deck, deck
from drlucky.editions import BOOKS, Book, book_of
from drlucky.engine.codes import FAILURE, MOVE, NOWHERE, WEAPON
from drlucky.engine.guest import GuestRules
from drlucky.engine.state import Rules
from drlucky.engine.tables import Cards, House
from drlucky.errors import DrLuckyError, InvalidAction, SetUpError
from drlucky.game.actions import Action, all_actions, index, parse
from drlucky.game.options import MOST_TURNS, OPTIONS, SHORTER, Options, choose, known, wings_in
from drlucky.search.evaluation import Evaluation
from drlucky.search.fitting import fitted
from drlucky.search.weights import load_evaluation

ESCAPE_HAND = 6
STRANGER_SEATS = (1, 3)
"""Between the two players."""
MOST_PLAYERS = 8
KEPT = 64
"""So many settings are kept for games to come."""
GROUP = {"weapon": WEAPON, "aid": WEAPON, "move": MOVE, "failure": FAILURE}


@dataclass(frozen=True, eq=False)
class Setting:
    """All that is settled before the shuffle. Shared by any number of games."""

    book: Book
    layout: Layout
    deck: Deck
    turn_limit: int
    engine: Rules
    strangers: tuple[int, ...]
    """The seats that play by themselves."""
    pets: tuple[str, ...]
    escape: bool
    """Is this the game after the game?"""
    shorter: tuple[str, ...] = ()
    """The options chosen for a shorter game."""

    def __copy__(self) -> "Setting":
        return self  # nothing of it ever changes

    def __deepcopy__(self, memo: object) -> "Setting":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Setting"], tuple[Any, ...]]:
        """By what it was made of, a printed board by its name: the tables are made anew."""
        house = self.board.name if is_printed(self.board) else self.board, self.layout.name, self.layout.closed
        made_of = (len(self.live), self.turn_limit, bool(self.strangers), self.pets, self.escape, self.shorter)
        return remade_setting, (self.book.id, *house, self.deck, *made_of)

    @property
    def seats(self) -> int:
        """How many take turns, Strangers included."""
        return self.engine.seats

    @property
    def live(self) -> tuple[int, ...]:
        """The seats of players who decide for themselves."""
        return tuple(seat for seat in range(self.seats) if seat not in self.strangers)

    @property
    def board(self) -> Board:
        return self.layout.board

    @cached_property
    def evaluation(self) -> Evaluation:
        """What a search judges positions of this game by: for books as they are usually played the weights that come
        with drlucky, and otherwise some that are fitted now, to games that are played for that."""
        kind = "-escape" if self.escape else "-strangers" if self.strangers else ""
        known = None
        if self.board.name == self.book.boards[0]:
            known = load_evaluation(f"{self.book.id}{kind}", self.seats)
        return known or fitted(self.engine)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of this set-up, at the engine's number for it."""
        return all_actions(self.engine, self.room_names, self.deck.cards)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of every action, at the engine's number for it."""
        return tuple(str(action) for action in self.actions)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The engine's number of each action, by its text."""
        return index(self.actions)

    def number_of(self, action: Action | str) -> int:
        """The engine's number of an action. InvalidAction if this set-up has no such action at all."""
        if not isinstance(action, Action | str):
            raise InvalidAction("an action is an Action or its text, not {action!r}", action=action)
        return parse(str(action), self.numbers, self.actions)

    @cached_property
    def room_names(self) -> tuple[str, ...]:
        return tuple(room.name for room in self.board.rooms)

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The name of each card, copy by copy, at the engine's number for it."""
        return tuple(card.name for card in self.deck.cards for _ in range(card.copies))

    @cached_property
    def copies(self) -> dict[str, range]:
        """The engine's numbers of the cards that have copies, by their name. In some decks there are none."""
        first = 0
        found: dict[str, range] = {}
        for card in self.deck.cards:
            if card.copies > 1:
                found[card.name] = range(first, first + card.copies)
            first += card.copies
        return found

    @cached_property
    def copy_numbers(self) -> tuple[int, ...]:
        """Which copy of its name each card is, from 0, at the engine's number for it; empty if no card has copies."""
        return tuple(copy for card in self.deck.cards for copy in range(card.copies)) if self.copies else ()

    @cached_property
    def ship_decks(self) -> tuple[str, ...]:
        """The ship's decks in the order they sink."""
        return tuple(reversed(self.board.decks)) if self.book.stages == "decks" else ()


def setting(edition: str, players: int, **given: Any) -> Setting:
    """The set-up of a game with the options of `drlucky.new`. What does not fit is refused in words.

    Those on printed boards are kept for the next game: to make one takes six times as long as to deal the game."""
    options, own = choose(given)
    check_players(book_of(edition), players)
    check_options(book_of(edition), players, options)
    settled = msgspec.structs.replace(options, dealer=None, starter=None)  # which settle nothing but the deal
    return kept_setting(edition, players, settled) if own is None else new_setting(edition, players, settled, own)


def setting_by_lot(edition: str, players: int, **given: Any) -> Setting:
    """The same for those who play many games of one set-up, and draw lots for who begins."""
    for option in ("dealer", "starter"):
        if given.get(option) is not None:
            raise SetUpError("here chance decides who begins; leave the option {option!r} out", option=option)
    return setting(edition, players, **given)


def check_options(the_book: Book, players: int, options: Options) -> None:
    """Refuses what the book does not have, and numbers of nothing."""
    for option in options.chosen():
        if option not in the_book.options and not OPTIONS[option].about.every_book:
            offered = ", ".join(sorted(the_book.options)) or "none"
            raise SetUpError(
                "{edition} has no option {option!r}; its options are: {options}",
                edition=the_book.id,
                option=option,
                options=offered,
            )
    if not 1 <= options.turn_limit <= MOST_TURNS:
        raise SetUpError(
            "the turn limit is a whole number from 1 to {most:,}, not {turns!r}",
            most=MOST_TURNS,
            turns=options.turn_limit,
        )
    for option, player in (("dealer", options.dealer), ("starter", options.starter)):
        if player is not None and player not in range(players):
            raise SetUpError(
                "the {option} is a player from 0 to {last}, not {player!r}",
                option=option,
                last=players - 1,
                player=player,
            )


def new_setting(edition: str, players: int, options: Options, own: Board | None = None) -> Setting:
    the_book = book_of(edition)
    meet_strangers = with_strangers(the_book, players, options.strangers, options.escape)
    group = 4 if meet_strangers else players  # with Strangers the game is set up for four
    the_layout = find_layout(the_book, group, own or options.board, options.layout, options.closed)
    the_pets = find_pets(the_book, the_layout, group, options.pets, options.escape)
    the_deck = deck(the_book.deck)
    if options.weapons_plus_one:
        the_deck = the_deck.with_better_weapons()
    if options.no_threes:
        the_deck = the_deck.without_threes()
    check_placing(the_book, the_deck, players, the_layout)
    made = make_setting(
        the_book, the_layout, the_deck, group, options.turn_limit, meet_strangers, the_pets, options.escape
    )
    return replace(made, shorter=tuple(name for name in options.chosen() if name in SHORTER))


kept_setting = lru_cache(KEPT, typed=True)(new_setting)


def make_setting(
    the_book: Book,
    layout: Layout,
    the_deck: Deck,
    seats: int,
    turn_limit: int,
    meet_strangers: bool,
    pets: tuple[str, ...],
    escape: bool,
) -> Setting:
    """Makes the tables of what was found to fit."""
    rooms = {room.name: at for at, room in enumerate(layout.board.rooms)}
    players_start, doctor_start = find_starts(the_book, layout)
    strangers = STRANGER_SEATS if meet_strangers else ()
    rules = the_book.escape if escape and the_book.escape else the_book.rules
    engine = make_rules(
        rules,
        cards_table(the_deck.cards, rooms),
        house_table(the_book, layout),
        seats=seats,
        hand=ESCAPE_HAND if escape else the_book.hand(seats),
        set_aside=sum(len(layout.board.wings[wing]) for wing in layout.closed),
        start_room=rooms[players_start],
        doctor_start=rooms[doctor_start],
        turn_limit=turn_limit,
        strangers=mask(strangers),
        cat_start=rooms[find_pet_start(the_book, layout, "cat")] if "cat" in pets else NOWHERE,
        dog_start=rooms[find_pet_start(the_book, layout, "dog")] if "dog" in pets else NOWHERE,
    )
    made = Setting(the_book, layout, the_deck, turn_limit, engine, strangers, pets, escape)
    if len(made.numbers) < len(made.actions):
        texts = [str(action) for action in made.actions]
        twice = next(text for text in texts if texts.count(text) > 1)
        raise SetUpError(
            "two actions would both read {action!r}; give a room of {board} another name",
            action=twice,
            board=made.board.title,
        )
    return made


def make_rules(rules: Callable[..., Rules], *tables: Any, **numbers: int) -> Rules:
    """The rules with their numbers. The engine asks those that are no class of its own by a class that is."""
    made = rules(*tables, **numbers)
    return made if isinstance(made, Rules) else GuestRules(made, *tables, **numbers)


def remade_setting(
    edition: str,
    given: str | Board,
    layout: str,
    closed: tuple[str, ...],
    the_deck: Deck,
    players: int,
    turn_limit: int,
    meet_strangers: bool,
    pets: tuple[str, ...],
    escape: bool,
    shorter: tuple[str, ...],
) -> Setting:
    """A setting that comes out of a pickle."""
    seats = players + (len(STRANGER_SEATS) if meet_strangers else 0)
    the_layout = (board(given) if isinstance(given, str) else given).layout(layout, closed)
    made = make_setting(book_of(edition), the_layout, the_deck, seats, turn_limit, meet_strangers, pets, escape)
    return replace(made, shorter=shorter)


def escape_from(main: Setting) -> Setting:
    """The game after this one: the same house with the same rooms closed, without Strangers and pets."""
    if main.book.escape is None:
        raise SetUpError(
            "{edition} has no game after the game; it is in the books with the option 'escape'", edition=main.book.id
        )
    return make_setting(main.book, main.layout, main.deck, len(main.live), main.turn_limit, False, (), True)


def check_players(the_book: Book, players: int) -> None:
    if isinstance(players, bool) or not isinstance(players, int) or players not in the_book.players:
        least, most = the_book.players[0], the_book.players[-1]
        raise SetUpError(
            "{edition} is for {least} to {most} players, not {players!r}",
            edition=the_book.id,
            least=least,
            most=most,
            players=players,
        )


def with_strangers(the_book: Book, players: int, strangers: bool | None, escape: bool) -> bool:
    """Two players meet two Strangers, where the book has them, unless they would rather not."""
    if strangers and escape:
        raise SetUpError("Strangers take no part in the Escape; leave the option 'strangers' out")
    if strangers and players != 2:
        raise SetUpError("Strangers join two players, not {players}; leave the option 'strangers' out", players=players)
    return "strangers" in the_book.options and players == 2 and strangers is not False and not escape


PETS = {"none": (), "cat": ("cat",), "dog": ("dog",), "both": ("cat", "dog")}


def find_pets(the_book: Book, layout: Layout, group: int, pets: str | None, escape: bool) -> tuple[str, ...]:
    """The pets that the table wants, or else those that the book has."""
    if pets is not None and pets not in PETS:
        raise SetUpError("pets are one of {names}, not {pets!r}", names=", ".join(PETS), pets=pets)
    if escape:
        if pets not in (None, "none"):
            raise SetUpError("pets take no part in the Escape; leave the option 'pets' out")
        return ()
    return the_book.pets(layout.board.name, layout.name, group) if pets is None else PETS[pets]


def find_pet_start(the_book: Book, layout: Layout, pet: str) -> str:
    """Where a pet starts: as the book says; on a board of one's own as its plan says, or else the cat a quarter and the
    dog three quarters of the way round."""
    numbered = [room for room in layout.board.rooms if room.name in layout.open and room.number is not None]
    if is_printed(layout.board):
        by_number = {room.number: room.name for room in numbered}
        starts = the_book.pet_starts.get(layout.board.name, {}).get(pet, ())
        printed = next((by_number[n] for n in starts if n in by_number), None)
        if printed:
            return printed
    default = numbered[len(numbered) * (1 if pet == "cat" else 3) // 4].name
    own = layout.board.starts.get(pet, default)
    return own if own in layout.open else default


def find_layout(
    the_book: Book,
    players: int,
    given: str | Board | None,
    layout: str | None,
    closed: str | None,
) -> Layout:
    """The board, folded and with wings closed as the table wants it, or else as the book has it."""
    the_board = given if isinstance(given, Board) else board(given or the_book.boards[0])
    if is_printed(the_board) and the_board.name not in the_book.boards:
        raise SetUpError(
            "{edition} is not played on {board!r}; it is played on {boards}, or on a plan of your own",
            edition=the_book.id,
            board=the_board.name,
            boards=", ".join(the_book.boards),
        )
    if layout is None:
        usual = the_book.layout(the_board.name, players)
        layout = usual if usual in the_board.layouts else the_board.layouts[0]
    if closed is None:
        shut = tuple(wing for wing in the_book.closes(players) if wing in the_board.wings)
    elif closed != "none" and not the_board.wings:
        raise SetUpError("{board} has no wings to close", board=the_board.title)
    else:
        shut = {"none": (), "both": tuple(the_board.wings)}.get(closed, wings_in(closed))
    found = the_board.layout(layout, shut)
    check_layout(the_book, found)
    return found


def check_layout(the_book: Book, layout: Layout) -> None:
    """What any board must have for this edition. Printed boards always do."""
    title = layout.board.title
    numbers = [room.number for room in layout.board.rooms if room.name in layout.open and room.number is not None]
    if len(numbers) < 2:
        raise SetUpError("the doctor walks by numbers: {board} needs at least two open numbered rooms", board=title)
    if the_book.stages == "decks":
        decks = layout.board.decks
        if len(decks) < 2:
            raise SetUpError(
                "{edition} needs a board with decks that can sink; {board} has none", edition=the_book.id, board=title
            )
        without = [room for room in layout.open if not any(room in names for names in decks.values())]
        if without:
            raise SetUpError(
                "every room must lie on a deck; in {board} the {room} lies on none", board=title, room=without[0]
            )
        for name, rooms in decks.items():
            if not any(room.number is not None for room in layout.board.rooms if room.name in rooms):
                raise SetUpError(
                    "those washed up go to a numbered room; deck {deck} of {board} has none", deck=name, board=title
                )
    for afloat in stages_of(the_book, layout):
        pieces = parts({room: tuple(n for n in layout.adjacent[room] if n in afloat) for room in afloat})
        if len(pieces) > 1 or len(afloat) < 2:
            lost = next(iter(pieces[-1]))
            raise SetUpError(
                "in {board} the {room} would be cut off from the other rooms when a deck has sunk",
                board=title,
                room=lost,
            )


def stages_of(the_book: Book, layout: Layout) -> list[tuple[str, ...]]:
    """The open rooms in each stage that the board can come to."""
    if the_book.stages == "lights":
        return [layout.open, layout.open]
    if the_book.stages == "decks":
        decks = list(layout.board.decks.values())
        return [
            tuple(room for room in layout.open if any(room in deck for deck in decks[:afloat]))
            for afloat in range(len(decks), 0, -1)
        ]
    return [layout.open]


def check_placing(the_book: Book, the_deck: Deck, players: int, layout: Layout) -> None:
    """Where dealt cards place pawns, there must be enough cards that name a room."""
    if the_book.places_by_card == "nobody":
        return
    needed = players + 1 if the_book.places_by_card == "everybody" else 1
    naming = sum(card.copies for card in the_deck.cards if card.kind == "move" and card.room in layout.open)
    if naming < needed:
        raise SetUpError(
            "{edition} places pawns by dealt cards that name a room and needs {needed} of them; on {board} there are "
            "{number}. Name more rooms as the cards do, such as {rooms}",
            edition=the_book.id,
            needed=needed,
            board=layout.board.title,
            number=naming,
            rooms=", ".join(sorted({card.room for card in the_deck.cards if card.kind == "move" and card.room})[:5]),
        )


def find_starts(the_book: Book, layout: Layout) -> tuple[str, str]:
    """Where players and doctor start: as the book says; on a board of one's own as its plan says, or else the players
    in the room with the lowest number and the doctor half way round."""
    numbered = [room for room in layout.board.rooms if room.name in layout.open and room.number is not None]
    players, doctor = numbered[0].name, numbered[len(numbered) // 2].name
    if is_printed(layout.board):
        printed = the_book.starts.get((layout.board.name, layout.name))
        if printed:
            by_number = {room.number: room.name for room in numbered}
            players, doctor = by_number[printed[0]], by_number[printed[1]]
    else:
        own = {who: room for who, room in layout.board.starts.items() if room in layout.open}
        players, doctor = own.get("players", players), own.get("doctor", doctor)
    return players, doctor


def cards_table(cards: Sequence[Card], rooms: Mapping[str, int]) -> Cards:
    return Cards(
        group=[GROUP[card.kind] for card in cards],
        copies=[card.copies for card in cards],
        value=[card.value for card in cards],
        value_in_room=[card.value_in_room for card in cards],
        room=[rooms.get(card.room, NOWHERE) if card.room else NOWHERE for card in cards],
        steps=[card.steps for card in cards],
        luck=[card.luck for card in cards],
    )


def house_table(the_book: Book, layout: Layout) -> House:
    rooms = layout.board.rooms
    at = {room.name: i for i, room in enumerate(rooms)}
    adjacent: list[list[int]] = []
    sees: list[list[int]] = []
    doctor_next: list[list[int]] = []
    previous: list[list[int]] = []
    refuge: list[int] = []
    for k, open_rooms in enumerate(stages_of(the_book, layout)):
        dark = the_book.stages == "lights" and k == 1
        is_open = mask(at[name] for name in open_rooms)
        adjacent.append(
            [mask(at[n] for n in layout.adjacent[r.name]) & is_open if r.name in open_rooms else 0 for r in rooms]
        )
        sees.append(
            [
                mask(at[n] for n in (r.name, *(() if dark else layout.sees[r.name]))) & is_open
                if r.name in open_rooms
                else 0
                for r in rooms
            ]
        )
        numbered = [i for i, room in enumerate(rooms) if room.number is not None and room.name in open_rooms]
        by_number = [next_for_doctor(layout, i, numbered, adjacent[-1][i]) for i in range(len(rooms))]
        doctor_next.append(by_number)
        back = {after: before for before, after in enumerate(by_number) if before in numbered}
        previous.append([back.get(i, by_number[i]) for i in range(len(rooms))])
        lowest_deck = list(layout.board.decks.values())[-1 - k] if the_book.stages == "decks" else open_rooms
        refuge.append(next(i for i in numbered if rooms[i].name in lowest_deck))
    named = mask(i for i, room in enumerate(rooms) if room.named)
    return House(named, adjacent, sees, doctor_next, previous, refuge)


def next_for_doctor(layout: Layout, room: int, numbered: Sequence[int], neighbours: int) -> int:
    """To the next open number, from the highest to the lowest; from a room without a number to the neighbour with
    the highest. Rooms are in the order of their numbers."""
    if layout.board.rooms[room].number is not None:
        return next((other for other in numbered if other > room), numbered[0])
    beside = [other for other in numbered if neighbours >> other & 1]
    if not beside and neighbours:
        name = layout.board.rooms[room].name
        raise SetUpError(
            "the doctor could not leave the {room} of {board}: no numbered room adjoins it",
            room=name,
            board=layout.board.title,
        )
    return beside[-1] if beside else NOWHERE


def mask(rooms: Iterable[int]) -> int:
    return sum(1 << room for room in rooms)


def check_book(the_book: Book) -> None:
    """Refuses, in words, a book from outside that nobody could play."""
    if not the_book.players or not the_book.boards:
        raise DrLuckyError("it has no number of players or no board")
    if the_book.players[0] < 2 or the_book.players[-1] > MOST_PLAYERS:
        raise DrLuckyError(f"it is for 2 to {MOST_PLAYERS} players at most, not for {the_book.players}")
    for option in the_book.options:
        known(option)
    for players in the_book.players:
        for name in the_book.boards:
            try:
                new_setting(the_book.id, players, Options(board=name))
            except TypeError as error:
                if "inherit from compiled" not in str(error):
                    raise
                raise DrLuckyError(
                    "its rules derive from a compiled class; derive them from the one of the same name in drlucky.rules"
                ) from None


BOOKS.checks.append(check_book)
