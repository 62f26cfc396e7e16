// Keys of the table. They do nothing while someone types, or while a window is open.
import { say } from "../i18n/say";
import type { Controller } from "./controller.svelte";

export interface Key {
  readonly key: string;
  readonly words: string;
}

export const keyList = (): Key[] => [
  { key: "1 – 9", words: say("Show all choices; press again to pick the one with this number") },
  { key: "← ↑ → ↓", words: say("From room to room on the board, from card to card in the hand") },
  { key: "Enter", words: say("Go to the room, or play the card") },
  { key: "Z", words: say("Look at the card closely") },
  { key: "B", words: say("To the board") },
  { key: "H", words: say("To the hand") },
  { key: "D", words: say("Draw a card") },
  { key: "E", words: say("End the turn, pass or stop") },
  { key: "U", words: say("Undo") },
  { key: "I", words: say("Hint") },
  { key: "C", words: say("Chat") },
  { key: "L", words: say("Log") },
  { key: "R", words: say("Rules") },
  { key: "G", words: say("Guide, in a guided game") },
  { key: "?", words: say("These keys") },
  { key: "Esc", words: say("Close what is open") },
];

interface Page {
  open(which: "log" | "chat"): void;
  help(): void;
}

const TYPING = "input, textarea, select, [contenteditable]";

/** What a key does; null for one that is not meant for the table. */
export function deed(event: KeyboardEvent, play: Controller, page: Page): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const at = event.target as Element | null;
  if (at?.closest(TYPING) || document.querySelector("dialog[open]")) return null;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) return () => play.askAll(document.querySelector("[data-choices]"));
  const deeds: Record<string, () => void> = {
    b: () => focus("[data-room][tabindex='0'], [data-room]"),
    h: () => focus("button[data-card]"),
    d: () => press(play, "draw"),
    e: () => press(play, "end", "pass", "stop"),
    u: () => void play.undo(),
    i: () => void play.hint(),
    c: () => page.open("chat"),
    l: () => page.open("log"),
    r: () => (play.rules = ""),
    "?": () => page.help(),
  };
  return deeds[key] ?? null;
}

function press(play: Controller, ...actions: string[]): void {
  const found = play.choices.find((each) => actions.includes(each.action));
  if (found) void play.act(found.action);
}

export const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();
