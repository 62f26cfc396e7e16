// What the small disasters are put together from. Each motif is drawn about 0, 0; those that stand have their feet there.
import { bar, box, burst, disc, each, oval, type Parts, poly, rule } from "./paths";
import type { Tone } from "./picture";

// Where it happens.

export const room = (wall: Tone, floor: Tone = "wood"): Parts => [
  [wall, box(-60, -42, 120, 62)],
  [floor, box(-60, 20, 120, 22)],
  ["shade", box(-60, 15, 120, 5)],
];

export const striped = (wall: Tone, floor: Tone = "wood"): Parts => [
  ...room(wall, floor),
  [
    "light",
    each((x, y) => box(x, y, 6, 57), -54, -42, -36, -42, -18, -42, 0, -42, 18, -42, 36, -42, 54, -42),
  ],
];

export const garden: Parts = [
  ["glass", box(-60, -42, 120, 58)],
  ["leaf", "M-60 8C-40 -4 -20 2 0 6C20 -2 44 -6 60 4V42H-60Z"],
  ["green", box(-60, 16, 120, 26)],
];

export const night: Parts = [
  ["blue", box(-60, -42, 120, 84)],
  ["shade", box(-60, -42, 120, 84)],
  ["yellow", "M38 -34a12 12 0 1 0 10 18a10 10 0 0 1 -10 -18Z"],
  ["white", each((x, y) => disc(x, y, 1.4), -50, -34, -30, -20, -12, -36, 8, -24, 22, -38, -44, -8, 50, -4)],
];

/** The open sea under a sky; the water's edge is at this height. */
export const sea = (sky: Tone = "glass", edge = 6): Parts => [
  [sky, box(-60, -42, 120, 84)],
  ["water", box(-60, edge, 120, 42 - edge)],
  ["light", `M-60 ${edge + 9}${waves(12)}V${edge + 12}H-60Z`],
  ["light", `M-60 ${edge + 22}${waves(12)}V${edge + 24}H-60Z`],
];

function waves(count: number): string {
  return Array.from({ length: count }, () => "q2.5 -3 5 0q2.5 3 5 0").join("");
}

/** On deck: sky, a strip of sea, a rail and planks. */
export const deck = (sky: Tone = "glass"): Parts => [
  [sky, box(-60, -42, 120, 84)],
  ["water", box(-60, -4, 120, 24)],
  ["white", box(-60, -12, 120, 3)],
  ["white", each((x, y) => box(x, y, 2, 32), -50, -10, -26, -10, -2, -10, 22, -10, 46, -10)],
  ["wood", box(-60, 20, 120, 22)],
  ["ink", rule(-60, 27, 60, 27) + rule(-60, 34, 60, 34)],
];

export const cabin = (wall: Tone = "linen"): Parts => [
  ...room(wall, "wood"),
  ["ink", each((x, y) => rule(x, y, x, y + 57), -40, -42, -20, -42, 0, -42, 20, -42, 40, -42)],
];

// People.

/** Someone who stands: 56 high. The head can be given a face of its own. */
export const figure = (coat: Tone, head: Parts = [], legs: Tone = "dark"): Parts => [
  [legs, box(-7, -18, 6, 17) + box(1, -18, 6, 17)],
  ["black", poly(-10, 0, -1, 0, -1, -3, -6, -3) + poly(1, 0, 10, 0, 6, -3, 1, -3)],
  [coat, poly(-8, -38, 8, -38, 11, -15, -11, -15)],
  ["skin", disc(0, -46, 8)],
  ...head,
];

const EYES: Parts = [["black", disc(-3, -47, 1) + disc(3, -47, 1)]];

/** White tufts, a moustache, and not a care in the world. */
export const DOCTOR: Parts = [
  ...EYES,
  [
    "white",
    "M-9 -44C-13 -48 -10 -53 -7 -52C-8 -49 -8 -47 -9 -44Z" + "M9 -44C13 -48 10 -53 7 -52C8 -49 8 -47 9 -44Z",
  ],
  ["white", "M-6 -41C-4 -44 -1 -44 0 -43C1 -44 4 -44 6 -41C3 -40 1 -41 0 -42C-1 -41 -3 -40 -6 -41Z"],
];

/** A mask and a soft hat: up to no good. */
export const RASCAL: Parts = [
  ["black", "M-8 -50H8V-45C4 -43 2 -46 0 -46C-2 -46 -4 -43 -8 -45Z"],
  ["white", disc(-3.5, -47.5, 1.7) + disc(3.5, -47.5, 1.7)],
  ["black", "M-13 -51H13C9 -53 8 -53 7 -60C3 -63 -3 -63 -7 -60C-8 -53 -9 -53 -13 -51Z"],
  ["ink", "M-3 -41q3 -2 6 0"],
];

export const SAILOR: Parts = [
  ...EYES,
  ["white", "M-9 -52H9L7 -59H-7Z"],
  ["blue", box(-9, -53, 18, 2.5)],
  ["ink", "M-3 -42q3 2 6 0"],
];

export const LADY: Parts = [
  ["wood", "M-9 -46C-12 -58 12 -58 9 -46C7 -53 -7 -53 -9 -46Z" + disc(0, -58, 4)],
  ...EYES,
  ["red", oval(0, -42, 2, 1.2)],
];

export const doctor: Parts = figure("grey", DOCTOR);
export const rascal = (coat: Tone = "dark"): Parts => figure(coat, RASCAL);
export const sailor: Parts = figure("blue", SAILOR, "white");

export const arm = (coat: Tone, x: number, y: number, toX: number, toY: number): Parts => [
  [coat, bar(x, y, toX, toY, 5)],
  ["skin", disc(toX, toY, 3)],
];

/** Legs that stick out of something, soles up. */
export const legsUp: Parts = [
  ["dark", bar(-5, 0, -8, -20, 6) + bar(5, 0, 8, -20, 6)],
  ["black", poly(-14, -20, -4, -20, -5, -26, -10, -25) + poly(4, -20, 14, -20, 10, -25, 5, -26)],
];

/** A face, looked at closely: 40 high. */
export const face = (hair: Tone, skin: Tone = "skin"): Parts => [
  [skin, oval(0, 0, 17, 20)],
  [skin, oval(-17, 1, 3, 5) + oval(17, 1, 3, 5)],
  [hair, "M-18 -4C-22 -30 22 -30 18 -4C14 -14 -14 -14 -18 -4Z"],
  ["white", oval(-6, -2, 4, 4) + oval(6, -2, 4, 4)],
  ["black", disc(-6, -2, 1.8) + disc(6, -2, 1.8)],
  ["ink", "M0 0q4 5 -1 6"],
];

// What one feels and hears.

export const stars = (...places: number[]): Parts => [
  ["yellow", each((x, y) => burst(x, y, 5, 5, 2), ...places)],
];
export const zigzag = (x: number, y: number): Parts => [
  ["ink", rule(x, y, x + 4, y - 4, x + 8, y, x + 12, y - 4, x + 16, y)],
];
export const sounds: Parts = [["ink", "M0 -6a8 8 0 0 1 0 12M5 -11a15 15 0 0 1 0 22M10 -16a22 22 0 0 1 0 32"]];
export const notes: Parts = [
  ["black", oval(-6, 6, 3.5, 2.6) + oval(6, 3, 3.5, 2.6)],
  ["black", poly(-3.5, 6, -2.5, 6, -2.5, -10, 9.5, -13, 9.5, 3, 8.5, 3, 8.5, -9, -3.5, -6)],
];
export const motion: Parts = [["ink", rule(0, 0, 14, 0) + rule(3, 6, 17, 6) + rule(0, 12, 14, 12)]];
export const question: Parts = [
  ["yellow", "M-7 -8C-7 -20 9 -20 8 -9C8 -3 2 -3 2 4H-3C-3 -6 3 -5 3 -9C3 -14 -2 -14 -2 -8Z"],
  ["yellow", disc(-0.5, 9, 3)],
];

// In the house.

export const vase: Parts = [
  ["white", "M-5 -26H5C4 -20 14 -16 12 -6C10 0 7 0 7 2H-7C-7 0 -10 0 -12 -6C-14 -16 -4 -20 -5 -26Z"],
  ["blue", "M-12 -10C-6 -6 6 -6 12 -10C12 -7 12 -6 11 -4C6 0 -6 0 -11 -4C-12 -6 -12 -7 -12 -10Z"],
  ["blue", disc(0, -15, 3)],
];
export const shards: Parts = [
  ["white", poly(-20, 0, -12, -9, -8, 0) + poly(-4, 0, 4, -6, 6, 0) + poly(10, 0, 14, -10, 22, 0)],
  ["blue", poly(-16, 0, -13, -5, -11, 0) + poly(13, 0, 15, -6, 18, 0)],
];
export const candle: Parts = [
  ["gold", "M-10 0H10V-3H3V-6H-3V-3H-10Z"],
  ["linen", box(-3, -26, 6, 20)],
  ["ink", rule(0, -26, 0, -30)],
];
export const flame: Parts = [
  ["fire", "M0 0C-6 -6 -2 -10 0 -16C3 -10 6 -6 0 0Z"],
  ["yellow", "M0 -1C-3 -4 -1 -6 0 -9C2 -6 3 -4 0 -1Z"],
];
export const smoke: Parts = [["ink", "M0 0C-6 -6 6 -10 0 -16C-6 -22 6 -26 1 -32"]];
export const door = (tone: Tone = "wood"): Parts => [
  ["dark", box(-17, -58, 34, 58)],
  [tone, box(-14, -55, 28, 55)],
  ["shade", box(-10, -50, 20, 20) + box(-10, -26, 20, 22)],
  ["gold", disc(10, -27, 2)],
];
export const pane: Parts = [
  ["linen", box(-14, -18, 28, 36)],
  ["blue", box(-11, -15, 10, 14) + box(1, -15, 10, 14) + box(-11, 1, 10, 14) + box(1, 1, 10, 14)],
];
export const stairs = (tone: Tone = "wood"): Parts => [
  [tone, "M-60 42V30H-36V18H-12V6H12V-6H36V-18H60V42Z"],
  ["cloth", "M-44 42V30H-36V18H-12V6H12V-6H36V-18H48V-14H40V-2H16V10H-8V22H-32V34H-40V42Z"],
];
export const table: Parts = [
  ["wood", box(-24, -24, 48, 5)],
  ["wood", box(-20, -19, 4, 19) + box(16, -19, 4, 19)],
];
export const frame = (width: number, height: number, ground: Tone): Parts => [
  ["gold", box(-width / 2, -height / 2, width, height)],
  [ground, box(-width / 2 + 4, -height / 2 + 4, width - 8, height - 8)],
];
export const shoe: Parts = [
  ["dark", "M-16 0V-16H-2C0 -8 8 -8 14 -5C17 -3 17 -2 17 0Z"],
  ["black", box(-17, 0, 35, 3)],
  ["linen", bar(-3, -13, 3, -11, 1.5) + bar(-1, -9, 5, -7, 1.5)],
];
export const knife: Parts = [
  ["metal", "M0 -3H26C24 1 18 3 0 3Z"],
  ["wood", box(-12, -3, 12, 6)],
];
export const axe: Parts = [
  ["wood", box(-2, -20, 4, 40)],
  ["metal", "M-2 -18H4C10 -22 14 -22 16 -24C18 -14 18 -8 16 0C12 -4 10 -6 4 -6H-2Z"],
];
export const cup = (tone: Tone = "white"): Parts => [
  ["ink", "M9 -9a5 5 0 0 1 0 7"],
  [tone, "M-9 -12H9C9 -4 6 0 3 0H-3C-6 0 -9 -4 -9 -12Z"],
];
export const glass = (drink: Tone): Parts => [
  [drink, "M-6 -16H6C6 -8 3 -7 0 -7C-3 -7 -6 -8 -6 -16Z"],
  ["ink", "M-7 -22C-8 -8 -4 -7 0 -7C4 -7 8 -8 7 -22M0 -7V1M-6 1H6"],
];
export const bottle = (tone: Tone, label: Tone = "paper"): Parts => [
  [tone, "M-3 -40H3V-28C8 -26 8 -22 8 -18V0H-8V-18C-8 -22 -8 -26 -3 -28Z"],
  ["wood", box(-2.5, -44, 5, 5)],
  [label, box(-8, -16, 16, 11)],
];
export const clockFace = (r: number): Parts => [
  ["paper", disc(0, 0, r)],
  ["black", each((x, y) => disc(x, y, r / 12), 0, -r * 0.8, r * 0.8, 0, 0, r * 0.8, -r * 0.8, 0)],
];
export const sheet = (width: number, height: number, lines: number): Parts => [
  ["paper", box(-width / 2, -height / 2, width, height)],
  [
    "ink",
    Array.from({ length: lines }, (_, at) => {
      const y = -height / 2 + ((at + 1) * height) / (lines + 1);
      return rule(-width / 2 + 4, y, width / 2 - (at === lines - 1 ? width / 3 : 4), y);
    }).join(""),
  ],
];
export const topHat: Parts = [
  ["black", "M-20 0C-14 -2 -13 -4 -13 -8V-28H13V-8C13 -4 14 -2 20 0Z"],
  ["red", box(-13, -12, 26, 5)],
];
export const pot: Parts = [["bloom", poly(-10, -14, 10, -14, 7, 0, -7, 0) + box(-12, -18, 24, 5)]];
export const flowers = (tone: Tone): Parts => [
  ["leaf", "M-12 -16C-10 -24 -4 -20 0 -26C4 -20 10 -24 12 -16Z"],
  [tone, each((x, y) => disc(x, y, 4), -9, -24, 0, -29, 9, -24)],
];

// Animals.

export const moth: Parts = [
  ["linen", "M0 0C-14 -14 -18 -2 -10 4C-14 8 -8 12 0 4C8 12 14 8 10 4C18 -2 14 -14 0 0Z"],
  ["dark", oval(0, 2, 1.6, 6)],
];
export const bat: Parts = [
  [
    "dark",
    "M0 6C-3 2 -6 3 -8 7C-11 2 -16 3 -20 8C-21 -4 -14 -10 -5 -7L-4 -12L-1 -8H1L4 -12L5 -7C14 -10 21 -4 20 8C16 3 11 2 8 7C6 3 3 2 0 6Z",
  ],
  ["yellow", disc(-2, -4, 1.2) + disc(2, -4, 1.2)],
];
export const cat = (fur: Tone): Parts => [
  [fur, "M14 -2C24 -4 24 -16 19 -22C23 -24 30 -6 16 0Z"],
  [fur, "M-12 0C-14 -16 -6 -22 0 -22C10 -22 18 -12 16 0Z"],
  [fur, "M-16 -38L-12 -32H0L4 -38C8 -26 4 -18 -6 -18C-16 -18 -20 -26 -16 -38Z"],
  ["yellow", oval(-10, -27, 2.4, 3) + oval(-2, -27, 2.4, 3)],
  ["black", oval(-10, -27, 0.9, 2.6) + oval(-2, -27, 0.9, 2.6)],
  [
    "white",
    bar(-9, -22, -19, -24, 0.6) +
      bar(-9, -21, -19, -20, 0.6) +
      bar(-3, -22, 7, -24, 0.6) +
      bar(-3, -21, 7, -20, 0.6),
  ],
];
export const dog: Parts = [
  ["wood", "M18 -14C26 -20 28 -26 27 -28C32 -24 28 -12 20 -8Z"],
  ["wood", "M-12 -20H16C22 -18 22 -8 22 0H16L14 -8H-6L-8 0H-14Z"],
  ["wood", "M-28 -22C-28 -34 -8 -36 -8 -24C-8 -16 -18 -16 -24 -16C-28 -16 -30 -18 -28 -22Z"],
  ["dark", "M-12 -32C-4 -34 -4 -22 -8 -18C-12 -20 -12 -26 -12 -32Z" + disc(-28, -21, 2)],
  ["black", disc(-19, -26, 1.4)],
];
export const bird = (tone: Tone): Parts => [
  [tone, "M-12 -4C-12 -14 2 -14 6 -6C12 -6 18 -4 20 0C12 2 8 6 0 6C-8 6 -12 2 -12 -4Z"],
  [tone, disc(-10, -9, 6)],
  ["gold", poly(-16, -10, -24, -7, -15, -6)],
  ["black", disc(-12, -10, 1.2)],
];
export const bee: Parts = [
  ["light", oval(-2, -6, 4, 6) + oval(4, -6, 4, 6)],
  ["yellow", oval(0, 0, 8, 5)],
  ["black", box(-3, -5, 2.5, 10) + box(2, -5, 2.5, 10)],
];
export const fish = (tone: Tone): Parts => [
  [tone, "M10 0L20 -8C18 -2 18 2 20 8Z"],
  [tone, "M-14 0C-8 -12 8 -10 12 0C8 10 -8 12 -14 0Z"],
  ["white", disc(-7, -2, 3)],
  ["black", disc(-7, -2, 1.4)],
];
export const gull: Parts = [
  [
    "white",
    "M0 2C-6 -8 -16 -14 -28 -10C-18 -10 -10 -2 -6 4C-2 8 4 8 8 5C10 -2 18 -10 28 -10C16 -14 6 -8 0 2Z",
  ],
  [
    "grey",
    "M-28 -10C-24 -11 -21 -11 -18 -10C-20 -9 -22 -9 -24 -9Z" +
      "M28 -10C24 -11 21 -11 18 -10C20 -9 22 -9 24 -9Z",
  ],
  ["gold", poly(8, 5, 15, 7, 8, 8)],
  ["black", disc(5, 3, 1)],
];

// At sea.

export const splash: Parts = [
  [
    "white",
    "M-18 0C-24 -8 -22 -14 -20 -18C-16 -12 -12 -10 -11 -6C-10 -16 -6 -22 0 -28C6 -22 10 -16 11 -6C12 -10 16 -12 20 -18C22 -14 24 -8 18 0Z",
  ],
];
export const lifebelt: Parts = [
  ["white", `${disc(0, 0, 20)}M-10 0a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z`],
  ["red", poly(-6, -19, 6, -19, 4, -9, -4, -9) + poly(-6, 19, 6, 19, 4, 9, -4, 9)],
  ["red", poly(-19, -6, -19, 6, -9, 4, -9, -4) + poly(19, -6, 19, 6, 9, 4, 9, -4)],
];
export const boat = (tone: Tone = "wood"): Parts => [
  [tone, "M-34 -10H34C30 2 24 6 18 6H-18C-24 6 -30 2 -34 -10Z"],
  ["light", poly(-34, -10, 34, -10, 33, -6, -33, -6)],
];
/** Along a curve from the first point to the last, drawn towards the two between them. */
export function rope(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  toX: number,
  toY: number,
): Parts {
  const length = Math.hypot(ax - x, ay - y) + Math.hypot(bx - ax, by - ay) + Math.hypot(toX - bx, toY - by);
  const count = Math.max(2, Math.round(length / 4));
  const beads = Array.from({ length: count + 1 }, (_, at) => {
    const [t, s] = [at / count, 1 - at / count];
    const along = (a: number, b: number, c: number, d: number): number =>
      Math.round((s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d) * 10) / 10;
    return disc(along(x, ax, bx, toX), along(y, ay, by, toY), 1.8);
  });
  return [["linen", beads.join("")]];
}
export const oar: Parts = [
  ["wood", box(-1.5, -34, 3, 50)],
  ["wood", "M-5 16H5C7 24 6 34 0 36C-6 34 -7 24 -5 16Z"],
];
export const ship: Parts = [
  ["black", "M-40 0H42C40 8 36 12 32 14H-32C-36 10 -38 6 -40 0Z"],
  ["white", box(-30, -7, 62, 7)],
  ["fire", box(-22, -20, 7, 13) + box(-8, -20, 7, 13) + box(6, -20, 7, 13) + box(20, -20, 7, 13)],
  ["black", box(-22, -22, 7, 4) + box(-8, -22, 7, 4) + box(6, -22, 7, 4) + box(20, -22, 7, 4)],
];
export const berg: Parts = [
  ["white", "M-30 0L-22 -24L-12 -20L-2 -40L10 -24L18 -28L30 0Z"],
  ["glass", "M-2 -40L10 -24L6 0H-6L-4 -18Z"],
];
export const head = (hair: Parts): Parts => [["skin", disc(0, -46, 8)], ...hair];
export const porthole = (ground: Tone): Parts => [
  ["gold", disc(0, 0, 24)],
  [ground, disc(0, 0, 18)],
  ["wood", each((x, y) => disc(x, y, 1.5), 0, -21, 15, -15, 21, 0, 15, 15, 0, 21, -15, 15, -21, 0, -15, -15)],
];
