"""A policy as a bot: something that was trained on the observations of docs/research.md."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from drlucky.game.actions import Action
from drlucky.game.determinize import imagine
from drlucky.game.encoding import Encoder, Vector, as_array
from drlucky.game.setup import Setting
from drlucky.game.view import View
from drlucky.search.observation import legal_mask

Mask = NDArray[np.int8]
Choose = Callable[[Vector, Mask], int]
"""A policy: an observation and a mask of the legal actions in, the number of one of them out."""


class PolicyBot:
    """A policy as a bot, for `drlucky play`, tournaments and studies: it is given what it was trained on."""

    def __init__(self, policy: Choose) -> None:
        self.policy = policy
        self._encoders: dict[Setting, Encoder] = {}

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        # What the seat cannot know is no part of the observation, so that any world will do.
        the_setting, s = imagine(view, Random(0))
        if the_setting not in self._encoders:
            self._encoders[the_setting] = Encoder(the_setting)
        encoder = self._encoders[the_setting]
        mask = as_array(legal_mask(s, s.decider), np.int8)
        return the_setting.actions[int(self.policy(encoder.encode(s, s.decider), mask))]
