// Paths to draw with, and a way to put one elsewhere: moved, larger or smaller, turned, mirrored.
import type { Picture, Tone } from "./picture";

export type Parts = Picture["parts"];

export const disc = (x: number, y: number, r: number): string => oval(x, y, r, r);

export const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

export const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}Z`;

/** A line through points, given as x, y, x, y … */
export const rule = (...points: number[]): string =>
  points.map((number, at) => (at === 0 ? `M${number}` : at === 2 ? `L${number}` : ` ${number}`)).join("");

export const poly = (...points: number[]): string => `${rule(...points)}Z`;

/** A straight bar from one point to another: an arm, a leg, a stick. */
export function bar(x: number, y: number, toX: number, toY: number, width: number): string {
  const length = Math.hypot(toX - x, toY - y);
  const [across, down] = [((y - toY) / length) * (width / 2), ((toX - x) / length) * (width / 2)];
  return poly(x + across, y + down, toX + across, toY + down, toX - across, toY - down, x - across, y - down);
}

/** A star, a splash, a burst: points that lie far and near in turn. */
export function burst(x: number, y: number, points: number, far: number, near: number): string {
  const numbers = Array.from({ length: 2 * points }, (_, at) => {
    const [angle, r] = [(Math.PI * at) / points - Math.PI / 2, at % 2 ? near : far];
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
  return poly(...numbers.flat().map(short));
}

/** The same path at several places, given as x, y, x, y … */
export const each = (path: (x: number, y: number) => string, ...places: number[]): string =>
  places
    .filter((_, at) => at % 2 === 0)
    .map((x, at) => path(x, places[2 * at + 1] ?? 0))
    .join("");

interface Turn {
  /** In degrees, to the right. */
  turn?: number;
  mirror?: boolean;
}

/** Parts that are drawn about 0, 0, put elsewhere. */
export function put(
  parts: Parts,
  x: number,
  y: number,
  scale = 1,
  { turn = 0, mirror = false }: Turn = {},
): Parts {
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const side = mirror ? -1 : 1;
  const to = (px: number, py: number, isAbsolute: boolean): number[] => [
    short(side * px * cos - py * sin + (isAbsolute ? x : 0)),
    short(side * px * sin + py * cos + (isAbsolute ? y : 0)),
  ];
  return parts.map(([tone, path]): [Tone, string] => [tone, moved(path, to, scale, turn, mirror)]);
}

const short = (value: number): number => Math.round(value * 10) / 10;

type To = (x: number, y: number, isAbsolute: boolean) => number[];

/** Rewrites a path number by number. What runs along an axis becomes a line, as it may be turned. */
function moved(path: string, to: To, scale: number, turn: number, mirror: boolean): string {
  let [x, y] = [0, 0]; // where the pen is, before it is put elsewhere
  const commands = [...path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].map(([, letter = "", rest = ""]) => {
    const kind = letter.toUpperCase();
    const isAbsolute = letter === kind;
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    if (kind === "Z") return "Z";
    if (kind === "H" || kind === "V") {
      const [along = 0] = numbers;
      if (kind === "H") x = isAbsolute ? along : x + along;
      else y = isAbsolute ? along : y + along;
      return `L${to(x, y, true).join(" ")}`;
    }
    const [byX = 0, byY = 0] = numbers.slice(-2);
    [x, y] = isAbsolute ? [byX, byY] : [x + byX, y + byY];
    if (kind === "A") {
      const [rx = 0, ry = 0, tilt = 0, large = 0, sweep = 0] = numbers;
      const round = [rx * scale, ry * scale, (mirror ? -tilt : tilt) + turn].map(short);
      return letter + [...round, large, mirror ? 1 - sweep : sweep, ...to(byX, byY, isAbsolute)].join(" ");
    }
    const points = Array.from({ length: numbers.length / 2 }, (_, at) =>
      to(numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0, isAbsolute),
    );
    return letter + points.flat().join(" ");
  });
  return commands.join("");
}
