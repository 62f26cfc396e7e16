// Ways to walk: through doors, round the corners of halls, up and down stairs, and never through a wall.
import { type Box, centre, contains, distance, type Point } from "../geometry";
import type { House } from "../house";

export interface Stop extends Point {
  /** One is not seen on the way here: it lies at the other end of some stairs. */
  climbed?: boolean;
}

/** A way from one stretch of floor to the next: where one leaves, and where one arrives, which is elsewhere on stairs. */
interface Gate {
  leave: Point;
  arrive: Point;
  to: number;
}

/** How one came through a gate into a stretch of floor. */
interface Path {
  gate: Gate | null;
  before: Path | null;
  cell: number;
  at: Point;
  cost: number;
  /** No way to the end that begins like this is shorter. */
  least: number;
}

export class Ways {
  readonly #cells: { space: string; box: Box; gates: Gate[] }[] = [];

  constructor(house: House) {
    for (const { space, boxes } of house.areas.values())
      for (const box of boxes) this.#cells.push({ space: space.name, box, gates: [] });
    this.#joinCorners();
    for (const { door, box, open } of house.openings)
      if (open && !door.sight_only) {
        const middle = centre(box);
        this.#join(door.between, middle, middle);
      }
    for (const pair of house.plan.joins) {
      const [one, other] = pair.map((name) => house.areas.get(name)?.middle);
      if (one && other) this.#join(pair, one, other);
    }
  }

  /** The stretches of a space that has corners meet where their edges do. */
  #joinCorners(): void {
    for (const [a, one] of this.#cells.entries())
      for (const [b, other] of this.#cells.entries()) {
        const shared = b > a && one.space === other.space ? meeting(one.box, other.box) : null;
        if (shared) this.#open(a, b, shared, shared);
      }
  }

  #join([from, to]: readonly [string, string], one: Point, other: Point): void {
    this.#open(this.#cell(from, one), this.#cell(to, other), one, other);
  }

  #open(a: number, b: number, one: Point, other: Point): void {
    this.#cells[a]?.gates.push({ leave: one, arrive: other, to: b });
    this.#cells[b]?.gates.push({ leave: other, arrive: one, to: a });
  }

  #cell(space: string, point: Point): number {
    const near = this.#cells.findIndex((cell) => cell.space === space && contains(cell.box, point, 6));
    return near >= 0 ? near : this.#cells.findIndex((cell) => cell.space === space);
  }

  /** The shortest way from a point in one space to a point in another, both ends included; null if there is none. */
  between(from: string, start: Point, to: string, end: Point): Stop[] | null {
    const last = this.#cell(to, end);
    const cell = this.#cell(from, start);
    const open: Path[] = [{ gate: null, before: null, cell, at: start, cost: 0, least: 0 }];
    const done = new Set<Gate | null>();
    for (let path = takeLeast(open); path; path = takeLeast(open)) {
      if (path.cell === last) return [...stops(path), end];
      if (done.has(path.gate)) continue;
      done.add(path.gate);
      for (const gate of this.#cells[path.cell]?.gates ?? []) {
        const cost = path.cost + distance(path.at, gate.leave);
        const least = cost + (gate.to === last ? distance(gate.arrive, end) : 0);
        if (!done.has(gate)) open.push({ gate, before: path, cell: gate.to, at: gate.arrive, cost, least });
      }
    }
    return null;
  }
}

function takeLeast(open: Path[]): Path | undefined {
  const best = open.reduce(
    (found, { least }, at) => (least < (open[found]?.least ?? Infinity) ? at : found),
    0,
  );
  return open.splice(best, 1)[0];
}

function stops({ gate, before, at }: Path): Stop[] {
  if (!gate || !before) return [at];
  const climbed = gate.leave !== gate.arrive;
  return [...stops(before), gate.leave, ...(climbed ? [{ ...gate.arrive, climbed }] : [])];
}

/** The middle of the line along which two boxes touch. */
function meeting(a: Box, b: Box): Point | null {
  const x = [Math.max(a.left, b.left), Math.min(a.right, b.right)] as const;
  const y = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)] as const;
  const touches = x[0] <= x[1] && y[0] <= y[1] && (x[0] < x[1] || y[0] < y[1]);
  return touches ? { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 } : null;
}

export const length = (stops: readonly Stop[]): number =>
  stops.reduce((total, stop, at) => total + (stop.climbed ? 0 : distance(stop, stops[at - 1] ?? stop)), 0);
