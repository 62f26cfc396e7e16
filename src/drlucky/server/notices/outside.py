"""Outside: requests of the server to addresses that people have named. They reach no address of this machine, of its
network or of anyone's provider, unless whoever runs the server allows it.

A name is looked up once, every address it has is checked, and the connection is made to the one that was checked, so
that a name that means something else a moment later gains nothing. Redirections are not followed."""

import asyncio
import contextlib
import re
import socket
import ssl
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from drlucky.errors import DrLuckyError
from drlucky.server.errors import Failed

LONGEST_URL = 1000
PORTS = (443, 8443)
"""Of https. Where whoever runs the server allows a network, any."""
WITHIN = 10.0
"""Seconds from looking up a name to the head of the answer."""
LARGEST_HEAD = 16 * 1024
LOOKUPS_AT_ONCE = 4
"""In threads of their own: a name server that does not answer holds up nothing else."""
TRIED = 2
"""Of a name's addresses, in their order."""
ADDRESS = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(/[!-~]*)?", re.ASCII | re.IGNORECASE)
"""No user, no #, and nothing that could end a line or begin another."""
PUBLIC_6 = IPv6Network("2000::/3")
TRANSLATED = tuple(map(IPv6Network, ("2001::/23", "2002::/16")))
"""What stands for an IPv4 address, which could be any."""

AnyAddress = IPv4Address | IPv6Address


class Unreachable(DrLuckyError):
    """Nobody answered, or not in time, or it is no address that may be reached."""


class Place(NamedTuple):
    """Where a request goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        usual = 443 if self.scheme == "https" else 80
        return self.host if self.port == usual else f"{self.host}:{self.port}"


class Reply(NamedTuple):
    status: int
    retry_after: float | None


class Outside:
    def __init__(self, networks: Sequence[str] = ()) -> None:
        """`networks` are those that may be reached although they are not public, also by http and at any port."""
        self._allowed = [ip_network(each, strict=False) for each in networks]
        self._lookups = ThreadPoolExecutor(LOOKUPS_AT_ONCE, "lookup")
        self._tls: ssl.SSLContext | None = None

    def place(self, url: str) -> Place:
        """What an address says, as far as can be told before its name is looked up; Failed if it will not do."""
        found = ADDRESS.fullmatch(url) if len(url) <= LONGEST_URL else None
        if found is None or "#" in url or "@" in urlsplit(url).netloc:
            raise Failed("malformed", "that is no address like https://example.org/hook")
        scheme, host, port, path = found.groups()
        scheme = scheme.lower()
        number = int(port) if port else 443 if scheme == "https" else 80
        if not self._allowed and (scheme != "https" or number not in PORTS):
            raise Failed("malformed", "an address begins with https:// and has the port 443 or 8443, or none")
        return Place(scheme, host.lower(), number, path or "/")

    def may_reach(self, address: AnyAddress, place: Place) -> bool:
        address = plain(address)
        if any(address in network for network in self._allowed):
            return True
        return is_public(address) and place.scheme == "https" and place.port in PORTS

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Unreachable if there is no answer. Whatever else it says is not read."""
        place = self.place(url)
        try:
            async with asyncio.timeout(WITHIN):
                reader, writer = await self._connected(place)
                try:
                    writer.write(request(place, headers, body))
                    await writer.drain()
                    return read_head(await reader.readuntil(b"\r\n\r\n"))
                finally:
                    writer.transport.abort()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
            raise Unreachable(f"{place.netloc}: {type(error).__name__}") from None

    async def _connected(self, place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        addresses = await self._looked_up(place)
        for address in addresses:
            if not self.may_reach(address, place):
                raise Unreachable(f"{place.netloc} is not for this server to reach")
        is_secure = place.scheme == "https"
        trust, name = (self._trust(), place.host.strip("[]")) if is_secure else (None, None)
        for number, address in enumerate(addresses[:TRIED], 1):
            with contextlib.suppress(*(() if number == len(addresses[:TRIED]) else (OSError,))):
                return await asyncio.open_connection(
                    str(address), place.port, limit=LARGEST_HEAD, ssl=trust, server_hostname=name
                )
        raise Unreachable(f"{place.netloc} has no address")

    async def _looked_up(self, place: Place) -> list[AnyAddress]:
        loop = asyncio.get_running_loop()
        host = place.host.strip("[]")
        found = await loop.run_in_executor(
            self._lookups, lambda: socket.getaddrinfo(host, place.port, type=socket.SOCK_STREAM)
        )
        return list(dict.fromkeys(ip_address(str(each[4][0]).partition("%")[0]) for each in found))

    def _trust(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls

    def close(self) -> None:
        self._lookups.shutdown(wait=False, cancel_futures=True)


def plain(address: AnyAddress) -> AnyAddress:
    """An IPv4 address that is written as an IPv6 one is an IPv4 address."""
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def is_public(address: AnyAddress) -> bool:
    if isinstance(address, IPv6Address):
        return address in PUBLIC_6 and address.is_global and not any(address in each for each in TRANSLATED)
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def request(place: Place, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [
        f"POST {place.path} HTTP/1.1",
        f"Host: {place.netloc}",
        *(f"{name}: {value}" for name, value in headers.items()),
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join((*lines, "", "")).encode("latin-1") + body


def read_head(head: bytes) -> Reply:
    first, *lines = head.decode("latin-1").split("\r\n")
    version, _, rest = first.partition(" ")
    if not version.startswith("HTTP/1.") or not rest[:3].isdecimal():
        raise ValueError("no answer of HTTP")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    after = fields.get("retry-after", "")
    return Reply(int(rest[:3]), float(after) if after.isdecimal() and len(after) < 9 else None)
