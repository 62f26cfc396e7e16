"""Duties: what one node does for all, as long as it is there. Each node finds out by itself which one that is.

For a moment two nodes may take something to be theirs, or none: when one has come or gone, and not all know it."""

from hashlib import blake2b

from drlucky.cluster.peers import Peers


def is_ours(duty: str, peers: Peers) -> bool:
    """Is this node the one that does it?"""
    nodes = [peers.me, *(node for node, peer in peers.others.items() if not peer.is_draining)]
    return max(nodes, key=lambda node: rank(duty, node)) == peers.me


def rank(duty: str, node: str) -> bytes:
    return blake2b(f"{duty} {node}".encode(), digest_size=8).digest()
