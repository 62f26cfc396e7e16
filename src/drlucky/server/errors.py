"""What the server itself refuses, as tables refuse commands."""

from drlucky.errors import DrLuckyError


class Failed(DrLuckyError):
    """What cannot be done, with a code as the table's refusals have one."""

    def __init__(self, code: str, template: str, *, wait: float = 0.0, **values: object) -> None:
        super().__init__(template, **values)
        self.code = code
        self.wait = wait
