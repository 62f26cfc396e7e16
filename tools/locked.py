"""What the lock files hold: every package that is installed to play, to test, or to build the page, with its hashes."""

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import NamedTuple

PYTHON = Path("requirements.lock")
PAGE = Path("web/package-lock.json")
PART = re.compile(r"# For (\w+)")
REQUIREMENT = re.compile(r"([\w.-]+)==([^\s;]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class Package(NamedTuple):
    ecosystem: str
    """PyPI or npm."""
    name: str
    version: str
    part: str
    """What it is for: play, test, bench, postgres, train, cuda or page."""
    hashes: tuple[tuple[str, str], ...]
    """Of all files that the lock lets in: algorithms, and digits."""

    @property
    def address(self) -> str:
        """Its package URL."""
        kind = {"PyPI": "pypi", "npm": "npm"}[self.ecosystem]
        return f"pkg:{kind}/{self.name.replace('@', '%40')}@{self.version}"


def locked(folder: Path) -> list[Package]:
    return [*python_packages(folder / PYTHON), *page_packages(folder / PAGE)]


def python_packages(path: Path) -> list[Package]:
    part, found = "", list[Package]()
    for line in path.read_text(encoding="utf-8").splitlines():
        if its_part := PART.match(line):
            part = its_part[1]
        elif named := REQUIREMENT.match(line):
            found.append(Package("PyPI", named[1], named[2], part, ()))
        elif hashed := HASH.search(line):
            found[-1] = found[-1]._replace(hashes=(*found[-1].hashes, ("SHA-256", hashed[1])))
    return found


def page_packages(path: Path) -> list[Package]:
    listed = json.loads(path.read_text(encoding="utf-8"))["packages"]
    found = []
    for place, about in listed.items():
        if place:  # the first is the page itself
            name = place.rpartition("node_modules/")[2]
            algorithm, _, digest = about["integrity"].partition("-")
            hashes = ((f"SHA-{algorithm.removeprefix('sha')}", b64decode(digest).hex()),)
            found.append(Package("npm", name, about["version"], "page", hashes))
    return found
