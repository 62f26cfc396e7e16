"""How strong a search is against people who play otherwise than it would: one against three of each style.

All of it is played in compiled code, where a game of 300 iterations takes a tenth of a second."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import drlucky
from drlucky.game.setup import setting
from drlucky.search.simulate import FIELDS, IN_STYLE, NOT_READING, play_batch
from drlucky.search.styles import STYLES
from drlucky.stats import Share

PLAYERS = 4
ITERATIONS = 300
STREAM = 17


class Styled(NamedTuple):
    """How often one search won of the games that somebody won, reading the others and taking them to be sensible."""

    edition: str
    style: str
    reading: Share
    not_reading: Share


def measure(
    games: int, editions: Sequence[str] = (), progress: Callable[[Styled], None] = lambda one: None
) -> list[Styled]:
    """So many games of each kind, in every seat alike, with the same deals for both."""
    found = []
    for edition in editions or [book.id for book in drlucky.editions()]:
        for number, style in enumerate(STYLES):
            one = Styled(
                edition,
                style.name,
                share(edition, ITERATIONS, IN_STYLE - number, games),
                share(edition, NOT_READING - ITERATIONS, IN_STYLE - number, games),
            )
            progress(one)
            found.append(one)
    return found


def share(edition: str, one: int, others: int, games: int) -> Share:
    """How often one wins against three, of the games that somebody wins; each plays by a policy of `simulate`."""
    the_setting = setting(edition, PLAYERS)
    policies = [one, *[others] * (PLAYERS - 1)]
    rows = play_batch(the_setting.engine, the_setting.evaluation, policies, True, STREAM, 0, games, lambda: None)
    winners = rows[FIELDS.index("winner") :: len(FIELDS)]
    won = [(winner, number % PLAYERS) for number, winner in enumerate(winners) if winner >= 0]
    return Share(sum(winner == seat for winner, seat in won), len(won))


def section(found: Iterable[Styled]) -> str:
    """What the page tells of it."""
    cells = [(f"`{e}`", style, reading, reading.of, blind, blind.of) for e, style, reading, blind in found]
    lines = [f"| {' | '.join(map(str, row))} |" for row in cells]
    return f"""
## One searcher against three of each style

With {ITERATIONS} iterations for each decision, of the games that somebody won. Styles are sensible players with other
inclinations: see [Bots](bots.md#styles). The search that reads concludes from what the others did how they play; the
other one takes them to be sensible. The styles are those that it knows, so that against others it gains less.

| edition | style | reading | games | not reading | games |
| --- | --- | ---: | ---: | ---: | ---: |
{chr(10).join(lines)}
"""
