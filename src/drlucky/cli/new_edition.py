"""`drlucky new-edition` and `drlucky conformance`: for those who write an edition of their own."""

from importlib import resources
from pathlib import Path
from string import Template
from typing import Annotated

import typer
from rich.progress import track

from drlucky import files
from drlucky.cli.options import EDITION
from drlucky.conformance import CHECKS, few_setups, setups_of
from drlucky.editions import BOOKS, book_of
from drlucky.errors import DrLuckyError
from drlucky.plugins import check_name

SKELETON = resources.files("drlucky.cli").joinpath("skeleton")


def new_edition(
    name: Annotated[str, typer.Argument(help="What it is called, such as kill-coffee; a folder of this name is made.")],
    like: Annotated[str, typer.Option(help="The edition that it differs from.")] = "kill-2016",
    title: Annotated[str, typer.Option(help="What people call it.")] = "",
) -> None:
    """Write a package with an edition of your own, to be filled in. It can be installed and played at once."""
    check_name(name)
    if name in BOOKS:
        raise DrLuckyError(f"there is an edition {name!r} already; give yours another name")
    if like not in BOOKS.own:
        raise DrLuckyError(f"it can be like one of {', '.join(BOOKS.own)}, not {like!r:.60}")
    package = "drlucky_" + name.replace("-", "_")
    words = {
        "name": name,
        "title": title or name.replace("-", " ").title(),
        "like": like,
        "base": book_of(like).rules.__name__,
        "rules": class_name(name),
        "package": package,
        "project": f"drlucky-{name}",
    }
    if not words["title"].strip() or not words["title"].isprintable() or set(words["title"]) & set('"\\$'):
        raise DrLuckyError("a title is a line without quotes, backslashes and dollars")
    folder = Path(name)
    if folder.exists():
        raise DrLuckyError(f"{folder} is there already; give the edition another name, or remove that")
    for template, place in {
        "pyproject.toml.txt": "pyproject.toml",
        "README.md.txt": "README.md",
        "edition.py.txt": f"src/{package}/__init__.py",
        "rules.toml.txt": f"src/{package}/rules.toml",
        "test_edition.py.txt": f"tests/test_{package}.py",
    }.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, Template(SKELETON.joinpath(template).read_text(encoding="utf-8")).substitute(words))
    typer.echo(
        f"{folder} is written. Now:\n  pip install -e ./{folder}\n  drlucky conformance {name}\n  drlucky play {name}"
    )


def class_name(name: str) -> str:
    """A class's name cannot begin with a digit, as that of an edition can."""
    words = name.replace("-", " ").title().replace(" ", "")
    return f"Game{words}Rules" if words[0].isdigit() else f"{words}Rules"


def conformance(
    edition: Annotated[str, typer.Argument(help=EDITION)],
    every: Annotated[bool, typer.Option("--every", help="On every board, layout and with every wing closed.")] = False,
) -> None:
    """Check that an edition keeps what every edition promises, in random games of its set-ups."""
    if not __debug__:
        raise DrLuckyError("without assertions (python -O) nothing would be checked")
    setups = list(setups_of(edition) if every else few_setups(edition))
    for setup in track(setups, description="checked", transient=True):
        for check in CHECKS:
            try:
                check(setup)
            except Exception as error:
                raise DrLuckyError(f"{setup} fails {check.__name__!r}: {type(error).__name__}: {error}") from error
    typer.echo(f"{edition} keeps what every edition promises: {len(CHECKS)} checks of {len(setups)} set-ups.")
