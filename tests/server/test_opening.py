"""`drlucky serve --open` is what `make play` runs: whatever is at the usual port, it brings one to a page."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from patience import NEVER
from ports import free_port
from server.blackbox.house import QuickHouse

OPEN = [sys.executable, "-m", "drlucky", "serve", "--open"]


def environment(folder: Path, port: int) -> dict[str, str]:
    """With a program in place of the browser, which writes down what it is asked to show."""
    shown = f"{sys.executable} -c \"import sys; open({str(folder / 'shown')!r}, 'w').write(sys.argv[1])\" %s"
    settings = {"DRLUCKY_PORT": str(port), "DRLUCKY_DATA": str(folder / "data"), "DISPLAY": ":9", "BROWSER": shown}
    return os.environ | settings


def test_the_page_is_opened_when_the_server_is_ready(tmp_path: Path) -> None:
    port = free_port()
    with subprocess.Popen(OPEN, env=environment(tmp_path, port), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert f"serves http://127.0.0.1:{port} " in server.stdout.readline()
        server.terminate()
    assert (tmp_path / "shown").read_text() == f"http://127.0.0.1:{port}"


def test_a_server_that_runs_already_is_opened_instead(tmp_path: Path) -> None:
    with QuickHouse(tmp_path / "other") as house:
        said = subprocess.run(
            OPEN, env=environment(tmp_path, house.port), capture_output=True, text=True, timeout=NEVER
        )
    assert said.returncode == 0
    assert said.stdout == f"drlucky runs already at {house.address}\n"
    assert (tmp_path / "shown").read_text() == house.address


def test_another_program_at_the_port_is_left_alone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with subprocess.Popen(OPEN, env=environment(tmp_path, port), stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            said = server.stdout.readline()
            server.terminate()
    assert "drlucky serves http://127.0.0.1:" in said
    assert f":{port} " not in said
    assert (tmp_path / "shown").read_text() in said


def test_a_server_that_has_the_folder_is_opened_at_whatever_port_it_is(tmp_path: Path) -> None:
    """And without --open the second one is told who is there."""
    with QuickHouse(tmp_path / "data") as house:
        settings = environment(tmp_path, free_port())
        said = subprocess.run(OPEN, env=settings, capture_output=True, text=True, timeout=NEVER)
        assert (said.returncode, said.stdout) == (0, f"drlucky runs already at {house.address}\n")
        refused = subprocess.run(OPEN[:-1], env=settings, capture_output=True, text=True, timeout=NEVER)
        assert refused.returncode == 2
        assert f"is in use by another drlucky (process {house.pid}: {house.address})" in refused.stderr
        assert "Traceback" not in refused.stderr
    assert (tmp_path / "shown").read_text() == house.address
