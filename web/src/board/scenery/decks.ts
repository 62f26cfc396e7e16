// The decks of a ship from top to bottom, and how high the water stands.
import { around, type Box } from "../geometry";
import type { House } from "../house";

export interface Deck extends Box {
  name: string;
}

export function decks(house: House): Deck[] {
  return Object.entries(house.plan.decks).flatMap(([name, rooms]) => {
    const boxes = rooms.flatMap((room) => house.areas.get(room)?.boxes ?? []);
    return boxes.length ? [{ name, ...around(boxes) }] : [];
  });
}

/** Where the sea stands against the hull: a ship afloat lies in it by its lower half. */
export function waterline(house: House, sunk: readonly string[]): number {
  const all = decks(house);
  const afloat = all[Math.floor(all.length / 2)]?.top ?? house.box.bottom;
  return Math.min(afloat + 30, flooded(house, sunk));
}

/** How far up the decks are under water: as far as none is, below them all. */
export function flooded(house: House, sunk: readonly string[]): number {
  const under = decks(house).filter((deck) => sunk.includes(deck.name));
  return under.length ? Math.min(...under.map((deck) => deck.top)) : house.box.bottom + 60;
}
