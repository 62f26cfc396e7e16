"""Compiles the engine and the editions with mypyc. Without a C compiler the same files run interpreted."""

from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

COMPILED = ("engine", "editions")


def extensions() -> list:
    sources = [path for part in COMPILED for path in sorted(Path("src/drlucky", part).glob("*.py"))]
    found = mypycify([str(path) for path in sources], opt_level="3", group_name="drlucky")
    for extension in found:
        extension.optional = True
    return found


setup(ext_modules=extensions())
