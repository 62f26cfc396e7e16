"""Replaying a record: from the text of a game to the game itself, every line of it proven on the way."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import Any

import msgspec

from drlucky import boards
from drlucky.editions import BOOKS
from drlucky.errors import DrLuckyError, RulesChanged
from drlucky.game.dealer import commitment
from drlucky.game.events import Event
from drlucky.game.game import Game, changed, new
from drlucky.game.options import OPTIONS
from drlucky.record.model import ESCAPE, FIRST_RULES, NEW, RecordError, counts
from drlucky.record.reader import Line, PartRead, Record, fetch, read

TYPES: dict[str, Any] = {name: option.type for name, option in OPTIONS.items()}
TYPES |= {"closed": str | list[str] | None}
"""Of the options of a new game as a record may have them."""

DEALER = "dealer"

AS_IT_IS = "{problem}"
"""The template of an error that says what another one says, and where in a record."""

PLAYS_ON: dict[str, Callable[..., Game]] = {ESCAPE: Game.escape}
"""What a line `then:` can call, with a finished game, a seed, contributions and options."""


def load(text_or_path: str | PathLike[str]) -> Game:
    """The game that a record tells, ready to go on if it is unfinished.

    Takes the text or the path of its file. Every action is played again, and the deal, the outcome and the hash of
    the state must come out as the record says; a RecordError names the line that does not."""
    return proven(text_or_path).game


def proven(text_or_path: str | PathLike[str]) -> "Replay":
    """A record that was replayed to its end as `load` does it."""
    with opened(text_or_path) as replay:
        replay.go_to(replay.last)
        replay.prove()
    return replay


@contextmanager
def opened(text_or_path: str | PathLike[str]) -> Iterator["Replay"]:
    """A record to be replayed, given as its text or its path: errors in what is done with it name the file."""
    text, source = fetch(text_or_path)
    try:
        yield Replay(read(text))
    except RecordError as error:
        raise RecordError(error.template, error.line, source, **error.values) from error.__cause__


class Replay:
    """The one way through a record: `game` stands after the first `at` steps. A step is an action, or the beginning
    of the next part."""

    def __init__(self, record: Record) -> None:
        check_seeds(record)
        self.record = record
        self.steps: list[Line | PartRead] = [*record.parts[0].actions]
        for part in record.parts[1:]:
            self.steps += [part, *part.actions]
        self.game = self._begin()
        self.at = 0

    def _begin(self) -> Game:
        game = begin(self.record)
        try:
            game.played_by(self.record.rules or FIRST_RULES)
        except RulesChanged as error:
            raise (self.record.rules_line or self.record.head).error(AS_IT_IS, problem=error) from error
        return game

    @property
    def last(self) -> int:
        return len(self.steps)

    def advance(self) -> Sequence[Event]:
        """Takes the next step and says what happened; at the beginning of a part that is all of its new game."""
        step = self.steps[self.at]
        line = step.line if isinstance(step, PartRead) else step
        try:
            if isinstance(step, PartRead):
                self.game = play_on(self.game, step)
                self.game.played_by(self.record.rules or FIRST_RULES)
                happened: Sequence[Event] = self.game.events
            else:
                happened = self.game.play(step.text)
        except RecordError:
            raise
        except DrLuckyError as error:
            raise line.error(AS_IT_IS, problem=error) from error
        self.at += 1
        return happened

    def go_to(self, step: int) -> None:
        """Plays on to a step, or from the beginning to one that is past."""
        if step < self.at:
            self.game = self._begin()
            self.at = 0
        while self.at < step:
            self.advance()

    def prove(self) -> None:
        """At the end of a record: every line of it must be the one that the replayed game would write. What is then
        played on is played by the rules of today."""
        compare(self.record, self.game)
        if self.game.outcome is None:
            self.game.played_by(self.game.edition.version)


def check_seeds(record: Record) -> None:
    """A record without its seed is public while the game goes on, and tells nothing that could be replayed."""
    for part in record.parts:
        if part.seed is None:
            line = part.commitment_line or part.line
            if record.finished:
                raise line.error("the game is over, but the line seed: is missing")
            raise line.error(
                "this is the public record of a game that still goes on: it holds the commitment to the seed but not "
                "the seed, and cannot be replayed before the seed is published with the finished game"
            )
        if part.commitment_line and commitment(part.seed) != part.commitment:
            raise part.commitment_line.error(
                "the seed does not keep the commitment: its SHA-256 is {hash}", hash=commitment(part.seed)
            )


def begin(record: Record) -> Game:
    """The game before its first decision."""
    part = record.parts[0]
    options = checked_options(part)
    # Rematches were once recorded with a dealer in every edition, also where nobody's dealing matters.
    of_no_matter = {}
    book = BOOKS.get(record.edition or "")
    if book is not None and DEALER not in book.options and DEALER in options:
        of_no_matter = {DEALER: options.pop(DEALER)}
    options |= {"seed": part.seed, "contributions": part.contributions}
    try:
        if record.plan is not None:
            if "board" in options:
                raise part.option_lines["board"].error("the board is drawn in the record, so it is no option")
            options["board"] = boards.read_plan(record.plan_text, f"{record.plan}.txt")
        game = new(record.edition or "", record.players, **options)
        game.history[0].options = {**(game.history[0].options or {}), **of_no_matter}
        return game
    except boards.PlanError as error:
        lines = record.plan_lines
        at = lines[min(error.line, len(lines)) - 1] if lines else record.head
        raise at.error("the board cannot be used: {problem}", problem=error.problem) from error
    except RecordError:
        raise
    except DrLuckyError as error:
        raise record.head.error("the game cannot be begun: {problem}", problem=error) from error


def play_on(game: Game, part: PartRead) -> Game:
    function = PLAYS_ON.get(part.begun)
    if function is None:
        raise part.line.error(
            "{begun!r:.40} cannot follow a game; what can is {names}", begun=part.begun, names=", ".join(PLAYS_ON)
        )
    return function(game, seed=part.seed, contributions=part.contributions, **checked_options(part))


def checked_options(part: PartRead) -> dict[str, Any]:
    """The options of a part, all of them known and of the right type: whoever wrote the record may be a stranger."""
    known = TYPES if part.begun == NEW else {}
    for name, value in part.options.items():
        line = part.option_lines[name]
        if name not in known:
            raise line.error(
                "there is no option {option!r:.60}; the options are {options}", option=name, options=", ".join(known)
            )
        try:
            msgspec.convert(value, known[name], strict=True)
        except msgspec.ValidationError:
            raise line.error("{value!r:.60} is no value for the option {option}", value=value, option=name) from None
        if name == "board" and value not in boards.names():
            raise line.error(
                "a record names one of the boards {boards}, or draws its own", boards=", ".join(boards.names())
            )
    return dict(part.options)


def compare(record: Record, game: Game) -> None:
    """A record must be, line by line, the one that the replayed game would write."""
    written = [line for line in game.record(secret=True).split("\n") if counts(line)]
    if record.outcome and record.finished != (game.outcome is not None):
        if record.finished:
            raise record.outcome.error("the game is over by this line, but the actions above do not end it")
        raise record.outcome.error("the game is unfinished by this line, but the actions above end it")
    for line, expected in zip(record.lines, written, strict=False):
        if line.text != expected:
            raise difference(line, expected, game)
    if len(record.lines) > len(written):
        raise record.lines[len(written)].error("nothing more can follow here")
    if len(record.lines) < len(written):
        raise record.lines[-1].error("here the line {line} is missing", line=shown(written[len(record.lines)]))


def difference(line: Line, expected: str, game: Game) -> RecordError:
    played_by = game.history[0].rules
    since = game.edition.changes[played_by - FIRST_RULES :]
    if line.text.startswith("state: ") and since:
        # It was left where a changed ruling decides what comes next, such as in the middle of an attempt.
        return line.error(AS_IT_IS, problem=changed(game.edition, played_by, since[0]))
    if expected.startswith("check: ") and line.text.startswith("check: "):
        return line.error("the lines above are not those that were written: a name, an option or the like was changed")
    return line.error(
        "here is {found}, but what the record tells comes to {expected}",
        found=shown(line.text),
        expected=shown(expected),
    )


def shown(text: str) -> str:
    return repr(text if len(text) <= 90 else text[:87] + "...")
