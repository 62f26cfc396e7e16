"""Playing: an action is played, or the last one taken back."""

from drlucky import phrases
from drlucky.errors import InvalidAction
from drlucky.game.undo import is_final
from drlucky.table.answers import Refused
from drlucky.table.commands import Act, Keep, Undo
from drlucky.table.handlers.common import NOTHING_NEW, Judged
from drlucky.table.handlers.pause import check_running
from drlucky.table.handlers.stand_in import returning
from drlucky.table.log import Acted, Entry, Kept, Undone
from drlucky.table.match import Match
from drlucky.table.state import PATIENCE, TableState

LONGEST_ACTION = 200

# {"do": "act", "action": "step Parlor"}


def act(table: TableState, person: str, do: Act, now: float) -> Judged:
    match = table.playing()
    seat = seat_for(table, match, person)
    check_running(match)
    if len(do.action) > LONGEST_ACTION:
        raise Refused("invalid", "an action has at most {most} characters", most=LONGEST_ACTION)
    game = match.game
    try:
        number = game.number_of(do.action)
    except InvalidAction as error:
        raise Refused.of("invalid", error) from None
    obstacle = game.obstacle(number, match.plays(seat))
    if obstacle is not None:
        raise Refused("illegal", phrases.reason(obstacle, match.players), reason=obstacle)
    if table.members[person].confirm and not do.confirmed and is_final(game, number):
        raise Refused("confirm", "this cannot be taken back: send it once more as confirmed")
    if do.copy is not None and do.copy not in game.copies_for(number):
        raise Refused("invalid", "you hold no copy {copy} of this card", copy=do.copy)
    played = Acted(seat, game.setting.texts[number], "person", do.copy)
    return Judged([*returning(table, seat), played], action=number)


def seat_for(table: TableState, match: Match, person: str) -> int:
    """The seat for which a person would act: the one to decide if it is theirs, or one that is told why not."""
    mine = seats_in_game(table, person)
    decides = match.to_decide
    seat = decides if decides in mine else mine[0]
    if table.seats[seat].stand_in in ("resigned", "kicked"):
        raise Refused("not yours", "you have given up this seat")
    return seat


def seats_in_game(table: TableState, person: str) -> list[int]:
    mine = table.seats_of(person)
    if not mine:
        raise Refused("not yours", "you have no seat in this game")
    return mine


def acted(table: TableState, fact: Acted, entry: Entry, action: int | None = None) -> None:
    """`action` is the number that judging found; whoever replays a log has none."""
    match = table.playing()
    seat = table.seats[fact.seat]
    number = match.game.legal_number(fact.action) if action is None else action
    decided = match.act(fact.seat, number, entry.version, entry.at, fact.copy)
    if match.participation is not None:
        match.participation.act(fact.seat, fact.who == "person", entry.at)
    if fact.who == "person":
        seat.missed = 0
    if decided and seat.stand_in == "clock" and seat.missed < PATIENCE:
        seat.stand_in = None
        table.arranged = entry.version
    if match.is_over:
        finish(table)
        table.arranged = entry.version


def finish(table: TableState) -> None:
    """The game has come to its end by the rules."""
    table.phase = "over"
    table.end_invitations()
    match = table.last_match()
    if match.participation is not None:
        stood_in = (number for number, seat in enumerate(table.seats) if seat.stand_in is not None)
        match.participation.replaced = tuple(stood_in)
    game = match.game
    result = game.outcome
    if result is not None and table.counts_penalties:
        hand = game.view(result.loser).hand if result.loser is not None else None
        table.chat.end(game.edition, game.players, result, hand or ())


# {"do": "keep", "reason": 0, "card": "Letter Opener"}


def keep(table: TableState, person: str, do: Keep, now: float) -> Judged:
    """Whoever gained a Reason shows which card it is, during the game and after it."""
    match = table.last_match()
    if table.phase not in ("playing", "over"):
        raise Refused("not now", "no game is going on")
    mine = [match.plays(seat) for seat in seats_in_game(table, person) if seat < match.is_for]
    count = len(match.reasons)
    if not 0 <= do.reason < count:
        raise Refused("invalid", "there are {count} Reasons in this game, and they are counted from 0", count=count)
    one = match.reasons[do.reason]
    if one.seat not in mine:
        raise Refused("not yours", "this Reason is not yours")
    if do.card not in one.choices:
        raise Refused(
            "invalid",
            "{card!r:.60} is not one of the cards that may be kept from that attempt: {choices}",
            card=do.card,
            choices=", ".join(one.choices) or "-",
        )
    if do.card == one.card:
        return NOTHING_NEW
    return Judged([Kept(match.seat(one.seat), do.reason, do.card)])


def kept(table: TableState, fact: Kept, entry: Entry) -> None:
    table.last_match().keep(fact.reason, fact.card)


# {"do": "undo"}


def undo(table: TableState, person: str, do: Undo, now: float) -> Judged:
    match = table.playing()
    seat = match.to_decide
    if seat not in seats_in_game(table, person):
        raise Refused("not yours", "one undoes one's own actions, within one's own turn")
    check_running(match)
    if not match.undos or table.seats[seat].is_played_by_bot:
        raise Refused("nothing to undo", "what was done last cannot be taken back")
    return Judged([Undone(seat)])


def undone(table: TableState, fact: Undone, entry: Entry) -> None:
    match = table.playing()
    match.undo(entry.version, entry.at)
    if match.participation is not None:
        match.participation.undo(fact.seat)
