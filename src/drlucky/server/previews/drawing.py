"""Drawing previews, in a process of its own: from what is shown to a PNG, which is what chats show.

The letters are those of a font that comes with a package, and none of the machine's: a server in a bare container
draws the same as any other."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from msgspec.structs import replace

from drlucky import phrases
from drlucky.cast import with_strangers_named
from drlucky.game.replay import Replay
from drlucky.render import preview
from drlucky.render.preview import Card
from drlucky.server.history.replay_frames import played, readable
from drlucky.server.previews.cards import Moment, on_board
from drlucky.server.sentences import saves, sentence

FAMILY = "Source Serif Pro"
FONTS = ("SourceSerifPro-Regular.ttf", "SourceSerifPro-Bold.ttf", "SourceSerifPro-It.ttf")


def png(drawn: Card | Moment) -> bytes:
    return rasterised(preview.draw(at_moment(drawn) if isinstance(drawn, Moment) else drawn))


def at_moment(moment: Moment) -> Card:
    """The game as a spectator saw it then, with what has just happened in words. A moment after the end is the end."""
    replay = Replay(readable(moment.record))
    plays = played(replay.game, moment.cast)
    last = min(moment.number, replay.last)
    replay.go_to(max(0, last - 1))
    happened = replay.advance() if last else ()
    game = replay.game
    cast = tuple(plays[name] for name in game.players)
    players = with_strangers_named(game.players, game.setting.strangers, cast)
    saving = saves(game.edition.id)
    told = [sentence(event.for_seat(None), players, moment.language, saving) for event in happened]
    view = replace(game.view(None), players=players)
    title = phrases.edition_title(game.edition.id, moment.language)
    says = phrases.preview_moment(title, last, players, moment.language)
    return on_board(says._replace(short=" ".join(told)), view, cast, moment.language)


def rasterised(svg: str) -> bytes:
    from resvg_py import svg_to_bytes  # takes memory that only this process needs

    return bytes(
        svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=list(fonts()), font_family=FAMILY, serif_family=FAMILY
        )
    )


@cache
def fonts() -> tuple[str, ...]:
    found = find_spec("font_source_serif_pro")
    assert found is not None
    assert found.origin is not None
    return tuple(str(Path(found.origin).parent / "files" / name) for name in FONTS)
