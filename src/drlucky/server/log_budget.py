"""A budget for messages on the standard error: whoever causes one again and again cannot fill a disk with it."""

import errno
import logging
from collections import OrderedDict

from drlucky.server.rate_limit import Bucket

LINES_PER_MINUTE = 5.0
KINDS = 200


class Kind:
    """Messages that differ in their values only."""

    def __init__(self) -> None:
        self.bucket = Bucket(LINES_PER_MINUTE / 60, LINES_PER_MINUTE)
        self.left_out = 0


class LogBudget(logging.Filter):
    """Five lines a minute of each kind; the next one says how many there were besides."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: OrderedDict[object, Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if is_about_files(record):
            return False
        key = (record.name, str(record.msg)[:200], record.exc_info[0] if record.exc_info else None)
        kind = self._kinds.setdefault(key, Kind())
        self._kinds.move_to_end(key)
        if len(self._kinds) > KINDS:
            self._kinds.popitem(last=False)
        if not kind.bucket.take():
            kind.left_out += 1
            return False
        if kind.left_out:
            record.msg = f"{record.msg} (and {kind.left_out} more like it)"
            kind.left_out = 0
        return True


def is_about_files(record: logging.LogRecord) -> bool:
    """Does a loop say, for each connection, what `tcp_connections` says once?"""
    error = record.exc_info[1] if record.name == "asyncio" and record.exc_info else None
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)
