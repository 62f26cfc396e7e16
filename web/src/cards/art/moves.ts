// Steps without a room: so many footprints, on their way.
import { picture, type Picture } from "./picture";
import { oval, turned } from "./strokes";

const SOLE = "M-9 -14C-9 -24 7 -25 9 -14C10 -6 6 -2 6 4C6 7 -6 7 -6 4C-6 -2 -9 -8 -9 -14Z";
const HEEL = "M-6 11C-6 9 6 9 6 11C7 18 5 22 0 22C-5 22 -7 18 -6 11Z";
const SHINE = "M-5 -12C-5 -15 0 -16 2 -15C-1 -14 -3 -12 -3 -8Z";

/** A shoe seen from below, on its way to the right. */
const print = (x: number, y: number, degrees: number): Picture["parts"] => [
  ["dark", turned(degrees, SOLE + HEEL, x, y)],
  ["light", turned(degrees, SHINE, x, y)],
];

const carpet = (): Picture["parts"] => [
  ["bloom", "M-60 -42L60 -42L60 42L-60 42Z"],
  ["gold", "M-60 -36L60 -36L60 -32L-60 -32ZM-60 32L60 32L60 36L-60 36Z"],
  ["shade", [-48, -24, 0, 24, 48].map((x) => oval(x, -27, 3, 2) + oval(x, 27, 3, 2)).join("")],
];

export const MOVES: Record<string, Picture> = {
  "move-1": picture(...carpet(), ...print(0, 0, 84)),
  "move-2": picture(...carpet(), ...print(-22, 9, 80), ...print(20, -9, 98)),
  "move-3": picture(...carpet(), ...print(-35, 10, 80), ...print(0, -10, 98), ...print(35, 10, 82)),
};
