"""The way of a newcomer, from the start page to the end of the first game, as a film of screenshots:

    python -m browser.film FOLDER [FAMILY ...]

At the speed at which people see it, so that what comes and goes can be looked at, on a laptop and on a phone."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import ARGUMENTS, executable
from browser.guided import Newcomer
from browser.person import Person
from server.blackbox.house import House, QuickHouse

SIZES = {"laptop": (1280, 800), "phone": (390, 844), "small": (360, 640)}
FAMILIES = {"kill": "Kill Doctor Lucky", "save": "Save Doctor Lucky"}
BREATH = 400
"""Milliseconds until what moves has come to rest."""


class Camera:
    def __init__(self, person: Person, folder: Path) -> None:
        self.person = person
        self.folder = folder
        self.number = 0

    def shoot(self, name: str) -> None:
        self.person.page.wait_for_timeout(BREATH)
        self.number += 1
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        self.person.page.screenshot(path=self.folder / f"{self.number:02} {slug}.png")


def film(browser: Browser, house: House, folder: Path, family: str, size: tuple[int, int]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    width, height = size
    with Person(browser, house.address, width=width, height=height, motion="no-preference", newcomer=True) as ann:
        camera = Camera(ann, folder)
        ann.go()
        camera.shoot("start page")
        ann.button("Play now").click()
        ann.page.get_by_role("dialog").get_by_role("button", name=FAMILIES[family]).click()
        ann.button("Let's play").wait_for()
        camera.shoot("the goal")
        ann.go().button("Learn by playing").click()
        camera.shoot("which of them")
        ann.page.get_by_role("dialog").get_by_role("button", name=FAMILIES[family]).click()
        ann.button("Start the first game").wait_for()
        camera.shoot("before the first game")
        ann.button("Start the first game").click()
        Newcomer(ann).play(camera.shoot)
        camera.shoot("the end")


def main(asked: Sequence[str]) -> None:
    folder, *families = asked
    with TemporaryDirectory() as data, QuickHouse(Path(data)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        for family in families or FAMILIES:
            for name, size in SIZES.items():
                film(browser, house, Path(folder) / f"{family} {name}", family, size)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or ["film"])
