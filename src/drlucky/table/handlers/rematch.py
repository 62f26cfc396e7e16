"""After a game: a rematch or the Escape is asked for, and what was held back for an Escape is shown."""

from drlucky.errors import DrLuckyError
from drlucky.game.dealer import as_seed
from drlucky.game.setup import escape_from
from drlucky.table.answers import Refused
from drlucky.table.commands import Again, Reveal
from drlucky.table.handlers.common import Judged, check_host
from drlucky.table.handlers.start import beginning
from drlucky.table.log import AnyFact, Coming, Entry, Gathered, Revealed, Sealed
from drlucky.table.state import TableState

# {"do": "again", "what": "rematch", "at_once": true}


def again(table: TableState, person: str, do: Again, now: float) -> Judged:
    """A rematch, or the Escape: with a seal of its own, for the last game's seed is no secret any more."""
    if table.phase == "playing" or table.match is None:
        raise Refused("not now", "the game is not over")
    if not table.seats_of(person):
        raise Refused("not yours", "those who have a seat say if they play on")
    if table.phase == "gathering" and table.coming == do.what:
        if do.what == "escape":
            raise Refused("not now", "the escape is being gathered for already")
        raise Refused("not now", "the rematch is being gathered for already")
    if do.what == "escape":
        check_escape(table)
    gathering: list[AnyFact] = [Gathered(do.what), Sealed(as_seed(None))]
    return Judged([*gathering, *dealt_at_once(table, person, do.what)] if do.at_once else gathering)


def dealt_at_once(table: TableState, person: str, what: Coming) -> list[AnyFact]:
    """Who plays against bots alone waits for nobody, and is ready by asking."""
    check_host(table, person)
    if not table.plays_alone(person):
        raise Refused("not ready", "only who plays against bots alone need not wait for the others")
    # What anyone gave before the coming game was sealed is not mixed into its deal.
    return beginning(table, what, last_winner(table), ("",) * len(table.seats))


def last_winner(table: TableState) -> int | None:
    """The seat that won the last game; None if no one of these did."""
    match = table.last_match()
    result = match.game.outcome
    winner = result.winner if result else None
    return None if winner not in match.game.setting.live else match.seat(winner)


def check_escape(table: TableState) -> None:
    match = table.last_match()
    if match.game.outcome is None:
        raise Refused("not now", "the game was given up: there is nothing to escape from")
    if match.game.setting.escape:
        raise Refused("not now", "that was the Escape")
    if len(table.seats) != len(match.game.setting.live):
        raise Refused("not now", "the Escape is for those who played the game, and the seats have changed")
    try:
        escape_from(match.game.setting)
    except DrLuckyError as error:
        raise Refused.of("settings", error) from None
    if not match.escape_may_follow:
        raise Refused("not now", "the cards on the closed rooms have been shown, and the Escape needs them hidden")


def gathered(table: TableState, fact: Gathered, entry: Entry) -> None:
    match = table.last_match()
    table.phase = "gathering"
    table.coming = fact.coming
    for seat in table.seats:
        if seat.kind == "person" and seat.person is None:
            seat.empty()
        seat.hand_back()
    table.ask_who_is_ready()
    table.dealer = last_winner(table)
    if fact.coming == "rematch":
        match.revealed = True


# {"do": "reveal"}


def reveal(table: TableState, person: str, do: Reveal, now: float) -> Judged:
    check_host(table, person)
    if table.phase != "over" or not table.holds_back:
        raise Refused("not now", "nothing is held back")
    return Judged([Revealed()])


def revealed(table: TableState, fact: Revealed, entry: Entry) -> None:
    table.last_match().revealed = True
