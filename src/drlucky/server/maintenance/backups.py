"""Backups: everything that a server keeps, in one file, made while it runs; and such a file made a folder again.

Each database is as it was in one moment. Those that follow from the logs come first: what they do not know yet a server
finds in the logs."""

import io
import os
import shutil
import sqlite3
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex

from drlucky import files
from drlucky.errors import DrLuckyError
from drlucky.server.maintenance.beside import DATABASES, FILES, FOLDERS, connect, paths, take_identities, take_rows
from drlucky.server.maintenance.checking import check
from drlucky.server.maintenance.copying import check_same, copy_logs
from drlucky.server.maintenance.places import LOGS, Place

ABOUT = "drlucky-backup"
FORMAT = b"1\n"
ALLOWED = frozenset((ABOUT, LOGS, *FILES, *(each.file for each in DATABASES)))

Say = Callable[[str], None]


async def back_up(source: Place, file: Path, say: Say) -> None:
    """Writes the file, or leaves what was there."""
    source.check_there()
    files.check_writable(file)
    with drafted(file) as draft, working(file.absolute().parent) as work:
        if source.is_database:
            await copy_database(source, Place(str(work / LOGS)), say)
            await take_identities(source, work)
            await take_rows(source, work)
        else:
            for each in (*(each.file for each in DATABASES), LOGS):
                copy_file(source.logs.parent / each, work / each)
        beside = (
            [] if source.folder is None else [(path, path.relative_to(source.folder)) for path in paths(source.folder)]
        )
        with draft.open("wb") as written:
            with tarfile.open(fileobj=written, mode="w") as archive:
                add(archive, ABOUT, FORMAT)
                for path in sorted(work.iterdir()):
                    archive.add(path, path.name, filter=nobody_s)
                for path, name in beside:
                    try:
                        add(archive, str(name), path.read_bytes())
                    except FileNotFoundError:
                        continue  # an analysis that was deleted meanwhile
            written.flush()
            os.fsync(written.fileno())


async def copy_database(source: Place, target: Place, say: Say) -> None:
    """Of a shared store each table is as it was in one moment, and of different tables these are not the same."""
    async with source.open() as logs, target.open() as copies:
        await check_same(logs, copies, target)
        found = await copy_logs(logs, copies, say)
    if found.left_out:
        raise DrLuckyError("{problem}; what is damaged cannot be backed up", problem=found.left_out[0])


def copy_file(path: Path, target: Path) -> None:
    """A database that may be written to meanwhile, by SQLite's own means."""
    if not path.exists():
        return
    try:
        with closing(sqlite3.connect(path)) as source, closing(connect(target)) as copy:
            source.backup(copy)
            (said,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        said = str(error)
    if said != "ok":
        raise DrLuckyError("{path} is damaged: {said}. Mend it before: drlucky store repair", path=path, said=said)


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    about = tarfile.TarInfo(name)
    about.size, about.mode, about.mtime = len(content), 0o600, int(time.time())
    archive.addfile(about, io.BytesIO(content))


def nobody_s(about: tarfile.TarInfo) -> tarfile.TarInfo:
    """Whose it was on this machine is of no matter on another."""
    about.uid = about.gid = 0
    about.uname = about.gname = ""
    about.mode = 0o600
    return about


@contextmanager
def drafted(file: Path) -> Iterator[Path]:
    """A hidden file beside it, for its owner only, which takes its name at the end."""
    draft = file.with_name(f".{file.name}.{token_hex(4)}")
    draft.touch(mode=0o600)
    try:
        yield draft
        draft.replace(file)
    except OSError as error:
        raise DrLuckyError("{file} cannot be written: {reason}", file=file, reason=error.strerror) from None
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def working(beside: Path) -> Iterator[Path]:
    """A folder for a while, on the same disk."""
    folder = beside / f".drlucky-{token_hex(4)}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def restore(file: Path, folder: Path) -> int:
    """Makes a new folder, which is there when everything in it has been checked, and says how many files it has."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DrLuckyError("{folder} is there already, and not empty: name one that is not", folder=folder)
    place = folder.absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    with working(place.parent) as work:
        found = unpack(file, work)
        damaged = [str(damage) for damage in check(work)]
        if damaged:
            raise DrLuckyError("{file} is damaged, and nothing is restored: {damage}", file=file, damage=damaged[0])
        if place.exists():
            place.rmdir()
        work.replace(place)
        work.mkdir()
    return found


def unpack(file: Path, folder: Path) -> int:
    found = 0
    try:
        with tarfile.open(file, mode="r:") as archive:
            for about in archive:
                if not about.isfile() or not is_ours(about.name):
                    raise DrLuckyError("{file} is no backup: {name} is in it", file=file, name=about.name)
                found += unpack_one(archive, about, folder)
    except (OSError, tarfile.TarError) as error:
        raise DrLuckyError("{file} cannot be read: {reason}", file=file, reason=error) from None
    if not found or not (folder / LOGS).exists():
        raise DrLuckyError("{file} is no backup, or not the whole of one", file=file)
    return found


def unpack_one(archive: tarfile.TarFile, about: tarfile.TarInfo, folder: Path) -> bool:
    content = archive.extractfile(about)
    if content is None or about.name == ABOUT:
        return False
    path = folder / about.name
    path.parent.mkdir(exist_ok=True, mode=0o700)
    path.touch(mode=0o600)
    with path.open("wb") as file:
        shutil.copyfileobj(content, file)
        file.flush()
        os.fsync(file.fileno())
    if path.stat().st_size != about.size:
        raise DrLuckyError("{name} of the backup is not whole", name=about.name)
    return True


def is_ours(name: str) -> bool:
    folder, _, rest = name.rpartition("/")
    return name in ALLOWED or (folder in FOLDERS and bool(rest) and not rest.startswith("."))
