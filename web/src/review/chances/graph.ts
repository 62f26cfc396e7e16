// Where things are in the graph of chances: x counts decisions, y is the chance from bottom to top.
import type { Analysis, Chance } from "./analysis.svelte";

export type Knowledge = "open" | "known";

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines are told apart by their dashes too. */
export const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 2 1 2 1 2", "5 5", "1 4"];

export function x(frame: Frame, points: number, at: number): number {
  const room = frame.width - frame.left - frame.right;
  return frame.left + (points > 1 ? (at / (points - 1)) * room : room / 2);
}

export function y(frame: Frame, chance: number): number {
  return frame.top + (1 - chance) * (frame.height - frame.top - frame.bottom);
}

/** The point that is nearest to a place in the picture. */
export function nearest(frame: Frame, points: number, place: number): number {
  const room = frame.width - frame.left - frame.right;
  return Math.min(points - 1, Math.max(0, Math.round(((place - frame.left) / room) * (points - 1))));
}

const short = (value: number): string => value.toFixed(1);

/** The line of a seat through a part of the game. */
export function line(
  frame: Frame,
  found: Analysis,
  part: number,
  knowledge: Knowledge,
  seat: number,
): string {
  return places(found, part)
    .map((at, nth) => {
      const chance = seatChance(found, at, knowledge, seat)?.chance ?? 0;
      return `${nth ? "L" : "M"}${short(x(frame, found.points.length, at))} ${short(y(frame, chance))}`;
    })
    .join("");
}

/** All that the chance may truly be: there along the upper end, and back along the lower. */
export function band(
  frame: Frame,
  found: Analysis,
  part: number,
  knowledge: Knowledge,
  seat: number,
): string {
  const all = places(found, part);
  const corner = (at: number, end: "low" | "high") =>
    `${short(x(frame, found.points.length, at))} ${short(y(frame, seatChance(found, at, knowledge, seat)?.[end] ?? 0))}`;
  const there = all.map((at) => corner(at, "high"));
  const back = [...all].reverse().map((at) => corner(at, "low"));
  return `M${[...there, ...back].join("L")}Z`;
}

/** The chance that nobody wins, through a part of the game; null where somebody always does. */
export function nobodyLine(frame: Frame, found: Analysis, part: number): string | null {
  const all = places(found, part).map((at) => ({ at, chance: found.points[at]?.nobody.chance ?? 0 }));
  if (all.every(({ chance }) => chance === 0)) return null;
  const corners = all.map(
    ({ at, chance }) => `${short(x(frame, found.points.length, at))} ${short(y(frame, chance))}`,
  );
  return `M${corners.join("L")}`;
}

/** The nearest point before or after this one at which a turn or a part begins. */
export function beginningOfTurn(found: Analysis, at: number, step: 1 | -1): number {
  const begins = (place: number): boolean => {
    const [before, here] = [found.points[place - 1], found.points[place]];
    return before?.turn !== here?.turn || before?.part !== here?.part;
  };
  const last = found.points.length - 1;
  let place = at + step;
  while (place > 0 && place < last && !begins(place)) place += step;
  return Math.min(last, Math.max(0, place));
}

export function seatChance(
  found: Analysis,
  at: number,
  knowledge: Knowledge,
  seat: number,
): Chance | undefined {
  return found.points[at]?.[knowledge][seat];
}

function places(found: Analysis, part: number): number[] {
  const { first, last } = found.parts[part] ?? { first: 0, last: -1 };
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
}

/** Numbers of turns under the graph: as many as there is room for. */
export function ticks(frame: Frame, found: Analysis): { at: number; turn: number }[] {
  const every = found.points.flatMap((point, at) => {
    const before = found.points[at - 1];
    return before?.turn === point.turn && before.part === point.part ? [] : [{ at, turn: point.turn }];
  });
  const most = Math.max(2, Math.floor((frame.width - frame.left - frame.right) / 44));
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((each) => every.length / each <= most) ?? 1000;
  return every.filter(({ turn }) => turn === 1 || turn % step === 0);
}

/** Labels that would lie over each other are moved apart, as little as can be. */
export function spread(wanted: readonly number[], apart: number, top: number, bottom: number): number[] {
  const order = wanted.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  let least = top;
  for (const each of order) {
    each.place = Math.max(each.place, least);
    least = each.place + apart;
  }
  let most = bottom;
  for (const each of order.reverse()) {
    each.place = Math.min(each.place, most);
    most = each.place - apart;
  }
  const result = new Array<number>(wanted.length).fill(0);
  for (const { place, index } of order) result[index] = place;
  return result;
}

/** In whole percent; only what is certain is 0 or 100. */
export function percent(chance: number): number {
  return chance === 0 || chance === 1 ? 100 * chance : Math.min(99, Math.max(1, Math.round(100 * chance)));
}
