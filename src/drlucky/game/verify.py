"""Verifying a record: proof that cards, moves and result follow from the seed that was committed to."""

from collections.abc import Iterator
from os import PathLike

from drlucky.game.game import Game
from drlucky.game.replay import load
from drlucky.record.model import Part, Shuffle
from drlucky.record.writer import outcome_words, state_hash


def verify(text_or_path: str | PathLike[str]) -> str:
    """What was proven, in a few lines; a RecordError if anything does not follow."""
    return "\n".join(findings(load(text_or_path)))


def findings(game: Game) -> Iterator[str]:
    yield f"{game.edition.title}: {', '.join(game.players)}"
    for part in game.history:
        yield from part_findings(part)
    yield f"result      {outcome_words(game.outcome, game.players)}"
    yield f"state       SHA-256 {state_hash(game.state.key())}"
    yield "Proven: cards, moves and result follow from the seed."
    yield "That the seed was fixed before the game you know if this commitment is the one you were shown then."


def part_findings(part: Part) -> Iterator[str]:
    log = part.log
    shuffles = sum(isinstance(drawn, Shuffle) for drawn in log)
    mixed = f", mixed with {len(part.contributions)} contributions" if part.contributions else ""
    yield f"commitment  {part.commitment} is kept by the seed"
    yield f"deal        {shuffles} shuffles and {len(log) - shuffles} lots follow from the seed{mixed}"
    yield f"moves       {len(part.moves)} actions, each of them legal"
