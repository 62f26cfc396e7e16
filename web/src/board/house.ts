// A plan laid out to be drawn: the floors in play beside or below each other, each space with its place and shape.
import type { Plan, PlanDoor, PlanSpace, Segment } from "../api/protocol";
import {
  around,
  type Box,
  boxOf,
  centre,
  corners,
  high,
  HIGH,
  inset,
  moved,
  outline,
  type Point,
  wide,
  WIDE,
} from "./geometry";

/** A space as it lies on the board. */
export interface Area {
  space: PlanSpace;
  boxes: Box[];
  /** Where its name and its pawns have the most room. */
  label: Box;
  middle: Point;
  /** Up to the middle of the walls, up to the walls, and well within them. */
  shape: string;
  floor: string;
  within: string;
}

export interface Opening {
  door: PlanDoor;
  box: Box;
  /** Can one go, or at a rail look, through it? The doors of closed rooms are shut. */
  open: boolean;
}

export interface Storey {
  /** Which of the plan's floors it is. */
  number: number;
  name: string;
  box: Box;
  shift: Point;
}

export interface House {
  plan: Plan;
  box: Box;
  storeys: Storey[];
  areas: Map<string, Area>;
  openings: Opening[];
  /** A line of the plan, on its floor. */
  line(of: string, segment: Segment): Segment;
}

export const WALL = 8;
const BETWEEN_FLOORS = 70;

/** The plan with its floors below each other, or side by side. */
export function house(plan: Plan, sideBySide: boolean): House {
  const storeys = lay(plan, sideBySide);
  const shifts = new Map(storeys.map((storey) => [storey.number, storey.shift]));
  const areas = new Map<string, Area>();
  for (const space of plan.spaces) {
    const shift = shifts.get(space.floor);
    if (shift) areas.set(space.name, area(space, shift));
  }
  const openings = plan.doors.flatMap((door) => opening(door, areas, shifts) ?? []);
  const line = (of: string, [x1, y1, x2, y2]: Segment): Segment => {
    const { x, y } = shifts.get(areas.get(of)?.space.floor ?? 0) ?? { x: 0, y: 0 };
    return [x1 * WIDE + x, y1 * HIGH + y, x2 * WIDE + x, y2 * HIGH + y];
  };
  return { plan, box: around(storeys.map((storey) => storey.box)), storeys, areas, openings, line };
}

/** Side by side the floors are seen as what they are, and on a wide screen that may make them this much smaller. */
const WORTH_IT = 0.9;

/** Which way of laying out the floors leaves more of a screen to each? */
export function besideEachOther(plan: Plan, width: number, height: number): boolean {
  const scale = (sideBySide: boolean) => {
    const box = around(lay(plan, sideBySide).map((storey) => storey.box));
    return Math.min(width / wide(box), height / high(box));
  };
  return scale(true) > scale(false) * (width > height ? WORTH_IT : 1);
}

/** The floors in play. */
function lay(plan: Plan, sideBySide: boolean): Storey[] {
  const inPlay = new Set(plan.spaces.filter((space) => space.open).map((space) => space.floor));
  let at: Point = { x: 0, y: 0 };
  return [...plan.floors.entries()]
    .filter(([number]) => inPlay.has(number))
    .map(([number, floor]) => {
      const [width, height] = [(floor.columns - 1) * WIDE, (floor.rows - 1) * HIGH];
      const box = moved({ left: 0, top: 0, right: width, bottom: height }, at);
      const shift = { x: at.x, y: at.y - floor.top * HIGH };
      if (sideBySide) at = { x: at.x + width + BETWEEN_FLOORS, y: 0 };
      else at = { x: 0, y: at.y + height + BETWEEN_FLOORS };
      return { number, name: floor.name, box, shift };
    });
}

function area(space: PlanSpace, shift: Point): Area {
  const points = corners(space.rectangles).map(({ x, y }) => ({
    x: x * WIDE + shift.x,
    y: y * HIGH + shift.y,
  }));
  const label = boxOf(space.label_box, shift);
  return {
    space,
    boxes: space.rectangles.map((rectangle) => boxOf(rectangle, shift)),
    label,
    middle: centre(label),
    shape: outline(points),
    floor: outline(points, WALL / 2),
    within: outline(points, WALL / 2 + 3),
  };
}

function opening(door: PlanDoor, areas: Map<string, Area>, shifts: Map<number, Point>): Opening | null {
  const sides = door.between.map((name) => areas.get(name)?.space);
  const shift = shifts.get(sides[0]?.floor ?? -1);
  if (!shift) return null;
  const [start, end] = [door.span[0] - 0.5, door.span[1] + 0.5];
  const box =
    door.wall === "horizontal"
      ? { left: start * WIDE, top: door.at * HIGH, right: end * WIDE, bottom: door.at * HIGH }
      : { left: door.at * WIDE, top: start * HIGH, right: door.at * WIDE, bottom: end * HIGH };
  const thick = door.wall === "horizontal" ? { x: 0, y: WALL / 2 } : { x: WALL / 2, y: 0 };
  const whole = {
    left: box.left - thick.x,
    top: box.top - thick.y,
    right: box.right + thick.x,
    bottom: box.bottom + thick.y,
  };
  return { door, box: moved(whole, shift), open: sides.every((space) => space?.open) };
}

/** The part of a room that is free for its name and its pawns. */
export const room = (area: Area): Box => inset(area.label, WALL / 2 + 3);
