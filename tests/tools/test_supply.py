"""What drlucky is made of: the list of it, and asking about it."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DIGITS = {"SHA-256": 64, "SHA-384": 96, "SHA-512": 128}


def run(tool: str, *given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, f"tools/{tool}.py", *given], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_the_bill_of_materials_lists_all_that_is_locked(tmp_path: Path) -> None:
    assert run("sbom", str(tmp_path / "new" / "sbom.json")).returncode == 0
    text = (tmp_path / "new" / "sbom.json").read_text(encoding="utf-8")
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    assert bill["metadata"]["component"]["name"] == "drlucky"
    for each in bill["components"]:
        assert set(each) == {"type", "bom-ref", "name", "version", "scope", "purl", "hashes"}
        assert each["type"] == "library"
        assert each["scope"] in ("required", "optional", "excluded")
        assert re.fullmatch(r"pkg:(pypi|npm)/[\w.%/-]+@[\w.+-]+", each["purl"])
        assert each["hashes"], each["name"]
        for one in each["hashes"]:
            assert re.fullmatch(rf"[0-9a-f]{{{DIGITS[one['alg']]}}}", one["content"])
    references = [each["bom-ref"] for each in bill["components"]]
    assert len(references) == len(set(references))
    scopes = {each["name"]: each["scope"] for each in bill["components"]}
    assert (scopes["uvicorn"], scopes["svelte"], scopes["pytest"]) == ("required", "optional", "excluded")
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    page = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))
    named = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    named |= {place.rpartition("node_modules/")[2] for place in page["packages"] if place}
    assert set(scopes) == named
    run("sbom", str(tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_text(encoding="utf-8") == text


@contextmanager
def advisories(faults: dict[str, str]) -> Iterator[tuple[str, list[Any]]]:
    """A service that answers as osv.dev does."""
    asked: list[Any] = []

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            queries = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            asked.extend(queries)
            known = [faults.get(each["package"]["name"]) for each in queries]
            answer = json.dumps({"results": [{"vulns": [{"id": each}]} if each else {} for each in known]}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Service) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            serving.join()


def test_what_is_known_of_packages_is_told() -> None:
    with advisories({}) as (service, asked):
        fine = run("audit", service)
    assert fine.returncode == 0, fine.stderr
    assert {each["package"]["ecosystem"] for each in asked} == {"PyPI", "npm"}
    assert f"{len(asked)} packages" in fine.stdout
    with advisories({"uvicorn": "GHSA-test"}) as (service, _):
        bad = run("audit", service)
    assert bad.returncode == 1
    assert re.search(r"^uvicorn [\d.]+ \(PyPI, for play\): GHSA-test$", bad.stdout, re.MULTILINE)


def test_when_nobody_can_be_asked_nothing_is_said_to_be_well() -> None:
    with advisories({}) as (service, _):
        pass
    unasked = run("audit", service)
    assert unasked.returncode == 2
    assert "NOTHING was checked" in unasked.stdout
