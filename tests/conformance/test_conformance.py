"""What must hold in every edition, with every number of players, on every layout."""

from random import Random

import pytest

from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    GROUPS,
    LAST_ALIVE,
    NOWHERE,
    OVER,
    PLACES,
    SHUFFLE,
    SUCCESS,
    SUNK,
    TABLE,
    WEAPON,
)
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.state import State
from drlucky.engine.tables import count_bits
from drlucky.game.actions import index, parse
from drlucky.game.setup import Setting
from drlucky.game.why_not import IllegalAction
from drlucky.search.playout import play_many, random_start, shuffle_discards
from drlucky.search.rng import Rng
from setups import SetUp, setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def check_cards(setting: Setting, s: State) -> None:
    """Every card is in exactly one place."""
    found = list(s.pile)[s.pile_at :]
    for place in range(setting.seats + PLACES):
        found += s.cards_at(place)
    assert sorted(found) == list(range(setting.deck.size))


def check_pawns(setting: Setting, s: State) -> None:
    """Every pawn is in one open room, but for those who are out of the Escape."""
    assert len(s.rooms) == setting.seats + 1 + len(setting.pets)
    for pawn, room in enumerate(s.rooms):
        if setting.escape and pawn < setting.seats and room == NOWHERE:
            assert not s.holds_any(pawn)
            continue
        assert s.is_open(room)
        assert setting.room_names[room] in setting.layout.open


def check_actions(s: State, numbers: list[int]) -> None:
    """The legal list and the obstacles agree on every action there is, and on some that there are not."""
    assert len(numbers) == len(set(numbers))
    allowed = [action for action in range(-2, s.rules.actions + 3) if obstacle(s, action) == ALLOWED]
    assert allowed == sorted(numbers)


def check_strength(setting: Setting, s: State) -> None:
    """What a strike is worth, and what lay on the table for one that is worth so much, are two answers to the same
    question: whoever imagines a game from a view asks the second."""
    weapons = count_bits(s.hands[GROUPS * (setting.seats + TABLE) + WEAPON])
    assert s.rules.strength(s) == s.strength
    assert s.rules.laid_in(s, weapons) == s.laid


def check_decider(setting: Setting, s: State) -> None:
    assert s.decider in setting.live
    assert s.rooms[s.decider] != NOWHERE
    if s.phase == ANSWER:
        check_strength(setting, s)
        assert s.decider != s.striker
        assert s.holds_any(s.decider)
        assert s.luck < s.strength
    else:
        assert s.decider == s.current


@every_setup
def test_a_random_game_keeps_every_promise(setup: SetUp) -> None:
    setting = setup.setting()
    for seed in range(2):
        rng = Rng(seed)
        choose = Random(seed)
        s = random_start(setting.engine, rng)
        while s.phase != OVER:
            check_cards(setting, s)
            check_pawns(setting, s)
            if s.phase == SHUFFLE:
                assert legal(s) == []
                shuffle_discards(s, rng)
                continue
            check_decider(setting, s)
            numbers = legal(s)
            assert numbers, "there is always something to decide before the end"
            check_actions(s, numbers)
            before = s.key()
            for action in choose.sample(numbers, min(3, len(numbers))):
                other = s.copy()
                apply(other, action)
                check_cards(setting, other)
            assert s.key() == before, "a copy shares nothing that changes"
            apply(s, choose.choice(numbers))
        check_cards(setting, s)
        if s.ending != SUNK:
            check_pawns(setting, s)
        assert legal(s) == []
        check_actions(s, [])
        assert s.turn <= setting.turn_limit


@every_setup
def test_games_end(setup: SetUp) -> None:
    games = 60
    tally = play_many(setup.setting().engine, games, seed=7)
    assert sum(tally.endings) == games
    assert tally.endings[0] == 0, "a game that ended says how"
    assert sum(tally.wins) == tally.endings[SUCCESS] + tally.endings[LAST_ALIVE]


@every_setup
def test_action_texts_parse_back(setup: SetUp) -> None:
    actions = setup.setting().actions
    numbers = index(actions)
    assert len(numbers) == len(actions) == setup.setting().engine.actions
    for number, action in enumerate(actions):
        assert "\n" not in str(action)
        assert parse(str(action), numbers, actions) == number
        assert parse(f"  {str(action).upper().replace(' ', '  ')} ", numbers, actions) == number


@every_setup
def test_illegal_actions_are_refused_in_words_and_change_nothing(setup: SetUp) -> None:
    game = setup.game(seed=3)
    choose = Random(3)
    for _ in range(40):
        if game.to_decide is None:
            break
        allowed = {str(action) for action in game.legal}
        before = game.state.key()
        for action in choose.sample(game.setting.actions, 25):
            if str(action) in allowed:
                assert game.why_not(action) is None
            else:
                with pytest.raises(IllegalAction) as refusal:
                    game.play(action)
                assert refusal.value.reason == game.why_not(action)
                assert refusal.value.reason.action == action
                problem, colon, why = str(refusal.value).partition(": ")
                assert colon
                assert len(problem) > 10 < len(why), "what is not possible, and why"
        assert game.state.key() == before
        game.play(choose.choice(game.legal))


@every_setup
def test_copies_equal_their_original_and_go_their_own_way(setup: SetUp) -> None:
    rng = Rng(11)
    engine = setup.setting().engine
    spare = random_start(engine, rng)
    s = random_start(engine, rng)
    for _ in range(30):
        if s.phase == OVER:
            break
        twin = s.copy()
        s.copy_into(spare)
        assert twin.key() == spare.key() == s.key()
        numbers = legal(s)
        for state in (s, twin, spare):
            apply(state, numbers[len(numbers) // 2])
        assert twin.key() == spare.key() == s.key()
        assert len(twin.hands) == GROUPS * (engine.seats + PLACES)
