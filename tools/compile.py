"""Compiles the engine in place, beside its sources, when they are not the ones that were compiled last; with `--check`
only says whether what is compiled belongs to them.

`make quick` runs the package from `src`. There a compiled module is imported instead of the source beside it, so one of
an older source would hide what was edited. What was compiled is told by its contents, as times say nothing after a
checkout; tests/conftest.py refuses to test a compiled module that does not belong to its source."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src"
STAMP = SRC / ".compiled-sum"
COMPILED = ("engine", "editions", "search")


def wanted() -> str:
    """The sum of all that is compiled, and of how."""
    sources = (path for part in COMPILED for path in sorted((SRC / "drlucky" / part).glob("*.py")))
    return hashlib.sha256(b"".join(path.read_bytes() for path in (ROOT / "setup.py", *sources))).hexdigest()


def compiled() -> list[Path]:
    return [*SRC.rglob("*.so"), *SRC.rglob("*.pyd")]


def is_current() -> bool:
    """Does what is compiled belong to the sources beside it? With nothing compiled the sources themselves run."""
    return STAMP.exists() and STAMP.read_text().strip() == wanted()


def compile_in_place() -> None:
    STAMP.unlink(missing_ok=True)
    for path in compiled():
        path.unlink()
    made = wanted()
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    # With the package's own data beside it the package knows its version, though it is not installed.
    command = [sys.executable, "setup.py", "-q", "egg_info", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    if done.returncode:
        sys.exit(done.stdout)
    STAMP.write_text(made + "\n")


def main() -> None:
    if is_current():
        return
    if "--check" in sys.argv:
        sys.exit("What is compiled in src is of other sources: run tools/compile.py." if compiled() else None)
    print("Compiling the engine ...", flush=True)
    compile_in_place()


if __name__ == "__main__":
    main()
