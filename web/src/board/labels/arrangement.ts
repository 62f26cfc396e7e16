// A room divided between its name and those who stand in it. The name keeps its place, whoever comes and goes.
import { type Box, centre, high, inset, outside, type Point, wide } from "../geometry";
import { extent, type Fit, fit, footprint, merit } from "./fitting";

export interface Divided {
  name: Fit;
  nameBox: Box;
  pawns: Box;
}

export const PAWN = 17;
const SMALLEST = 6;
const AIR = 3;
/** A room is divided for so many, as it is seldom fuller. */
const USUAL = 3;

/** The best way to have both a name that can be read and pawns that can be told apart. */
export function divide(word: string, numbered: boolean, box: Box, largest?: number): Divided {
  const ways: Divided[] = [];
  for (let share = 0.2; share <= 0.75; share += 0.05) {
    const edge = { x: box.left + wide(box) * share, y: box.top + high(box) * share };
    ways.push(stacked(fit(word, numbered, { ...box, bottom: edge.y }, largest), box));
    ways.push(besides(fit(word, numbered, { ...box, right: edge.x }, largest), box));
  }
  const judged = ways.map((way) => ({ way, worth: worth(way) }));
  return judged.reduce((best, each) => (each.worth > best.worth + 0.005 ? each : best)).way;
}

/** The name above, the pawns below. */
function stacked(name: Fit, box: Box): Divided {
  const edge = box.top + footprint(name).height + AIR;
  return { name, nameBox: { ...box, bottom: edge }, pawns: { ...box, top: edge } };
}

/** The name on the left, the pawns on the right. */
function besides(name: Fit, box: Box): Divided {
  const edge = box.left + footprint(name).width + 2 * AIR;
  return { name, nameBox: { ...box, right: edge }, pawns: { ...box, left: edge } };
}

function worth({ name, nameBox, pawns }: Divided): number {
  const fits = extent(name).width <= Math.max(wide(nameBox), high(nameBox)) + 1;
  return (fits ? 1 : 0.5) * Math.min(radius(pawns, USUAL) / 13, merit(name) / 14) + merit(name) / 100;
}

export interface Spots {
  radius: number;
  at: Point[];
}

/** Smaller than this a pawn's letter is hard to read, and that matters more than the room's name and its walls. */
const PLAIN = 12.5;
/** Pawns whose middles are this far apart can be told from each other. */
const APART = 1.5 * PLAIN;
/** So far a crowd may stand over the walls. */
const OVER = 5;

/** Where so many pawns stand in a room: beside its name, and beside what else is taken, closer together if need be. A
 * crowd takes the whole room. */
export function spots({ pawns }: Divided, room: Box, count: number, taken: Box | null): Spots {
  const [besideName, anywhere] = [pawns, room].map((box) => [box, ...beside(box, taken)]) as [Box[], Box[]];
  const rows = (boxes: Box[]) =>
    boxes.map((box) => inRows(box, count)).filter(({ radius }) => radius >= PLAIN);
  const crowds = besideName.map((box) => crowded(box, count)).filter(({ apart }) => apart >= APART);
  const free = ({ at, radius }: Spots) => !taken || at.every((spot) => outside(taken, spot) >= radius - 1);
  return [...rows(besideName), ...crowds, ...rows(anywhere)].find(free) ?? crowded(room, count);
}

/** What is left of a box to the left of something, and above it. */
const beside = (box: Box, taken: Box | null): Box[] =>
  taken
    ? [
        { ...box, right: taken.left },
        { ...box, bottom: taken.top },
      ]
    : [];

/** How large so many pawns can be in a box. */
function radius(box: Box, count: number): number {
  for (let size = PAWN; size > SMALLEST; size -= 0.5) if (grid(box, size).places >= count) return size;
  return SMALLEST;
}

function grid(box: Box, size: number): { columns: number; places: number; pitch: number } {
  const pitch = 2 * size + (size < PLAIN + 2 ? 1 : AIR);
  const [columns, rows] = [Math.floor((wide(box) + AIR) / pitch), Math.floor((high(box) + AIR) / pitch)];
  return { columns, places: columns * rows, pitch };
}

/** In rows that are as even as can be, in the middle of a box. */
function inRows(box: Box, count: number): Spots {
  const size = radius(box, count);
  const { columns, pitch } = grid(box, size);
  const rows = Math.ceil(count / Math.max(1, columns));
  return { radius: size, at: places(centre(box), count, rows, pitch, pitch) };
}

/** Over each other as little as may be, where there is no room for all of them side by side. */
function crowded(within: Box, count: number): Spots & { apart: number } {
  const box = inset(within, -OVER);
  const side = 2 * PLAIN + 1;
  const pitch = (length: number, many: number) =>
    many < 2 ? side : Math.max(0, Math.min(side, (length - 2 * PLAIN) / (many - 1)));
  const ways = Array.from({ length: count }, (_, index) => {
    const across = pitch(wide(box), Math.ceil(count / (index + 1)));
    const down = pitch(high(box), index + 1);
    return { rows: index + 1, across, down, apart: Math.min(across, down) };
  });
  const { rows, across, down, apart } = ways.reduce((a, b) => (b.apart > a.apart ? b : a));
  return { radius: PLAIN, at: places(centre(box), count, rows, across, down), apart };
}

function places(middle: Point, count: number, rows: number, across: number, down: number): Point[] {
  const inRow = Math.ceil(count / rows);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / inRow);
    const here = Math.min(inRow, count - row * inRow);
    return {
      x: middle.x + ((index % inRow) - (here - 1) / 2) * across,
      y: middle.y + (row - (rows - 1) / 2) * down,
    };
  });
}
