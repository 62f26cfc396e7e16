"""Client addresses: who is one client, as far as limits go."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

NETWORK_BITS = 64
"""Of an IPv6 address: a provider gives out whole networks, and whoever has one has every address in it."""
LONGEST = 100
KEPT = 10_000


def client_of(address: str) -> str:
    """The client behind an address: an IPv4 address, or the /64 network of an IPv6 one, in one spelling. What is no
    address, as a proxy may send, is a client of its own."""
    return spelt(address[:LONGEST])


def is_this_machine(address: str) -> bool:
    """Does it belong to this machine alone?"""
    try:
        return address == "::1" or ip_address(client_of(address)).is_loopback
    except ValueError:
        return False


@lru_cache(KEPT)
def spelt(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, NETWORK_BITS), strict=False))
