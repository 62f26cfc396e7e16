// What each room is like: its floor, a rug, and one or two things that say what it is for.
import { UPPER_DECKS } from "./above";
import { BEDROOMS } from "./bedrooms";
import { BELOW_DECKS } from "./below";
import { COLLECTIONS } from "./collections";
import type { FloorName } from "./floors";
import { HOUSEHOLD } from "./household";
import { PARLOUR } from "./parlour";
import type { Glyph } from "./shapes";

/** A thing, and where in the room it would like to stand, from 0 (left, top) to 1 (right, bottom). */
export type Thing = [glyph: Glyph, x: number, y: number];

export interface Furnishing {
  floor: FloorName;
  rug?: FloorName;
  things: Thing[];
}

const of = (floor: FloorName, rug: FloorName | null, ...things: Thing[]): Furnishing => ({
  floor,
  things,
  ...(rug ? { rug } : {}),
});
const h = { ...PARLOUR, ...BEDROOMS, ...COLLECTIONS, ...HOUSEHOLD };
const s = { ...BELOW_DECKS, ...UPPER_DECKS };

export const ROOMS: Record<string, Furnishing> = {
  "Drawing Room": of("parquet", "red", [h.sofa, 0.12, 0.9], [h.teaTable, 0.88, 0.85]),
  Parlor: of("parquet", "green", [h.piano, 0.05, 0.95], [h.armchair, 0.95, 0.9]),
  "Billiard Room": of("red", null, [h.billiard, 0.5, 0.68], [h.cues, 0.95, 0.1]),
  "Dining Hall": of("parquet", "blue", [h.diningTable, 0.5, 0.66]),
  "Sitting Room": of(
    "parquet",
    "rose",
    [h.fireplace, 0.5, 1],
    [h.armchair, 0.04, 0.75],
    [h.armchair, 0.96, 0.75],
  ),
  "Trophy Room": of("planks", "green", [h.antlers, 0.04, 0.8], [h.cup, 0.96, 0.9]),
  "Green House": of("flags", null, [h.pots, 0.5, 0.98], [h.palm, 0.04, 0.6], [h.bush, 0.96, 0.6]),
  "Winter Garden": of("flags", null, [h.palm, 0.04, 0.95], [h.palm, 0.96, 0.9], [h.bush, 0.1, 0.1]),
  "Wine Cellar": of("stone", null, [h.rack, 0.04, 0.95], [h.barrel, 0.96, 0.95]),
  Kitchen: of("tiles", null, [h.stove, 0.03, 0.95], [h.kettle, 0.96, 0.95], [h.kitchenTable, 0.5, 0.8]),
  "Lancaster Room": of("red", null, [h.bed, 0.04, 0.98], [h.banner, 0.96, 0.9]),
  "Master Suite": of("blue", "red", [h.fourPoster, 0.04, 0.98], [h.wardrobe, 0.96, 0.98]),
  Nursery: of("planks", "rose", [h.rockingHorse, 0.06, 0.96], [h.blocks, 0.95, 0.95]),
  Armory: of("stone", null, [h.swords, 0.97, 0.5], [h.shield, 0.03, 0.5], [h.armour, 0.8, 0.9]),
  Gallery: of("marble", "red", [h.picture, 0.04, 0.9], [h.portrait, 0.96, 0.9], [h.bust, 0.9, 0.5]),
  Library: of("planks", "green", [h.books, 0.5, 0.99], [h.globe, 0.04, 0.6]),
  "Tennessee Room": of("planks", "blue", [h.bed, 0.04, 0.98], [h.banjo, 0.97, 0.9]),
  "Lilac Room": of("lilac", null, [h.bed, 0.04, 0.98], [h.lilac, 0.96, 0.9]),
  "Servants' Quarters": of("planks", null, [h.cot, 0.03, 0.98], [h.cot, 0.24, 0.98], [h.bells, 0.96, 0.98]),
  "White Room": of("white", null, [h.bed, 0.04, 0.98], [h.vanity, 0.96, 0.95], [h.vase, 0.8, 0.95]),
  "Hedge Maze": of("grass", null, [h.maze, 0.5, 0.75]),
  "Carriage House": of("cobbles", null, [h.carriage, 0.5, 0.9], [h.barrel, 0.95, 0.1]),
  Piazza: of("flags", null, [h.fountain, 0.5, 0.75], [h.parasol, 0.04, 0.95], [h.parasol, 0.96, 0.95]),
  Foyer: of("marble", null, [h.umbrellas, 0.03, 0.95], [h.coats, 0.97, 0.95]),
  "Main Hall": of("marble", "red", [h.staircase, 0.5, 0.95], [h.clock, 0.03, 0.5], [h.chandelier, 0.97, 0.4]),
  Pantry: of("tiles", null, [h.jars, 0.97, 0.95], [h.sacks, 0.03, 0.95]),
  "Rose Suite": of("rose", null, [h.fourPoster, 0.04, 0.98], [h.rose, 0.96, 0.9]),
  "Skipper's Rest": of("deck", "blue", [h.bed, 0.04, 0.98], [h.anchor, 0.96, 0.9]),
  "Boiler Room": of("steel", null, [s.boilers, 0.5, 0.98]),
  Engineering: of("steel", null, [s.gears, 0.5, 0.8], [s.telegraph, 0.95, 0.1]),
  "Coal Bunker": of("coal", null, [s.coal, 0.06, 0.99], [s.shovel, 0.95, 0.9]),
  Steerage: of("planks", null, [s.bunks, 0.02, 0.95], [s.bunks, 0.98, 0.95], [s.trunk, 0.5, 0.98]),
  "Mess Hall": of("planks", null, [s.messTables, 0.5, 0.8]),
  Infirmary: of("tiles", null, [s.sickbed, 0.04, 0.95], [s.cross, 0.96, 0.9]),
  Gymnasium: of("parquet", null, [s.vault, 0.04, 0.95], [s.barbell, 0.96, 0.95]),
  "Steam Bath": of("tiles", null, [s.tub, 0.95, 0.95]),
  "Sports Deck": of("deck", null, [s.court, 0.5, 0.95]),
  Bridge: of("deck", "blue", [s.helm, 0.5, 0.85], [s.telegraph, 0.95, 0.9]),
  "Lifeboats 1": of("deck", null, [s.lifeboat, 0.5, 0.97]),
  "Lifeboats 2": of("deck", null, [s.lifeboat, 0.5, 0.97]),
  "Captain's Lounge": of(
    "red",
    null,
    [h.armchair, 0.04, 0.95],
    [h.armchair, 0.22, 0.95],
    [s.bottle, 0.96, 0.95],
  ),
  "Lido Deck": of("deck", null, [s.pool, 0.5, 0.8], [s.deckchair, 0.03, 0.2]),
  Ballroom: of("parquet", "gold", [s.dancers, 0.05, 0.9], [s.chandelierLong, 0.96, 0.3]),
  Bistro: of(
    "checks",
    null,
    [s.bistroTable, 0.03, 0.95],
    [s.bistroTable, 0.97, 0.95],
    [s.bistroTable, 0.5, 0.98],
  ),
  Chapel: of("marble", "red", [s.pews, 0.5, 0.98], [s.altar, 0.95, 0.15]),
  "Mail Room": of("planks", null, [s.pigeonholes, 0.5, 0.98], [s.letter, 0.95, 0.4]),
  "Purser's Office": of("green", null, [s.safe, 0.96, 0.95], [h.desk, 0.03, 0.95]),
  Laundry: of("tiles", null, [s.washing, 0.96, 0.98], [s.washtub, 0.03, 0.98]),
  Logistics: of("planks", null, [s.crates, 0.04, 0.97], [s.ledger, 0.95, 0.9], [s.hook, 0.95, 0.3]),
  "Cargo Hold": of("steel", null, [s.crates, 0.02, 0.95], [s.motorcar, 0.98, 0.95]),
  "Turbine Room": of("steel", null, [s.turbine, 0.5, 0.98]),
  Promenade: of("deck", null, [s.deckchair, 0.05, 0.95], [s.deckchair, 0.3, 0.95], [s.lamp, 0.97, 0.9]),
  Ice: of("ice", null, [s.ice, 0.5, 1]),
  Galley: of("checks", null, [h.stove, 0.03, 0.95], [s.pots, 0.96, 0.9]),
  "Grand Staircase": of("marble", null, [s.grandStairs, 0.5, 0.9], [h.clock, 0.95, 0.1]),
  Kennel: of("planks", null, [s.doghouse, 0.05, 0.97], [s.bone, 0.95, 0.9]),
  "Crew Quarters": of("planks", null, [s.hammocks, 0.5, 0.98]),
  "Shaft Alley": of("steel", null, [s.shaft, 0.5, 0.95]),
  Bilge: of("steel", null, [s.puddle, 0.5, 1], [s.pump, 0.95, 0.8]),
};

const OTHERS: Record<string, Furnishing> = {
  hall: of("hall", null),
  hallway: of("hall", null),
  stairs: of("wood", null),
  room: of("parquet", null),
};

/** A room of a plan that we did not draw is plain. */
export function furnishing(name: string, kind: string): Furnishing {
  return ROOMS[name] ?? OTHERS[kind] ?? of("parquet", null);
}
