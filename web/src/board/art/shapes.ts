// The parts that drawings are put together from: paths, each in a tone that the palette gives a colour.
export type Tone =
  "wood" | "dark" | "cloth" | "linen" | "metal" | "gold" | "leaf" | "bloom" | "glass" | "fire" | "line";

export interface Glyph {
  /** It is drawn about the middle of a box of this size. */
  width: number;
  height: number;
  parts: [tone: Tone, path: string][];
}

export const glyph = (width: number, height: number, ...parts: Glyph["parts"]): Glyph => ({
  width,
  height,
  parts,
});

export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const rect = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}Z`;

/** The same path in several places. */
export const each = (
  places: readonly (readonly [x: number, y: number])[],
  path: (x: number, y: number) => string,
): string => places.map(([x, y]) => path(x, y)).join("");

/** Places in a row. */
export const row = (count: number, from: number, step: number, y = 0): [number, number][] =>
  Array.from({ length: count }, (_, at) => [from + at * step, y]);

export const column = (count: number, from: number, step: number, x = 0): [number, number][] =>
  Array.from({ length: count }, (_, at) => [x, from + at * step]);
