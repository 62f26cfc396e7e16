"""What must hold in every edition, with every number of players, on every layout."""

import pytest

from drlucky.conformance import CHECKS, Check, SetUp
from drlucky.conformance.secrecy import what_is_hidden_never_shows
from setups import setups


def case(check: Check) -> object:
    return pytest.param(check, marks=pytest.mark.slow if check is what_is_hidden_never_shows else (), id=check.__name__)


@pytest.mark.parametrize("setup", setups(), ids=str)
@pytest.mark.parametrize("check", [case(check) for check in CHECKS])
def test_every_set_up_conforms(check: Check, setup: SetUp) -> None:
    check(setup)
