"""What a client is told when a message is not followed, and when the server ends the conversation."""

from drlucky import phrases
from drlucky.errors import DrLuckyError
from drlucky.server.ws.messages import Bye, Error, Farewell, Trouble


class Rejected(DrLuckyError):
    """A message that is not followed; the conversation goes on."""

    def __init__(self, code: Trouble, template: str, *, id: str | None = None, **values: object) -> None:
        super().__init__(template, **values)
        self.code: Trouble = code
        self.id = id

    def message(self, language: str) -> Error:
        return Error(self.code, phrases.error(self, language), self.id)


class End(DrLuckyError):
    """The server ends the conversation. One who comes back after `again` seconds is welcome."""

    def __init__(self, code: Farewell, template: str, *, again: float | None = None, **values: object) -> None:
        super().__init__(template, **values)
        self.code: Farewell = code
        self.again = again

    def message(self, language: str) -> Bye:
        return Bye(self.code, phrases.error(self, language), self.again)
