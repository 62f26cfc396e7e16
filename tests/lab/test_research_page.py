"""docs/research.md is a tour: its code runs from top to bottom, and prints what stands below it."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/research.md"
BLOCK = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "--- printed by block"


def test_the_page_s_code_prints_what_it_says(tmp_path: Path) -> None:
    blocks = [(found[1], found[2]) for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]
    code: list[str] = []
    wanted: list[str] = []
    for number, (kind, text) in enumerate(blocks):
        if kind == "python":
            code.append(f"print({MARK!r}, flush=True)\n{text}")
            wanted.append("")
        else:
            assert blocks[number - 1][0] == "python", f"nothing prints this: {text}"
            wanted[-1] = text
    asked = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "\n".join(code)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.split(f"{MARK}\n")[1:] == wanted
    assert sum(map(bool, wanted)) >= 5
