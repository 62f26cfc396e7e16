"""`drlucky analyse`: who would have won, decision by decision."""

import json as json_text
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from drlucky import files


def analyse(
    file: Annotated[str, typer.Argument(help="The file of a record.")],
    svg: Annotated[str, typer.Option(help="Write a picture to this file.")] = "",
    png: Annotated[str, typer.Option(help="Write a picture of pixels to this file.")] = "",
    dark: Annotated[bool, typer.Option("--dark", help="Pictures for dark pages.")] = False,
    json: Annotated[str, typer.Option(help="Write everything as JSON to this file.")] = "",
    playouts: Annotated[int, typer.Option(help="How often each chance is played out.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same analysis.")] = 1,
    language: Annotated[str, typer.Option(help="Of the words: en or de.")] = "en",
    workers: Annotated[int, typer.Option(help="How many processes share the work.")] = 1,
) -> None:
    """Estimate each seat's chance to win at every decision of a recorded game, and tell what turned it."""
    from drlucky import analysis, phrases

    # What cannot be said or drawn is refused before the work, not after it.
    phrases.analysis_labels(playouts, language)
    for path in filter(None, (json, svg, png)):
        files.check_writable(path)
    if svg or png:
        import drlucky.render.analysis_plot  # noqa: F401

    with bar() as moved:
        found = analysis.analyse(Path(file), playouts, seed, workers=workers, progress=moved)
    typer.echo(found.text(language), nl=False)
    if json:
        files.write(json, json_text.dumps(found.as_dict(), ensure_ascii=False) + "\n")
    if svg:
        files.write(svg, found.svg(language, dark=dark))
    if png:
        files.write(png, found.png(language, dark=dark))


@contextmanager
def bar() -> Iterator[Callable[[int, int], None]]:
    """Progress for people who watch, with the time left; nothing where nobody does."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(
        *Progress.get_default_columns(), console=console, transient=True, disable=not console.is_terminal
    ) as on:
        task = on.add_task("Playing out", total=None)
        yield lambda done, out_of: on.update(task, completed=done, total=out_of)
