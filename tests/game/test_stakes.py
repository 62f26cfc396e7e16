"""What hangs on an answer: who is asked after me, what passing comes to, and what my cards would do."""

from random import Random

import pytest

from drlucky.conformance import SetUp
from drlucky.game.game import Game
from drlucky.game.stakes import Answer, Answers, Asked, Stakes, answers, stakes
from positions import play, position
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)
KILLS = pytest.mark.parametrize("edition", ["kill-1996", "kill-2016", "kill-de"])
MODERN = pytest.mark.parametrize("edition", ["kill-2016", "kill-de"])
SAVES = pytest.mark.parametrize("edition", ["save-2000", "save-paizo"])


def at_stake(game: Game) -> Stakes:
    found = stakes(game.state)
    assert found is not None
    return found


def own(game: Game) -> Answers:
    assert game.to_decide is not None
    found = answers(game.setting, game.state, game.to_decide)
    assert found is not None
    return found


def copy_of(game: Game) -> Game:
    copy = Game(game.setting, game.players, bytes(32))
    game.state.copy_into(copy.state)
    copy.copies = game.copies
    return copy


# Whatever is said comes true.


@every_setup
def test_passing_and_playing_come_to_what_was_said(setup: SetUp) -> None:
    choose = Random(str(setup))
    asked, seed = 0, 0
    while asked < 8:
        game = setup.game(seed)
        seed += 1
        for _ in range(150):
            if game.to_decide is None:
                break
            if game.view(None).phase == "answer":
                asked += 1
                holds_true(game)
            else:
                assert stakes(game.state) is None
            strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
            game.play(choose.choice(strikes or game.legal))


def holds_true(game: Game) -> None:
    me = game.to_decide
    assert me is not None
    found, mine, view = at_stake(game), own(game), game.view(me)
    assert all(answers(game.setting, game.state, seat) is None for seat in range(game.setting.seats) if seat != me)
    assert mine.must == ("pass" not in view.legal)
    assert [each.action for each in mine.cards] == [action for action in view.legal if action != "pass"]
    assert [each.cards for each in found.after if not each.turns_up] == [
        view.hand_sizes[each.seat] for each in found.after if not each.turns_up
    ]
    if not mine.must:
        passes(game, found)
    for each in mine.cards:
        plays(game, each)


def passes(game: Game, found: Stakes) -> None:
    there = copy_of(game)
    told = there.play("pass")
    kinds = [event.kind for event in told]
    if found.decides:
        assert "foiled" not in kinds
        assert found.winner == (there.outcome.winner if there.outcome else None)
        assert found.dies == next((event.seat for event in told if event.kind == "died"), None)
        assert there.outcome or found.dies is not None
    else:
        assert (found.winner, found.dies) == (None, None)
        first = found.after[0]
        assert told[1].seat == first.seat if first.turns_up else there.to_decide == first.seat


def plays(game: Game, each: Answer) -> None:
    there = copy_of(game)
    kinds = [event.kind for event in there.play(each.action)]
    attempt = there.view(None).attempt
    assert ("foiled" in kinds) == (each.missing == 0) or "turned up" in kinds
    if each.missing and there.to_decide == game.to_decide and attempt:
        assert attempt.strength == attempt.luck + each.missing
    if each.decides:
        assert "over" in kinds or "died" in kinds


# By hand


def attempt(edition: str, bob: str, cleo: str, ann: str = "") -> Game:
    """Ann is alone with the doctor and strikes; Bob and Cleo hold these cards."""
    options = {} if edition == "kill-1996" else {"closed": "none"}
    text = f"doctor: Kitchen\n* Ann: Kitchen | {ann}\nBob: Hedge Maze | {bob}\nCleo: Hedge Maze | {cleo}"
    game = position(edition, text, **options)
    game.play("attempt" if not ann else f"attempt {ann}" if "attempt " + ann in map(str, game.legal) else f"lay {ann}")
    if game.view(None).phase == "lay":
        game.play("attempt")
    return game


@KILLS
def test_those_after_me_are_counted(edition: str) -> None:
    game = attempt(edition, "Piazza, Armory", "Library, Parlor, Nursery")
    assert at_stake(game) == Stakes(missing=1, after=(Asked(2, 3, False),), decides=False, winner=None, dies=None)


@KILLS
def test_the_last_one_decides(edition: str) -> None:
    game = attempt(edition, "Piazza", "Armory")
    play(game, "pass")
    assert at_stake(game) == Stakes(missing=1, after=(), decides=True, winner=0, dies=None)


@KILLS
def test_with_empty_hands_after_me_i_am_the_last(edition: str) -> None:
    assert at_stake(attempt(edition, "Piazza", "")).decides


@MODERN
def test_overpaying_is_told_and_what_would_do(edition: str) -> None:
    game = attempt(edition, "Blocked, Bats, Oops, Piazza", "Armory")
    assert own(game) == Answers(
        cards=(
            Answer("play Bats", 0, 0, None, False),
            Answer("play Oops", 0, 1, "Bats", False),
            Answer("play Blocked", 0, 3, "Bats", False),
        ),
        can_stop=True,
        must=False,
    )


def test_the_last_card_that_is_too_little_decides_like_passing() -> None:
    game = attempt("kill-1996", "Failure-1", "", ann="Civil War Cannon")
    assert [(each.missing, each.decides) for each in own(game).cards] == [(at_stake(game).missing - 1, True)]
    assert not own(game).can_stop
    play(game, "play Failure-1")
    assert game.outcome is not None


# Strangers answer with cards from the pile.


def strangers(edition: str, pile: str, bob: str = "Bats") -> Game:
    text = f"""
        doctor: Kitchen
        * Ann: Kitchen
        Stranger 1: Hedge Maze
        Bob: Hedge Maze | {bob}
        Stranger 2: Hedge Maze
        pile: {pile}
    """
    game = position(edition, text, closed="none")
    game.play("attempt")
    return game


@MODERN
def test_a_stranger_after_me_may_still_turn_something_up(edition: str) -> None:
    game = strangers(edition, "Piazza, Armory")
    assert at_stake(game) == Stakes(1, (Asked(3, 1, True),), decides=False, winner=None, dies=None)


@MODERN
def test_with_an_empty_pile_strangers_are_no_help(edition: str) -> None:
    game = strangers(edition, "only Piazza")
    assert at_stake(game) == Stakes(1, (), decides=True, winner=0, dies=None)


@MODERN
def test_against_a_stranger_everyone_loses(edition: str) -> None:
    text = """
        doctor: Wine Cellar
        Ann: White Room | Bats
        * Stranger 1: Wine Cellar
        Bob: White Room | Regret
        Stranger 2: White Room
        pile: only
    """
    game = position(edition, text, closed="none")
    assert [each.seat for each in at_stake(game).after] == [0]
    play(game, "pass")
    assert (at_stake(game).decides, at_stake(game).winner) == (True, 1)


# The forced answer in the Save games.


def save(edition: str, bob: str, cleo: str) -> Game:
    text = f"doctor: Lido Deck\n* Ann: Lido Deck | Horseshoe\nBob: Chapel | {bob}\nCleo: Bilge | {cleo}"
    game = position(edition, text)
    game.play("attempt Horseshoe")
    return game


@SAVES
def test_who_must_stop_it_is_told(edition: str) -> None:
    game = save(edition, "Failure-3", "Failure-1, Failure-2, Failure-3, Bistro")
    assert not own(game).must
    play(game, "pass")
    assert own(game).must
    assert at_stake(game).decides, "were passing possible, it would be"
    assert [(each.missing, each.too_much, each.enough) for each in own(game).cards] == [
        (2, 0, None),
        (1, 0, None),
        (0, 0, None),
    ]


@SAVES
def test_who_cannot_stop_it_need_not(edition: str) -> None:
    game = save(edition, "", "Failure-1, Bistro")
    assert (own(game).must, own(game).can_stop) == (False, False)
    assert at_stake(game).winner == 0


# In the Escape passing is dying.


def escape(edition: str, cleo: str) -> Game:
    text = f"doctor: Piazza\n* Ann: Kitchen | Bats\nBob: Kitchen | Regret\nCleo: {cleo}\npile: only"
    game = position(edition, text, escape=True, closed="none")
    play(game, "attack seat-1", "attempt")
    return game


@MODERN
def test_whoever_passes_is_out(edition: str) -> None:
    game = escape(edition, "White Room | Ennui")
    assert at_stake(game) == Stakes(1, (), decides=True, winner=None, dies=1)


@MODERN
def test_with_two_left_it_is_the_end(edition: str) -> None:
    game = escape(edition, "out")
    assert at_stake(game) == Stakes(1, (), decides=True, winner=0, dies=1)


def test_the_ghost_leaves_the_game_to_who_survives() -> None:
    text = "doctor: Gallery\n* Ann: Foyer | Bats\nBob: Library | Regret\nCleo: out\npile: only"
    game = position("kill-2016", text, escape=True, closed="none")
    play(game, "end")
    assert at_stake(game) == Stakes(1, (), decides=True, winner=0, dies=1)
