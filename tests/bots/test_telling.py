"""Not being read: what a search makes of what its own answers tell."""

import pytest

import drlucky
from drlucky.engine.codes import ANSWER, PASS
from drlucky.engine.play import legal
from drlucky.game.game import Game
from drlucky.search.determinize import Worlds
from drlucky.search.heuristic import Danger, luck_of, sensible_action
from drlucky.search.ismcts import Searcher
from drlucky.search.rng import Rng
from drlucky.search.styles import SENSIBLE
from drlucky.search.telling import ALL, ONLOOKER, trust_after

EDITIONS = [book.id for book in drlucky.editions()]


def answers(edition: str, games: int = 12) -> list[Game]:
    """Moments in which somebody may pass or stop an attempt."""
    found = []
    for seed in range(games):
        game = drlucky.new(edition, 4, seed=seed)
        while game.to_decide is not None:
            s = game.state
            if s.phase == ANSWER and PASS in legal(s) and len(legal(s)) > 2:
                found.append(game.copy())
            game.play(game.setting.actions[sensible_action(s, seed + s.turn)])
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_whoever_passes_seems_to_hold_less_luck(edition: str) -> None:
    """On the whole: where a pass is what everyone would do it tells nothing, and never more luck than there was. In
    Save nearly every pass is such a one, as the neighbour who comes last is bound to stop it."""
    trusts = [int(trust_after(game.state, Rng(1))[PASS]) for game in answers(edition)]
    assert len(trusts) >= 5
    assert all(trust <= ALL + 15 for trust in trusts)
    assert min(trusts) < (1 if edition.startswith("save") else 0.8) * ALL


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_told_does_not_depend_on_what_only_the_seat_knows(edition: str) -> None:
    """The others hear the same answer from whatever hand it comes."""
    for game in answers(edition, 3):
        s = game.state
        worlds = Worlds(s, ONLOOKER, Rng(5))
        told = trust_after(s, Rng(2))
        for _ in range(5):
            other = worlds.uniform(Rng(s.turn)).copy()
            if PASS in legal(other):
                assert trust_after(other, Rng(2))[PASS] == told[PASS]


def test_those_who_mind_it_fear_less() -> None:
    game = next(game for game in answers("kill-2016") if game.state.decider != game.state.current)
    s = game.state
    watching = SENSIBLE.watching(s.decider)
    feared = Danger(s, SENSIBLE).feared()
    assert Danger(s, watching).feared() == feared
    watching.trust = 0
    assert Danger(s, watching).feared() < feared or not luck_of(s, s.decider)


def test_a_search_minds_what_its_answers_tell_and_nothing_else() -> None:
    game = next(game for game in answers("kill-2016") if game.state.decider != game.state.current)
    s = game.state
    search = Searcher(s, game.setting.evaluation, s.decider, 3)
    search.run(50)
    assert len(search.trust) == s.rules.actions
    assert all(style.watched == s.decider for style in search.models)
    assert not Searcher(s, game.setting.evaluation, s.decider, 3, open_cards=True).trust
    begun = drlucky.new("kill-2016", 4, seed=3)
    assert not Searcher(begun.state, begun.setting.evaluation, begun.state.decider, 3).trust
