"""A push service and a webhook receiver of our own, on this machine; and a browser that reads what was pushed to it.
What was encrypted is decrypted with other code than that which encrypts."""

import asyncio
import hashlib
import hmac
import json
import secrets
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from patience import NEVER


def unpadded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Notes what it is sent, and answers with the next of its statuses; the last of them stays."""

    def __init__(self, port: int, scheme: str, statuses: Sequence[int]) -> None:
        self.address = f"{scheme}://127.0.0.1:{port}"
        self.statuses = list(statuses)
        self.received: list[Received] = []
        self.answer = b"\r\n"
        """What follows the line with the status."""
        self.is_open = asyncio.Event()
        """Until then nobody is answered."""
        self.is_open.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.received.append(Received(first.split()[1], headers, body))
            status = self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]
            await self.is_open.wait()
            writer.write(f"HTTP/1.1 {status} So\r\n".encode() + self.answer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def heard(self, many: int) -> list[Received]:
        """Waits until so many have come."""
        async with asyncio.timeout(NEVER):
            while len(self.received) < many:
                await asyncio.sleep(0.005)
        return self.received


@asynccontextmanager
async def receiver(*statuses: int, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    made: list[Receiver] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await made[0].serve(reader, writer)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    made.append(Receiver(port, "https" if tls else "http", statuses or (201,)))
    try:
        yield made[0]
    finally:
        server.close()


class PushedBrowser:
    """The keys of a browser, and what it makes of what comes."""

    def __init__(self, service: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        self.endpoint = f"{service}/push/{secrets.token_urlsafe(8)}"

    @property
    def point(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        return {
            "endpoint": self.endpoint,
            "expirationTime": None,
            "keys": {"p256dh": unpadded(self.point), "auth": unpadded(self._auth)},
        }

    def read(self, received: Received) -> dict[str, Any]:
        """What a push service cannot read."""
        assert received.headers["content-encoding"] == "aes128gcm"
        body = received.body
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender = body[21 : 21 + length]
        record = body[21 + length :]
        assert length == 65
        assert len(record) <= size <= 4096
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        secret = expanded(hmac.digest(self._auth, shared, hashlib.sha256), b"WebPush: info\0" + self.point + sender, 32)
        pseudo = hmac.digest(salt, secret, hashlib.sha256)
        key, nonce = (
            expanded(pseudo, f"Content-Encoding: {each}\0".encode(), length)
            for each, length in (("aes128gcm", 16), ("nonce", 12))
        )
        plain = AESGCM(key).decrypt(nonce, record, None)
        assert plain.endswith(b"\x02")
        return dict(json.loads(plain[:-1]))


def expanded(pseudo: bytes, info: bytes, length: int) -> bytes:
    return hmac.digest(pseudo, info + b"\x01", hashlib.sha256)[:length]


def vapid_claims(received: Received, public: str) -> dict[str, Any]:
    """What the server says of itself, if it is signed with this key."""
    kind, _, given = received.headers["authorization"].partition(" ")
    fields = dict(part.strip().split("=", 1) for part in given.split(","))
    assert kind == "vapid"
    assert fields["k"] == public
    signed, _, signature = fields["t"].rpartition(".")
    head, claims = (json.loads(padded(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    raw = padded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(public))
    whole = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(whole, signed.encode(), ec.ECDSA(SHA256()))
    return dict(claims)
