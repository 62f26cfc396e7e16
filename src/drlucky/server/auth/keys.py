"""Keys: what identities are signed with. A file holds them, the newest first, a line of hexadecimal digits each."""

import logging
import os
import secrets
import sys
from pathlib import Path

from drlucky import files
from drlucky.errors import DrLuckyError

KEY_BYTES = 32
KEPT = 3
"""Keys that are known beside each other: what was signed with an older one is worth nothing."""

log = logging.getLogger(__name__)


def load_keys(path: Path) -> tuple[bytes, ...]:
    """The server's keys; the first is made when it is needed. With them identities outlive a restart."""
    if not holds_anything(path):
        # A file with nothing in it is left by one who was killed: nobody was ever given what it should have signed.
        write(path, [secrets.token_bytes(KEY_BYTES)])
    keep_to_oneself(path)
    return read(path)


def rotate(path: Path, *, alone: bool = False) -> int:
    """Puts a new key first, and says how many there are. `alone` forgets the others: everybody becomes a stranger."""
    earlier = read(path) if holds_anything(path) and not alone else ()
    keys = [secrets.token_bytes(KEY_BYTES), *earlier][:KEPT]
    write(path, keys)
    return len(keys)


def holds_anything(path: Path) -> bool:
    try:
        return bool(path.read_bytes().strip())
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DrLuckyError(f"{path} cannot be read: {error.strerror}") from None


def read(path: Path) -> tuple[bytes, ...]:
    try:
        keys = tuple(bytes.fromhex(line) for line in path.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        keys = ()
    if not keys or any(len(key) < KEY_BYTES for key in keys):
        raise DrLuckyError(
            f"{path} does not hold the keys it should, a line of {2 * KEY_BYTES} hexadecimal digits each; without it "
            "new ones are made, and people's names are lost"
        )
    return keys


def write(path: Path, keys: list[bytes]) -> None:
    files.write(path, "".join(f"{key.hex()}\n" for key in keys), mode=0o600)


def keep_to_oneself(path: Path) -> None:
    """Whoever can read the keys can be anybody."""
    if sys.platform == "win32":
        return
    found = path.stat()
    if not found.st_mode & 0o077:
        return
    try:
        path.chmod(0o600)
        done = "now they cannot. If you do not trust them, replace the key: drlucky rotate-key"
    except OSError:
        done = f"keep it to the user that the server runs as (number {os.getuid()}): chmod 600, and chown"
    log.warning("others on this machine could read %s, and be anyone at any table; %s", path, done)
