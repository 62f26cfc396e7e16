"""Styles: how differently people play who all know the rules. Each is the heuristic with other inclinations.

A search takes the others to play in styles that fit what they did, and tournaments are played against all of them:
whoever is strong against one way of playing only is not strong."""

from typing import Final, final

from mypy_extensions import i64

from drlucky.engine.codes import NOBODY


@final
class Style:
    """Inclinations, in hundredths of what a card is worth unless something else is said."""

    def __init__(
        self,
        name: str,
        *,
        draw: int = 100,
        strike: int = 170,
        card: int = 45,
        leaves: int = 160,
        hopes: int = 70,
        shares: int = 250,
        whims: int = 0,
        bare: int = 0,
        alone: int = 0,
        lurks: int = 0,
    ) -> None:
        self.name: Final[str] = name
        self.draw: Final[i64] = draw  # drawing a card
        self.strike: Final[i64] = strike  # a strike that will surely be stopped: it costs the others luck all the same
        self.bare: Final[i64] = bare  # what a strike without a weapon is worth less than that
        self.card: Final[i64] = card  # what playing a card costs
        # Answering. Luck to be expected from those who are asked later is compared with what is needed.
        self.leaves: Final[i64] = leaves  # passes if they should have so much, in hundredths of what is needed
        self.hopes: Final[i64] = hopes  # gives up if even so much of theirs, in hundredths, will not do with one's own
        self.shares: Final[i64] = shares  # leaves them one point for so many hundredths
        self.whims: Final[i64] = whims  # passes all the same, so often in a hundred
        self.alone: Final[i64] = alone  # stops what it can stop, whoever is asked later, so often in a hundred
        self.lurks: Final[i64] = lurks  # standing where the doctor comes with his next walks but one
        # What it makes of someone's answers: how much luck it expects on that player's cards, in hundredths.
        self.watched: i64 = NOBODY
        self.trust: i64 = 100

    def watching(self, seat: int) -> "Style":
        """The same, by someone who minds what a player's answers tell: `trust` is theirs to change."""
        style = Style(
            self.name,
            draw=self.draw,
            strike=self.strike,
            card=self.card,
            leaves=self.leaves,
            hopes=self.hopes,
            shares=self.shares,
            whims=self.whims,
            bare=self.bare,
            alone=self.alone,
            lurks=self.lurks,
        )
        style.watched = seat
        return style


NEVER: Final = 1_000_000

SENSIBLE: Final = Style("sensible")
CAUTIOUS: Final = Style("cautious", leaves=NEVER, hopes=100, shares=NEVER)
THRIFTY: Final = Style("thrifty", leaves=1, card=70)
GAMBLING: Final = Style("gambling", leaves=110, whims=35, strike=300)
HUNTING: Final = Style("hunting", strike=2000, card=25)
HOARDING: Final = Style("hoarding", draw=150, strike=120, card=70)

STYLES: Final = [SENSIBLE, CAUTIOUS, THRIFTY, GAMBLING, HUNTING, HOARDING]

# Temperaments: styles for those who are played against, so that people can learn to read them. Unlike the others they
# win as often as a sensible player, within five points in every edition: what each does worse than that is made up for
# by what it does better. docs/bots.md has the figures, and a test measures them.
CAREFUL: Final = Style("careful", alone=78, card=10, bare=10, lurks=2)
SLY: Final = Style("sly", leaves=70, card=18, lurks=2)
GENEROUS: Final = Style("generous", card=6, strike=300, alone=22, whims=1)
LURKING: Final = Style("lurking", lurks=4, alone=26)

TEMPERAMENTS: Final = [CAREFUL, SLY, GENEROUS, LURKING]

# Ways to play that nobody is offered, but that a search knows as well: whoever plays in none of the styles is nearer to
# one of these than to any of them.
STUBBORN: Final = Style("stubborn", leaves=NEVER, hopes=NEVER, shares=NEVER)
ARMED: Final = Style("armed", bare=400)
LAVISH: Final = Style("lavish", card=0)

MODELS: Final = [*STYLES, STUBBORN, ARMED, LAVISH]
