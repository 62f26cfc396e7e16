"""The examples do what they say."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from patience import NEVER

EXAMPLES = Path(__file__).parents[2] / "examples"
TOUR = EXAMPLES / "tour.ipynb"


def example(name: str) -> ModuleType:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_openspiel_s_searcher_plays_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--game", "drlucky(edition=kill-2016,players=3)", "--games", "1", "--simulations", "12"]
    monkeypatch.setattr(sys, "argv", ["openspiel_ismcts.py", *asked])
    example("openspiel_ismcts").main()
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("game 1: the searcher at seat 0 ")
    assert told[1].endswith("of 1 games won; a fair share is 1 in 3")


@pytest.mark.parametrize(("library", "extra"), [("pettingzoo", "pettingzoo"), ("pyspiel", "openspiel")])
def test_without_its_extra_an_interface_says_which_one_it_needs(library: str, extra: str) -> None:
    """In a Python of its own, where the library cannot be found."""
    code = f"import sys; sys.modules[{library!r}] = None; import drlucky.lab.{extra}"
    asked = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=False)
    assert asked.returncode == 1
    assert asked.stderr.rstrip().endswith(f"pip install 'drlucky[{extra}]'")


def test_the_core_needs_none_of_these_libraries() -> None:
    code = "import sys, drlucky.cli.main; print(*{'numpy', 'pettingzoo', 'gymnasium', 'pyspiel'} & set(sys.modules))"
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert asked.stdout.strip() == ""


def test_the_tour_runs_from_the_first_cell_to_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(place, str(tmp_path))
    tour = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(
        tour, timeout=int(NEVER), kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = {kind for cell in tour.cells for kind in kinds(cell)}
    assert shown >= {"stream", "text/html", "image/svg+xml"}
    loops = [cell for cell in tour.cells if "agent_iter" in cell.source]
    assert "in 20 games and" in loops[0].outputs[0].text


def kinds(cell: Any) -> list[str]:
    return [kind for output in cell.get("outputs", ()) for kind in (output.get("data") or [output.output_type])]


def test_the_tour_is_kept_without_what_came_of_it() -> None:
    text = TOUR.read_text(encoding="utf-8")
    told = json.loads(text)
    for cell in told["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert told["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert text == json.dumps(told, indent=1, ensure_ascii=False) + "\n", "as Jupyter itself writes it"
