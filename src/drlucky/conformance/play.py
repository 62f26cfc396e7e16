"""That whole games can be played, and that what is said of them agrees with what happens."""

from random import Random

from drlucky.conformance.setups import SetUp
from drlucky.engine.codes import (
    ALLOWED,
    ANSWER,
    ATTEMPT,
    GROUPS,
    LAST_ALIVE,
    NOWHERE,
    OVER,
    PLACES,
    SHUFFLE,
    SUCCESS,
    SUNK,
    TABLE,
    TURN,
    WEAPON,
)
from drlucky.engine.play import apply, legal, obstacle
from drlucky.engine.state import State
from drlucky.engine.tables import count_bits
from drlucky.game.actions import index, parse
from drlucky.game.game import Game
from drlucky.game.replay import load
from drlucky.game.setup import Setting
from drlucky.game.why_not import IllegalAction
from drlucky.search.playout import play_many, random_start, shuffle_discards
from drlucky.search.rng import Rng


def check_cards(setting: Setting, s: State) -> None:
    """Every card is in exactly one place."""
    found = list(s.pile)[s.pile_at :]
    for place in range(setting.seats + PLACES):
        found += s.cards_at(place)
    assert sorted(found) == list(range(setting.deck.size)), "every card is in exactly one place"


def check_pawns(setting: Setting, s: State) -> None:
    """Every pawn is in one open room, but for those who are out of the Escape."""
    assert len(s.rooms) == setting.seats + 1 + len(setting.pets)
    for pawn, room in enumerate(s.rooms):
        if setting.escape and pawn < setting.seats and room == NOWHERE:
            assert not s.holds_any(pawn), "who is out of the game holds no card"
            continue
        assert s.is_open(room), f"pawn {pawn} is in an open room"
        assert setting.room_names[room] in setting.layout.open


def check_actions(s: State, numbers: list[int]) -> None:
    """The legal list and the obstacles agree on every action there is, and on some that there are not."""
    assert len(numbers) == len(set(numbers))
    allowed = [action for action in range(-2, s.rules.actions + 3) if obstacle(s, action) == ALLOWED]
    assert allowed == sorted(numbers), "what is legal has no obstacle, and all else has one"
    if s.phase == TURN and ATTEMPT in numbers and s.rooms[s.current] != s.rooms[s.rules.doctor]:
        assert s.rules.reaches, "`weapons_reach` says whether an attempt can be made where the doctor is not"


def check_strength(setting: Setting, s: State) -> None:
    """What a strike is worth, and what lay on the table for one that is worth so much, are two answers to the same
    question: whoever imagines a game from a view asks the second."""
    weapons = count_bits(s.hands[GROUPS * (setting.seats + TABLE) + WEAPON])
    assert s.rules.strength(s) == s.strength, "`strength` says the same while it is answered"
    assert s.rules.laid_in(s, weapons) == s.laid, "`laid_in` is `strength` the other way round"


def check_decider(setting: Setting, s: State) -> None:
    assert s.decider in setting.live, "a player decides"
    assert s.rooms[s.decider] != NOWHERE
    if s.phase == ANSWER:
        check_strength(setting, s)
        assert s.decider != s.striker, "nobody answers an attempt of their own"
        assert s.holds_any(s.decider), "nobody is asked whose hand is empty"
        assert s.luck < s.strength, "nobody is asked when the attempt is stopped"
    else:
        assert s.decider == s.current, "the player in turn decides"


def every_promise_is_kept(setup: SetUp) -> None:
    """In random games."""
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


def games_end(setup: SetUp) -> None:
    games = 60
    tally = play_many(setup.setting().engine, games, seed=7)
    assert sum(tally.endings) == games
    assert tally.endings[0] == 0, "a game that ended says how"
    assert sum(tally.wins) == tally.endings[SUCCESS] + tally.endings[LAST_ALIVE], "whoever wins, wins by an attempt"


def action_texts_parse_back(setup: SetUp) -> None:
    actions = setup.setting().actions
    numbers = index(actions)
    assert len(numbers) == len(actions) == setup.setting().engine.actions
    for number, action in enumerate(actions):
        assert "\n" not in str(action)
        assert parse(str(action), numbers, actions) == number
        assert parse(f"  {str(action).upper().replace(' ', '  ')} ", numbers, actions) == number


def illegal_actions_are_refused(setup: SetUp) -> None:
    """In words, and they change nothing."""
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
                refusal = refused(game, str(action))
                assert refusal is not None, f"{action} is not legal and was played"
                assert refusal.reason == game.why_not(action)
                assert refusal.reason.action == action
                problem, colon, why = str(refusal).partition(": ")
                assert colon
                assert len(problem) > 10 < len(why), "what is not possible, and why"
        assert game.state.key() == before, "what is refused changes nothing"
        game.play(choose.choice(game.legal))


def refused(game: Game, action: str) -> IllegalAction | None:
    try:
        game.play(action)
    except IllegalAction as refusal:
        return refusal
    return None


def copies_go_their_own_way(setup: SetUp) -> None:
    rng = Rng(11)
    engine = setup.setting().engine
    spare = random_start(engine, rng)
    s = random_start(engine, rng)
    for _ in range(30):
        if s.phase == OVER:
            break
        twin = s.copy()
        s.copy_into(spare)
        assert twin.key() == spare.key() == s.key(), "a copy equals its original"
        numbers = legal(s)
        for state in (s, twin, spare):
            apply(state, numbers[len(numbers) // 2])
        assert twin.key() == spare.key() == s.key(), "the same comes to the same: rules keep nothing to themselves"
        assert len(twin.hands) == GROUPS * (engine.seats + PLACES)


def records_replay(setup: SetUp) -> None:
    """To the letter."""
    game = setup.game(seed=17)
    choose = Random(17)
    for _ in range(120):
        if game.to_decide is None:
            break
        game.play(choose.choice(game.legal))
    text = game.record(secret=True)
    again = load(text)
    assert again.state.key() == game.state.key(), "what a record tells comes out as it did"
    assert again.record(secret=True) == text
