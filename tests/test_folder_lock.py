"""The lock of a folder: between processes, and after one was killed."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from drlucky.folder_lock import FolderInUse, held

HOLDS = """
import sys
from pathlib import Path
from drlucky.folder_lock import held

with held(Path(sys.argv[1]), "starts") as lock:
    lock.note("http://127.0.0.1:8000")
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_process_has_a_folder_until_it_ends_in_whatever_way(tmp_path: Path) -> None:
    for end in (signal.SIGKILL, None):
        command = [sys.executable, "-c", HOLDS, str(tmp_path)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdin is not None
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with pytest.raises(FolderInUse, match=rf"process {other.pid}: http://127.0.0.1:8000") as refused:
                held(tmp_path, "something else").__enter__()
            assert refused.value.address == "http://127.0.0.1:8000"
            if end is None:
                other.stdin.close()
            else:
                other.send_signal(end)
            other.wait()
        with held(tmp_path, "something else"):
            pass


def test_the_same_process_does_not_have_it_twice_either(tmp_path: Path) -> None:
    with held(tmp_path, "rebuilds ratings"), pytest.raises(FolderInUse, match="rebuilds ratings"):
        held(tmp_path, "starts").__enter__()
    assert (tmp_path / "lock").read_bytes() == b"", "it says nothing of a process that is gone"
