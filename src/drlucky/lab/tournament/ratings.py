"""How strong each bot is, with its uncertainty: OpenSkill's Plackett-Luce model, made for games of more than two.

The winner is ahead of all others, who are level; a game that nobody of them won tells nothing of who is stronger."""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from drlucky.lab.tournament.journal import Entry
from drlucky.stats import Z


class Rating(NamedTuple):
    """25 and 8.3 for someone unknown."""

    mu: float
    sigma: float

    @property
    def interval(self) -> tuple[float, float]:
        return self.mu - Z * self.sigma, self.mu + Z * self.sigma


def ratings(names: Sequence[str], games: Sequence[Entry]) -> dict[str, Rating]:
    """After all games, in their order. Who sat at several seats of one takes the mean of what these came to."""
    model = PlackettLuce()
    known = {name: Rating(model.mu, model.sigma) for name in names}
    for game in games:
        if game["winner"] is None:
            continue
        seats: list[str] = game["seats"]
        before = [[model.create_rating([*known[name]], name)] for name in seats]
        ranks = [0.0 if seat == game["winner"] else 1.0 for seat in range(len(seats))]
        after = [team[0] for team in model.rate(before, ranks=ranks)]
        for name in set(seats):
            own = [rated for rated, seated in zip(after, seats, strict=True) if seated == name]
            known[name] = Rating(sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own))
    return known
