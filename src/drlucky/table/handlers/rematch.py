"""After a game: a rematch or the Escape is asked for, and what was held back for an Escape is shown."""

from drlucky.errors import DrLuckyError
from drlucky.game.dealer import as_seed
from drlucky.game.setup import escape_from
from drlucky.table.answers import Refused
from drlucky.table.commands import Again, Reveal
from drlucky.table.handlers.common import Judged, check_host
from drlucky.table.log import Entry, Gathered, Revealed, Sealed
from drlucky.table.state import TableState

# {"do": "again", "what": "rematch"}


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
    return Judged([Gathered(do.what), Sealed(as_seed(None))])


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
    result = match.game.outcome
    winner = result.winner if result else None
    table.dealer = None if winner not in match.game.setting.live else match.seat(winner)
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
