"""Identities without accounts: an id with a name, signed with the server's secret, so that nobody else can make one.

The same signed text is a cookie for a browser and a token for a program. The server keeps none of them."""

import hashlib
import hmac
import os
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.responses import Response

from drlucky.errors import DrLuckyError

COOKIE = "drlucky"
YEAR = 365 * 86_400
ID_BYTES = 16
SECRET_BYTES = 32
LONGEST_SEAL = 1024


class Identity(Struct, frozen=True, omit_defaults=True):
    id: str
    name: str = ""
    language: str | None = None
    robot: bool = False
    """Is it a program's?"""

    @property
    def person(self) -> str:
        """What tables know someone by, and show to nobody. A program never passes for a person, nor for another's."""
        return f"{'robot' if self.robot else 'person'} {self.id}"


def new_identity(name: str = "", language: str | None = None, robot: bool = False) -> Identity:
    return Identity(secrets.token_hex(ID_BYTES), name, language, robot)


encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Identity)


class Signer:
    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, identity: Identity) -> str:
        payload = urlsafe_b64encode(encoder.encode(identity)).rstrip(b"=")
        return f"{payload.decode()}.{self._signature(payload).decode()}"

    def verify(self, sealed: str) -> Identity | None:
        """The identity in a signed text; None if it was not signed here."""
        payload, dot, signature = sealed.encode("utf-8", "replace").partition(b".")
        if not dot or len(sealed) > LONGEST_SEAL or not hmac.compare_digest(signature, self._signature(payload)):
            return None
        return decoder.decode(urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)))

    def _signature(self, payload: bytes) -> bytes:
        return urlsafe_b64encode(hmac.digest(self._secret, payload, hashlib.sha256)).rstrip(b"=")


def set_cookie(response: Response, sealed: str, secure: bool) -> None:
    """Gives a browser its identity. Scripts cannot read it, and other sites cannot make use of it."""
    response.set_cookie(COOKIE, sealed, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def load_secret(path: Path) -> bytes:
    """The server's secret, made when it is first needed. With it identities outlive a restart."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    except OSError as error:
        raise DrLuckyError(f"{path} cannot be written: {error.strerror}") from None
    else:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_hex(SECRET_BYTES).encode())
            file.flush()
            os.fsync(file.fileno())
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        secret = b""
    if len(secret) < SECRET_BYTES:
        raise DrLuckyError(
            f"{path} does not hold the secret it should; without it a new one is made, and people's names are lost"
        )
    return secret
