// Moving a pawn's element along a way. Only transform and opacity change, so that the browser needs to draw nothing anew.
import type { Point } from "../geometry";
import { length, type Stop } from "./routes";

/** In one step of --walk a pawn comes so far. */
const STRIDE = 170;
const LONGEST = 3.2;
/** Milliseconds before the first step, in which a slow machine does all else that a new view brings with it. */
const BREATH = 100;

export interface Spot extends Point {
  radius: number;
}

/** The pawn's picture is drawn at this radius, and made smaller or larger from there. */
export const DRAWN = 20;

export const placed = ({ x, y, radius }: Spot): string =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(radius / DRAWN).toFixed(3)})`;

const still = matchMedia("(prefers-reduced-motion: reduce)");
let step: number | null = null;

/** How long a step takes, in milliseconds, as --walk has it; 0 for people who want no motion. */
function pace(): number {
  if (step === null) {
    // What is written in milliseconds comes in seconds once the style sheet has been packed.
    const given = getComputedStyle(document.documentElement).getPropertyValue("--walk").trim();
    step = (parseFloat(given) || 0) * (given.endsWith("ms") ? 1 : 1000);
  }
  return still.matches ? 0 : step;
}

/** Sets a pawn walking to where it stands already, after a breath or at once; returns null if there is no motion. */
export function walk(
  element: HTMLElement,
  stops: readonly Stop[],
  from: Spot,
  to: Spot,
  atOnce: boolean,
): Animation | null {
  const pause = pace();
  const whole = length(stops);
  if (!pause || whole < 0.5) return null;
  let gone = 0;
  const frames: Keyframe[] = [];
  for (const [at, stop] of stops.entries()) {
    const before = stops[at - 1];
    if (before && !stop.climbed) gone += Math.hypot(stop.x - before.x, stop.y - before.y);
    const share = gone / whole;
    const radius = from.radius + (to.radius - from.radius) * share;
    const offset = Math.min(1, Math.max(0, share));
    const frame = { transform: placed({ ...stop, radius }), offset, opacity: 1 };
    if (stop.climbed) frames.push({ ...frame, opacity: 0 }, frame);
    else if (stops[at + 1]?.climbed) frames.push(frame, { ...frame, opacity: 0 });
    else frames.push(frame);
  }
  const duration = pause * Math.min(LONGEST, Math.max(1, whole / STRIDE));
  return element.animate(frames, {
    duration,
    delay: atOnce ? 0 : BREATH,
    fill: "backwards",
    easing: "ease-in-out",
  });
}

/** What is left of a way that someone is still on, the place where they are now first. */
export function rest(element: HTMLElement, stops: readonly Stop[], motion: Animation): Stop[] {
  const whole = length(stops);
  const gone = (motion.effect?.getComputedTiming().progress ?? 1) * whole;
  return [now(element), ...stops.filter((_, at) => length(stops.slice(0, at + 1)) > gone)];
}

/** Where an element is at this moment. */
export function now(element: HTMLElement): Spot {
  const { e, f, a } = new DOMMatrix(getComputedStyle(element).transform);
  return { x: e, y: f, radius: a * DRAWN };
}
