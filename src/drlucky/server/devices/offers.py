"""Offers: a device shows a phrase, another one claims it, and the first says yes. Nothing of this is kept on disk.

A phrase lasts for minutes and can be claimed once. Its first words say which offer is meant, and the others are the
secret: after a few wrong ones it is dead, from however many addresses they came. Whoever has seen the phrase over a
shoulder can claim it, and no more: to be linked shows all hands of a person, so that the first device has to agree, and
both show the same word so that one knows whom one agrees to."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from drlucky.server.auth import Identity
from drlucky.server.devices.words import drawn, read
from drlucky.server.errors import Failed
from drlucky.table.tokens import hashed, new_token, same

WORDS, SELECTING = 5, 2
"""Of 256 each: 40 bits, of which those who know the first words lack 24."""
WRONG_TRIES = 5
LASTS = 300.0
ANSWER_WITHIN = 120.0
"""Seconds that there are at least after a claim."""
MOST = 2000
LONGEST_PHRASE = 200


@dataclass(eq=False)
class Offer:
    owner: Identity
    phrase: tuple[str, ...]
    until: float
    wrong: int = 0
    claim: bytes | None = None
    """The hash of the token of whoever has claimed it."""
    check: str = ""
    """The word that both devices show then."""
    agreed: bool = False


class Offers:
    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Offer] = {}
        """By person: a new one takes the place of the one before."""

    def make(self, owner: Identity, language: str) -> Offer:
        self._open.pop(owner.person, None)
        taken = {each.phrase[:SELECTING] for each in self._current()}
        if len(taken) >= MOST:
            raise Failed("full", "many are linking devices at the moment; try again soon")
        phrase = drawn(language, WORDS)
        while phrase[:SELECTING] in taken:
            phrase = drawn(language, WORDS)
        offer = self._open[owner.person] = Offer(owner, phrase, self._clock() + LASTS)
        return offer

    def of(self, owner: Identity) -> Offer | None:
        """What the device shows, or has to answer; another device of the same person knows nothing of it."""
        offer = self._open.get(owner.person)
        is_theirs = offer is not None and offer.owner.device == owner.device and offer.until > self._clock()
        return offer if is_theirs else None

    def left(self, offer: Offer) -> float:
        """Seconds until it ends."""
        return max(0.0, offer.until - self._clock())

    def withdraw(self, owner: Identity) -> None:
        if self.of(owner) is not None:
            del self._open[owner.person]

    def claim(self, phrase: str, language: str) -> tuple[Offer, str]:
        """The offer with this phrase, which is used up by it, and a token for whoever claims it."""
        tried = read(phrase[:LONGEST_PHRASE])
        for offer in self._current():
            if offer.claim is None and offer.phrase[:SELECTING] == tried[:SELECTING]:
                if same(" ".join(offer.phrase).encode(), " ".join(tried).encode()):
                    token = new_token()
                    offer.claim, offer.check = hashed(token), drawn(language, 1)[0]
                    offer.until = max(offer.until, self._clock() + ANSWER_WITHIN)
                    return offer, token
                offer.wrong += 1
                if offer.wrong >= WRONG_TRIES:
                    del self._open[offer.owner.person]
        raise Failed("not here", "no device shows this phrase; it lasts five minutes and works once")

    def answer(self, owner: Identity, check: str, agrees: bool) -> None:
        """The first device says yes or no to the one that shows this word."""
        offer = self.of(owner)
        if offer is None or offer.claim is None or not secrets.compare_digest(offer.check.encode(), check.encode()):
            raise Failed("not here", "no device waits for this answer any more")
        if agrees:
            offer.agreed = True
        else:
            del self._open[owner.person]

    def claimed(self, token: str) -> Offer:
        """What a token has claimed."""
        known = hashed(token)
        for offer in self._current():
            if offer.claim is not None and same(offer.claim, known):
                return offer
        raise Failed("not here", "the other device did not say yes, or too late")

    def end(self, offer: Offer) -> None:
        """It has been made use of."""
        if self._open.get(offer.owner.person) is offer:
            del self._open[offer.owner.person]

    def _current(self) -> list[Offer]:
        now = self._clock()
        self._open = {person: offer for person, offer in self._open.items() if offer.until > now}
        return list(self._open.values())
