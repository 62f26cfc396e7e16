"""docs/strength.md: what the games of the pool tell, with their numbers, their limits, and the goals beside them."""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from drlucky.lab.tournament.report import pipes
from drlucky.lab.tournament.sides import ABLATIONS, Thought, thought_of
from drlucky.lab.tournament.strength import Contest, Tally
from drlucky.stats import Chance, Z

Tallies = Mapping[Contest, Tally]
DRAWS = 2000
NOTHING = "Not measured yet."
GOAL_SENSIBLE, GOAL_STYLE, GOAL_OLDER, GOAL_EDGE = 0.85, 0.70, 0.40, 0.80


def page(found: Tallies, builds: int = 1) -> str:
    sections = (
        ("What is to be reached", goals(found)),
        ("One sensible player against three who play at random", plain(found, is_pair("sensible", "random"))),
        (
            "One searcher against three sensible players",
            plain(found, is_pair("searcher", "sensible"), goal=GOAL_SENSIBLE),
        ),
        (
            "One searcher against three of each style",
            f"{STYLES}\n\n{plain(found, is_pair('searcher', 'style'), goal=GOAL_STYLE)}",
        ),
        (
            "One searcher against habits that it does not know",
            f"{HABITS}\n\n{plain(found, is_pair('searcher', 'habit'), goal=GOAL_STYLE)}",
        ),
        (
            "One searcher against three older ones",
            f"{OLDER}\n\n{plain(found, is_pair('searcher', 'older'), GOAL_OLDER)}",
        ),
        (
            "One searcher against three of OpenSpiel's",
            f"{OPENSPIEL}\n\n{plain(found, is_pair('searcher', 'openspiel'))}",
        ),
        ("How much is won by knowing every card", f"{ORACLE}\n\n{edges(found)}"),
        ("What each part of the searcher is worth", f"{WITHOUT}\n\n{ablations(found)}"),
        ("The levels", f"{LEVELS}\n\n{plain(found, lambda contest: contest.seats == 2)}"),
    )
    told = "\n\n".join(f"## {title}\n\n{text}" for title, text in sections)
    mixed = f" The games were played by {builds} builds of the bots." if builds > 1 else ""
    return f"# Strength\n\n{INTRODUCTION}{mixed}\n\n{told}\n"


INTRODUCTION = """\
Four players, one of a kind against three of another unless it says otherwise; a fair share is 25 %. Deals are mirrored:
each is played with the one in every seat, with the same cards and the same dice of the others. In brackets is where the
true share lies with 95 % of certainty; the games of one deal belong together, so it follows from how much the deals
differ (Wilson's interval for as many games as would tell as much). *decided* is the share of the games that somebody
won. A search by iterations can be repeated to the game; *a decision* is what it took on the machine where it was
measured, in processor time. `make tournament` plays more games and writes this page anew; see
[Tournaments](tournament.md#how-strong-are-the-bots)."""
STYLES = """\
The search knows these styles, and concludes from what the others do who plays in which: see
[Bots](bots.md#styles)."""
HABITS = """\
Nothing was fitted to these, and no search knows of them: they stop everything at once with their best card
(`stopping`), leave every attempt to the last one asked (`leaving`), pass by the toss of a coin (`tossing`), strike
whenever they may (`striking`), never spend move cards (`sparing`), play one style in one turn and another in the next
(`turning`), or walk about at random (`wandering`)."""
OLDER = """\
The searcher of commit ac820c1, built beside this one, plays as a program over the [line protocol](line-protocol.md),
with as much for each decision."""
OPENSPIEL = """\
Its information-set search in Python, through the [adapter](research.md#openspiel), with as much for each decision:
seconds, or simulations for iterations."""
ORACLE = """\
The oracle searches just as long, with all cards face up. No bot can play like that: it is a measuring stick. The last
column is how much of its edge over a fair share the searcher reaches in the same deals, seeing only its own cards."""
WITHOUT = """\
The searcher without one thing each, in the same deals. *brings* is how much more it wins with it, in points."""
LEVELS = """\
Two of one level against two of another, in all six ways to sit; a fair share is 50 %. `newcomer` is someone who knows
the rules and has never played: it strikes when nobody looks, draws when it may, and stops what it can stop alone."""


def is_pair(one: str, others: str) -> Callable[[Contest], bool]:
    return lambda contest: (
        contest.seats == 1 and kind(contest.one) == one and kind(contest.others) == others and " " not in contest.one
    )


def kind(side: str) -> str:
    return side.partition(":")[0]


# Tables.


def plain(found: Tallies, wanted: Callable[[Contest], bool], goal: float | None = None) -> str:
    """A line for every contest of this sort. Where there is a goal it is said who reaches it."""
    chosen = [each for contest, each in found.items() if wanted(contest)]
    if not chosen:
        return NOTHING
    chosen.sort(key=lambda each: order(each.contest))
    lines = [["edition", "one", "others", "wins", "decided", "games", "a decision"]]
    lines += [line(each) for each in chosen]
    return pipes(lines) + ("" if goal is None else f"\n\nTo be reached: {per_cent(goal)} %.")


def line(each: Tally) -> list[str]:
    decided = each.share_of_decided
    return [
        f"`{each.contest.edition}`",
        each.contest.one,
        each.contest.others,
        told(each.share),
        "-" if decided is None else told(decided),
        f"{each.games:,}",
        took(each.seconds),
    ]


def order(contest: Contest) -> tuple[object, ...]:
    """By edition, then whom it is about, the shorter searches first."""
    thought = thought_of(contest.one) or Thought(iterations=1)
    length = (0.0, thought.iterations) if thought.iterations else (thought.seconds, 0)
    return contest.edition, kind(contest.one), length, contest.others, contest.one


def told(share: Chance) -> str:
    return f"{100 * share.chance:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def per_cent(share: float) -> str:
    return f"{100 * share:.0f}"


def took(seconds: float) -> str:
    if not seconds:
        return "-"
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"


def edges(found: Tallies) -> str:
    lines = [["edition", "search", "the oracle wins", "the searcher", "games of each", "of its edge"]]
    for contest, oracle in sorted(found.items(), key=lambda each: order(each[0])):
        if kind(contest.one) != "oracle":
            continue
        thought = thought_of(contest.one)
        assert thought
        searcher = found.get(contest._replace(one=f"searcher:{thought.text}"))
        if searcher:
            shares = told(oracle.share), told(searcher.share)
            games = f"{min(oracle.games, searcher.games):,}"
            lines.append([f"`{contest.edition}`", str(thought), *shares, games, edge(searcher, oracle)])
    return f"{pipes(lines)}\n\nTo be reached: {per_cent(GOAL_EDGE)} %." if len(lines) > 1 else NOTHING


def edge(searcher: Tally, oracle: Tally) -> str:
    found = reached(searcher, oracle)
    if found is None:
        return "too few games to say"
    return "{:.0f} % ({:.0f} to {:.0f})".format(*(100 * each for each in found))


def reached(searcher: Tally, oracle: Tally) -> tuple[float, float, float] | None:
    """How much of the oracle's edge over a fair share the searcher has, in the deals that both played, with the limits
    of 95 % of certainty; None while it is not certain that the oracle has an edge.

    The limits come from drawing as many of these deals anew, over and over: what is lucky in a deal is so for both."""
    fair = oracle.contest.fair
    both = sorted(set(searcher.won) & set(oracle.won))
    if len(both) < 2 or oracle.share.low <= fair:
        return None
    seats = len(oracle.contest.seatings)
    edges = [(searcher.won[deal] / seats - fair, oracle.won[deal] / seats - fair) for deal in both]
    dice = Random(f"{searcher.contest} {len(both)}")

    def ratio(drawn: Sequence[tuple[float, float]]) -> float:
        return sum(each for each, _ in drawn) / max(1e-9, sum(each for _, each in drawn))

    again = sorted(ratio(dice.choices(edges, k=len(edges))) for _ in range(DRAWS))
    return ratio(edges), again[int(0.025 * len(again))], again[int(0.975 * len(again))]


def ablations(found: Tallies) -> str:
    lines = [["edition", "others", "search", "wins", "with everything", "games", "it brings"]]
    for contest, less in sorted(found.items(), key=lambda each: order(each[0])):
        side, _, ablation = contest.one.partition(" ")
        whole = found.get(contest._replace(one=side))
        if ablation not in ABLATIONS or whole is None:
            continue
        shares = told(less.share), told(whole.share)
        search = f"{thought_of(side)} {ablation}"
        lines.append([f"`{contest.edition}`", contest.others, search, *shares, f"{less.games:,}", brings(whole, less)])
    return pipes(lines) if len(lines) > 1 else NOTHING


def brings(whole: Tally, less: Tally) -> str:
    """The difference, deal by deal, with the limits of 95 % of certainty."""
    both = set(whole.won) & set(less.won)
    seats = len(whole.contest.seatings)
    differences = [(whole.won[deal] - less.won[deal]) / seats for deal in both]
    if len(differences) < 2:
        return "-"
    limit = Z * stdev(differences) / sqrt(len(differences))
    return f"{100 * fmean(differences):+.1f} ± {100 * limit:.1f}"


# Goals.


def goals(found: Tallies) -> str:
    lines = [["against", "to reach", "search", "weakest", "strongest", "games"]]
    wanted = (
        ("three `sensible`, each edition", f"{per_cent(GOAL_SENSIBLE)} %", is_pair("searcher", "sensible"), False),
        ("a habit that it does not know, decided", f"{per_cent(GOAL_STYLE)} %", is_pair("searcher", "habit"), True),
        ("a style that it knows, decided", "", is_pair("searcher", "style"), True),
        ("the searcher of ac820c1", f"{per_cent(GOAL_OLDER)} %", is_pair("searcher", "older"), False),
        ("OpenSpiel's search", "no game lost in 100", is_pair("searcher", "openspiel"), True),
    )
    for against, goal, wants, decided in wanted:
        chosen = [each for contest, each in found.items() if wants(contest)]
        for thought in sorted({str(thought_of(each.contest.one)) for each in chosen}):
            same = [each for each in chosen if str(thought_of(each.contest.one)) == thought]
            shares = [(share, each) for each in same if (share := each.share_of_decided if decided else each.share)]
            if shares:
                ranked = sorted(shares, key=lambda each: each[0].chance)
                games = f"{sum(each.games for each in same):,}"
                lines.append([against, goal, thought, summary(*ranked[0]), summary(*ranked[-1]), games])
    return pipes(lines) if len(lines) > 1 else NOTHING


def summary(share: Chance, each: Tally) -> str:
    return f"{told(share)}: `{each.contest.edition}`, {each.contest.others}"
