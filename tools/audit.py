"""Asks osv.dev, which collects what is known of faults in packages, about all that the lock files hold.

`python tools/audit.py` is run by `make audit`. It ends with 0 if nothing is known, with 1 if something is, and with 2
if it could not ask: then nothing has been checked, which is not the same as that all is well."""

import json
import sys
from pathlib import Path
from urllib.request import Request, urlopen

from locked import Package, locked

SERVICE = "https://api.osv.dev"
AT_ONCE = 500
WITHIN = 60.0
NOT_ASKED = 2


def known(packages: list[Package], service: str) -> dict[Package, list[str]]:
    """The numbers of what is known of each, where anything is."""
    found = {}
    for begin in range(0, len(packages), AT_ONCE):
        some = packages[begin : begin + AT_ONCE]
        queries = [{"version": it.version, "package": {"name": it.name, "ecosystem": it.ecosystem}} for it in some]
        body = json.dumps({"queries": queries}).encode()
        asked = Request(f"{service}/v1/querybatch", body, {"Content-Type": "application/json"})
        with urlopen(asked, timeout=WITHIN) as answer:
            results = json.load(answer)["results"]
        for package, result in zip(some, results, strict=True):
            if faults := result.get("vulns"):
                found[package] = [fault["id"] for fault in faults]
    return found


def main(service: str) -> int:
    packages = sorted(set(locked(Path.cwd())))
    try:
        found = known(packages, service)
    except (OSError, ValueError, KeyError) as error:
        print(f"{service} could not be asked ({error}): NOTHING was checked; try again where it can be reached")
        return NOT_ASKED
    for package, faults in found.items():
        print(f"{package.name} {package.version} ({package.ecosystem}, for {package.part}): {', '.join(faults)}")
    print(f"{len(packages)} packages of the lock files were asked about: something is known of {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*(sys.argv[1:] or [SERVICE])))
