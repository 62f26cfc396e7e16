// Looking at a card closely: by resting on it, by a long press, or with the key Z while it has the focus.
import { mount } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { CardFacts } from "../game/cards";

/** The key for it. */
export const KEY = "z";
const REST = 650;
const PRESS = 480;
/** So long after a finger was lifted, whatever the browser makes of it has happened. */
const LIFTED = 60;
/** A finger that goes further than this pushes the hand along. */
const STILL = 10;

interface Lens {
  /** Beside the card, for as long as the pointer rests on it. */
  hint(card: CardFacts, beside: Element): void;
  hide(): void;
  /** In a window of its own, until it is closed. */
  open(card: CardFacts): void;
}

let lens: Promise<Lens> | null = null;

/** There is one for the whole page, from when it is first needed. */
function theLens(): Promise<Lens> {
  lens ??= import("./Lens.svelte").then(
    ({ default: Lens }) => mount(Lens, { target: document.body }) as Lens,
  );
  return lens;
}

export async function enlarge(card: CardFacts): Promise<void> {
  (await theLens()).open(card);
}

/** A card that can be looked at closely. It is asked for when it is wanted: it may have changed by then. */
export function enlargeable(card: () => CardFacts): Attachment<HTMLElement> {
  return (element) => {
    let timer = 0;
    let rests = false;
    let touched: { x: number; y: number } | null = null;
    /** A long press is no click. */
    let pressed = false;

    const show = (): void => {
      rests = true;
      void theLens().then((each) => rests && each.hint(card(), element));
    };
    const leave = (): void => {
      clearTimeout(timer);
      if (rests) void theLens().then((each) => each.hide());
      rests = false;
    };
    const listeners: { [name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[name]) => void } = {
      pointerenter(event) {
        if (event.pointerType !== "mouse") return;
        timer = window.setTimeout(show, REST);
      },
      pointerleave: leave,
      pointerdown(event) {
        leave();
        pressed = false;
        if (event.pointerType === "mouse") return;
        touched = { x: event.clientX, y: event.clientY };
        timer = window.setTimeout(() => {
          pressed = true;
          show();
        }, PRESS);
      },
      pointermove(event) {
        if (touched && !pressed && Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > STILL)
          release();
      },
      pointerup: () => release(),
      pointercancel: () => release(),
      contextmenu(event) {
        if (touched || pressed) event.preventDefault();
      },
      dragstart(event) {
        if (touched || pressed) event.preventDefault();
        leave();
      },
      keydown(event) {
        if (event.key === "Escape") leave();
        if (event.key.toLowerCase() !== KEY || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        leave();
        void enlarge(card());
      },
    };
    const release = (): void => {
      touched = null;
      leave();
      if (!pressed) return;
      // A window that were open already would take the finger that is lifted beside it for a wish to close it.
      window.setTimeout(() => {
        pressed = false;
        void enlarge(card());
      }, LIFTED);
    };
    const swallow = (event: MouseEvent): void => {
      if (!pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };

    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener as EventListener);
    element.addEventListener("click", swallow, { capture: true });
    return () => {
      leave();
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
      element.removeEventListener("click", swallow, { capture: true });
    };
  };
}
