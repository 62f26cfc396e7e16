"""The page that tells how strong the bots are, from the games that were played to find out."""

from collections.abc import Sequence

import drlucky
from drlucky.lab.tournament.journal import Entry
from drlucky.lab.tournament.strength import ORACLE, RANDOM, SEARCHER, SENSIBLE, Contest, Thought, reached, shares
from drlucky.stats import Share

NONE = Share(0, 0)


def page(entries: Sequence[Entry], thought: Thought, timed: Sequence[Entry] = (), long: Thought | None = None) -> str:
    """`timed` are the games of searches that took as `long`."""
    won = shares(entries)
    editions = [book.id for book in drlucky.editions()]

    def of(one: str, others: str, edition: str) -> Share:
        return won.get((Contest(one, others), edition), NONE)

    sense = [[f"`{e}`", *share_cells(of(SENSIBLE, RANDOM, e))] for e in editions]
    search = [[f"`{e}`", *share_cells(of(SEARCHER, SENSIBLE, e))] for e in editions]
    oracle = [
        [f"`{e}`", *share_cells(of(ORACLE, SENSIBLE, e)), edge(of(SEARCHER, SENSIBLE, e), of(ORACLE, SENSIBLE, e))]
        for e in editions
    ]
    return f"""# Strength

Four players, one of a kind against three of another, every seat equally often; a fair share is 25 %. In brackets is
where the true share lies with 95 % of certainty (Wilson's interval). `make tournament` plays more games and writes this
page anew; see [Tournaments](tournament.md#how-strong-are-the-bots).

## One sensible player against three who play at random

{table(["edition", "wins", "games"], sense)}

## One searcher against three sensible players

The searcher has {thought} for each decision.

{table(["edition", "wins", "games"], search)}
{with_more_time(timed, long)}
## How much is won by knowing every card

The oracle searches just as long, with all cards face up. No bot can play like that: it is a measuring stick. The last
column is how much of its edge over a fair share the searcher reaches, which sees only its own cards.

{table(["edition", "the oracle wins", "games", "of its edge the searcher has"], oracle)}
"""


def with_more_time(entries: Sequence[Entry], long: Thought | None) -> str:
    if not entries:
        return ""
    lines = [[f"`{edition}`", *share_cells(share)] for (_, edition), share in shares(entries).items()]
    return f"\nWith {long} for each decision:\n\n{table(['edition', 'wins', 'games'], lines)}\n"


def share_cells(share: Share) -> tuple[str, str]:
    return str(share), f"{share.of:,}"


def edge(searcher: Share, oracle: Share) -> str:
    found = reached(searcher, oracle)
    if found is None:
        return "too few games to say"
    return "{:.0f} % ({:.0f} to {:.0f})".format(*(100 * one for one in found))


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    ruled = [head, ["---", *("---:" for _ in head[1:])], *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in ruled)
