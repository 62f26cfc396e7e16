"""Addresses by which others can come: what links and QR codes begin with.

Whoever sits at the server's own machine has a page whose address works nowhere else. They, and nobody else, are told
what the machine is called in its networks. That is asked of the system alone: nothing is sent."""

import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import NamedTuple

from starlette.requests import HTTPConnection

from drlucky.server.context import Context
from drlucky.server.limits.client_address import is_this_machine
from drlucky.server.schemas.common import Reach

MOST = 6
"""Addresses that are told: a machine with many containers has hundreds."""
MOST_INTERFACES = 64
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""What proxies add to a request: whoever asks through one is not at this machine, wherever the proxy is."""
NOWHERE = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}
"""Addresses for examples, which nobody has. To connect a datagram socket to one sends nothing, and the system says
which of its own addresses it would take."""
IPV6_ADDRESSES = Path("/proc/net/if_inet6")
LARGEST_LIST = 64 * 1024
ASK_ADDRESS = 0x8915
"""SIOCGIFADDR of Linux."""
UNUSABLE = 0x20 | 0x40 | 0x08
"""Flags of IPv6 addresses that are deprecated, tentative or duplicates."""


class Bases(NamedTuple):
    """What links begin with, the best first, and who can open them."""

    reach: Reach
    bases: tuple[str, ...]


def bases(context: Context, connection: HTTPConnection) -> Bases:
    """For whoever asks. Where they came by is good for others, unless that is an address of this machine alone."""
    usual = (context.base(connection),)
    if context.config.public or not is_at_the_machine(context, connection):
        return Bases("anywhere", usual)
    host, port = context.listens_at
    if is_this_machine(host):
        return Bases("machine", usual)
    named = context.config.hosts or tuple(map(spelt, reachable(host, machine_addresses())))
    return Bases("network", tuple(f"http://{name}:{port}" for name in named) or usual)


def is_at_the_machine(context: Context, connection: HTTPConnection) -> bool:
    """Does someone ask from this machine, and by an address that only works there? A page of another site whose name
    leads here has another name in its request, and what came through a proxy is from elsewhere."""
    is_forwarded = context.config.proxies or any(name in connection.headers for name in FORWARDED)
    is_local_name = (connection.url.hostname or "") in LOCAL_NAMES
    return is_local_name and not is_forwarded and is_this_machine(context.address(connection))


def reachable(host: str, addresses: Iterable[str]) -> Iterator[str]:
    """Those at which a server listens that was told to listen at `host`."""
    listens = ip_address(host.partition("%")[0])
    if not listens.is_unspecified:
        yield str(listens)
        return
    both = listens.version == 6 and sys.platform != "win32"
    yield from (each for each in addresses if both or ip_address(each).version == listens.version)


def spelt(address: str) -> str:
    """As it stands in a link."""
    return f"[{address}]" if ":" in address else address


def machine_addresses() -> tuple[str, ...]:
    """Of this machine in its networks, the one that it would use itself first, and IPv4, which everybody has, before
    IPv6."""
    found = [routed(socket.AF_INET), *ipv4_addresses(), routed(socket.AF_INET6), *ipv6_addresses()]
    good = dict.fromkeys(each for each in found if each is not None and is_good(each))
    return tuple(good)[:MOST]


def is_good(address: str) -> bool:
    """Can others come by it? A link-local IPv6 address means something else on every machine."""
    known = ip_address(address)
    is_near = isinstance(known, IPv6Address) and known.is_link_local
    return not (known.is_loopback or known.is_unspecified or known.is_multicast or is_near)


def routed(family: socket.AddressFamily) -> str | None:
    """The address that leads out of the machine, if there is any way out."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(NOWHERE[family])
            return str(probe.getsockname()[0])
    except OSError:
        return None


def ipv4_addresses() -> Iterator[str]:
    """Of every interface but the bridges between virtual machines, where the system is asked as Linux is."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex()[:MOST_INTERFACES]:
            if Path("/sys/class/net", name, "bridge").exists():
                continue
            try:
                told = fcntl.ioctl(probe.fileno(), ASK_ADDRESS, struct.pack("256s", name.encode()))
            except OSError:  # it has none
                continue
            yield socket.inet_ntoa(told[20:24])


def ipv6_addresses() -> Iterator[str]:
    """As Linux lists them: address, number, prefix, scope, flags and name, in hexadecimal."""
    try:
        with IPV6_ADDRESSES.open(encoding="ascii") as listed:
            lines = listed.read(LARGEST_LIST).splitlines()
    except OSError:
        return
    for line in lines:
        address, _, _, scope, flags, *_ = line.split()
        if int(scope, 16) == 0 and not int(flags, 16) & UNUSABLE:
            yield str(IPv6Address(bytes.fromhex(address)))
