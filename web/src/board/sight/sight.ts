// Who sees what, as the server tells it: the page works none of it out.
import type { Place, Plan, Segment, Sight, View } from "../../api/protocol";
import type { House } from "../house";

export type Beam = { from: string; lines: Segment[] };

/** The other rooms from which a room is seen now; before the server has said so, those that lie in view of it. */
export function seenFrom(plan: Plan, sight: Sight | null | undefined, room: string): string[] {
  const place = placeOf(sight, room);
  return place ? place.seen_from.filter((other) => other !== room) : (plan.sees[room] ?? []);
}

export function placeOf(sight: Sight | null | undefined, room: string): Place | undefined {
  return sight?.places.find((place) => place.room === room);
}

/** The lines along which a room is seen from others. */
export function beams(house: House, room: string, from: readonly string[]): Beam[] {
  return house.plan.lines
    .filter(([a, b]) => (a === room && from.includes(b)) || (b === room && from.includes(a)))
    .map(([a, b, lines]) => ({ from: a === room ? b : a, lines: lines.map((line) => house.line(a, line)) }));
}

/** Always the same one, so that nothing is drawn anew for it. */
const NONE: Set<string> = new Set();

/** With the lights out: the rooms that are not seen from where a player stands. */
export function inTheDark(
  plan: Plan,
  view: View,
  seat: number,
  sight: Sight | null | undefined,
): Set<string> {
  if (!view.lights_out) return NONE;
  const here = view.rooms[seat];
  const seen = here ? [here, ...(placeOf(sight, here)?.seen_from ?? [])] : [];
  return new Set(plan.spaces.map((space) => space.name).filter((name) => !seen.includes(name)));
}

export function underWater(plan: Plan, view: View): Set<string> {
  return view.sunk.length ? new Set(view.sunk.flatMap((deck) => plan.decks[deck] ?? [])) : NONE;
}
