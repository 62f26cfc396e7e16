"""Identities without accounts: an id with a name, signed with the server's key, so that nobody else can make one.

The same signed text is a cookie for a browser and a token for a program. The server keeps none of them, only the ids
of those that were given up (`revocations`)."""

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

COOKIE = "drlucky"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Over https: a browser takes it from this very host only, not from a neighbour below the same domain."""
ASIDE = "-before"
"""Ends the name of the cookie with whom a browser was before it became someone who is on another device too."""
YEAR = 365 * 86_400
GOOD_FOR = 2 * YEAR
"""Seconds for which an identity holds after it was signed. A browser's is signed anew long before that."""
SIGNED_ANEW_AFTER = 30 * 86_400
ID_BYTES = 16
LONGEST_SEAL = 1024


class Identity(Struct, frozen=True, omit_defaults=True):
    id: str
    name: str = ""
    language: str | None = None
    robot: bool = False
    """Is it a program's?"""
    issued: int = 0
    """When it was signed, in seconds since 1970; 0 for one from before this was noted, which holds for good."""
    device: str = ""
    """Which of the person's devices it is for; none for their first."""

    @property
    def person(self) -> str:
        """What tables know someone by, and show to nobody. A program never passes for a person, nor for another's."""
        return f"{'robot' if self.robot else 'person'} {self.id}"


def new_identity(name: str = "", language: str | None = None, robot: bool = False) -> Identity:
    return Identity(secrets.token_hex(ID_BYTES), name, language, robot)


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Identity)


class Signer:
    """Signs with the first key, and knows what was signed with any: so a key can be replaced, and nobody is lost."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys

    def use(self, keys: Sequence[bytes]) -> None:
        """From now on these."""
        self._keys = keys

    def sign(self, identity: Identity) -> str:
        """Of this moment."""
        payload = urlsafe_b64encode(encoder.encode(replace(identity, issued=int(time.time())))).rstrip(b"=")
        return f"{payload.decode()}.{signature(self._keys[0], payload).decode()}"

    def verify(self, sealed: str) -> Identity | None:
        """The identity in a signed text; None if it was not signed here, or too long ago."""
        found = self._opened(sealed)
        return found[0] if found else None

    def is_old(self, sealed: str) -> bool:
        """Should it be signed anew: with the key of today, or since it has been a while?"""
        found = self._opened(sealed)
        return found is not None and (found[1] > 0 or found[0].issued < time.time() - SIGNED_ANEW_AFTER)

    def _opened(self, sealed: str) -> tuple[Identity, int] | None:
        """The identity, and the number of the key that it was signed with."""
        if len(sealed) > LONGEST_SEAL:
            return None
        payload, _, signed = sealed.encode("utf-8", "replace").partition(b".")
        for number, key in enumerate(self._keys):
            if hmac.compare_digest(signed, signature(key, payload)):
                identity = decoder.decode(urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)))
                is_good = not identity.issued or identity.issued > time.time() - GOOD_FOR
                return (identity, number) if is_good else None
        return None


def signature(key: bytes, payload: bytes) -> bytes:
    return urlsafe_b64encode(hmac.digest(key, payload, hashlib.sha256)).rstrip(b"=")


def cookie_in(cookies: Mapping[str, str]) -> str | None:
    """The identity that a browser sends. One from before it came by https has the plain name."""
    return cookies.get(SECURE_COOKIE) or cookies.get(COOKIE)


def aside_in(cookies: Mapping[str, str]) -> str | None:
    """The identity that a browser has put aside."""
    return cookies.get(SECURE_COOKIE + ASIDE) or cookies.get(COOKIE + ASIDE)


def set_cookie(response: Response, sealed: str, secure: bool, aside: bool = False) -> None:
    """Gives a browser its identity. Scripts cannot read it, and other sites cannot make use of it."""
    name = (SECURE_COOKIE if secure else COOKIE) + (ASIDE if aside else "")
    response.set_cookie(name, sealed, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def clear_cookies(response: Response, secure: bool, aside: bool = False) -> None:
    """Has a browser forget its identity, or the one that it has put aside, under whatever name."""
    for name in (COOKIE, SECURE_COOKIE) if secure else (COOKIE,):
        response.delete_cookie(name + (ASIDE if aside else ""), httponly=True, samesite="lax", secure=secure)
