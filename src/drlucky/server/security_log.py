"""The security log: who was refused, limited or kicked, and who came with a bad token, a line of JSON each.

It is bounded itself, in bytes on disk and in lines by second, so that whoever wants to fill it cannot. Addresses are
shortened to the network they are in."""

import logging
import os
import time
from io import TextIOWrapper
from ipaddress import ip_address, ip_network
from logging.handlers import RotatingFileHandler
from pathlib import Path

import msgspec

from drlucky.server.rate_limit import Bucket
from drlucky.table import Answer, Command, Kick

LARGEST = 1024 * 1024
OLDER = 3
"""Files that are kept beside the one that is written."""
LINES_PER_SECOND, LINES_AT_ONCE = 5.0, 200.0
LONGEST_DETAIL = 200
NETWORKS = {4: 24, 6: 48}
"""Bits that are kept of an address: enough to find out where trouble comes from, and not who it is."""

NOTED = {
    "too fast": "limited",
    "too large": "limited",
    "bad token": "bad token",
    "not yours": "refused",
    "host only": "refused",
    "by invitation": "refused",
    "kicked": "refused",
}
"""Refusals that are worth a line, by their code, and what the line says."""

encoder = msgspec.json.Encoder()


class SecurityLog:
    def __init__(self, path: Path) -> None:
        self._file = Quiet(path, maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8", delay=True)
        self._bucket = Bucket(LINES_PER_SECOND, LINES_AT_ONCE)
        self._left_out = 0

    def note(self, what: str, address: str, detail: str = "") -> None:
        """One line, if there is room for it; the next one says how many there was none for."""
        if not self._bucket.take():
            self._left_out += 1
            return
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "what": what,
            "from": shortened(address),
        }
        if detail:
            line["detail"] = detail[:LONGEST_DETAIL]
        if self._left_out:
            line["left_out"] = self._left_out
            self._left_out = 0
        self._file.emit(logging.makeLogRecord({"msg": encoder.encode(line).decode()}))

    def note_answer(self, address: str, command: Command, answer: Answer) -> None:
        """A command that a table refused for who it came from, or by which someone was sent away."""
        if answer.code in NOTED:
            self.note(NOTED[answer.code], address, answer.code)
        elif answer.accepted and isinstance(command.do, Kick):
            self.note("kicked", address)

    def close(self) -> None:
        self._file.close()


class Quiet(RotatingFileHandler):
    """For the eyes of whoever runs the server. When the disk is full the log of the games says so: nobody needs to
    hear it twice."""

    def _open(self) -> TextIOWrapper:
        return TextIOWrapper(open(self.baseFilename, "ab", opener=private), encoding=self.encoding)

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def shortened(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    return str(ip_network((found, NETWORKS[found.version]), strict=False))
