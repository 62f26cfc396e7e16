// A room as it is printed on a card: its things in a row before its wall, as large as they can be.
import type { FloorName } from "../board/art/floors";
import { type Furnishing, furnishing, type Thing } from "../board/art/rooms";
import type { Placed } from "../board/art/furnish";

export const WIDTH = 120;
export const HEIGHT = 84;
/** Where the wall meets the floor. */
export const SKIRTING = 33;
const STANDING = 79;
const HANGING = 5;
const GAP = 5;
const TALLEST = 66;
const LARGEST = 1.7;

/** What is seen behind the things; out of doors that is the sky over land or sea. */
export type Wall = FloorName | "land" | "sea";

export interface Scene {
  wall: Wall;
  floor: FloorName;
  things: (Placed & { hangs: boolean })[];
}

/** Carpets make good wallpaper, over a floor of wood. */
const CARPETS: readonly FloorName[] = ["red", "green", "blue", "rose", "lilac", "white", "gold"];
const OUTDOORS: Partial<Record<FloorName, Wall>> = {
  deck: "sea",
  ice: "sea",
  grass: "land",
  flags: "land",
  cobbles: "land",
};
const WALLS: Partial<Record<FloorName, Wall>> = {
  parquet: "gold",
  planks: "white",
  tiles: "white",
  checks: "tiles",
  marble: "gold",
  coal: "steel",
};

export function scene(room: string): Scene {
  const look = furnishing(room, "room");
  const behind = backdrop(look);
  // "Lifeboats 2" has two of them: that is what tells its card from the other.
  const times = Number(/\d$/.exec(room)?.[0] ?? 1);
  const things = Array.from({ length: times }, () => look.things).flat();
  return { ...behind, things: inARow(things, behind.wall === "land" || behind.wall === "sea") };
}

function backdrop({ floor, rug }: Furnishing): { wall: Wall; floor: FloorName } {
  if (rug) return { wall: rug, floor };
  if (CARPETS.includes(floor)) return { wall: floor, floor: "parquet" };
  if (floor === "stone" || floor === "steel") return { wall: floor, floor: "hall" };
  return { wall: OUTDOORS[floor] ?? WALLS[floor] ?? "white", floor };
}

/** From left to right as in the room. What is high up there hangs on the wall, if there is one; all else stands on the
 * floor, and what is alone in the middle of it lies there. */
function inARow(things: readonly Thing[], isOutside: boolean): Scene["things"] {
  const row = [...things].sort(([, one], [, other]) => one - other);
  const widths = row.reduce((sum, [glyph]) => sum + glyph.width, 0);
  const free = WIDTH - GAP * (row.length + 1);
  const tallest = row.length === 1 && row.every(([, , y]) => y < 0.9) ? STANDING - SKIRTING : TALLEST;
  const scale = Math.min(LARGEST, free / widths, ...row.map(([glyph]) => tallest / glyph.height));
  const gap = (WIDTH - scale * widths) / (row.length + 1);
  const tall = scale * Math.max(...row.map(([glyph]) => glyph.height));
  const ground = Math.min(STANDING, (SKIRTING + HEIGHT) / 2 + tall / 2 + 4);
  let left = gap;
  return row.map(([glyph, , y]) => {
    const hangs = y < 0.5 && !isOutside;
    const [wide, high] = [glyph.width * scale, glyph.height * scale];
    const x = left + wide / 2;
    left += wide + gap;
    return { glyph, x, y: hangs ? HANGING + high / 2 : ground - high / 2, scale, hangs };
  });
}
