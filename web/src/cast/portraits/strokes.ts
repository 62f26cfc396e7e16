// What portraits are drawn with: flat colours and ink lines, in a field of 120 by 130.

/** A shape filled with a colour and drawn around with ink, or one of the two alone. */
export interface Stroke {
  readonly d: string;
  readonly fill?: string;
  /** The width of the line; none around flat colours. */
  readonly line?: number;
  readonly ink?: string;
}

export const INK = "#1d1714";
export const WHITE = "#fbf7ec";
export const GOLD = "#e9b93c";
export const LIPS = "#b3262e";
export const DARK = "#4a1418";

export const shape = (fill: string, ...d: string[]): Stroke => ({ fill, d: d.join(""), line: 2 });
export const flat = (fill: string, ...d: string[]): Stroke => ({ fill, d: d.join("") });
export const line = (d: string, width = 2.2, ink = INK): Stroke => ({ d, line: width, ink });

export const oval = (x: number, y: number, across: number, down = across): string =>
  `M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0Z`;

/** Small black eyes, as composed people have. */
export const dots = (y: number, apart = 10, size = 2.4): Stroke =>
  flat(INK, oval(60 - apart, y, size, size * 1.15), oval(60 + apart, y, size, size * 1.15));

/** Eyes that see too much at once. */
export const stares = (y: number, apart = 10, size = 6.5): Stroke[] => [
  shape(WHITE, oval(60 - apart, y, size), oval(60 + apart, y, size)),
  flat(INK, oval(60 - apart + 1, y + 0.5, 1.8), oval(60 + apart - 1, y + 0.5, 1.8)),
];

/** A mouth that shouts, with teeth above and a tongue below. */
export const shout = (y: number, across = 10, down = 8): Stroke[] => [
  shape(
    DARK,
    `M${60 - across} ${y}Q60 ${y - 5} ${60 + across} ${y}Q${60 + across - 1} ${y + 2 * down} 60 ${y + 2 * down}Q${60 - across + 1} ${y + 2 * down} ${60 - across} ${y}Z`,
  ),
  flat(
    WHITE,
    `M${60 - across + 2.5} ${y}Q60 ${y - 3} ${60 + across - 2.5} ${y}V${y + 3}H${60 - across + 2.5}Z`,
  ),
  flat("#d9605c", oval(60, y + 2 * down - 3.5, across * 0.5, 2.6)),
];

/** Drops that fly off someone. */
export const sweat = (...at: [x: number, y: number][]): Stroke => ({
  ...shape("#a9dbe8", ...at.map(([x, y]) => `M${x} ${y - 6}q4 6 0 8q-4-2 0-8Z`)),
  line: 1.4,
});
