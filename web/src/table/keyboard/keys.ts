// Keys of the table. They do nothing while someone types, or while a window is open. A key that can do nothing now says
// why.
import { say } from "../../i18n/say";
import type { Controller } from "../controller.svelte";
import { preferences } from "../preferences.svelte";
import { questions } from "./questions";

export interface Key {
  readonly key: string;
  readonly words: string;
}

export const keyList = (): Key[] => [
  { key: "1 – 9", words: say("Show all choices; press again to pick the one with this number") },
  { key: "← ↑ → ↓", words: say("From room to room on the board, from card to card in the hand") },
  { key: "Enter", words: say("Go to the room, or play the card") },
  { key: "Z", words: say("Look at the card closely") },
  { key: "B", words: say("To the board; again: to the next room that you can go to") },
  { key: "H", words: say("To the hand") },
  { key: "D", words: say("Draw a card") },
  { key: "E", words: say("End the turn, pass or stop") },
  { key: "F", words: say("Forward, while others play") },
  { key: "X", words: say("Skip to what is going on now") },
  { key: "V", words: say("To the next player's place, when you watch") },
  { key: "U", words: say("Undo") },
  { key: "I", words: say("Hint") },
  { key: "C", words: say("Chat") },
  { key: "L", words: say("Log") },
  { key: "R", words: say("Rules") },
  { key: "G", words: say("Guide, in a guided game") },
  { key: "?", words: say("These keys") },
  { key: "Esc", words: say("Close what is open") },
];

/** What keys do beyond the choices of the game. */
export interface Page {
  open(which: "log" | "chat"): void;
  help(): void;
  /** Answers one of the questions that can be asked at any time. */
  answer(key: string): void;
  /** To the next place, for those who watch. */
  sit(): void;
  /** Closes what lies over the board; false if nothing does. */
  close(): boolean;
}

const TYPING = "input, textarea, select, [contenteditable]";

/** What a key does; null for one that is not meant for the table. */
export function deed(event: KeyboardEvent, play: Controller, page: Page): (() => void) | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const at = event.target as Element | null;
  if (at?.closest(TYPING) || document.querySelector("dialog[open]")) return null;
  if (event.key === "Escape") return page.close() ? () => undefined : null;
  // Whoever dictates, or whose software has keys of its own, can do without those of a single letter.
  if (!preferences.keys) return null;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) return () => choose(play);
  if (questions().some((each) => each.key === key)) return () => page.answer(key);
  const deeds: Record<string, () => void> = {
    b: () => toTheBoard(play),
    h: () => focus("button[data-card]") || play.explanation.tell(say("You have no cards.")),
    d: () => press(play, "draw"),
    e: () => press(play, ENDING[play.table.view?.phase ?? ""] ?? "end"),
    f: () => play.director.next(),
    x: () => play.director.skip(),
    v: () => page.sit(),
    u: () => void play.undo(),
    i: () => void (play.choices.length ? play.hint() : play.explain("end")),
    c: () => page.open("chat"),
    l: () => page.open("log"),
    r: () => (play.rules = ""),
    "?": () => page.help(),
  };
  return deeds[key] ?? null;
}

/** What ends a decision, by the phase of the game. */
const ENDING: Record<string, string> = { answer: "pass", walk: "stop" };

function press(play: Controller, action: string): void {
  if (play.choices.some((each) => each.action === action)) void play.act(action);
  else void play.explain(action);
}

function choose(play: Controller): void {
  if (play.choices.length) play.askAll(document.querySelector("[data-choices]"));
  else void play.explain("end");
}

/** To one's own room or the one that had the focus last; from there on to those that can be gone to. */
function toTheBoard(play: Controller): void {
  const here = document.activeElement;
  const lit = [...document.querySelectorAll<HTMLElement>("[data-room][data-lit]")];
  if (!here?.matches("[data-room]")) focus("[data-room][data-stop]");
  else if (lit.length) lit[(lit.indexOf(here as HTMLElement) + 1) % lit.length]?.focus();
  else if (play.choices.length) play.explanation.tell(say("There is no room that you can go to now."));
  else void play.explain("end");
}

/** True if there is such a thing. */
export function focus(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}
