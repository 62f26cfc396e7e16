"""Writes an SBOM, the list of all that drlucky is made of, from the lock files, in the form of CycloneDX 1.6.

`python tools/sbom.py FILE` is run by `make sbom`. The same locks give the same file, to the byte."""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from locked import Package, locked

SCOPES = {"play": "required", "page": "optional"} | dict.fromkeys(
    ("test", "bench", "postgres", "train", "cuda"), "excluded"
)
"""What is needed to play, what the page is built with, and what is never there where it is played."""


def bill(folder: Path) -> dict[str, Any]:
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address = f"pkg:pypi/{project['name']}@{project['version']}"
    packages = sorted(set(locked(folder)))
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, address + repr(packages))}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": address,
                "name": project["name"],
                "version": project["version"],
                "purl": address,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [component(package) for package in packages],
    }


def component(package: Package) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": package.address,
        "name": package.name,
        "version": package.version,
        "scope": SCOPES[package.part],
        "purl": package.address,
        "hashes": [{"alg": algorithm, "content": content} for algorithm, content in package.hashes],
    }


if __name__ == "__main__":
    target = Path(sys.argv[1])
    made = bill(Path.cwd())
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print(f"{target} lists {len(made['components'])} packages")
