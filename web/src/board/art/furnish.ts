// Finding places for the things in a room: near where they would like to stand, but not in the way of a door.
import { type Box, centre, high, inset, overlap, wide } from "../geometry";
import type { Thing } from "./rooms";
import type { Glyph } from "./shapes";

export interface Placed {
  glyph: Glyph;
  x: number;
  y: number;
  scale: number;
}

/** The room for which things are drawn in their own size. */
const USUAL = 190 * 140;
/** So much floor before a door is kept free. */
const BEFORE_A_DOOR = 10;
const SMALLEST = 0.5;

/** `name` is where the name stands: things keep off it if they can. */
export function furnish(things: readonly Thing[], room: Box, doors: readonly Box[], name: Box): Placed[] {
  const scale = Math.min(1.35, Math.max(0.75, Math.sqrt((wide(room) * high(room)) / USUAL)));
  const taken = doors.map((door) => inset(door, -BEFORE_A_DOOR));
  const placed: Placed[] = [];
  for (const [glyph, x, y] of things) {
    const largest = Math.min(scale, (0.94 * wide(room)) / glyph.width, (0.84 * high(room)) / glyph.height);
    const sizes = [1, 0.85, 0.7].map((share) => share * largest).filter((size) => size > SMALLEST);
    const place = freePlace(glyph, sizes, near(x, y), room, taken, name);
    if (!place) continue;
    placed.push(place);
    taken.push(box(place));
  }
  return placed;
}

/** The first place that is free and off the name, else the first that is free. */
function freePlace(
  glyph: Glyph,
  sizes: readonly number[],
  wishes: readonly [number, number][],
  room: Box,
  taken: readonly Box[],
  name: Box,
): Placed | null {
  let found: Placed | null = null;
  for (const size of sizes)
    for (const [x, y] of wishes) {
      const place = standing(glyph, size, room, x, y);
      const here = box(place);
      if (taken.some((other) => overlap(here, other))) continue;
      if (!overlap(here, name)) return place;
      found ??= place;
    }
  return found;
}

const STEPS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];

/** The wish, the same on the other side, and then all other places, the nearer ones first. */
function near(x: number, y: number): [number, number][] {
  const places = STEPS.flatMap((across) =>
    STEPS.map((down) => ({ at: [across, down] as [number, number], far: Math.hypot(across - x, down - y) })),
  );
  return [[x, y], [1 - x, y], ...places.sort((a, b) => a.far - b.far).map(({ at }) => at)];
}

function standing(glyph: Glyph, scale: number, room: Box, x: number, y: number): Placed {
  const [free, tall] = [wide(room) - glyph.width * scale, high(room) - glyph.height * scale];
  return {
    glyph,
    scale,
    x: room.left + (glyph.width * scale) / 2 + free * x,
    y: room.top + (glyph.height * scale) / 2 + tall * y,
  };
}

const box = ({ glyph, x, y, scale }: Placed): Box => ({
  left: x - (glyph.width * scale) / 2,
  top: y - (glyph.height * scale) / 2,
  right: x + (glyph.width * scale) / 2,
  bottom: y + (glyph.height * scale) / 2,
});

/** A rug lies in the middle, well off the walls, in rooms that are large enough for one. */
export function rug(room: Box): Box | null {
  const middle = centre(room);
  const [width, height] = [wide(room) * 0.66, high(room) * 0.56];
  if (width < 70 || height < 44) return null;
  return {
    left: middle.x - width / 2,
    right: middle.x + width / 2,
    top: middle.y - height / 2,
    bottom: middle.y + height / 2,
  };
}
