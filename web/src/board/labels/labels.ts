// What stands written in each room, and where: worked out once for each room as it lies.
import { type Area, room } from "../house";
import { type Divided, divide } from "./arrangement";

const known = new WeakMap<Area, Divided>();
/** Hallways and stairs are lesser places. */
const LESSER = 13;

export function signed(area: Area): Divided {
  let found = known.get(area);
  if (!found) {
    const { word, number, kind } = area.space;
    found = divide(word, number !== null, room(area), kind === "room" ? undefined : LESSER);
    known.set(area, found);
  }
  return found;
}
