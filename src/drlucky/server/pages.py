"""Pages: files that browsers are sent as they are. All of them are in one folder, and pages of the game will be too."""

from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from drlucky.server.languages import preferred

FOLDER = Path(str(resources.files(__package__).joinpath("static")))
START = "index.html"


async def start_page(request: Request) -> Response:
    """The same page at the start and behind a link to a table, in the reader's language."""
    page = FOLDER / f"index.{preferred(request.headers)}.html"
    return FileResponse(page if page.exists() else FOLDER / START, headers={"vary": "accept-language"})


ROUTES: list[BaseRoute] = [
    Route("/", start_page),
    Route("/t/{code}", start_page),
    Mount("/", StaticFiles(directory=FOLDER)),
]
