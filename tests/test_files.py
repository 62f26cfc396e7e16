"""Files are written as a whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from drlucky import files
from drlucky.errors import DrLuckyError


def test_text_and_bytes_are_written_and_nothing_is_left_beside_them(tmp_path: Path) -> None:
    files.write(tmp_path / "text", "größer\n")
    files.write(str(tmp_path / "bytes"), b"\x00\xff")
    files.write(tmp_path / "text", "again\n")
    assert (tmp_path / "text").read_text(encoding="utf-8") == "again\n"
    assert (tmp_path / "bytes").read_bytes() == b"\x00\xff"
    assert {path.name for path in tmp_path.iterdir()} == {"text", "bytes"}


def test_a_new_file_has_the_rights_that_any_new_file_has(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    files.write(tmp_path / "ours", "")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_what_was_there_stays_if_the_new_content_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write(tmp_path / "file", "old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DrLuckyError, match="file cannot be written: No space left"):
        files.write(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_killed_writer_leaves_the_old_file_and_a_draft(tmp_path: Path) -> None:
    file = tmp_path / "file"
    files.write(file, "old")
    killed = "import os, sys; from drlucky import files; os.fsync = lambda _: os.kill(os.getpid(), 9)"
    ended = subprocess.run([sys.executable, "-c", f"{killed}; files.write(sys.argv[1], 'new')", str(file)], check=False)
    assert ended.returncode == -9
    assert file.read_text() == "old"
    assert [path for path in tmp_path.iterdir() if not files.is_draft(path)] == [file]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    files.write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"
    reading, writing = os.pipe()
    files.write(f"/dev/fd/{writing}", "through")
    assert os.read(reading, 100) == b"through"
    os.close(reading)
    os.close(writing)


def test_what_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    files.check_writable(tmp_path / "new")
    files.check_writable("/dev/null")
    with pytest.raises(DrLuckyError, match="it is a folder"):
        files.check_writable(tmp_path)
    with pytest.raises(DrLuckyError, match="there is no folder"):
        files.check_writable(tmp_path / "nowhere" / "new")
