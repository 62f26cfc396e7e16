"""What a server takes of memory when someone has looked through tables whose game is over.

python -m reliability.opened 300"""

import asyncio
import sys
import tempfile
from pathlib import Path

from reliability.real_tables import OVER, fill, tables
from reliability.start import ask, memory
from server.blackbox.house import CommandHouse

FIRST = 1
"""Opened before anything is measured: what all games share is made with the first."""


def main(number: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ids = asyncio.run(fill(Path(folder) / "games.db", tables(FIRST + number, only=OVER)))
        with CommandHouse(Path(folder)) as house:
            assert house.pid is not None
            for table in ids[:FIRST]:
                ask(house.port, f"tables/{table}")
            before = memory(house.pid)
            for table in ids[FIRST:]:
                ask(house.port, f"tables/{table}")
            after = memory(house.pid)
    print(
        f"{number:,} finished tables opened: {before / 1024:.1f} MB before, {(after - before) / 1024:.1f} MB more after"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
