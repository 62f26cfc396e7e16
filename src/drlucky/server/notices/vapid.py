"""VAPID: by which key push services know this server (RFC 8292). It is made when it is needed, and kept in a file, or
in the database of several nodes."""

import json
import time
from base64 import urlsafe_b64encode
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from drlucky import files
from drlucky.errors import DrLuckyError
from drlucky.server.auth.keys import holds_anything, keep_to_oneself
from drlucky.server.people.store import KEYS
from drlucky.server.rows.base import Add, Rows, Taken

CURVE = ec.SECP256R1()
KEY_BYTES = 32
GOOD_FOR = 12 * 3600
"""Seconds; services take no more than a day."""
SIGNED_ANEW_BEFORE = 3600
MOST_SERVICES = 100
NAME = "vapid"


def unpadded(data: bytes) -> str:
    """base64url, as all of Web Push has it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Vapid:
    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._key = key
        self._contact = contact
        """How a push service reaches whoever runs the server, if something is wrong."""
        self._signed: dict[str, tuple[float, str]] = {}
        """By push service: until when it holds, and the token."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = unpadded(point)

    def authorization(self, endpoint: str) -> str:
        """The header for a request to the service of this endpoint."""
        parts = urlsplit(endpoint)
        service = f"{parts.scheme}://{parts.netloc}"
        until, token = self._signed.get(service, (0.0, ""))
        now = time.time()
        if until < now + SIGNED_ANEW_BEFORE:
            until = now + GOOD_FOR
            token = self._token(service, int(until))
            if len(self._signed) >= MOST_SERVICES:
                self._signed.clear()
            self._signed[service] = until, token
        return f"vapid t={token}, k={self.public}"

    def _token(self, audience: str, until: int) -> str:
        claims = {"aud": audience, "exp": until} | ({"sub": self._contact} if self._contact else {})
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(unpadded(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{unpadded(r.to_bytes(KEY_BYTES, 'big') + s.to_bytes(KEY_BYTES, 'big'))}"


def load(path: Path) -> ec.EllipticCurvePrivateKey:
    """Browsers that asked for notices did so for this key: with another one they would have to ask again."""
    if not holds_anything(path):
        files.write(path, f"{made()}\n", mode=0o600)
    keep_to_oneself(path)
    return read(path)


async def load_shared(rows: Rows, path: Path) -> ec.EllipticCurvePrivateKey:
    """The key of all nodes. That of a server that had no database becomes theirs, if they have none."""
    found = await rows.find(KEYS, "name = ?", NAME)
    if not found:
        key = made()
        if holds_anything(path):
            keep_to_oneself(path)
            key = written(read(path))
        with suppress(Taken):
            await rows.change(lambda: [Add(KEYS, (NAME, key))])
        found = await rows.find(KEYS, "name = ?", NAME)
    return parsed(found[0][1], f"{KEYS.name} in the database")


def made() -> str:
    return written(ec.generate_private_key(CURVE))


def written(key: ec.EllipticCurvePrivateKey) -> str:
    return f"{key.private_numbers().private_value:0{2 * KEY_BYTES}x}"


def read(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        text = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError as error:
        raise DrLuckyError(f"{path} cannot be read: {error.strerror}") from None
    return parsed(text, str(path))


def parsed(text: str, place: str) -> ec.EllipticCurvePrivateKey:
    try:
        return ec.derive_private_key(int(text, 16), CURVE)
    except ValueError:
        raise DrLuckyError(
            f"{place} does not hold the key it should, {2 * KEY_BYTES} hexadecimal digits; without it a new one is "
            "made, and browsers have to ask for notices anew"
        ) from None
