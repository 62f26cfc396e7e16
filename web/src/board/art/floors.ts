// Floors as patterns: a tile of a few lines over a ground colour. Colours are the palette's: --b-NAME and --b-NAME-line.
export interface Floor {
  width: number;
  height: number;
  /** Lines, and areas in the colour of the lines. */
  lines?: string;
  areas?: string;
}

const CARPET: Floor = { width: 22, height: 22, areas: "M5.5 2.5l3 3-3 3-3-3ZM16.5 13.5l3 3-3 3-3-3Z" };

export const FLOORS = {
  parquet: {
    width: 32,
    height: 32,
    lines:
      "M0 0L16 16L0 32M16 16L32 0M16 16L32 32M0 16L8 24M8 8L0 16M24 8L16 0M24 24L32 16M24 8L32 16M8 24L16 32M24 24L16 32M8 8L16 0",
  },
  planks: { width: 60, height: 24, lines: "M0 .5H60M0 12.500H60M18 .5V12.500M46 12.500V24" },
  deck: { width: 80, height: 16, lines: "M0 .5H80M0 8.500H80M26 .5V8.500M66 8.500V16" },
  tiles: { width: 20, height: 20, lines: "M0 .5H20M.5 0V20" },
  checks: { width: 24, height: 24, areas: "M0 0H12V12H0ZM12 12H24V24H12Z" },
  marble: {
    width: 40,
    height: 40,
    lines: "M0 20L20 0L40 20L20 40Z",
    areas: "M20-5L25 0L20 5L15 0ZM20 35L25 40L20 45L15 40Z",
  },
  flags: {
    width: 60,
    height: 40,
    lines: "M0 .5H60M0 20.500H60M14 .5V20.500M44 .5V20.500M28 20.500V40M56 20.500V40",
  },
  stone: { width: 36, height: 24, lines: "M0 .5H36M0 12.500H36M10 .5V12.500M28 12.500V24" },
  cobbles: { width: 20, height: 16, lines: "M0 4Q5-2 10 4T20 4M-5 12Q0 6 5 12T15 12T25 12" },
  grass: { width: 34, height: 30, lines: "M5 9l2-5 2 5M22 24l2-5 2 5M24 8l2-4 2 4M8 25l2-4 2 4" },
  steel: {
    width: 40,
    height: 40,
    lines: "M0 .5H40M.5 0V40",
    areas: "M5 5h3v3h-3ZM32 5h3v3h-3ZM5 32h3v3h-3ZM32 32h3v3h-3Z",
  },
  coal: { width: 30, height: 26, areas: "M4 4l6-2 3 5-6 3ZM19 14l5-3 4 5-5 4ZM6 18l4 0 1 4-5 1Z" },
  ice: { width: 60, height: 50, lines: "M4 12L22 4L34 16L56 10M10 40L24 28L34 16M24 28L46 38" },
  hall: { width: 16, height: 16, lines: "M0 16L16 0M-4 4L4-4M12 20L20 12" },
  wood: { width: 40, height: 40 },
  red: CARPET,
  green: CARPET,
  blue: CARPET,
  rose: CARPET,
  lilac: CARPET,
  white: CARPET,
  gold: CARPET,
} satisfies Record<string, Floor>;

export type FloorName = keyof typeof FLOORS;
