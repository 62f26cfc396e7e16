"""Fits the weights by which a search evaluates positions to games between sensible players, and writes
src/drlucky/search/weights/*.toml: of every edition as it is usually played, by every number of players, with Strangers
and in the Escape. Takes a few minutes with the compiled engine."""

from pathlib import Path

import drlucky
from drlucky.game.setup import setting
from drlucky.search.fitting import fitted
from drlucky.search.weights import written

FOLDER = Path("src/drlucky/search/weights")
GAMES = 5000


def main() -> None:
    for book in drlucky.editions():
        kinds: dict[str, dict[int, list[int]]] = {}
        for players in book.players:
            for escape in (False, True) if "escape" in book.options else (False,):
                made = setting(book.id, players, escape=escape)
                kind = "-escape" if escape else "-strangers" if made.strangers else ""
                kinds.setdefault(kind, {})[made.seats] = list(fitted(made.engine, GAMES).weights)
        for kind, weights in kinds.items():
            name = f"{book.id}{kind}"
            FOLDER.joinpath(f"{name}.toml").write_text(written(weights), encoding="utf-8")
            print(f"{name}: {', '.join(map(str, weights))} seats", flush=True)


if __name__ == "__main__":
    main()
