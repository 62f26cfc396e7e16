"""URLs of databases: what they say, and how much of it may be shown."""

import socket
from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("postgresql://", "postgres://")
LOOPBACK = "127.0.0.1"
PORT = 5432


def is_database(url: str) -> bool:
    return url.startswith(SCHEMES)


def is_clear(url: str) -> bool:
    """Do all readers find the same host in it? Not where a password has signs that mean something in a URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    after_host = f"{parts.path}{parts.query}"
    return is_database(url) and not parts.fragment and "@" not in after_host and parts.netloc.count("@") <= 1


def without_password(url: str) -> str:
    """As it may be shown. Where it is not clear where the password ends, nothing is."""
    if not is_clear(url):
        return f"{url.partition('://')[0]:.20}://***"
    parts = urlsplit(url)
    who, at, host = parts.netloc.rpartition("@")
    user, colon, _ = who.partition(":")
    shown = f"{user}:***" if colon else user
    return urlunsplit(parts._replace(netloc=f"{shown}{at}{host}", query="", fragment=""))


def host_towards(url: str) -> str:
    """The address of this machine in the network of its database, where others that use it find this machine too."""
    first = urlsplit(url).netloc.rpartition("@")[2].partition(",")[0]
    try:
        found = urlsplit(f"//{first}")
        family, kind, _, _, place = socket.getaddrinfo(
            found.hostname or LOOPBACK, found.port or PORT, type=socket.SOCK_DGRAM
        )[0]
        with socket.socket(family, kind) as probe:
            probe.connect(place)  # which sends nothing
            return str(probe.getsockname()[0])
    except (OSError, ValueError):
        return LOOPBACK
