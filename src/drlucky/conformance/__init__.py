"""Conformance: what must hold in every edition, whoever wrote it. See docs/editions.md.

    @pytest.mark.parametrize("setup", few_setups("kill-coffee"), ids=str)
    @pytest.mark.parametrize("check", CHECKS)
    def test_it_keeps_what_every_edition_promises(check: Check, setup: SetUp) -> None:
        check(setup)

or `drlucky conformance kill-coffee` on the command line. A check that fails raises an AssertionError."""

from collections.abc import Callable

from drlucky.conformance.imagined import imagined_games_look_like_the_true_one
from drlucky.conformance.play import (
    action_texts_parse_back,
    copies_go_their_own_way,
    every_promise_is_kept,
    games_end,
    illegal_actions_are_refused,
    records_replay,
)
from drlucky.conformance.secrecy import what_is_hidden_never_shows, what_is_shown_has_no_seed
from drlucky.conformance.setups import SetUp, few_setups, setups_of

Check = Callable[[SetUp], None]

CHECKS: tuple[Check, ...] = (
    every_promise_is_kept,
    games_end,
    action_texts_parse_back,
    illegal_actions_are_refused,
    copies_go_their_own_way,
    records_replay,
    imagined_games_look_like_the_true_one,
    what_is_hidden_never_shows,
    what_is_shown_has_no_seed,
)

__all__ = ["CHECKS", "Check", "SetUp", "few_setups", "setups_of"]
