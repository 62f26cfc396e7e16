// What a small screen keeps in view.
import { type Box, distance } from "../geometry";
import type { Area, House } from "../house";

/** What is pointed out, we ourselves, the doctor, and where we can go, the nearest first. */
export function matters(
  house: House,
  marked: readonly string[],
  own: string | null,
  doctor: string,
  lit: Iterable<string>,
): Box[] {
  const areas = (rooms: Iterable<string | null>): Area[] =>
    [...rooms].flatMap((room) => (room && house.areas.get(room)) || []);
  const [first, ...others] = areas([...marked, own, doctor]);
  if (!first) return [];
  const far = ({ middle }: Area) => distance(middle, first.middle);
  const near = areas(lit).sort((a, b) => far(a) - far(b));
  return [first, ...others, ...near].map((area) => area.label);
}
