"""Someone who listens: what a screen reader would say of the page, and the tree that it reads from."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from browser.person import Person, tools

# Whatever the page announces, and whatever comes to have the focus, in the order in which a screen reader would say it.
# A status is read as a whole when something in it changes; elsewhere only what is new is.
LISTEN = r"""
window.heard = [];
const LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]";
const tidy = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const hear = (how, text) => tidy(text) && heard.push({ how, text: tidy(text) });
const HIDDEN = "[aria-hidden=true], [inert], [hidden]";
const isHidden = (each) => each.closest(HIDDEN) || !each.checkVisibility({ visibilityProperty: true });
const words = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
  return node.getAttribute("aria-label") ?? [...node.childNodes].map(words).join(" ");
};
addEventListener("DOMContentLoaded", () => {
  new MutationObserver((changes) => {
    const said = new Set();
    for (const { target, addedNodes, type } of changes) {
      const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
      const region = element?.closest(LIVE);
      if (!region || isHidden(region)) continue;
      const isWhole = (region.ariaAtomic ?? String(/status|alert/.test(region.role ?? ""))) === "true";
      const isUrgent = region.ariaLive === "assertive" || region.role === "alert";
      const how = region.matches("[data-announcer]") ? "announcer" : isUrgent ? "assertive" : "polite";
      if (isWhole) {
        if (!said.has(region)) hear(how, words(region));
        said.add(region);
      } else if (type === "characterData") hear(how, words(target));
      else for (const node of addedNodes) hear(how, words(node));
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
});
addEventListener("focusin", ({ target }) => hear("focus", words(target)));
"""
INTERACTIVE = {"button", "checkbox", "combobox", "link", "menuitem", "radio", "slider", "switch", "tab", "textbox"}
GROUPS = {
    "alertdialog", "banner", "complementary", "dialog", "form", "grid", "group", "list", "main", "navigation",
    "radiogroup", "region", "row", "tablist", "toolbar",
}  # fmt: skip
"""Names need be told apart only within one of these."""


class Node(NamedTuple):
    """Of the tree that a screen reader reads."""

    role: str
    name: str
    description: str
    disabled: bool
    within: tuple[str, ...]
    """The groups around it, the outermost first."""


class Listener:
    """`Listener.begin` before the page is opened."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._tools = tools(person)

    @staticmethod
    def begin(person: Person) -> None:
        person.context.add_init_script(LISTEN)

    def heard(self, *ways: str) -> list[str]:
        """All that was said so far: by the "announcer" of a game, in a "polite" or "assertive" way by other places, or
        by what came to have the "focus"; all of it, if no way is named."""
        said: list[dict[str, str]] = self.person.page.evaluate("window.heard")
        return [each["text"] for each in said if not ways or each["how"] in ways]

    def transcript(self) -> list[str]:
        return [f"{each['how']:>9}: {each['text']}" for each in self.person.page.evaluate("window.heard")]

    def tree(self) -> list[Node]:
        nodes = self._tools.send("Accessibility.getFullAXTree")["nodes"]
        return list(read(nodes))


def read(nodes: list[dict[str, Any]]) -> Iterator[Node]:
    by_id = {node["nodeId"]: node for node in nodes}

    def text(node: dict[str, Any], key: str) -> str:
        return str(node.get(key, {}).get("value", ""))

    def walk(node: dict[str, Any], within: tuple[str, ...]) -> Iterator[Node]:
        role, name = text(node, "role"), text(node, "name")
        if not node.get("ignored"):
            properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
            yield Node(role, name, text(node, "description"), bool(properties.get("disabled")), within)
            if role in GROUPS:
                within = (*within, f"{role} {name}".strip())
        for child in node.get("childIds", []):
            if child in by_id:
                yield from walk(by_id[child], within)

    return walk(nodes[0], ())


def faults(tree: list[Node]) -> list[str]:
    """What cannot be told by its name, or told apart from what is beside it. The log is no choice: what happened twice
    stands in it twice."""
    tree = [each for each in tree if "region What happened" not in each.within]
    found = [
        f"a {each.role} without a name in {each.within}" for each in tree if each.role in INTERACTIVE and not each.name
    ]
    names = Counter((each.role, each.name, each.within) for each in tree if each.role in INTERACTIVE)
    found += [f"{times} of {role} “{name}” in {within}" for (role, name, within), times in names.items() if times > 1]
    return found
