// Where the guide's card lies: beside what it speaks of, never over it, and out of the way of what is played with.
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const GAP = 14;
const EDGE = 8;
/** How much worse it is to lie over what is spoken of than over something else. */
const NEVER = 1000;

export interface Place {
  readonly left: number;
  readonly top: number;
}

export function place(
  card: { width: number; height: number },
  anchor: Box | null,
  avoid: readonly Box[],
  screen: Box,
): Place {
  const { width, height } = card;
  const most = { left: screen.right - width - EDGE, top: screen.bottom - height - EDGE };
  const inside = ({ left, top }: Place): Place => ({
    left: Math.max(screen.left + EDGE, Math.min(most.left, left)),
    top: Math.max(screen.top + EDGE, Math.min(most.top, top)),
  });
  const corners: Place[] = [
    { left: most.left, top: screen.top },
    { left: screen.left, top: screen.top },
    { left: most.left, top: most.top },
    { left: screen.left, top: most.top },
    { left: (screen.left + most.left) / 2, top: screen.top },
    { left: (screen.left + most.left) / 2, top: most.top },
  ];
  const tried = anchor ? [...beside(card, anchor), ...corners] : corners;
  const cost = (at: Place): number => {
    const box = { left: at.left, top: at.top, right: at.left + width, bottom: at.top + height };
    const over = avoid.reduce((sum, each) => sum + shared(box, each), 0);
    return over + (anchor ? NEVER * shared(box, grown(anchor, GAP / 2)) + 20 * apart(box, anchor) : 0);
  };
  let best = inside(tried[0] ?? { left: 0, top: 0 });
  for (const each of tried.map(inside)) if (cost(each) < cost(best)) best = each;
  return best;
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

const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** How far it is from one box to the other. */
function apart(a: Box, b: Box): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(across, down);
}
