"""The friendly face: seats, actions as text, refusals in words, views and events."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import drlucky
from drlucky.errors import InvalidAction, SetUpError
from drlucky.game.actions import Action
from drlucky.game.view import View
from drlucky.game.why_not import IllegalAction
from positions import position


def finished(seed: int = 1) -> drlucky.Game:
    game = drlucky.new("kill-2016", ["Ann", "Bob", "Cleo"], seed=seed)
    choose = Random(seed)
    while game.to_decide is not None:
        game.play(choose.choice(game.legal))
    return game


def test_the_same_seed_deals_the_same_game() -> None:
    one, two, other = (drlucky.new("kill-2016", 4, seed=seed) for seed in (7, 7, 8))
    assert one.state.key() == two.state.key()
    assert one.state.key() != other.state.key()
    assert drlucky.new().state.key() != drlucky.new().state.key()


def test_a_finished_game_has_an_outcome_and_nothing_to_decide() -> None:
    game = finished()
    assert game.outcome is not None
    assert game.outcome.how == "success"
    assert game.outcome.winner in range(3)
    assert game.legal == []
    assert game.to_decide is None
    assert game.view(0).legal == ()
    assert game.events[-1].kind == "over"
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play("end")


def test_actions_are_played_as_objects_or_text_in_any_case() -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    step = next(action for action in game.legal if action.verb == "step")
    assert isinstance(step, Action)
    events = game.play(f"  {str(step).upper()}")
    assert [event.kind for event in events] == ["stepped"]
    assert events[0].room == step.room


@pytest.mark.parametrize(
    "text", ["", "fly", "step", "step Atlantis", "jump", "walk doctor Parlor", "x" * 10_000, "é\0"]
)
def test_text_that_is_no_action_is_refused_in_words(text: str) -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    before = game.state.key()
    with pytest.raises(InvalidAction, match="no action of this game") as refusal:
        game.play(text)
    assert len(str(refusal.value)) < 400
    assert game.state.key() == before


def test_a_slip_of_the_pen_is_recognised() -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    with pytest.raises(InvalidAction, match="did you mean 'step Parlor'"):
        game.play("stepp Parlour")
    with pytest.raises(InvalidAction, match="an Action or its text"):
        game.play(17)  # type: ignore[arg-type]


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_any_text_is_played_or_refused(text: str) -> None:
    game = drlucky.new("save-2000", 3, seed=1)
    before = game.state.key()
    played = True
    try:
        game.play(text)
    except (InvalidAction, IllegalAction):
        played = False
    assert played or game.state.key() == before


def test_a_reason_names_the_witnesses() -> None:
    game = position(
        "kill-2016",
        """
        doctor: Gallery
        * Ann: Gallery | Piece of Rope
        Bob: Foyer
        Cleo: Dining Hall
        Dan: Kitchen
        """,
    )
    reason = game.why_not("attempt")
    assert reason is not None
    assert reason.code == "seen by player"
    assert reason.witnesses == (1, 2)
    with pytest.raises(IllegalAction, match="here: Bob and Cleo can see you"):
        game.play("attempt Piece of Rope")


def test_views_hold_what_the_allow_list_says_and_no_more() -> None:
    """A new field of a view is a decision: it is added here by hand, with a thought for who may know it."""
    assert set(View.__struct_fields__) == {
        *("edition", "board", "layout", "closed", "plan", "shorter", "turn_limit", "seat", "players", "strangers"),
        *("rooms", "doctor", "cat", "dog", "escape", "turn", "current", "to_decide", "phase", "steps", "walk"),
        *("cards_played", "steps_owed", "between_turns", "hand", "hand_sizes", "reasons", "doctor_reasons", "piles"),
        *("discards", "out_of_game", "set_aside", "lights_out", "sunk", "attempt", "legal", "outcome"),
        *("hand_copies", "discard_copies", "out_of_game_copies"),
    }


def test_a_hand_is_its_owner_s_only() -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    assert game.view(None).hand is None
    hands = [game.view(seat).hand for seat in range(4)]
    assert all(hand and len(hand) == 6 for hand in hands)
    assert len(set(hands)) == 4
    asked = game.to_decide
    assert asked is not None
    assert game.view(asked).legal == tuple(str(action) for action in game.legal)
    assert game.view((asked + 1) % 4).legal == ()
    assert game.view(None).legal == ()


def test_a_drawn_card_is_known_to_the_one_who_drew_it() -> None:
    game = position(
        "kill-2016",
        """
        doctor: Kitchen
        * Ann: Armory
        Bob: Foyer
        pile: Bats
        """,
        strangers=False,
        closed="none",
    )
    game.play("draw")
    drew = [game.events_for(seat)[0] for seat in (0, 1, None)]
    assert [event.card for event in drew] == ["Bats", None, None]
    assert {event.kind for event in drew} == {"drew"}
    assert game.view(0).hand == ("Bats",)


def test_views_are_data() -> None:
    view = drlucky.new("save-paizo", 3, seed=1).view(0)
    assert view.as_dict()["piles"] == (17, 17, 16, 16)
    with pytest.raises(AttributeError):
        view.turn = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (1, "for 2 to 8 players, not 1"),
        (9, "for 2 to 8 players, not 9"),
        (0, "for 2 to 8 players"),
        ([], "for 2 to 8 players"),
        ("Ann", "list of names"),
        (["Ann", "Ann", "Bob"], "a name of their own"),
        (["Ann", "", "Bob"], "printable characters"),
        (["Ann", "B\nob", "Cleo"], "printable characters"),
        (["Ann", "x" * 41, "Cleo"], "1 to 40"),
        (["Ann", 3, "Cleo"], "1 to 40"),
    ],
)
def test_players_that_do_not_fit_are_refused_in_words(players: object, words: str) -> None:
    with pytest.raises(SetUpError, match=words):
        drlucky.new("kill-2016", players)  # type: ignore[arg-type]


def test_seats_that_are_not_there_are_refused_in_words() -> None:
    game = drlucky.new("kill-2016", 4, seed=7)
    for seat in (4, -1, "Ann", True):
        with pytest.raises(SetUpError, match="seats are 0 to 3"):
            game.view(seat)  # type: ignore[arg-type]
        with pytest.raises(SetUpError, match="seats are 0 to 3"):
            game.events_for(seat)  # type: ignore[arg-type]
    with pytest.raises(SetUpError, match="dealer"):
        drlucky.new("kill-1996", 4, dealer=4)


def test_the_dealer_of_a_rematch_can_be_given() -> None:
    """Cards are dealt from the dealer's left, so the first card goes there."""
    for dealer in range(4):
        game = drlucky.new("kill-1996", 4, seed=7, dealer=dealer)
        assert game.events[0].kind == "dealt face up"
        assert game.events[0].pawn == (dealer + 1) % 4


def test_a_turn_limit_ends_the_game_with_no_winner() -> None:
    game = drlucky.new("kill-2016", 3, seed=1, turn_limit=2)
    game.play("end")
    game.play("end")
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner, game.outcome.loser) == ("turn limit", None, None)


def test_editions_are_listed() -> None:
    assert [book.id for book in drlucky.editions()] == ["kill-1996", "kill-2016", "kill-de", "save-2000", "save-paizo"]
    assert all(book.title and book.about for book in drlucky.editions())
