"""Files that commands write. Whether one can be written is found out before the work, and not after it."""

import os
from pathlib import Path

from drlucky.errors import DrLuckyError


def check(path: str) -> None:
    """Nothing, if no path is given."""
    if not path:
        return
    there = Path(path)
    if there.is_dir():
        raise DrLuckyError(f"{path} cannot be written: it is a folder")
    if not there.absolute().parent.is_dir():
        raise DrLuckyError(f"{path} cannot be written: there is no folder {there.parent}")
    if not os.access(there if there.exists() else there.absolute().parent, os.W_OK):
        raise DrLuckyError(f"{path} cannot be written: you may not write there")


def write(path: str, content: str | bytes) -> None:
    """A text ends with one line feed."""
    data = content if isinstance(content, bytes) else (content.rstrip("\n") + "\n").encode()
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise DrLuckyError(f"{path} cannot be written: {error.strerror}") from error
