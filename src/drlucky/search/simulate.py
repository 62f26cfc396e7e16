"""Simulations: many games of one set-up for the lab, each from a seed of its own, each reported as a row of numbers.

A game follows from its stream and its number alone, so however games are shared out among workers, the rows are the
same, and any one game can be played again by itself."""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from drlucky.engine.codes import (
    ANSWERED,
    ATTACKED,
    ATTEMPT,
    LAST_ALIVE,
    NOWHERE,
    OVER,
    SHUFFLE,
    STRUCK,
    SUCCESS,
    TURNED_UP,
)
from drlucky.engine.play import apply, legal_into
from drlucky.engine.state import Happening, Rules, State
from drlucky.search.evaluation import Evaluation
from drlucky.search.heuristic import in_style, sensible
from drlucky.search.minds import Minds
from drlucky.search.past import Memory
from drlucky.search.playout import random_start, shuffle_discards
from drlucky.search.reading import layouts_for, read
from drlucky.search.rng import Rng
from drlucky.search.styles import STYLES
from drlucky.search.thinking import Intention, Thinking

# How a seat decides: by so many iterations of a search that reads the others, or by one of these.
AT_RANDOM: Final = -1
SENSIBLY: Final = 0
IN_STYLE: Final = -2  # the first of `styles.STYLES`; those that follow count down from there
NOT_READING: Final = -1000  # a search that takes everyone to be sensible; its iterations count down from here

# A game's seed is its stream and its number side by side, which is all that the generator has room for.
STREAMS: Final = 2**31
GAMES_IN_STREAM: Final = 2**32

FIELDS: Final = (
    "first",  # the seat that began
    "decisions",
    "attempts",  # on the doctor; in the Escape all attacks
    "luck",  # on all cards played or turned up against attempts
    "winner",
    "loser",
    "ending",
    "turns",
    "room",  # of the attempt that decided the game, as are the next two
    "strength",
    "luck_in_vain",
    "pile",  # cards left to draw
    "stage",  # lights out, or how many decks have sunk
)


def play_batch(
    rules: Rules,
    evaluation: Evaluation,
    policies: list[int],
    rotate: bool,
    stream: i64,
    start: i64,
    games: i64,
    pause: Callable[[], None],
) -> list[int]:
    """The rows of so many games from number `start` on, one behind the other, each with a number for each of FIELDS.

    `policies` says how each live player decides, and `evaluation` is what those who search judge by; with `rotate`
    everyone moves a chair to the left after each game.
    `pause` is called after every game and every search: compiled code by itself would never let Python notice an
    interrupt."""
    rows: list[int] = []
    buf = vec[i64]([0] * rules.actions)
    players: i64 = len(rules.live)
    by_seat = vec[i64]([SENSIBLY] * rules.seats)
    number: i64
    for number in range(start, start + games):
        shift: i64 = 0
        if rotate:
            shift = number % players
        i: i64
        for i in range(players):
            by_seat[rules.live[(i + shift) % players]] = policies[i]
        play_game(rules, evaluation, by_seat, Rng((stream << 32) | number), buf, rows, pause)
        pause()
    return rows


def play_game(
    rules: Rules,
    evaluation: Evaluation,
    by_seat: vec[i64],
    rng: Rng,
    buf: vec[i64],
    rows: list[int],
    pause: Callable[[], None],
) -> None:
    """Plays a game and appends its row."""
    s = random_start(rules, rng)
    first = s.current
    cards = rules.cards
    decisions: i64 = 0
    attempts: i64 = 0
    luck: i64 = 0
    thinkers = [Thinker(rules, seat, by_seat[seat]) for seat in rules.live if is_searching(by_seat[seat])]
    diary: list[Happening] = []
    while s.phase != OVER:
        if s.phase == SHUFFLE:
            shuffle_discards(s, rng)
            continue
        action = decide(s, evaluation, by_seat[s.decider], rng, buf, pause, thinkers)
        for thinker in thinkers:
            thinker.note(s, action)
        decisions += 1
        if not may_strike(rules, action):
            apply(s, action)
            continue
        # To keep the diary throughout would make a random game take three times as long.
        s.diary = diary
        apply(s, action)
        s.diary = None
        for what, _, card, _ in diary:
            if what == STRUCK or what == ATTACKED:  # noqa: SIM109  # a tuple would be made and searched
                attempts += 1
            elif what == ANSWERED:
                luck += cards.luck[card]
            elif what == TURNED_UP:
                luck += cards.luck[cards.type_of[card]]
        diary.clear()
    rows.append(first)
    rows.append(decisions)
    rows.append(attempts)
    rows.append(luck)
    rows.extend(how_it_ended(s))


def may_strike(rules: Rules, action: i64) -> bool:
    """Can this action begin or answer an attempt? Strangers and the ghost of the doctor strike at any time."""
    if rules.strangers or rules.players_attack():
        return True
    return action == ATTEMPT or rules.weapon_at <= action < rules.attack_at


@final
class Thinker:
    """A seat that searches, and what it has in mind."""

    def __init__(self, rules: Rules, seat: int, policy: i64) -> None:
        self.seat: Final[int] = seat
        self.iterations: int = policy
        self.memory: Memory | None = None
        if policy > 0:
            self.memory = Memory(rules, seat)
        else:
            self.iterations = NOT_READING - policy
        self.intention: Final[Intention] = Intention()

    def note(self, s: State, action: int) -> None:
        if self.memory is not None:
            self.memory.note(s, action)

    def decide(self, s: State, evaluation: Evaluation, rng: Rng) -> int:
        planned = self.intention.follow(s)
        if planned >= 0:
            return planned
        minds: Minds | None = None
        if self.memory is not None:
            minds = read(s.rules, self.memory.until(s), self.seat, rng.word(), layouts_for(self.iterations))
        thinking = Thinking(s, evaluation, rng.word(), self.iterations, minds)
        thinking.searcher.run_until_settled(self.iterations)
        return self.intention.go_on(s, thinking.decided())


def is_searching(policy: i64) -> bool:
    return policy > 0 or policy <= NOT_READING


def decide(
    s: State,
    evaluation: Evaluation,
    policy: i64,
    rng: Rng,
    buf: vec[i64],
    pause: Callable[[], None],
    thinkers: list[Thinker],
) -> i64:
    if policy == SENSIBLY:
        return sensible(s, rng, buf)
    n = legal_into(s, buf)
    if n == 1:
        return buf[0]
    if policy == AT_RANDOM:
        return buf[rng.below(n)]
    if not is_searching(policy):
        return in_style(s, STYLES[IN_STYLE - policy], rng, buf)
    action: i64 = buf[0]
    for thinker in thinkers:
        if thinker.seat == s.decider:
            action = thinker.decide(s, evaluation, rng)
    pause()
    return action


def how_it_ended(s: State) -> list[int]:
    """The fields from `winner` on, of a game that is over."""
    decided = s.ending == SUCCESS or s.ending == LAST_ALIVE
    return [
        s.winner,
        s.loser,
        s.ending,
        s.turn,
        s.rooms[s.striker] if decided else NOWHERE,
        s.strength if decided else 0,
        s.luck if decided else 0,
        len(s.pile) - s.pile_at,
        s.stage,
    ]
