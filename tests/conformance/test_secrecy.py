"""Hidden means hidden: which of several copies of a card is played. What else must not show is among the checks of
`drlucky.conformance`, which other tests take `other_world` from."""

from collections import Counter

from drlucky.game import undo
from drlucky.game.game import Game
from setups import setups


def test_which_copy_is_played_tells_nothing_of_the_hand() -> None:
    """Each of those held is as likely, so that none can be told to be missing: the one with the highest number is not
    the last one left. And the one shown is one of those held, and is then no longer in the hand."""
    counted: Counter[int] = Counter()
    for seed in range(300):
        game = setups()[0].game(seed=seed)
        seat = game.to_decide
        assert seat is not None
        hold(game, seat, "Move-1", 3)
        assert game.view(seat).hand_copies == (0, 1, 2)
        (event, *_) = (each for each in game.play("walk Move-1") if each.card)
        after = game.view(seat)
        assert event.copy is not None
        assert {*after.hand_copies, event.copy} == {0, 1, 2}
        assert after.discard_copies == (event.copy,)
        counted[event.copy] += 1
    assert min(counted[place] for place in range(3)) > 70


def hold(game: Game, seat: int, name: str, copies: int) -> None:
    """Has a seat hold just so many copies of a card."""
    s = game.state
    for group in range(3):
        s.hands[3 * seat + group] = 0
    for card in game.setting.copies[name][:copies]:
        s.give(seat, card)


def test_a_card_taken_back_is_the_same_again() -> None:
    game = setups()[0].game(seed=3)
    seat = game.to_decide
    assert seat is not None
    hold(game, seat, "Move-1", 5)
    before, here = game.view(seat), undo.point(game)
    (first, *_) = game.play("walk Move-1")
    undo.go_back(game, here)
    assert game.view(seat) == before
    (again, *_) = game.play("walk Move-1")
    assert again == first
