// Fitting a name and its number into a room: as large as there is room for, in one line or several, upright where it must.
import { type Box, centre, high, type Point, wide } from "../geometry";

/** A name set in lines. The number stands on a badge before the first line, or above it. */
export interface Fit extends Lines {
  size: number;
  upright: boolean;
  /** Is the badge beside the name? Else it is above. */
  beside: boolean;
  badge: number;
}

export const BADGE = 10.5;
const LINE = 1.12;
const LARGEST = 19;
const SMALLEST = 6;

/** How wide and how high a name and its badge are together, as they are read. */
export function extent(fit: Fit): { width: number; height: number } {
  const name = fit.widest * fit.size;
  const lines = fit.lines.length * LINE * fit.size;
  return fit.beside
    ? { width: name + fit.badge, height: Math.max(lines, fit.badge && 2 * BADGE) }
    : { width: Math.max(name, fit.badge && 2 * BADGE), height: lines + fit.badge };
}

/** The same on the board. */
export function footprint(fit: Fit): { width: number; height: number } {
  const { width, height } = extent(fit);
  return fit.upright ? { width: height, height: width } : { width, height };
}

/** Large is good, but less so when one has to turn one's head, or to look for the number. */
export const merit = (fit: Fit): number =>
  fit.size * (fit.upright ? 0.78 : 1) * (fit.badge && !fit.beside ? 0.85 : 1);

export function fit(name: string, numbered: boolean, box: Box, largest = LARGEST): Fit {
  const badge = numbered ? 2 * BADGE + 4 : 0;
  let best: Fit | null = null;
  for (const upright of [false, true]) {
    const [across, down] = upright ? [high(box), wide(box)] : [wide(box), high(box)];
    for (const beside of badge ? [true, false] : [false]) {
      for (const { lines, widest } of broken(name)) {
        const byWidth = (across - (beside ? badge : 0)) / widest;
        const byHeight = (down - (beside ? 0 : badge)) / (LINE * lines.length);
        const size = Math.max(SMALLEST, Math.min(byWidth, byHeight, largest));
        const way = { size, lines, widest, upright, beside, badge };
        if (!best || merit(way) > merit(best) + 0.01) best = way;
      }
    }
  }
  return best as Fit;
}

interface Lines {
  lines: string[];
  /** The width of the longest, by the size of the letters. */
  widest: number;
}
const known = new Map<string, Lines[]>();

/** A name in one line, in two, and so on. */
function broken(name: string): Lines[] {
  let found = known.get(name);
  if (!found) {
    const words = name.split(/(?<=-)| /);
    found = words.map((_, at) => {
      const lines = inLines(words, at + 1);
      return { lines, widest: Math.max(...lines.map(width)) };
    });
    known.set(name, found);
  }
  return found;
}

/** The words in so many lines, as even as filling them one after the other makes them. */
function inLines(words: string[], count: number): string[] {
  const target = words.join(" ").length / count;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const goesOn = last !== undefined && (lines.length === count || last.length + word.length / 2 < target);
    if (goesOn) lines[lines.length - 1] = last.endsWith("-") ? last + word : `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

let canvas: CanvasRenderingContext2D | null = null;

/** The width of a text in the letters of the board, by their size. */
function width(text: string): number {
  if (!canvas) {
    canvas = document.createElement("canvas").getContext("2d");
    const letters = getComputedStyle(document.documentElement).getPropertyValue("--serif");
    if (canvas) canvas.font = `600 100px ${letters}`;
  }
  return canvas ? canvas.measureText(text).width / 100 + 0.12 : text.length * 0.6;
}

/** The box that a name and its badge fill, in the middle of another. */
export function filled(fit: Fit, box: Box): Box {
  const { width, height } = footprint(fit);
  const { x, y } = centre(box);
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

export interface Set {
  lines: { text: string; at: Point }[];
  badge: Point | null;
  /** About which to turn it, if it is upright. */
  turn: Point | null;
}

/** Where the lines and the badge come to stand, with the whole in the middle of a box. */
export function set(fit: Fit, box: Box): Set {
  const middle = centre(box);
  const whole = extent(fit);
  const top = middle.y - whole.height / 2;
  const left = middle.x - whole.width / 2;
  const linesHigh = fit.lines.length * LINE * fit.size;
  const first = fit.beside ? middle.y - linesHigh / 2 : top + fit.badge;
  const x = fit.beside ? middle.x + fit.badge / 2 : middle.x;
  return {
    lines: fit.lines.map((text, at) => ({ text, at: { x, y: first + (at + 0.79) * LINE * fit.size } })),
    badge: fit.badge
      ? { x: fit.beside ? left + BADGE : middle.x, y: fit.beside ? middle.y : top + BADGE }
      : null,
    turn: fit.upright ? middle : null,
  };
}
