"""Progress: what facts about a game, and about what is said beside it, change at the table."""

from typing import TYPE_CHECKING

import drlucky.game.game
from drlucky.game.game import Game
from drlucky.record.writer import RULES
from drlucky.table import log as facts
from drlucky.table.chat import LINES, Line, penalty
from drlucky.table.clocks import clocks
from drlucky.table.log import Entry, LogError
from drlucky.table.match import Match
from drlucky.table.seats import PATIENCE

if TYPE_CHECKING:
    from drlucky.table.table import Table


def started(table: "Table", fact: facts.Started, entry: Entry) -> None:
    if fact.rules != RULES:
        raise LogError(f"this game began by version {fact.rules} of the rules; this drlucky plays version {RULES}")
    number = table.match.number + 1 if table.match else 1
    the_clocks = clocks(table.settings.clock, len(table.seats), entry.at)
    game = begin(table, fact)
    table.match = Match(number, game, the_clocks, entry.version, entry.at)
    table.phase = "playing"
    table.chat.begin(game.setting.seats)
    for seat in table.seats:
        seat.unready()
        seat.hand_back()


def begin(table: "Table", fact: facts.Started) -> Game:
    """The game that a fact says has started. What would not fit is refused in words."""
    contributions = fact.contributions if any(fact.contributions) else ()
    if fact.coming == "escape" and table.match is not None:
        return table.match.game.escape(table.seed, contributions)
    options = table.settings.options.chosen()
    edition = table.settings.edition
    game = drlucky.game.new(edition, fact.players, seed=table.seed, contributions=contributions, **options)
    if fact.dealer is None:
        return game
    options["dealer"] = game.setting.live[fact.dealer]
    return drlucky.game.new(edition, fact.players, seed=table.seed, contributions=contributions, **options)


def acted(table: "Table", fact: facts.Acted, entry: Entry) -> None:
    match = table.playing()
    seat = table.seats[fact.seat]
    decided = match.act(fact.seat, fact.action, entry.version, entry.at)
    if fact.who == "person":
        seat.missed = 0
    if decided and seat.stand_in == "clock" and seat.missed < PATIENCE:
        seat.stand_in = None
    if match.is_over:
        finish(table)


def finish(table: "Table") -> None:
    table.phase = "over"
    game = table.last_match().game
    result = game.outcome
    if result is not None:
        hand = game.view(result.loser).hand if result.loser is not None else None
        table.chat.end(game.edition, game.players, result, hand or ())


def undone(table: "Table", fact: facts.Undone, entry: Entry) -> None:
    table.playing().undo(entry.version, entry.at)


def stood_in(table: "Table", fact: facts.StoodIn, entry: Entry) -> None:
    seat = table.seats[fact.seat]
    seat.stand_in = fact.why
    seat.missed += fact.why == "clock"
    if fact.why == "resigned":
        seat.invitation = None
    table.presence.returning.discard(seat.person or "")
    ask_anew(table, fact.seat)


def returned(table: "Table", fact: facts.Returned, entry: Entry) -> None:
    table.seats[fact.seat].hand_back()
    if table.playing().to_decide == fact.seat:
        table.playing().clocks.decided(fact.seat, entry.at)
    ask_anew(table, fact.seat)


def ask_anew(table: "Table", seat: int) -> None:
    """Somebody else decides for a seat from now on, who is not to undo what was done before."""
    match = table.playing()
    if match.to_decide == seat:
        match.undos.clear()
        match.ask(table.version, table.now)


def paused(table: "Table", fact: facts.Paused, entry: Entry) -> None:
    match = table.playing()
    match.paused = fact.person
    match.clocks.pause(entry.at)


def unpaused(table: "Table", fact: facts.Unpaused, entry: Entry) -> None:
    match = table.playing()
    match.paused = None
    match.clocks.go_on(entry.at)
    match.ask(entry.version, entry.at)


def abandoned(table: "Table", fact: facts.Abandoned, entry: Entry) -> None:
    match = table.playing()
    match.abandoned = True
    match.over_at = entry.at
    match.changed = entry.version
    table.phase = "over"


def woke(table: "Table", fact: facts.Woke, entry: Entry) -> None:
    match = table.playing()
    if match.paused is None:
        match.clocks.wake(entry.at)
    match.ask(entry.version, entry.at)


def revealed(table: "Table", fact: facts.Revealed, entry: Entry) -> None:
    table.last_match().revealed = True


def gathered(table: "Table", fact: facts.Gathered, entry: Entry) -> None:
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


def closed(table: "Table", fact: facts.Closed, entry: Entry) -> None:
    table.phase = "closed"


def said(table: "Table", fact: facts.Said, entry: Entry) -> None:
    member = table.members[fact.person]
    member.spoke = (*member.spoke, entry.at)[-LINES:]
    match = table.match if table.phase == "playing" else None
    mine = table.seats_of(fact.person)
    plays = match.plays(mine[0]) if match and mine else None
    cost = penalty(match.game.edition, match.game.players, plays, fact.text, match.in_attempt) if match else 0
    table.chat.say(Line(entry.version, entry.at, member.number, member.name, fact.text, plays, cost))


def muted(table: "Table", fact: facts.Muted, entry: Entry) -> None:
    table.members[fact.person].muted = fact.muted
