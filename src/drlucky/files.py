"""Writing files: a file that is written here is there as a whole or not at all, whatever interrupts the writing."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from drlucky.errors import DrLuckyError


def write(path: Path | str, content: str | bytes, mode: int = 0o666) -> None:
    """Writes a file: whoever reads it, at any moment, finds the old content or the new one. `mode` says who may, as far
    as the system's mask lets them.

    The content goes to a hidden file beside it, which is synced to disk and then takes the file's name; that it has it
    is synced too. When this returns no failure of power takes the file away."""
    data = content.encode() if isinstance(content, str) else content
    try:
        place = Path(path)
        if place.exists() and not place.is_file():
            place.write_bytes(data)  # a device or a pipe, which nothing may take the place of
            return
        place = place.resolve()  # a link stays a link
        draft = place.with_name(f".{place.name}.{token_hex(4)}")
        try:
            with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(place)
            sync_names(place.parent)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
    except OSError as error:
        raise DrLuckyError(f"{path} cannot be written: {error.strerror}") from error


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Makes a folder, and those that it is in, unless they are there. No failure of power takes them away."""
    if path.is_dir():
        return
    make_folder(path.parent)
    path.mkdir(mode=mode, exist_ok=True)
    sync_names(path.parent)


def sync_names(folder: Path) -> None:
    """Which files are in a folder is on disk when this returns: to sync a file itself says nothing of its name."""
    if sys.platform != "win32":  # which knows of no such thing
        sync(folder)


def sync(path: Path) -> None:
    """What is in a file or a folder is on disk when this returns, whoever wrote it."""
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems have no need of it
            raise
    finally:
        os.close(opened)


def is_draft(path: Path) -> bool:
    """Is it a file that was being written when its writer was killed?"""
    return path.name.startswith(".")


def check_writable(path: Path | str) -> None:
    """Refuses a path that `write` could not write to, before the work whose result should go there."""
    place = Path(path).absolute()
    if place.is_dir():
        raise DrLuckyError(f"{path} cannot be written: it is a folder")
    if not place.parent.is_dir():
        raise DrLuckyError(f"{path} cannot be written: there is no folder {Path(path).parent}")
    is_new = not place.exists()
    if not (is_new or os.access(place, os.W_OK)) or (
        (is_new or place.is_file()) and not os.access(place.resolve().parent, os.W_OK)
    ):
        raise DrLuckyError(f"{path} cannot be written: you may not write there")
