"""Finished games of people: what is kept of each when it ends, and the same when it is found in a log."""

from drlucky.statistics import statistics
from drlucky.table import Again, Join, Kick, Leave, Options, PutBot, Ready, Resign, Settings, Start
from drlucky.table.log import decode
from drlucky.table.played import Facts, Stop, facts_of, played, played_in
from drlucky.table.store.base import PlayedGame
from table.desk import Desk, begun

KILL = Settings("kill-1996", Options(turn_limit=40))


def kept(games: list[PlayedGame]) -> dict[str, Facts]:
    return {each.person: facts_of(each) for each in games}


def test_what_is_kept_is_what_everyone_knows() -> None:
    desk = begun(KILL, people=2, bots=1)
    desk.play_out()
    games = played(desk.table)
    assert [each.person for each in games] == ["ann", "bob"]
    counted = statistics(desk.match.game.events_for(None), 3)
    for seat, (person, facts) in enumerate(kept(games).items()):
        assert (facts.seats, facts.players) == ((seat,), desk.match.players)
        assert facts.outcome == desk.match.game.outcome
        assert (facts.turns, facts.levels, facts.company) == (desk.match.game.state.turn, ("normal",), True)
        assert facts.attempts == counted.seats[seat].attempts
        assert len(facts.stops) == counted.seats[seat].foiled, person
        assert facts.best_strength == counted.seats[seat].best_strength
    assert games[0].ended == desk.match.over_at


def test_every_stopped_attempt_says_who_stopped_it_and_by_what() -> None:
    stops: list[Stop] = []
    for seed in range(1, 30):
        desk = begun(Settings("kill-1996", Options(turn_limit=150)), people=1, bots=2, seed=seed)
        while desk.table.phase == "playing":
            strikes = [each for each in map(str, desk.match.game.legal) if each.startswith("attempt")]
            if desk.decider() is None:
                desk.wait(10)
            else:
                desk.act(strikes[0] if strikes else None)
        (facts,) = kept(played(desk.table)).values()
        stops += facts.stops
        if len(stops) > 2:
            break
    assert stops
    for stop in stops:
        assert stop.by == "bot"
        assert stop.card in {card.name for card in desk.match.game.setting.deck.cards}
        assert stop.strength > 0


def test_the_games_of_a_log_are_those_that_were_kept_when_they_ended() -> None:
    """Each for itself, whoever sits there later."""
    desk = begun(KILL, people=2, bots=1)
    desk.play_out()
    first = played(desk.table)
    desk.ok("ann", Again("rematch"))
    desk.ok("bob", Leave())
    desk.ok("cleo", Join("Cleo"))
    for person in ("ann", "cleo"):
        desk.ok(person, Ready())
    desk.ok("ann", Start())
    desk.play_out()
    second = played(desk.table)
    assert [each.person for each in first] == ["ann", "bob"]
    assert [each.person for each in second] == ["ann", "cleo"]
    assert played_in(decode(desk.log)) == [*first, *second]


def test_one_who_was_sent_away_has_no_game_and_one_who_resigned_has_lost() -> None:
    desk = begun(KILL, people=3)
    desk.ok("ann", Kick(1))
    desk.ok("cleo", Resign(2))
    while desk.table.phase == "playing":
        if desk.decider() == "ann":
            desk.act()
        else:
            desk.wait(10)
    facts = kept(played(desk.table))
    assert facts.keys() == {"ann", "cleo"}
    assert facts["cleo"].stand_in == "resigned"
    assert not facts["cleo"].won


def test_a_game_that_nobody_plays_any_more_is_abandoned() -> None:
    desk = begun(KILL, people=1, bots=2)
    desk.ok("ann", Resign(0))
    facts = kept(played(desk.table))["ann"]
    assert (facts.abandoned, facts.outcome, facts.won) == (True, None, False)


def test_several_seats_of_one_person_are_one_game() -> None:
    desk = Desk(KILL, 3)
    desk.ok("ann", Join("Annabel", 1))
    desk.ok("ann", PutBot(2, "easy"))
    desk.ok("ann", Start())
    desk.table.arrived("ann")
    desk.play_out()
    (facts,) = kept(played(desk.table)).values()
    assert (facts.seats, facts.company) == ((0, 1), False)


def test_an_escape_that_may_follow_is_noted() -> None:
    closed = Settings("kill-2016", Options(turn_limit=1, closed="west"))
    desk = begun(closed, people=1, bots=2)
    desk.play_out()
    assert desk.table.held_game == 1
    assert kept(played(desk.table))["ann"].held
    desk.ok("ann", Again("escape"))
    assert desk.table.held_game == 1
    desk.ok("ann", Start())
    assert (desk.table.held_game, desk.table.finished) == (1, 1), "while it is played nobody may know them either"
    desk.play_out()
    after = desk.table
    assert (after.held_game, after.finished) == (None, 2)
    assert [facts.escape for facts in map(facts_of, played_in(decode(desk.log)))] == [False, True]
