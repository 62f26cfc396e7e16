"""Ports for servers that a test starts, and may start again."""

import os
import socket
from random import Random


def free_port() -> int:
    """One below those that the system gives to clients: between two starts nobody else comes to have it, and a client
    that calls too early does not reach itself."""
    choose = Random(os.urandom(8))
    while True:
        port = choose.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
