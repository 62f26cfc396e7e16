"""Hints: legal, from what the player may know, and with reasons that are true."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from random import Random
from time import process_time
from typing import Any

import pytest

import drlucky
from drlucky import phrases
from drlucky.engine import codes
from drlucky.engine.play import apply, legal
from drlucky.engine.state import Happening, State
from drlucky.engine.turns import reshuffle
from drlucky.errors import DrLuckyError
from drlucky.game.actions import Action
from drlucky.game.determinize import imagine
from drlucky.game.game import Game
from drlucky.game.sight import sight
from drlucky.game.view import view
from drlucky.hints import Hint, Option, Why, hint
from drlucky.hints.explain import Grounds
from drlucky.phrases.hints import FURTHER, REASONS
from drlucky.search.determinize import determinize
from drlucky.search.rng import Rng
from positions import position
from setups import SetUp, setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def stroll(game: Game, choose: Random, decisions: int) -> list[int]:
    """Plays on, striking often, and says whose decision it is then; nobody's when the game is over."""
    for _ in range(decisions):
        if game.to_decide is None:
            return []
        strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
        game.play(choose.choice(strikes if strikes and choose.random() < 0.6 else game.legal))
    return [] if game.to_decide is None else [game.to_decide]


@every_setup
def test_a_hint_is_legal_and_the_same_whatever_is_hidden(setup: SetUp) -> None:
    choose = Random(str(setup))
    game = setup.game(seed=5)
    for number in range(2):
        for seat in stroll(game, choose, decisions=6):
            found = hint(game.view(seat), iterations=12, seed=number)
            assert found.action in game.legal
            assert {option.action for option in found.alternatives} <= set(game.legal) - {found.action}
            assert 0 <= found.low <= found.chance <= found.high <= 1
            twin = determinize(game.state, seat, Rng(number))
            assert hint(view(game.setting, twin, game.players, seat), iterations=12, seed=number) == found


@every_setup
def test_every_reason_that_could_be_given_is_true(setup: SetUp) -> None:
    """For every legal action and not just the best, so that all kinds of reasons are met."""
    choose = Random(str(setup))
    game = setup.game(seed=7)
    for _ in range(4):
        for seat in stroll(game, choose, decisions=6):
            for action, reasons in reasons_for_all(game, seat, choose):
                assert 1 <= len(reasons) <= 2
                for why in reasons:
                    assert Proof(game, seat, action).holds(why), (str(action), why)


def reasons_for_all(game: Game, seat: int, random: Random) -> list[tuple[Action, tuple[Why, ...]]]:
    setting, imagined = imagine(game.view(seat), random)
    grounds = Grounds(setting, imagined, seat)
    return [(action, grounds.of(Option(action, 0.5, 0.2, 0.8, 10))) for action in game.legal]


QUIET = "doctor: Foyer\n* Ann: {room} | {hand}\nBob: Armory | {others}\nCleo: Wine Cellar"


def quiet(room: str, hand: str = "", others: str = "Bats", **options: Any) -> Game:
    """The doctor in the Foyer, and nobody else near."""
    return position("kill-2016", QUIET.format(room=room, hand=hand, others=others), closed="none", **options)


def asked_last() -> Game:
    """Cleo sits to the attacker's right and holds enough to stop it."""
    game = position(
        "save-2000",
        "doctor: Bistro\n* Ann: Bistro\nBob: Bistro | Failure-1\nCleo: Bilge | Failure-1, Failure-2\n"
        "piles: 17, 17, 16, 16",
    )
    game.play("attempt")
    game.play("pass")
    return game


SCENES: list[tuple[Callable[[], Game], str, str, str]] = [
    (
        lambda: quiet("Parlor"),
        "step Drawing Room",
        "Doctor Lucky walks to the Drawing Room next and gives you another turn.",
        "Doktor Lucky geht als Nächstes in die Garderobe und gibt dir noch einen Zug.",
    ),
    (
        lambda: quiet("Library"),
        "step Billiard Room",
        "nobody sees you in the Billiard Room, so you can draw a card there.",
        "Niemand sieht dich im Billardzimmer, also kannst du dort eine Karte ziehen.",
    ),
    (
        lambda: quiet("Drawing Room"),
        "step Foyer",
        "nobody sees you with Doctor Lucky in the Foyer, so you can make an attempt.",
        "Niemand sieht dich im Foyer bei Doktor Lucky, also kannst du einen Versuch unternehmen.",
    ),
    (
        lambda: quiet("Foyer", others=""),
        "attempt",
        "nobody holds a card that could stop it.",
        "Niemand hat eine Karte, die es verhindern könnte.",
    ),
    (
        lambda: quiet("Parlor", hand="Hedge Maze"),
        "walk Hedge Maze",
        "you can then go on to the Foyer. Nobody sees you with Doctor Lucky in the Foyer, so you can make an attempt.",
        "Danach kannst du weiter ins Foyer gehen. "
        "Niemand sieht dich im Foyer bei Doktor Lucky, also kannst du einen Versuch unternehmen.",
    ),
    (
        lambda: quiet("Drawing Room", escape=True),
        "step Parlor",
        "otherwise Doctor Lucky walks to the Drawing Room next and attacks you.",
        "Sonst geht Doktor Lucky als Nächstes in die Garderobe und greift dich an.",
    ),
    (
        asked_last,
        "play Failure-2",
        "you sit to the rescuer's right and can stop it, so you must.",
        "Du sitzt rechts neben der rettenden Person und kannst es verhindern, also musst du es.",
    ),
]


@pytest.mark.parametrize(("scene", "line", "english", "german"), SCENES)
def test_reasons_read_as_they_should_and_are_true(
    scene: Callable[[], Game], line: str, english: str, german: str
) -> None:
    game = scene()
    seat = game.to_decide
    assert seat is not None
    action = next(action for action in game.legal if str(action) == line)
    reasons = dict(reasons_for_all(game, seat, Random(1)))[action]
    assert Proof(game, seat, action).holds(reasons[0])
    found = Hint(Option(action, 0.31, 0.27, 0.35, 400), reasons[:1], ())
    advice = phrases.action(action)
    chance = "Your chance to win is then about 31% (27 to 35%)."
    in_german = "Deine Gewinnchance ist dann etwa 31 % (27 bis 35 %)."
    assert phrases.hint(found, game.players) == f"{advice[0].upper()}{advice[1:]}: {english} {chance}"
    assert phrases.hint(found, game.players, "de").endswith(f": {german} {in_german}")


def test_every_reason_is_given_somewhere() -> None:
    met = set[str]()
    games = [scene() for scene, *_ in SCENES]
    for setup in setups()[::5]:
        choose = Random(str(setup))
        game = setup.game(seed=8)
        for _ in range(25):
            for seat in stroll(game, choose, decisions=4):
                for _, reasons in reasons_for_all(game, seat, choose):
                    met |= {why.code for why in reasons}
    for game in games:
        assert game.to_decide is not None
        for _, reasons in reasons_for_all(game, game.to_decide, Random(1)):
            met |= {why.code for why in reasons}
    assert {code.removeprefix(FURTHER) for code in met} == {*REASONS, "imagined games"}


def test_a_hint_finds_the_strike_that_nobody_can_stop() -> None:
    found = hint(quiet("Foyer", others="").view(0), iterations=300, seed=1)
    assert (str(found.action), found.chance, found.reason.code) == ("attempt", 1, "cannot be stopped")
    assert found.as_dict()["best"]["action"] == "attempt"


def test_a_hint_is_the_same_again_for_the_same_seed() -> None:
    shown = quiet("Parlor", hand="Hedge Maze, Bad Cream").view(0)
    assert hint(shown, iterations=80, seed=4) == hint(shown, iterations=80, seed=4)


def test_a_single_choice_needs_no_search_and_has_a_chance_all_the_same() -> None:
    game = quiet("Foyer", others="Piece of Rope", hand="Trowel")
    game.play("attempt Trowel")
    found = hint(game.view(1), iterations=50, seed=1)
    assert (game.legal, found.action, found.reason.code) == ([found.action], found.action, "only choice")
    assert found.best.games == 50
    assert not found.alternatives


def test_a_hint_keeps_to_its_time() -> None:
    shown = drlucky.new("kill-1996", 8, seed=3)
    seen = shown.view(shown.to_decide)
    hint(seen, iterations=1)  # the first imagined game makes its tables
    took = []
    for _ in range(3):
        started = process_time()
        hint(seen, seconds=0.2)
        took.append(process_time() - started)
    assert min(took) < 0.5, took


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"seconds": -1}, {"iterations": 0}])
def test_a_hint_without_time_is_refused_in_words(wrong: dict[str, int]) -> None:
    with pytest.raises(DrLuckyError, match="more than no time"):
        hint(quiet("Foyer").view(0), **wrong)


def test_a_hint_is_for_the_one_who_must_decide() -> None:
    game = quiet("Foyer")
    for seat, words in ((1, "the player who must decide"), (None, "a spectator has no hand")):
        with pytest.raises(DrLuckyError, match=words):
            hint(game.view(seat), iterations=1)


class Proof:
    """Judges a reason by playing on in the true game, where deduction had only the view."""

    def __init__(self, game: Game, seat: int, action: Action) -> None:
        self.game = game
        self.seat = seat
        self.action = action
        self.engine = game.setting.engine
        self.told: list[Happening] = []
        self.after = self.do(game.state, game.setting.numbers[str(action).casefold()])
        self.view = game.view(seat)

    def do(self, s: State, number: int) -> State:
        assert number in legal(s)
        copy = s.copy()
        self.told = []
        copy.diary = self.told
        apply(copy, number)
        if copy.phase == codes.SHUFFLE:
            reshuffle(copy, copy.discards())
        return copy

    def holds(self, why: Why) -> bool:
        if why.code.startswith(FURTHER):
            base = replace(why, code=why.code.removeprefix(FURTHER))
            return any(self.holds_at(there, base) for there in self.walks(self.after))
        if why.code in ANSWERS:
            return ANSWERS[why.code](self, why)
        return self.holds_at(self.after, why)

    def walks(self, s: State) -> list[State]:
        """Wherever the player's own steps lead from here."""
        found = [s]
        seen = set[tuple[int, ...]]()
        for state in found:
            for number in legal(state):
                if self.engine.step_at <= number < self.engine.step_at + self.engine.house.rooms:
                    there = self.do(state, number)
                    if (key := tuple(there.key())) not in seen:
                        seen.add(key)
                        found.append(there)
        return found[1:]

    def holds_at(self, s: State, why: Why) -> bool:
        s = self.do(s, codes.STOP) if s.phase == codes.WALK and codes.STOP in legal(s) else s
        room = None if s.over else self.game.setting.room_names[s.rooms[self.seat]]
        glances = sight(self.game.setting, s).glances
        seers = {glance.seer for glance in glances if glance.seen == self.seat}
        players = {seer for seer in seers if isinstance(seer, int)}
        match why.code:
            case "unseen with the doctor":
                return codes.ATTEMPT in legal(s) and not players and why.room == room
            case "seen with the doctor":
                return codes.ATTEMPT in legal(s) and players == set(why.seats) and why.room == room
            case "can draw unseen":
                return codes.DRAW in legal(s) and not seers and why.room == room
            case "can draw":
                return codes.DRAW in legal(s) and why.room == room
            case "can attack":
                attacks = {number - self.engine.attack_at for number in legal(s) if number >= self.engine.attack_at}
                return attacks == set(why.seats) and why.room == room
            case "train":
                return self.is_train(s, why)
            case "flees the doctor":
                return self.is_attacked(self.game.state, why.room) and not self.is_attacked(s, None)
            case "on the doctor's way":
                stops = sight(self.game.setting, self.game.state).doctor
                return any((stop.turns, stop.room) == (why.turns, why.room) for stop in stops)
            case "sends the doctor":
                return (codes.ATTACKED, self.engine.doctor, *why.seats, why.strength) in self.told
        raise AssertionError(why.code)

    def is_train(self, s: State, why: Why) -> bool:
        if self.action.verb not in ("end", "draw"):
            s = self.do(s, codes.END)
        beginnings = [(seat, called) for what, seat, called, _ in self.told if what == codes.TURN_BEGAN]
        moved = [room for what, room, _, _ in self.told if what == codes.DOCTOR_MOVED]
        return beginnings[0] == (self.seat, 1) and self.game.setting.room_names[moved[0]] == why.room

    def is_attacked(self, s: State, room: str | None) -> bool:
        self.do(s, codes.END)
        moved = [self.game.setting.room_names[where] for what, where, _, _ in self.told if what == codes.DOCTOR_MOVED]
        attacked = [(a, b) for what, a, b, _ in self.told if what == codes.ATTACKED]
        return attacked[:1] == [(self.engine.doctor, self.seat)] and room in (None, *moved)

    # Luck.

    def needed(self) -> int:
        assert self.view.attempt
        assert self.view.attempt.strength
        return self.view.attempt.strength - self.view.attempt.luck

    def luck(self, *names: str) -> int:
        on = {card.name: card.luck for card in self.game.setting.deck.cards}
        return sum(on[name] for name in names)

    def own(self) -> int:
        return self.luck(*(self.view.hand or ()))

    def later(self) -> tuple[int, ...]:
        """Who has not been asked yet, in the order of asking."""
        assert self.view.attempt
        if self.view.attempt.target != "doctor":
            return ()
        seats = len(self.view.players)
        around = ((self.seat + away) % seats for away in range(1, seats))
        return tuple(takewhile(lambda seat: seat != self.view.attempt.attacker, around))  # type: ignore[union-attr]

    def cards(self, seats: tuple[int, ...]) -> int:
        strangers = sum(1 for seat in seats if seat in self.view.strangers)
        return sum(self.view.hand_sizes[seat] for seat in seats) + min(strangers, sum(self.view.piles))

    def expected(self, cards: int) -> float:
        """On the average of what the player has not seen, counted by the names on the cards."""
        names = Counter(self.game.setting.card_names)
        table = self.view.attempt.cards if self.view.attempt else ()
        names -= Counter([*(self.view.hand or ()), *self.view.discards, *self.view.out_of_game, *table])
        return cards * self.luck(*names.elements()) / names.total()

    def is_about(self, why: Why, seats: tuple[int, ...]) -> bool:
        return why.cards == self.cards(seats) and abs(why.luck - self.expected(why.cards)) < 0.06

    def foils(self) -> bool:
        return any(what == codes.FOILED for what, *_ in self.told)

    def strikes(self, why: Why) -> bool:
        """How strong the attempt is, if it is made now with what lies on the table."""
        if self.after.phase == codes.LAY:
            self.do(self.after, codes.ATTEMPT)
        return any(
            (what, strength) == (codes.STRUCK, why.strength) or (what, third) == (codes.ATTACKED, why.strength)
            for what, _, strength, third in self.told
        )

    def asked(self) -> tuple[int, ...]:
        target = self.game.state.target if self.action.seat is None else self.action.seat
        others = tuple(seat for seat in range(len(self.view.players)) if seat != self.seat)
        return others if target == codes.NOBODY else (target,)


ANSWERS: dict[str, Callable[[Any, Why], bool]] = {
    "imagined games": lambda p, y: True,
    "only choice": lambda p, y: p.game.legal == [p.action],
    "another card": lambda p, y: len(p.after.cards_at(p.seat)) == y.cards,
    "keeps cards": lambda p, y: len(p.view.hand) == y.cards and p.action.verb in ("end", "pass"),
    "cannot be stopped": lambda p, y: p.cards(p.asked()) == 0 and p.strikes(y),
    "strength": lambda p, y: p.is_about(y, p.asked()) and y.cards > 0 and p.strikes(y),
    "must stop it": lambda p, y: p.game.why_not("pass").code == "must stop it" and y.strength == p.needed(),
    "with your other cards": lambda p, y: p.own() == y.luck >= y.strength == p.needed() and not p.foils(),
    "leaves less to others": lambda p, y: (
        y.strength == p.needed() - p.luck(p.action.card) > 0 and p.is_about(y, p.later()) and y.cards > 0
    ),
    "saves you": lambda p, y: p.foils() and p.view.attempt.target == p.seat,
    "nobody after you": lambda p, y: p.foils() and p.cards(p.later()) == 0,
    "few after you": lambda p, y: p.foils() and p.is_about(y, p.later()) and y.luck < y.strength == p.needed(),
    "stops it": lambda p, y: p.foils(),
    "leave it to others": lambda p, y: p.is_about(y, p.later()) and y.luck >= y.strength == p.needed(),
    "cannot stop it": lambda p, y: p.own() == y.luck < y.strength == p.needed(),
}
