"""Statistics over the games of one person, counted from what is kept of each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import TypeVar

from drlucky import phrases
from drlucky.server.schemas import my_games as schemas
from drlucky.table.played import Facts

Key = TypeVar("Key")
CARDS_SHOWN = 8
MOST_COLUMNS = 12
STEPS = (5, 10, 20, 50, 100, 200, 500, 1000)
"""How many turns a column may stand for."""
WITH_PEOPLE, MIXED = "people", "mixed"


class Group:
    """Games that have something in common."""

    def __init__(self) -> None:
        self.games = self.won = 0
        self.fair = 0.0

    def add(self, game: Facts) -> None:
        self.games += 1
        self.won += game.won
        self.fair += 1 / len(game.players)

    def wins(self, key: str, words: str = "") -> schemas.Wins:
        return schemas.Wins(key, self.games, self.won, round(self.fair, 2), words)


class Tally:
    """The games of someone, added one by one."""

    def __init__(self) -> None:
        self.all = Group()
        self.left_out = 0
        self._editions: dict[tuple[str, bool], Group] = {}
        self._levels: dict[str, Group] = {}
        self._places: dict[int, Group] = {}
        self._turns: list[int] = []
        self._attempts = self._best = self._foiled = 0
        self._by: Counter[str] = Counter()
        self._cards: Counter[str] = Counter()
        self._analysed = Group()
        self._cards_luck = self._own = self._others = 0.0

    def add(self, game: Facts) -> None:
        if game.lesson or game.abandoned or len(game.seats) != 1:
            self.left_out += 1
            return
        self.all.add(game)
        self._editions.setdefault((game.edition, game.escape), Group()).add(game)
        self._levels.setdefault(opponents(game), Group()).add(game)
        self._places.setdefault(game.place + 1, Group()).add(game)
        self._turns.append(game.turns)
        self._attempts += game.attempts
        self._best = max(self._best, game.best_strength)
        self._foiled += game.foiled
        self._by.update(stop.by for stop in game.stops)
        self._cards.update(stop.card for stop in game.stops)
        if game.luck is not None:
            self._analysed.add(game)
            self._cards_luck += game.luck.cards
            self._own += game.luck.own
            self._others += game.luck.others

    def statistics(self, language: str, older: bool) -> schemas.MyStatistics:
        return schemas.MyStatistics(
            games=self.all.games,
            won=self.all.won,
            fair=round(self.all.fair, 2),
            others=self.left_out,
            older=older,
            editions=tuple(
                group.wins(f"{edition} escape" if escape else edition, edition_words(edition, escape, language))
                for (edition, escape), group in most_first(self._editions.items())
            ),
            levels=tuple(group.wins(level) for level, group in most_first(self._levels.items())),
            places=tuple(self._places[place].wins(str(place)) for place in sorted(self._places)),
            lengths=lengths(self._turns),
            attempts=self._attempts_made(language),
            luck=self._lucks(),
        )

    def _attempts_made(self, language: str) -> schemas.Attempts:
        stopped = self._by.total()
        return schemas.Attempts(
            made=self._attempts,
            succeeded=self._attempts - stopped,
            stopped=stopped,
            best_strength=self._best,
            by_people=self._by["person"],
            by_bots=self._by["bot"],
            by_strangers=self._by["stranger"],
            cards=tuple(
                schemas.Stopper(card, phrases.card(card, language), times)
                for card, times in self._cards.most_common(CARDS_SHOWN)
            ),
            foiled=self._foiled,
        )

    def _lucks(self) -> schemas.Lucks | None:
        games = self._analysed.games
        if not games:
            return None
        cards, own, others = (round(each / games, 4) for each in (self._cards_luck, self._own, self._others))
        return schemas.Lucks(games, cards, own, others, round((self._analysed.won - self._analysed.fair) / games, 4))


def opponents(game: Facts) -> str:
    if game.company:
        return WITH_PEOPLE
    return game.levels[0] if len(game.levels) == 1 else MIXED


def edition_words(edition: str, escape: bool, language: str) -> str:
    title = phrases.edition_title(edition, language)
    return f"{title} · Escape" if escape else title


def most_first(groups: Iterable[tuple[Key, Group]]) -> list[tuple[Key, Group]]:
    return sorted(groups, key=lambda each: -each[1].games)


def lengths(turns: Sequence[int]) -> schemas.Lengths | None:
    """In a few columns of the same width, however long the longest game was."""
    if not turns:
        return None
    shortest, longest = min(turns), max(turns)
    step = next((step for step in STEPS if longest // step - shortest // step < MOST_COLUMNS), longest)
    counted = Counter(each // step for each in turns)
    columns = range(shortest // step, longest // step + 1)
    spread = tuple(schemas.Length(column * step, counted[column]) for column in columns)
    return schemas.Lengths(shortest, median(turns), longest, spread)
