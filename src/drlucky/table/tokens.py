"""Tokens and codes: secrets of links, of which the table keeps hashes only, and short codes to read out."""

import hashlib
import hmac
import secrets

TOKEN_BYTES = 24
CODE_LENGTH = 6
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No letters or digits that look alike."""


def new_token() -> str:
    """192 bits, fit for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> bytes:
    """A token is long and random, so a plain hash tells nothing about it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def same(one: bytes, other: bytes) -> bool:
    """Takes as long for any two, so that nobody can feel their way to a token."""
    return hmac.compare_digest(one, other)


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
