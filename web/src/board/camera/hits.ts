// Which room is meant: by a finger that is wider than a small room, and by an arrow key.
import { centre, contains, outside, type Point } from "../geometry";
import type { Area, House } from "../house";

/** What a finger hits: 44 pixels across. */
const FINGER = 22;

/** The room at a point of the board. A finger beside a small room that can be gone to means that room, unless it is well
 * within another that can be gone to as well. */
export function meant(
  house: House,
  at: Point,
  lit: ReadonlyMap<string, string>,
  scale: number,
  touch: boolean,
): string | null {
  const standing = [...house.areas.values()].filter(({ space }) => space.kind !== "hall" && space.open);
  const under = standing.find(({ boxes }) => boxes.some((box) => contains(box, at)))?.space.name ?? null;
  if (!touch || (under && lit.has(under))) return under;
  const near = standing
    .filter(({ space }) => lit.has(space.name))
    .map((area) => ({ area, far: away(area, at) * scale }))
    .filter(({ area, far }) => far <= Math.max(0, FINGER - (smaller(area) * scale) / 2))
    .sort((a, b) => a.far - b.far);
  return near[0]?.area.space.name ?? under;
}

const away = ({ boxes }: Area, at: Point): number => Math.min(...boxes.map((box) => outside(box, at)));
const smaller = ({ label }: Area): number => Math.min(label.right - label.left, label.bottom - label.top);

const DIRECTIONS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest room in the direction of an arrow key: rather straight ahead than far to the side. */
export function towards(house: House, from: string, key: string): string | null {
  const direction = DIRECTIONS[key];
  const here = house.areas.get(from);
  if (!direction || !here) return null;
  const [dx, dy] = direction;
  const start = here.middle;
  let best: { name: string; cost: number } | null = null;
  for (const { space, label, boxes } of house.areas.values()) {
    if (space.kind === "hall" || !space.open || space.name === from) continue;
    const middle = centre(label);
    const ahead = (middle.x - start.x) * dx + (middle.y - start.y) * dy;
    if (ahead <= 4) continue;
    // A room straight ahead is not to the side, however its middle lies.
    const aside = Math.min(
      ...boxes.map((box) =>
        outside(dx ? { ...box, left: -1e6, right: 1e6 } : { ...box, top: -1e6, bottom: 1e6 }, start),
      ),
    );
    const cost = ahead + 3 * aside;
    if (!best || cost < best.cost) best = { name: space.name, cost };
  }
  return best?.name ?? null;
}
