// The card that someone has drawn and not decided anything since.
import type { Told } from "../api/table.svelte";

export interface Drawn {
  readonly card: string;
  readonly copy: number;
}

const DECISIONS = new Set(["walks", "laid down", "attempt", "played", "passed", "turn over"]);
const MOVES = new Set(["stepped", "jumped"]);

/** `endsTurn`: drawing is the last thing in a turn, so that the end of it is no decision of its own. */
export function drawn(told: readonly Told[], seat: number | null, endsTurn: boolean): Drawn | null {
  let at = told.length - 1;
  while (at >= 0 && !(told[at]?.event.kind === "drew" && told[at]?.event.seat === seat)) at -= 1;
  const event = told[at]?.event;
  if (!event?.card) return null;
  let current: number | null | undefined = seat;
  let isOver = !endsTurn;
  for (const { event: later } of told.slice(at + 1)) {
    if (later.kind === "turn" || later.kind === "called up") current = later.seat;
    const isMine =
      (DECISIONS.has(later.kind) && later.seat === seat) ||
      (MOVES.has(later.kind) && current === seat) ||
      (later.kind === "attacked" && later.pawn === seat);
    if (isMine && isOver) return null;
    if (isMine) isOver = true;
  }
  return { card: event.card, copy: event.copy ?? 0 };
}
