"""A game told in several languages at once."""

from collections.abc import Iterable

from drlucky.game.events import Event
from drlucky.phrases.catalogue import languages
from drlucky.phrases.events import Telling
from drlucky.phrases.words import Names, words


def side_by_side(events: Iterable[Event], names: Names, saving: bool | None = None) -> str:
    """A Markdown table with a row for each event and a column for each language. It tells what the events tell:
    give it those of `Game.events_for`."""
    speakers = [words(language) for language in languages()]
    rows = [[speaker.language for speaker in speakers], ["---"] * len(speakers)]
    rows += [[Telling(event, names, speaker, saving).tell() for speaker in speakers] for event in events]
    return "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |\n" for row in rows)
