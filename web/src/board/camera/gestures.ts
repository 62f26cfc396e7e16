// Wheel, drag, pinch, long touch and double tap on the board. What was a drag is no click.
import { distance, type Point } from "../geometry";
import type { Camera } from "./camera.svelte";

export interface Hooks {
  /** Something is pressed, which may become a click. */
  press(event: PointerEvent): void;
  /** A long touch. */
  hold(target: Element): void;
  /** A second tap comes soon after one on the same place; does it zoom there? */
  zoomable(target: Element): boolean;
}

const LONG = 450;
const TWICE = 320;
/** A hand is not quite still: within so many pixels a press is still a click. */
const STILL = { mouse: 5, pen: 8, touch: 10 };
const DOUBLE_TAP = 2.2;

export function gestures(camera: Camera, hooks: Hooks): (node: HTMLElement) => () => void {
  return (node) => {
    const touching = new Map<number, Point>();
    let start: Point | null = null;
    let dragged = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastTap = { time: 0, at: { x: 0, y: 0 } };

    const here = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top } = node.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };

    function down(event: PointerEvent): void {
      if (event.button > 0) return;
      // The first finger of a hand: whatever was left of earlier ones went up where we could not see it.
      if (event.isPrimary) touching.clear();
      touching.set(event.pointerId, here(event));
      clearTimeout(timer);
      if (touching.size > 1) {
        dragged = true;
        return;
      }
      start = here(event);
      dragged = false;
      hooks.press(event);
      const target = event.target as Element;
      if (event.pointerType === "touch")
        timer = setTimeout(() => {
          // The finger will be lifted, and that is not to do anything.
          dragged = true;
          hooks.hold(target);
        }, LONG);
    }

    function move(event: PointerEvent): void {
      const before = touching.get(event.pointerId);
      if (!before) return;
      const at = here(event);
      if (touching.size === 1) drag(event, before, at);
      else pinch(event.pointerId, before, at);
      touching.set(event.pointerId, at);
    }

    function drag(event: PointerEvent, before: Point, at: Point): void {
      const still = STILL[event.pointerType as keyof typeof STILL] ?? STILL.mouse;
      if (!dragged && start && distance(start, at) > still) {
        clearTimeout(timer);
        if (!camera.movable) return;
        dragged = true;
        node.setPointerCapture(event.pointerId);
      }
      if (dragged && node.hasPointerCapture(event.pointerId)) camera.pan(at.x - before.x, at.y - before.y);
    }

    function pinch(id: number, before: Point, at: Point): void {
      const other = [...touching].find(([each]) => each !== id)?.[1];
      if (!other) return;
      const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
      camera.zoom(distance(at, other) / Math.max(1, distance(before, other)), middle);
      camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    }

    function up(event: PointerEvent): void {
      touching.delete(event.pointerId);
      clearTimeout(timer);
      if (event.type === "pointerup" && event.pointerType === "touch" && !dragged) tapped(event);
    }

    function tapped(event: PointerEvent): void {
      const at = here(event);
      const again = event.timeStamp - lastTap.time < TWICE && distance(at, lastTap.at) < 30;
      lastTap = { time: again ? 0 : event.timeStamp, at };
      if (!again || !hooks.zoomable(event.target as Element)) return;
      dragged = true;
      if (camera.scale > camera.least * 1.5 && camera.mode === "free") camera.choose("whole");
      else camera.zoom(DOUBLE_TAP, at, true);
    }

    function click(event: MouseEvent): void {
      // A click without a place comes from the keyboard or from a reader's software, never from a drag.
      if (!dragged || event.detail === 0) return;
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    }

    function wheel(event: WheelEvent): void {
      const out = event.deltaY > 0;
      // At its smallest the board leaves the wheel to the page.
      if ((out && !camera.movable) || !event.deltaY) return;
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
      camera.zoom(Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) / 400), here(event));
    }

    const noMenu = (event: Event) => touching.size && event.preventDefault();
    const cleanup = new AbortController();
    const on = { signal: cleanup.signal };
    node.addEventListener("pointerdown", down, on);
    node.addEventListener("pointermove", move, on);
    node.addEventListener("pointerup", up, on);
    node.addEventListener("pointercancel", up, on);
    node.addEventListener("click", click, { ...on, capture: true });
    node.addEventListener("contextmenu", noMenu, on);
    node.addEventListener("wheel", wheel, { ...on, passive: false });
    return () => {
      clearTimeout(timer);
      cleanup.abort();
    };
  };
}
