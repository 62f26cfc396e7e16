"""Starting: everyone says that they are ready, and the host starts the game."""

from collections.abc import Sequence
from itertools import islice

from drlucky.editions import book_of
from drlucky.errors import DrLuckyError
from drlucky.game.dealer import LONGEST_CONTRIBUTION
from drlucky.game.game import Game, new, prepare
from drlucky.game.setup import escape_from, setting
from drlucky.table.answers import Refused
from drlucky.table.casting import free, newcomers
from drlucky.table.clocks import clocks
from drlucky.table.commands import Ready, Start
from drlucky.table.handlers.common import NOTHING_NEW, Judged, check_gathering, check_host, check_one_seat
from drlucky.table.log import AnyFact, Coming, Entry, Portrayed, Readied, Started
from drlucky.table.match import Match
from drlucky.table.participation import Participant, participation
from drlucky.table.state import TableState

# {"do": "ready", "contribution": "seven blue cups"}


def ready(table: TableState, person: str, do: Ready, now: float) -> Judged:
    check_gathering(table)
    mine = [table.seats[number] for number in table.seats_of(person)]
    if not mine:
        raise Refused("not yours", "take a seat first")
    if len(do.contribution) > LONGEST_CONTRIBUTION or not do.contribution.isprintable():
        raise Refused("malformed", "a contribution has at most {most} printable characters", most=LONGEST_CONTRIBUTION)
    if all((seat.ready, seat.contribution) == (do.ready, do.contribution) for seat in mine):
        return NOTHING_NEW
    return Judged([Readied(person, do.ready, do.contribution)])


def readied(table: TableState, fact: Readied, entry: Entry) -> None:
    for number in table.seats_of(fact.person):
        table.seats[number].ready = fact.ready
        table.seats[number].contribution = fact.contribution


# {"do": "start"}


def start(table: TableState, person: str, do: Start, now: float) -> Judged:
    check_gathering(table)
    check_host(table, person)
    check_ready(table, person)
    contributions = tuple(seat.contribution for seat in table.seats)
    return Judged(beginning(table, table.coming, table.dealer, contributions))


def check_ready(table: TableState, person: str) -> None:
    """Is every seat taken, and everyone ready but the one who starts?"""
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            raise Refused(
                "not ready", "seat {seat} is open: invite someone, put a bot there, or remove it", seat=number
            )
        if seat.kind == "person" and not seat.ready and seat.person != person:
            raise Refused("not ready", "{name} is not ready yet", name=seat.name)
        if seat.person is not None:
            check_one_seat(table, seat.person, 1)


def beginning(table: TableState, coming: Coming, winner: int | None, contributions: tuple[str, ...]) -> list[AnyFact]:
    """The facts with which a game begins; `winner` is the seat that won the last one."""
    players = tuple(seat.name for seat in table.seats)
    dealer = winner if coming == "rematch" and has_dealer(table.settings.edition) else None
    parts = missing_parts(table)
    rules = book_of(table.settings.edition).version
    try:
        begun = Started(coming, players, contributions, dealer, rules, strangers(table, coming, parts))
        check_beginning(table, begun)
    except DrLuckyError as error:
        raise Refused.of("settings", error) from None
    return [*parts, begun]


def missing_parts(table: TableState) -> list[Portrayed]:
    """Of those who sat down before there was a cast."""
    without = [number for number, seat in enumerate(table.seats) if not seat.character]
    return [Portrayed(number, each.id) for number, each in zip(without, free(table), strict=False)]


def strangers(table: TableState, coming: Coming, parts: Sequence[Portrayed]) -> tuple[str, ...]:
    """Whom of the cast the Strangers play, where there will be some."""
    if coming == "escape":
        return ()
    seats = setting(table.settings.edition, len(table.seats), **table.settings.options.chosen()).strangers
    taken = {part.character for part in parts}
    return tuple(islice((each.id for each, _ in newcomers(table) if each.id not in taken), len(seats)))


def check_beginning(table: TableState, fact: Started) -> None:
    """Refuses in words what would not fit. Nothing is dealt yet: a deal is made once, when the fact is applied."""
    if fact.coming == "escape" and table.match is not None:
        escape_from(table.match.game.setting)
    else:
        prepare(table.settings.edition, fact.players, given(fact), table.settings.options.chosen())


def begin(table: TableState, fact: Started) -> Game:
    """The game that a fact says has started."""
    if fact.coming == "escape" and table.match is not None:
        return table.match.game.escape(table.seed, given(fact))
    edition, options = table.settings.edition, table.settings.options.chosen()
    # In a rematch the last winner deals, whomever the table named at first. Logs have had one in every edition.
    if fact.dealer is not None and has_dealer(edition):
        options["dealer"] = fact.dealer
    return new(edition, fact.players, seed=table.seed, contributions=given(fact), **options)


def has_dealer(edition: str) -> bool:
    """Does it matter in this edition who deals?"""
    return "dealer" in book_of(edition).options


def given(fact: Started) -> tuple[str, ...]:
    """The players' contributions, or none if nobody gave any."""
    return fact.contributions if any(fact.contributions) else ()


def started(table: TableState, fact: Started, entry: Entry) -> None:
    number = table.match.number + 1 if table.match else 1
    the_clocks = clocks(table.settings.clock, len(table.seats), entry.at)
    game = begin(table, fact)
    game.played_by(fact.rules)
    cast = tuple(seat.character for seat in table.seats)
    table.match = Match(number, game, the_clocks, entry.version, entry.at, cast, fact.strangers)
    if table.settings.rated and fact.coming != "escape":
        seats = [Participant(seat.name, seat.person, seat.level) for seat in table.seats]
        table.match.participation = participation(seats, entry.at)
        table.has_counted = True
    table.phase = "playing"
    table.chat.begin(game.setting.seats)
    table.end_invitations()
    for seat in table.seats:
        seat.unready()
        seat.hand_back()
