"""The vectors that learners are given: they say what the view says, and nothing else."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from drlucky.conformance import SetUp
from drlucky.game.encoding import Encoder, Field, Vector
from drlucky.game.events import ENDINGS
from drlucky.game.game import Game
from drlucky.game.view import PHASES, View
from drlucky.search.determinize import determinize
from drlucky.search.observation import AHEAD
from drlucky.search.rng import Rng
from setups import setups

every_setup = pytest.mark.parametrize("setup", setups(), ids=str)


def labels_for(view: View) -> dict[str, dict[str, int]]:
    """What the vector should say, by field and label, told from the view alone."""
    own, seats = int(view.seat or 0), len(view.players)

    def who(pawn: Any) -> str:
        if pawn == "doctor":
            return "doctor"
        return f"left {(pawn - own) % seats}" if pawn != own else "me"

    def one(label: str | None) -> dict[str, int]:
        return {} if label is None else {label: 1}

    attempt, outcome = view.attempt, view.outcome
    walker = None if view.walk is None else str(view.walk.pawn)
    if view.walk is not None and view.walk.pawn == view.current:
        walker = "player"
    elif view.walk is not None and view.walk.pawn in view.strangers:
        walker = f"stranger-{1 + view.strangers.index(int(view.walk.pawn))}"
    return {
        "seat": one(f"seat {own}"),
        "phase": one(view.phase),
        "turn": {"turns": view.turn},
        "stage": one(
            f"{len(view.sunk)} sunk" if view.edition.startswith("save") else ["light", "dark"][view.lights_out]
        ),
        "current": one(who(view.current)),
        "decider": one(None if view.to_decide is None else who(view.to_decide)),
        "rooms": {f"{who(seat)} in {room}": 1 for seat, room in enumerate(view.rooms) if room is not None},
        "doctor": one(view.doctor),
        "cat": one(view.cat),
        "dog": one(view.dog),
        "steps": {"steps": view.steps},
        "walk": {"steps": view.walk.left if view.walk else 0},
        "walker": one(walker),
        "owed": {"cards": view.steps_owed},
        "played": {"cards": view.cards_played},
        "between": {"between turns": int(view.between_turns)},
        "hand": Counter(view.hand),
        "discards": Counter(view.discards),
        "out_of_game": Counter(view.out_of_game),
        "table": Counter(attempt.cards if attempt else ()),
        "hand_sizes": {who(seat): size for seat, size in enumerate(view.hand_sizes)},
        "reasons": {who(seat): count for seat, count in enumerate(view.reasons)} | {"doctor": view.doctor_reasons},
        "piles": {f"pile {number}": size for number, size in enumerate(view.piles, 1)},
        "attempt_by": one(who(attempt.attacker) if attempt else None),
        "attempt_on": one(who(attempt.target) if attempt else None),
        "strength": {"strength": (attempt.strength or 0) if attempt else 0},
        "luck": {"luck": attempt.luck if attempt else 0},
        "ending": one(outcome.how if outcome else None),
        "winner": one(who(outcome.winner) if outcome and outcome.winner is not None else None),
        "loser": one(who(outcome.loser) if outcome and outcome.loser is not None else None),
    }


def looks_for(game: Game, seat: int) -> dict[str, dict[str, int]]:
    """What the vector should say of sight and ways, told from the sight explorer and the floor plan."""
    if game.to_decide is None or game.view(seat).rooms[seat] is None:
        return {"seen_by": {}, "doctor_comes": {}, "to_doctor": {}}
    seats, rooms = game.setting.seats, game.setting.room_names
    house, stage = game.setting.engine.house, game.state.stage
    start = stage * len(rooms)
    view = game.view(seat)
    seers = [glance.seer for glance in game.sight(seat).glances if glance.seen == seat]
    labels = [f"left {(pawn - seat) % seats}" if isinstance(pawn, int) else pawn for pawn in seers]
    near = np.array(
        [[float(house.adjacent[start + a] >> b & 1) or np.inf for b in range(len(rooms))] for a in range(len(rooms))]
    )
    np.fill_diagonal(near, 0)
    for middle in range(len(rooms)):
        near = np.minimum(near, near[:, [middle]] + near[[middle]])
    way = [rooms.index(view.doctor)]
    while len(way) <= len(rooms):
        way.append(house.doctor_next[start + way[-1]])
    comes = {}
    for player, room in enumerate(view.rooms):
        if room is not None:
            at = rooms.index(room)
            comes[f"left {(player - seat) % seats}" if player != seat else "me"] = (
                way.index(at) if at in way else len(rooms)
            )
    here = rooms.index(str(view.rooms[seat]))
    steps = [int(min(near[here, stop], len(rooms))) for stop in way[: AHEAD + 1]]
    return {
        "seen_by": {label: 1 for label in labels if label != "cat"},
        "doctor_comes": comes,
        "to_doctor": {"now": steps[0]} | {f"in {ahead}": steps[ahead] for ahead in range(1, AHEAD + 1)},
    }


def said(field: Field, vector: Vector) -> dict[str, int]:
    values = np.rint(vector[field.range] * field.scale).astype(int).tolist()
    return {label: value for label, value in zip(field.labels, values, strict=True) if value}


def check(game: Game, encoder: Encoder, seat: int) -> None:
    vector = encoder.encode(game.state, seat)
    assert vector.shape == (encoder.size,)
    assert (vector >= 0).all()
    assert (vector <= encoder.highest()).all()
    wanted = labels_for(game.view(seat)) | looks_for(game, seat)
    for field in encoder.layout():
        expected = {label: value for label, value in wanted.pop(field.name).items() if value}
        assert said(field, vector) == expected, field.name
    assert not any(wanted.values()), "what is in the view is in the vector"


@every_setup
def test_a_vector_says_what_the_view_says_in_every_world_the_seat_cannot_tell_apart(setup: SetUp) -> None:
    choose = Random(str(setup))
    game = setup.game(seed=2)
    encoder = Encoder(game.setting)
    live = game.setting.live
    for decision in range(80):
        if game.to_decide is None:
            break
        if decision % 4 == 0:
            seat = live[decision // 4 % len(live)]
            check(game, encoder, seat)
            other = determinize(game.state, seat, Rng(decision))
            assert (encoder.encode(other, seat) == encoder.encode(game.state, seat)).all()
        strikes = [action for action in game.legal if action.verb in ("attempt", "lay", "attack")]
        game.play(choose.choice(strikes if strikes and choose.random() < 0.7 else game.legal))


@pytest.mark.parametrize(
    "setup", [SetUp("kill-2016", 2, {}), SetUp("save-2000", 3, {}), SetUp("kill-1996", 3, {})], ids=str
)
def test_the_end_is_in_the_vector_too(setup: SetUp) -> None:
    choose = Random(7)
    for seed in range(4):
        game = setup.game(seed)
        while game.to_decide is not None:
            game.play(choose.choice(game.legal))
        encoder = Encoder(game.setting)
        for seat in game.setting.live:
            check(game, encoder, seat)


def test_a_vector_holds_a_card_that_its_seat_sees_and_none_that_it_does_not() -> None:
    """So that the test of twin worlds can be trusted: a change of one's own hand does show."""
    game = setups()[0].game(seed=1)
    encoder = Encoder(game.setting)
    here = encoder.encode(game.state, 0)
    other = determinize(game.state, 1, Rng(1))
    assert other.cards_at(0) != game.state.cards_at(0)
    assert (encoder.encode(other, 0) != here).any()


def test_every_index_belongs_to_exactly_one_named_range() -> None:
    for setup in setups():
        encoder = Encoder(setup.setting())
        end = 0
        for field in encoder.layout():
            assert field.start == end
            assert len(set(field.labels)) == len(field.labels)
            end = field.stop
        assert end == encoder.size == len(encoder.highest())
        assert [field.name for field in encoder.layout() if field.private] == ["hand"]


def test_the_layout_reads_as_a_table_and_a_vector_in_words() -> None:
    game = SetUp("kill-2016", 4, {}).game(seed=1)
    encoder = Encoder(game.setting)
    assert encoder.describe().splitlines()[1] == "      4-8  phase          what the game waits for, one-hot"
    text = encoder.text(encoder.encode(game.state, 2))
    assert "seat: seat 2" in text
    assert "hand_sizes: me=6, left 1=6, left 2=6, left 3=6" in text
    assert all(card in text for card in game.view(2).hand or ())
    assert len(PHASES) + len(ENDINGS) == 9, "a phase or an ending more belongs in the documented layout"


def test_the_layout_in_the_docs_is_the_layout() -> None:
    page = (Path(__file__).parents[2] / "docs/research.md").read_text(encoding="utf-8")
    assert Encoder(SetUp("kill-2016", 4, {}).setting()).describe() in page
