"""A server that is killed by SIGKILL, of which it does not hear, leaves nothing running. That nothing is lost by it is
shown in tests/reliability."""

import asyncio
from pathlib import Path

from patience import NEVER
from server.blackbox.house import CommandHouse
from server.blackbox.player import Tireless
from server.blackbox.web import Web


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    """Bots that search have processes of their own, and nobody tells them that there is nothing more to do."""
    asyncio.run(asyncio.wait_for(kill_while_bots_think(tmp_path / "house"), NEVER))


async def kill_while_bots_think(folder: Path) -> None:
    with CommandHouse(folder, pace=0) as house:
        web = await Web(house.address, "Ann").introduce()
        game = {"edition": "kill-2016", "players": 3, "level": "hard"}
        opened = (await web.ask("POST", "/api/quick", game)).json
        player = Tireless(web, opened["table"], "Ann")
        playing = asyncio.get_running_loop().create_task(player.attend())
        while not (thinking := house.workers()):
            await asyncio.sleep(0.05)
        playing.cancel()
    while any(Path(f"/proc/{process}").exists() for process in thinking):
        await asyncio.sleep(0.05)
