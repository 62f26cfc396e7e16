"""The folder of a study: parts while it is played, and the results when it is done.

Whatever stops the study, a file that is there is whole (see `drlucky.files`). A killed study loses the batches that
were being played, and nothing else."""

import hashlib
import io
import json
import shutil
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import polars as pl

from drlucky.errors import DrLuckyError
from drlucky.files import is_draft, write
from drlucky.lab.study.batches import Batch
from drlucky.lab.study.spec import Study, from_dict

MANIFEST = "study.json"
GAMES = "games.parquet"
PARTS = "parts"
PACKAGE = resources.files("drlucky")
DECISIVE = (
    "boards",
    "bots",
    "decks",
    "editions",
    "engine",
    "game",
    "search",
    "lab/study/batches.py",
    "lab/study/bots.py",
    "lab/study/cells.py",
)
"""All that decides how a game of a study goes: the rules, the boards and the cards, the set-up and the deal, the bots
and what they weigh, and how a game gets its dice."""


def fingerprint(package: Traversable = PACKAGE) -> str:
    """Equal for versions of drlucky that play the same games."""
    digest = hashlib.sha256()
    for part in DECISIVE:
        for name, file in sources(package.joinpath(part), part):
            digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()


def sources(place: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    """The files in a folder and in those below it, or the file itself, by their names."""
    if place.is_file():
        if name.endswith((".py", ".txt", ".toml")):
            yield name, place
        return
    for entry in sorted(place.iterdir(), key=lambda entry: entry.name):
        yield from sources(entry, f"{name}/{entry.name}")


class Folder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def begin(self, study: Study) -> None:
        """Takes the folder for a study, or goes on with the same one."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            there = {entry.name for entry in self.path.iterdir() if not is_draft(entry)}
        except OSError as error:
            raise DrLuckyError(f"{self.path} cannot be used as a folder: {error.strerror}") from error
        if MANIFEST in there:
            self._check(study)
        elif there:
            raise DrLuckyError(f"{self.path} is not empty and holds no study; give an empty or a new folder")
        told = {
            "rules": fingerprint(),
            "digest": study.digest,
            "study": study.as_dict(),
            "folder": str(study.folder.resolve()),
        }
        write(self.path / MANIFEST, json.dumps(told, indent=1, ensure_ascii=False))

    def _check(self, study: Study) -> None:
        manifest = self.manifest()
        if manifest["digest"] != study.digest:
            raise DrLuckyError(
                f"{self.path} holds another study, {manifest['study'].get('name', 'without a name')}, or this one with "
                "other games, seed or cells; give another folder, or remove that one"
            )
        if manifest["rules"] != fingerprint():
            raise DrLuckyError(
                f"{self.path} holds this study played by another version of drlucky, whose rules or bots may differ; "
                "give another folder, or remove that one"
            )

    def manifest(self) -> dict[str, Any]:
        path = self.path / MANIFEST
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(told["study"], dict):
                raise TypeError
            return {key: told[key] for key in ("rules", "digest", "study", "folder")}
        except OSError as error:
            raise DrLuckyError(f"{self.path} holds no study: {path.name} cannot be read") from error
        except (ValueError, KeyError, TypeError) as error:
            raise DrLuckyError(f"{path} is damaged; remove the folder and play the study again") from error

    def study(self) -> Study:
        manifest = self.manifest()
        return from_dict(manifest["study"], self.path.name, Path(manifest["folder"]))

    @property
    def is_done(self) -> bool:
        return (self.path / GAMES).exists()

    def keep(self, batch: Batch, part: bytes) -> None:
        (self.path / PARTS).mkdir(exist_ok=True)
        write(self._part(batch), part)

    def has(self, batch: Batch) -> bool:
        """A part that cannot be read, as after a power failure, does not count."""
        try:
            return pl.read_parquet(self._part(batch), columns=["game"]).height == batch.games
        except (OSError, pl.exceptions.PolarsError):
            return False

    def parts(self, batches: list[Batch]) -> pl.DataFrame:
        """All games, in order."""
        return pl.concat([pl.read_parquet(self._part(batch)) for batch in batches])

    def write_games(self, games: pl.DataFrame) -> None:
        content = io.BytesIO()
        games.write_parquet(content)
        write(self.path / GAMES, content.getvalue())

    def read_games(self) -> pl.DataFrame:
        try:
            return pl.read_parquet(self.path / GAMES)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise DrLuckyError(f"{self.path} holds no finished study: {GAMES} cannot be read") from error

    def forget_parts(self) -> None:
        shutil.rmtree(self.path / PARTS, ignore_errors=True)

    def _part(self, batch: Batch) -> Path:
        return self.path / PARTS / f"{batch.name}.parquet"
