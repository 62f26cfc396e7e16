// How much is at stake, from what everyone can see.
import type { View } from "../api/protocol";

export interface Mood {
  /** From 0, when nothing threatens, to 1. */
  tension: number;
  /** How much of the ship is under water, from 0 to 1. */
  water: number;
}

/** Cards that are left when the end can be felt. */
const FEW = 10;

type Seen = Pick<
  View,
  "attempt" | "escape" | "lights_out" | "outcome" | "piles" | "reasons" | "rooms" | "sunk"
>;

/** `decks` is how many the ship has; a house has none. */
export function mood(view: Seen, decks: number): Mood {
  const water = decks ? view.sunk.length / decks : 0;
  if (view.outcome) return { tension: 0, water };
  const left = view.piles.reduce((sum, pile) => sum + pile, 0);
  const gone = view.escape ? view.rooms.filter((room) => room === null).length / view.rooms.length : 0;
  const tension =
    0.1 +
    (view.attempt ? 0.45 : 0) +
    (view.lights_out ? 0.2 : 0) +
    (view.escape ? 0.2 : 0) +
    0.35 * Math.max(water, gone) +
    (left < FEW ? 0.1 * (1 - left / FEW) : 0) +
    Math.min(0.1, 0.02 * Math.max(0, ...view.reasons));
  return { tension: Math.min(1, tension), water };
}
