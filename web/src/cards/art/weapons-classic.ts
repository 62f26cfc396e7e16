// The weapons that only the classic deck has.
import { picture, type Picture } from "./picture";
import { lines, oval, shadow, turned } from "./strokes";

export const WEAPONS_CLASSIC: Record<string, Picture> = {
  "big-red-hammer": picture(
    shadow(-8, 40),
    ["wood", turned(38, "M-5 -14L5 -14L6 34C6 38 -6 38 -6 34Z", -2, 8)],
    [
      "red",
      turned(
        38,
        "M-34 -36C-36 -36 -38 -34 -38 -32L-38 -14C-38 -12 -36 -10 -34 -10L30 -10C32 -10 34 -12 34 -14L34 -32C34 -34 32 -36 30 -36Z",
        -2,
        8,
      ),
    ],
    [
      "metal",
      turned(
        38,
        "M-38 -36L-32 -36L-32 -10L-38 -10ZM28 -36L34 -36L34 -10L28 -10ZM-8 -37L8 -37L8 -9L-8 -9Z",
        -2,
        8,
      ),
    ],
    ["light", turned(38, "M-28 -33L-11 -33L-11 -29L-28 -29ZM11 -33L25 -33L25 -29L11 -29Z", -2, 8)],
    ["shade", turned(38, "M-32 -16L-8 -16L-8 -10L-32 -10ZM8 -16L28 -16L28 -10L8 -10Z", -2, 8)],
    ["line", turned(38, "M-2 0L-2 30M2 4L2 32", -2, 8)],
    [
      "ink",
      lines(
        [
          [-46, 4],
          [-56, 8],
        ],
        [
          [-44, 14],
          [-52, 22],
        ],
        [
          [-34, 20],
          [-38, 30],
        ],
        [
          [-50, -8],
          [-58, -8],
        ],
      ),
    ],
    ["yellow", oval(-44, 26, 2.5) + oval(-54, 14, 2)],
  ),
};
