"""Leaving: why and how the server ends a conversation."""

from drlucky.server.ws.messages import Bye, Farewell

COME_BACK_AFTER = 1.0
"""Seconds in which a server is there again."""


class End(Exception):
    def __init__(self, code: Farewell, text: str, again: float | None = None) -> None:
        super().__init__(text)
        self.bye = Bye(code, text, again)
