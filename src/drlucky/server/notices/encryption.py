"""Encryption of notices for one browser (RFC 8291, in the form of RFC 8188): the push service that carries them cannot
read them."""

import os
from base64 import urlsafe_b64decode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
RECORD = 4096
"""Bytes that a push service takes; a notice is one record."""
LAST_RECORD = b"\x02"


def decoded(text: str) -> bytes:
    """From base64url, with or without its end; ValueError if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    """A browser's key; ValueError if it is none, or not on the curve."""
    point = decoded(p256dh)
    if len(point) != POINT_BYTES:
        raise ValueError("a key has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def encrypted(
    plain: bytes,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """For the browser with these keys. `own` and `salt` are for a single use, and given in tests only."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_BYTES)
    browser = public_key(p256dh)
    theirs = browser.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    ours = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), browser)
    secret = derived(shared, decoded(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, plain + LAST_RECORD, None)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
