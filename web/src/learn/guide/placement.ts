// Where the guide's card lies: beside what it speaks of, never over it, and out of the way of what is played with.
import { type Box, inset, shared } from "../../board/geometry";

/** Something that should rather not be hidden: the more it weighs, the less so. */
export interface Obstacle extends Box {
  readonly weight: number;
}

const GAP = 14;
const EDGE = 8;
/** What weighs so much is never hidden, by however small a part: what is spoken of, and what goes on. */
export const NEVER = 1000;
/** What a pixel of distance from what is spoken of counts, against a square pixel of something that is hidden. */
const FAR = 10;
/** So much better another place has to be, in hidden square pixels, for a card to move there. */
const WORTH_IT = 1500;
/** Places that are tried are so far from each other. */
const STEP = 24;

export interface Place {
  readonly left: number;
  readonly top: number;
}

/** The free place that is nearest to the anchor, or where the least is hidden; `before` is where the card lies now. */
export function place(
  card: { width: number; height: number },
  anchor: Box | null,
  avoid: readonly Obstacle[],
  screen: Box,
  before: Place | null = null,
): Place {
  const { width, height } = card;
  const least = { left: screen.left + EDGE, top: screen.top + EDGE };
  const most = {
    left: Math.max(least.left, screen.right - width - EDGE),
    top: Math.max(least.top, screen.bottom - height - EDGE),
  };
  const inside = ({ left, top }: Place): Place => ({
    left: Math.max(least.left, Math.min(most.left, left)),
    top: Math.max(least.top, Math.min(most.top, top)),
  });
  const cost = (at: Place): number => {
    const box = { left: at.left, top: at.top, right: at.left + width, bottom: at.top + height };
    const over = avoid.reduce((sum, each) => sum + each.weight * shared(box, each), 0);
    return over + (anchor ? NEVER * shared(box, inset(anchor, -GAP / 2)) + FAR * apart(box, anchor) : 0);
  };
  const tried = [...(anchor ? beside(card, anchor) : []), ...everywhere(least, most)].map(inside);
  let [best, lowest] = [tried[0] ?? least, Infinity];
  for (const each of tried) {
    const costs = cost(each);
    if (costs < lowest) [best, lowest] = [each, costs];
  }
  // A card that is being read stays where it is as long as it can.
  return before && cost(inside(before)) < lowest + WORTH_IT ? inside(before) : best;
}

/** Does a card that lies there hide something that must not be hidden? */
export function isOver(
  { width, height }: { width: number; height: number },
  { left, top }: Place,
  anchor: Box | null,
  avoid: readonly Obstacle[],
): boolean {
  const box = { left, top, right: left + width, bottom: top + height };
  const never: Box[] = avoid.filter(({ weight }) => weight >= NEVER);
  return [...never, ...(anchor ? [inset(anchor, -GAP / 2)] : [])].some((each) => shared(box, each) > 0);
}

/** From the right and the top, where there is mostly room. */
function* everywhere(least: Place, most: Place): Generator<Place> {
  for (let top = least.top; top < most.top + STEP; top += STEP)
    for (let left = most.left; left > least.left - STEP; left -= STEP) yield { left, top };
}

function beside({ width, height }: { width: number; height: number }, anchor: Box): Place[] {
  const across = (anchor.left + anchor.right - width) / 2;
  const down = (anchor.top + anchor.bottom - height) / 2;
  return [
    { left: anchor.right + GAP, top: down },
    { left: anchor.left - GAP - width, top: down },
    { left: across, top: anchor.top - GAP - height },
    { left: across, top: anchor.bottom + GAP },
  ];
}

/** How far it is from one box to the other. */
function apart(a: Box, b: Box): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(across, down);
}
