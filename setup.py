"""Compiles the engine and the editions with mypyc, and the catalogue of words with Babel. Without a C compiler the same
files run interpreted."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_py import build_py

COMPILED = ("engine", "editions")


def extensions() -> list:
    sources = [path for part in COMPILED for path in sorted(Path("src/drlucky", part).glob("*.py"))]
    found = mypycify(["--follow-imports=silent", *(str(path) for path in sources)], opt_level="3", group_name="drlucky")
    for extension in found:
        extension.optional = True
    return found


class BuildWithWords(build_py):
    """Puts a compiled .mo file beside every .po file of what is built, and none into the source tree."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for path in Path(self.build_lib).glob("drlucky/phrases/locale/*/LC_MESSAGES/*.po"):
            with path.open("rb") as words, path.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(words))


setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithWords})
