"""Someone at a browser: what they see, and what they click."""

import json
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Dialog, Locator, ViewportSize, expect

from patience import NEVER, wait_until

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDTH, HEIGHT = 1280, 800
expect.set_options(timeout=NEVER * 1000)
# What the page tells the tests of itself: whatever its policy did not allow is kept here.
WATCH_POLICY = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});
"""
# The sum of all shifts of the layout that nobody's click has brought about.
SHIFTS = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => {
    resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(0), 300);
})"""
STILL = 0.01
# A browser that has lost its server says so, which is no fault of the page.
LOST = (
    "net::ERR_CONNECTION",
    "net::ERR_CONTENT_LENGTH_MISMATCH",
    "net::ERR_INTERNET",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_SOCKET",
    "WebSocket connection to",
    "An unknown error occurred when fetching the script.",
)
INSTALLED: dict[str, Any] = {"service_workers": "allow"}
"""A browser that puts the page aside, and can be told something while no tab is open."""
BLOCKED = "Service Worker registration blocked by Playwright"


WATCH_TOASTS = """
window.toasts = new Set();
new MutationObserver(() => {
  for (const each of document.querySelectorAll("[popover] .toast span")) window.toasts.add(each.textContent);
}).observe(document, { childList: true, subtree: true });
"""
"""They go away by themselves, on a busy machine before a test has looked."""


# Someone who has played before: the goal and what first matters have been told on this device.
HAS_PLAYED = """
try {
  for (const family of ["kill", "save"]) localStorage[`drlucky.goal.${family}`] ??= "true";
  localStorage["drlucky.notes"] ??= JSON.stringify(["closed", "lanterns", "reasons", "seen cards"]);
} catch {}
"""


class Person:
    """`with Person(chromium, address) as ann` is a window of her own, in which nothing may go wrong."""

    def __init__(
        self, browser: Browser, address: str, *, cookie: str | None = None, locale: str = "en-GB", **how: Any
    ) -> None:
        self.address = address
        is_newcomer = how.pop("newcomer", False)
        # Some seconds after it came the whole page is put aside, for when there is no server. In hundreds of browsers
        # that would be a good part of the time of all tests.
        how.setdefault("service_workers", "block")
        size: ViewportSize = {"width": how.pop("width", WIDTH), "height": how.pop("height", HEIGHT)}
        self.context = browser.new_context(
            base_url=address, viewport=size, locale=locale, reduced_motion=how.pop("motion", "reduce"), **how
        )
        self.context.set_default_timeout(NEVER * 1000)
        self.context.add_init_script(WATCH_POLICY)
        self.context.add_init_script(WATCH_TOASTS)
        if not is_newcomer:
            self.context.add_init_script(HAS_PLAYED)
        if cookie:
            self.context.add_cookies([{"name": "drlucky", "value": cookie, "url": address, "httpOnly": True}])
        self.troubles: list[str] = []
        self.page = self.context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.troubles.append(f"{error.name}: {error.message}"))
        self.page.on("dialog", self._refuse)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in (*LOST, BLOCKED)):
            self.troubles.append(message.text)

    def _refuse(self, dialog: Dialog) -> None:
        """The page never asks by the browser's own boxes: it is a stranger's script that does."""
        self.troubles.append(f"{dialog.type}: {dialog.message}")
        dialog.dismiss()

    def was_told(self, text: str) -> None:
        """Waits until a toast has said it."""
        wait_until(lambda: any(text in each for each in self.page.evaluate("[...window.toasts]")), look_every=0.05)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        violations = [] if kind else self.violations
        self.context.close()
        if kind is None:
            assert not self.troubles, self.troubles
            assert not violations, violations

    @property
    def violations(self) -> list[str]:
        self.page.wait_for_load_state()  # it may be on its way to another page
        return list(self.page.evaluate("window.violations"))

    def expect_trouble(self, words: str) -> None:
        """What the browser has remarked on, and rightly so."""
        assert any(words in each for each in self.troubles)
        self.troubles = [each for each in self.troubles if words not in each]

    # Going somewhere, and looking.

    def go(self, path: str = "/") -> Self:
        self.page.goto(path)
        return self

    def __call__(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    def wait_for(self, condition: str) -> None:
        """Until this holds in the page."""
        # As a function: the policy of the page does not let a text be evaluated.
        self.page.wait_for_function(f"() => {condition}")

    # The law of good pages.

    def assert_accessible(self, *rules: str, has_server: bool = True) -> None:
        """axe, which finds what people with screen readers or without a mouse would stumble over: by these of its
        rules, or by all. For one of them it fetches the styles once more, which it cannot where there is no server."""
        # The page's own policy lets no foreign script in, but the browser's tools may run one.
        self.page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
        found: dict[str, Any] = self.page.evaluate(
            "([rules, preload]) =>"
            " axe.run({ resultTypes: ['violations'], preload, ...(rules.length ? { runOnly: rules } : {}) })",
            [rules, has_server],
        )
        serious = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        told = {each["id"]: [node["html"][:200] for node in each["nodes"]][:4] for each in serious}
        assert not told, json.dumps(told, indent=2)

    def assert_still(self) -> None:
        """Nothing has moved without being asked to, as the browser itself counts it."""
        moved = self.page.evaluate(SHIFTS)
        assert moved < STILL, f"what moved comes to {moved:.3f}"

    def assert_fits(self) -> None:
        """Nothing sticks out sideways."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"the page is {wide} wide in a window of {window}"

    # At the table.

    @property
    def code(self) -> str:
        return self.page.url.partition("/t/")[2][:6]

    def is_asked(self) -> bool:
        return self("[data-action]:not([aria-disabled=true])").count() > 0

    def until(self, what: Callable[[], bool], steps: Callable[[], None], most: int = 2000) -> None:
        """Does steps until something holds."""
        for _ in range(most):
            if what():
                return
            steps()
        raise AssertionError(f"it did not come to that in {most} steps")


def tools(person: Person) -> CDPSession:
    """What the browser lets its developers see and change."""
    return person.context.new_cdp_session(person.page)
