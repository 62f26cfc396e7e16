"""Match: one game at a table, with all that its players have beside it: undo, clocks, the question to be decided."""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from drlucky.cast import with_strangers_named
from drlucky.engine.codes import ASIDE
from drlucky.game.events import Event
from drlucky.game.forecast import Forecast, forecast
from drlucky.game.game import Game
from drlucky.game.stakes import Answers, Stakes, answers, stakes
from drlucky.game.undo import Point, can_go_back, go_back
from drlucky.game.view import PHASES, OwnView, View, own_view
from drlucky.record.writer import RecordError
from drlucky.table.clocks import Clocks
from drlucky.table.participation import Participation
from drlucky.table.reasons import Keepsake, reason


def seated(game: Game, cast: Sequence[str], strangers: Sequence[str]) -> tuple[str, ...]:
    """Characters by seat in the game."""
    the_setting = game.setting
    found = dict(zip(the_setting.live, cast, strict=False)) | dict(zip(the_setting.strangers, strangers, strict=False))
    return tuple(found.get(seat, "") for seat in range(the_setting.seats))


class Match:
    def __init__(
        self,
        number: int,
        game: Game,
        clocks: Clocks,
        version: int,
        at: float,
        cast: Sequence[str] = (),
        strangers: Sequence[str] = (),
    ) -> None:
        """`cast` is whom each seat at the table plays, and `strangers` whom the Strangers do."""
        self.number = number
        self.game = game
        self.cast = seated(game, cast, strangers)
        """Whom each seat in the game plays; nobody in logs from before there was a cast."""
        self.players = game.players
        """What everyone is called: Strangers by the names of their characters."""
        if all(self.cast):
            self.players = with_strangers_named(game.players, game.setting.strangers, self.cast)
        self.events = list(game.events)
        """All that happened, as the game has it: there it would be copied for everyone who looks."""
        self.reasons: list[Keepsake] = []
        """In the order in which they were gained, those of players and Strangers."""
        self._gained: list[int] = []
        """By which event each was gained."""
        self._live = game.setting.live
        self.clocks = clocks
        self.undos: list[Point] = []
        self.abandoned = False
        self.revealed = False
        self.began = at
        self.over_at: float | None = None
        self.paused: str | None = None
        """The person who paused it."""
        self.changed = version
        """The version of the last change to the game."""
        self.question = version
        """The version at which whoever decides was asked."""
        self.asked_at = at
        self._marks = [(version, len(self.events))]
        self.participation: Participation | None = None
        """Of a rated game."""

    @property
    def is_over(self) -> bool:
        return self.abandoned or self.game.to_decide is None

    @property
    def is_played_on(self) -> bool:
        """Is it the Escape from the end of the game before it?"""
        return len(self.game.history) > 1

    @property
    def is_for(self) -> int:
        """For how many seats at the table there are players in the game."""
        return len(self._live)

    @property
    def to_decide(self) -> int | None:
        """The seat at the table that has to decide."""
        decider = self.game.to_decide
        return None if decider is None or self.abandoned else self.seat(decider)

    def seat(self, plays: int) -> int:
        """The seat at the table of a player in the game, where Strangers have seats too."""
        return self._live.index(plays)

    def plays(self, seat: int) -> int:
        """The other way round."""
        return self._live[seat]

    @property
    def phase(self) -> str:
        """What the game waits for, as views call it."""
        return PHASES[self.game.state.phase]

    @property
    def actions(self) -> list[str]:
        """All that was played, as text."""
        return [move.text for move in self.game.history[-1].moves]

    @property
    def in_attempt(self) -> bool:
        return self.phase in ("lay", "answer")

    @cached_property
    def record(self) -> str | None:
        """The record of a game that is over; None if it went on for too long to have one."""
        try:
            return self.game.record(secret=self.abandoned)
        except RecordError:
            return None

    @property
    def cards_aside(self) -> list[str]:
        names = self.game.setting.card_names
        return [names[card] for card in self.game.state.cards_at(self.game.setting.seats + ASIDE)]

    @property
    def escape_may_follow(self) -> bool:
        """Could the Escape be played from here without anybody knowing too much?"""
        the_setting = self.game.setting
        finished = self.game.outcome is not None and the_setting.book.escape is not None and not the_setting.escape
        return finished and not (self.revealed and self.cards_aside)

    @cached_property
    def commitment(self) -> str:
        return self.game.commitment

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Whom of the cast each plays, by the names in the record; none in logs from before there was a cast."""
        return tuple(zip(self.game.players, self.cast, strict=True)) if all(self.cast) else ()

    @property
    def public_view(self) -> View:
        """As a spectator sees it, everyone by the name that they go by."""
        view = self.game.view(None)
        return view if self.players is self.game.players else replace(view, players=self.players)

    def own_view(self, plays: int) -> OwnView:
        return own_view(self.game.setting, self.game.state, plays, self.game.copies)

    @property
    def forecast(self) -> Forecast | None:
        """How the turn comes out if nobody moves any more; None when it is over."""
        return None if self.abandoned else forecast(self.game.setting, self.game.state)

    @property
    def stakes(self) -> Stakes | None:
        """What hangs on the answer of whoever is asked during an attempt."""
        return None if self.abandoned else stakes(self.game.state)

    def answers(self, plays: int) -> Answers | None:
        """What the cards of the one who is asked come to; None for everyone else."""
        return None if self.abandoned else answers(self.game.setting, self.game.state, plays)

    def ask(self, version: int, at: float) -> None:
        """Somebody new is asked, or somebody anew."""
        self.question = version
        self.asked_at = at

    def act(self, seat: int, number: int, version: int, at: float, copy: int | None = None) -> bool:
        """Plays the legal action with this number; True if the seat's decision is over with it."""
        before = Point(self.game.state.copy(), self.game.copies, len(self.events), len(self.game.history[-1].moves))
        turn = self.game.state.turn
        happened = self.game.play_number(number, copy)
        self.events += happened
        for event in happened:
            if event.kind == "reason":
                self._gain(event)
        if can_go_back(self.game, before):
            self.undos.append(before)
        else:
            self.undos.clear()
        self._mark(version, at)
        if self.is_over:
            self.over_at = at
        decided = self.to_decide != seat or self.game.state.turn != turn
        if decided:
            self.clocks.decided(seat, at)
        return decided

    def _gain(self, event: Event) -> None:
        at = next(at for at in range(len(self.events) - 1, -1, -1) if self.events[at] is event)
        found = reason(self.game.setting, self.events, at)
        if found is not None:
            self.reasons.append(found)
            self._gained.append(at)

    def keep(self, number: int, card: str) -> None:
        """Another card is shown as this Reason."""
        self.reasons[number] = replace(self.reasons[number], card=card)

    def undo(self, version: int, at: float) -> None:
        before = self.undos.pop()
        go_back(self.game, before)
        del self.events[before.events :]
        while self._gained and self._gained[-1] >= before.events:
            del self._gained[-1], self.reasons[-1]
        self._mark(version, at)

    def _mark(self, version: int, at: float) -> None:
        self.changed = version
        self._marks.append((version, len(self.events)))
        self.ask(version, at)

    @property
    def latest(self) -> list[Event]:
        """What happened by the last decision; nothing after it was taken back."""
        return self.events[self._marks[-2][1] if len(self._marks) > 1 else 0 :]

    def events_known(self, since: int) -> int:
        """How many events someone who saw the table at this version still has right: an undo takes some back."""
        marks = self._marks
        at = len(marks) - 1
        while at >= 0 and marks[at][0] > since:  # mostly the last but one
            at -= 1
        return 0 if at < 0 else min([count for _, count in marks[at:]])

    def durable(self) -> tuple[object, ...]:
        """All of it that a replay must bring back."""
        game = self.game
        moves = [move.text for part in game.history for move in part.moves]
        flags = (self.number, self.abandoned, self.revealed, self.over_at, self.paused, self.changed, self.question)
        undos = [(list(each.state.key()), each.events, each.moves) for each in self.undos]
        known = (moves, len(self.events), [each.card for each in self.reasons])
        return (
            *(*flags, self.asked_at, self.clocks, self._marks, undos, *known, game.state.key()),
            self.participation,
        )
