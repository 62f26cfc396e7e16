// Walls from the spaces: the lines between two spaces, and between a space and the outside, less the doors in them.
import type { PlanSpace } from "../../api/protocol";
import { cell, HIGH, type Point, WIDE } from "../geometry";
import type { House, Storey } from "../house";

export interface Walls {
  inner: string;
  outer: string;
  /** The outer walls of open rooms, behind which there is light. */
  windows: string;
  /** What lies within the house and belongs to no room. */
  solid: string;
}

export function walls(house: House): Walls {
  const paths: Walls = { inner: "", outer: "", windows: "", solid: "" };
  for (const storey of house.storeys) {
    const owners = owned(house, storey);
    const solid = enclosed(house, storey, owners);
    paths.solid += squares(house, storey, solid);
    for (const [kind, lines] of Object.entries(edges(house, storey, owners, solid)) as [
      keyof Walls,
      Lines,
    ][]) {
      for (const [key, units] of lines) {
        const [wall, at] = key.split(" ") as ["horizontal" | "vertical", string];
        for (const piece of pieces(units, gaps(house, storey, wall, Number(at))))
          paths[kind] += drawn(wall, Number(at), piece, storey);
      }
    }
  }
  return paths;
}

/** Unit lengths of wall by the line they lie on, such as "vertical 24". */
type Lines = Map<string, number[]>;
type Piece = [start: number, end: number];

type Owners = Map<number, PlanSpace>;

function owned(house: House, storey: Storey): Owners {
  const owners: Owners = new Map();
  for (const { space } of house.areas.values())
    if (space.floor === storey.number)
      for (const [left, top, right, bottom] of space.rectangles)
        for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) owners.set(cell(x, y), space);
  return owners;
}

/** Cells of no space that cannot be reached from outside. */
function enclosed(house: House, storey: Storey, owners: Owners): Set<number> {
  const floor = house.plan.floors[storey.number];
  const free = new Map<number, Point>();
  if (!floor) return new Set();
  const [top, bottom] = [floor.top - 1, floor.top + floor.rows];
  for (let y = top; y <= bottom; y++)
    for (let x = -1; x <= floor.columns; x++) if (!owners.has(cell(x, y))) free.set(cell(x, y), { x, y });
  const reached = [cell(-1, top)];
  for (let key = reached.pop(); key !== undefined; key = reached.pop()) {
    const at = free.get(key);
    if (!at) continue;
    free.delete(key);
    reached.push(cell(at.x - 1, at.y), cell(at.x + 1, at.y), cell(at.x, at.y - 1), cell(at.x, at.y + 1));
  }
  return new Set(free.keys());
}

type Edges = Record<Exclude<keyof Walls, "solid">, Lines>;

function edges(house: House, storey: Storey, owners: Owners, solid: Set<number>): Edges {
  const found: Edges = { inner: new Map(), outer: new Map(), windows: new Map() };
  const add = (lines: Lines, line: string, unit: number) => {
    const units = lines.get(line);
    if (units) units.push(unit);
    else lines.set(line, [unit]);
  };
  /** One unit of a rectangle's edge, if it is the edge of its space as well. `again`: it is found from the other side too. */
  const side = (space: PlanSpace, beyond: number, line: string, unit: number, again: boolean) => {
    const other = owners.get(beyond);
    if (other === space) return;
    if (other ? !again : solid.has(beyond)) add(found.inner, line, unit);
    if (other || solid.has(beyond)) return;
    add(found.outer, line, unit);
    if (space.open) add(found.windows, line, unit);
  };
  for (const { space } of house.areas.values()) {
    if (space.floor !== storey.number) continue;
    for (const [left, top, right, bottom] of space.rectangles) {
      for (let x = left; x < right; x++) {
        side(space, cell(x, top - 1), `horizontal ${top}`, x, false);
        side(space, cell(x, bottom), `horizontal ${bottom}`, x, true);
      }
      for (let y = top; y < bottom; y++) {
        side(space, cell(left - 1, y), `vertical ${left}`, y, false);
        side(space, cell(right, y), `vertical ${right}`, y, true);
      }
    }
  }
  return found;
}

function gaps(house: House, storey: Storey, wall: string, at: number): Piece[] {
  return house.openings
    .filter(({ door }) => door.wall === wall && door.at === at)
    .filter(({ door }) => house.areas.get(door.between[0])?.space.floor === storey.number)
    .map(({ door }) => [door.span[0] - 0.5, door.span[1] + 0.5]);
}

function squares(house: House, { number, shift }: Storey, cells: Set<number>): string {
  const floor = house.plan.floors[number];
  let path = "";
  // Each row of neighbours in one piece, as there would be seams between single cells.
  for (let y = floor?.top ?? 0; floor && y < floor.top + floor.rows; y++)
    for (let x = 0; x < floor.columns; x++) {
      const from = x;
      while (cells.has(cell(x, y))) x++;
      if (x > from)
        path += `M${from * WIDE + shift.x} ${y * HIGH + shift.y}h${(x - from) * WIDE}v${HIGH + 0.5}h${(from - x) * WIDE}Z`;
    }
  return path;
}

/** Unit lengths along one line, joined where they touch, with the gaps cut out. */
function pieces(units: number[], gaps: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const unit of [...units].sort((a, b) => a - b)) {
    const last = joined.at(-1);
    if (last?.[1] === unit) last[1] = unit + 1;
    else joined.push([unit, unit + 1]);
  }
  return gaps.reduce(
    (left, [from, to]) =>
      left.flatMap(([start, end]): Piece[] =>
        to <= start || from >= end
          ? [[start, end]]
          : [[start, from] as Piece, [to, end] as Piece].filter(([a, b]) => a < b),
      ),
    joined,
  );
}

function drawn(wall: "horizontal" | "vertical", at: number, [start, end]: Piece, { shift }: Storey): string {
  return wall === "vertical"
    ? `M${at * WIDE + shift.x} ${start * HIGH + shift.y}V${end * HIGH + shift.y}`
    : `M${start * WIDE + shift.x} ${at * HIGH + shift.y}H${end * WIDE + shift.x}`;
}
