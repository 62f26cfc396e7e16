"""Playing: acting, undoing, pausing, resigning, and coming back."""

from typing import TYPE_CHECKING

from drlucky import phrases
from drlucky.errors import InvalidAction
from drlucky.game.actions import parse
from drlucky.game.undo import is_final
from drlucky.table import commands as c
from drlucky.table import log as facts
from drlucky.table.answers import Refused
from drlucky.table.handlers.members import own_seat
from drlucky.table.log import AnyFact
from drlucky.table.match import Match
from drlucky.table.seats import COMES_BACK

if TYPE_CHECKING:
    from drlucky.table.table import Table

LONGEST_ACTION = 200


def act(table: "Table", person: str, do: c.Act, now: float) -> list[AnyFact]:
    match = table.playing()
    check_running(match)
    seat = seat_for(table, match, person)
    if len(do.action) > LONGEST_ACTION:
        raise Refused("invalid", "an action has at most {most} characters", most=LONGEST_ACTION)
    game = match.game
    try:
        action = str(game.setting.actions[parse(do.action, game.setting.numbers, game.setting.actions)])
    except InvalidAction as error:
        raise Refused.of("invalid", error) from None
    why = game.why_not(action, match.plays(seat))
    if why is not None:
        raise Refused("illegal", phrases.reason(why, game.players), reason=why)
    if table.members[person].confirm and not do.confirmed and is_final(game, game.number_of(action)):
        raise Refused("confirm", "this cannot be taken back: send it once more as confirmed")
    return [*returning(table, seat), facts.Acted(seat, action, "person")]


def seat_for(table: "Table", match: Match, person: str) -> int:
    """The seat for which a person would act: the one to decide if it is theirs, or one that is told why not."""
    mine = table.seats_of(person)
    if not mine:
        raise Refused("not yours", "you have no seat in this game")
    seat = match.to_decide if match.to_decide in mine else mine[0]
    if table.seats[seat].stand_in in ("resigned", "kicked"):
        raise Refused("not yours", "you have given up this seat")
    return seat


def returning(table: "Table", seat: int) -> list[AnyFact]:
    return [facts.Returned(seat)] if table.seats[seat].stand_in in COMES_BACK else []


def undo(table: "Table", person: str, do: c.Undo, now: float) -> list[AnyFact]:
    match = table.playing()
    check_running(match)
    seat = match.to_decide
    if seat is None or table.seats[seat].person != person:
        raise Refused("not yours", "one undoes one's own actions, within one's own turn")
    if not match.undos or table.seats[seat].is_played_by_bot:
        raise Refused("nothing to undo", "what was done last cannot be taken back")
    return [facts.Undone(seat)]


def come_back(table: "Table", person: str, do: c.Return, now: float) -> list[AnyFact]:
    table.playing()
    back = [fact for seat in table.seats_of(person) for fact in returning(table, seat)]
    if not back:
        raise Refused("not now", "no bot stands in for you that you could take over from")
    return back


def pause(table: "Table", person: str, do: c.Pause, now: float) -> list[AnyFact]:
    check_running(table.playing())
    check_seated(table, person)
    return [facts.Paused(person)]


def unpause(table: "Table", person: str, do: c.Unpause, now: float) -> list[AnyFact]:
    if table.playing().paused is None:
        raise Refused("not now", "the game is not paused")
    check_seated(table, person)
    return [facts.Unpaused(person)]


def resign(table: "Table", person: str, do: c.Resign, now: float) -> list[AnyFact]:
    """A bot plays the seat to the end, for the others' sake; where there are none the game is over."""
    table.playing()
    seat = own_seat(table, person, do.seat)
    if seat.stand_in == "resigned":
        raise Refused("not now", "you have resigned already")
    resigned: list[AnyFact] = [facts.StoodIn(do.seat, "resigned")]
    others = (other for number, other in enumerate(table.seats) if number != do.seat)
    if any(other.person is not None and other.stand_in != "resigned" for other in others):
        return resigned
    return [*resigned, facts.Abandoned()]


def check_running(match: Match) -> None:
    if match.paused is not None:
        raise Refused("paused", "the game is paused; anyone who plays may let it go on")


def check_seated(table: "Table", person: str) -> None:
    if not any(table.seats[seat].stand_in != "resigned" for seat in table.seats_of(person)):
        raise Refused("not yours", "those who play decide that")
