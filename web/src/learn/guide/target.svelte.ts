// The thing on the page that a lesson speaks of, wherever it goes.
import { type Box, high, shared, wide } from "../../board/geometry";
import type { Obstacle } from "./placement";

/** Pawns walk, and boards are pushed about: so often do we look where things are, in milliseconds. */
const LOOK = 150;

export class Target {
  box = $state.raw<Box | null>(null);
  avoid = $state.raw<Obstacle[]>([]);
  /** The board, in whose corner there is always room. */
  board = $state.raw<Box | null>(null);
  screen = $state.raw<Box>({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  #selectors: readonly string[] = [];
  #avoided: ReadonlyMap<string, number> = new Map();

  /** Begins to watch; ends when what it returns is called. */
  watch(): () => void {
    const timer = setInterval(this.#look, LOOK);
    addEventListener("scroll", this.#look, { capture: true, passive: true });
    addEventListener("resize", this.#look);
    return () => {
      clearInterval(timer);
      removeEventListener("scroll", this.#look, { capture: true });
      removeEventListener("resize", this.#look);
    };
  }

  /** `avoided` has the weight of what is not to be hidden. */
  point(selectors: readonly string[], avoided: ReadonlyMap<string, number>): void {
    this.#selectors = selectors;
    this.#avoided = avoided;
    this.#look();
  }

  #look = (): void => {
    const [found] = this.#selectors.flatMap(visible);
    this.#take("box", found ?? null);
    const avoid = [...this.#avoided].flatMap(([selector, weight]) =>
      visible(selector)
        .filter((box) => !found || !same(box, found))
        .map((box) => ({ ...box, weight })),
    );
    if (avoid.length !== this.avoid.length || avoid.some((box, at) => !same(box, this.avoid[at])))
      this.avoid = avoid;
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    this.#take("board", visible('[data-guide="board"]')[0] ?? null);
    this.#take("screen", { left: 0, top: Math.max(0, header), right: innerWidth, bottom: innerHeight });
  };

  #take<Name extends "board" | "box" | "screen">(name: Name, value: this[Name]): void {
    if (!same(value, this[name])) this[name] = value;
  }
}

/** The parts of these elements that are on the screen. */
function visible(selector: string): Box[] {
  return [...document.querySelectorAll(selector)].flatMap(onScreen);
}

function onScreen(element: Element): Box[] {
  const all = element.getBoundingClientRect();
  const box = within(all, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const board = box && element.closest('[data-guide="board"]')?.getBoundingClientRect();
  if (!board) return box ? [box] : [];
  // Of the board a part is shown, and an attempt may lie over that. What is at its very edge is not to be seen.
  const shown = within(box, board);
  if (!shown || wide(shown) * high(shown) < (all.width * all.height) / 2) return [];
  const over = document.querySelector(".stage .attempt")?.getBoundingClientRect();
  return over && shared(shown, over) > 0 ? [] : [shown];
}

/** What of a box is inside another, in whole pixels. */
function within(box: Box, frame: Box): Box | null {
  const clipped = {
    left: Math.max(Math.round(box.left), Math.round(frame.left)),
    top: Math.max(Math.round(box.top), Math.round(frame.top)),
    right: Math.min(Math.round(box.right), Math.round(frame.right)),
    bottom: Math.min(Math.round(box.bottom), Math.round(frame.bottom)),
  };
  return clipped.right > clipped.left && clipped.bottom > clipped.top ? clipped : null;
}

const same = (a: Box | null | undefined, b: Box | null | undefined): boolean =>
  a === b ||
  (!!a && !!b && a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom);
