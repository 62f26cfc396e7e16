"""Proofs: all that it takes to deal a finished game again, and what our own check of it found."""

from drlucky.game.game import Game
from drlucky.game.verify import findings
from drlucky.record.model import Contribution, Lot, Part, Shuffle
from drlucky.record.writer import state_hash
from drlucky.server.http.schemas import history as b


def proof(game: Game) -> b.Proof:
    """Of a game that was replayed from its record, which proves it."""
    return b.Proof(
        parts=tuple(map(part_proof, game.history)),
        state=state_hash(game.state.key()),
        outcome=game.outcome,
        lines=tuple(findings(game)),
    )


def part_proof(part: Part) -> b.PartProof:
    return b.PartProof(
        begun=part.begun,
        commitment=part.commitment,
        seed=part.seed.hex(),
        contributions=tuple(map(as_hex, part.contributions)),
        cards=part.cards,
        chances=tuple(map(chance, part.log)),
        dealt=part.chance,
        starts=part.starts,
        aside=part.aside,
        hands=part.hands,
        actions=len(part.moves),
    )


def as_hex(given: Contribution) -> str:
    return (given.encode() if isinstance(given, str) else given).hex()


def chance(drawn: Lot | Shuffle) -> b.Chance:
    if isinstance(drawn, Lot):
        return b.Chance(drawn.number, drawn.out_of)
    return b.Chance(order=drawn.order)
