// Where the lanterns hang that show the doctor's way.
import type { Box, Point } from "../geometry";
import { type Area, room } from "../house";

/** How many of his next rooms are marked: as many as one can plan for. */
export const FORESEEN = 5;

export function lantern(area: Area): Point {
  const { right, bottom } = room(area);
  return { x: right - 11, y: bottom - 15 };
}

/** The floor that a lantern takes from those who stand in the room. */
export function taken(area: Area): Box {
  const { x, y } = lantern(area);
  return { left: x - 11, top: y - 16, right: x + 12, bottom: y + 16 };
}
