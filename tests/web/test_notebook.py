"""Which clues of the puzzle someone has seen, by the cards that lie open to them."""

from web.page import done

HAND = {"hand": ["Oar", "Failure-2", "Failure-1", "Failure-2"], "hand_copies": [0, 6, 9, 0]}


def test_a_clue_is_seen_in_the_hand_in_an_attempt_and_among_the_discards() -> None:
    views = [
        HAND,
        {"hand": None, "discards": ["Failure-2", "Failure-3"], "discard_copies": [3, 3]},
        {"hand": [], "hand_copies": [], "out_of_game": ["Failure-2"], "out_of_game_copies": [9]},
        {"attempt": {"cards": ["Bucket", "Failure-2"], "copies": [0, 4]}},
        HAND | {"discards": ["Failure-2"], "discard_copies": [6], "attempt": None},
    ]
    assert done("clues", views=views) == [[1, 7], [4], [10], [5], [1, 7]]


def test_without_copies_nothing_is_known() -> None:
    assert done("clues", views=[{}, {"hand": ["Failure-2"], "attempt": {"cards": ["Failure-2"]}}]) == [[], []]
