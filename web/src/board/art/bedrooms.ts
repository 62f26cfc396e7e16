// Beds, and the things by which one bedroom differs from the next.
import { disc, each, glyph, rect, row } from "./shapes";

const rose = (x: number, y: number) => disc(x, y, 5) + disc(x, y, 2);

export const BEDROOMS = {
  bed: glyph(
    56,
    62,
    ["wood", rect(-28, -31, 56, 62)],
    ["linen", rect(-24, -26, 22, 14) + rect(2, -26, 22, 14)],
    ["cloth", "M-25-9H25V28H-25Z"],
    ["linen", rect(-25, -9, 50, 6)],
  ),
  fourPoster: glyph(
    72,
    76,
    ["wood", rect(-36, -38, 72, 76)],
    ["linen", rect(-28, -32, 26, 16) + rect(2, -32, 26, 16)],
    ["cloth", "M-30-12H30V34H-30Z"],
    ["linen", rect(-30, -12, 60, 7)],
    [
      "gold",
      each(
        [
          [-34, -36],
          [34, -36],
          [-34, 36],
          [34, 36],
        ],
        (x, y) => disc(x, y, 5),
      ) + "M0 2l3 7 7 0-6 5 3 7-7-4-7 4 3-7-6-5 7 0Z",
    ],
  ),
  cot: glyph(
    34,
    56,
    ["wood", rect(-17, -28, 34, 56)],
    ["linen", rect(-13, -24, 26, 13)],
    ["cloth", rect(-14, -9, 28, 34)],
  ),
  wardrobe: glyph(
    60,
    20,
    ["wood", rect(-30, -10, 60, 20)],
    ["line", "M0-10V10M-30 5H30"],
    ["gold", disc(-4, 0, 1.8) + disc(4, 0, 1.8)],
  ),
  vanity: glyph(
    40,
    30,
    ["wood", rect(-20, 2, 40, 12)],
    ["glass", disc(0, -5, 10)],
    ["linen", disc(-13, 7, 3) + disc(13, 7, 3)],
  ),
  rockingHorse: glyph(
    52,
    44,
    ["line", "M-26 12Q0 30 26 12"],
    [
      "wood",
      "M-16 17L-13 4Q-16-6-6-6H6Q10-7 12-16L15-21L17-16L24-10L21-6L16-8Q15 2 12 5L16 17H11L7 7H-7L-11 17Z",
    ],
    ["bloom", "M-7-6H5V1Q-1 3-7 1Z"],
    ["line", "M-14-2Q-22-2-22 8M12-16Q7-10 8-6"],
  ),
  blocks: glyph(
    34,
    30,
    ["bloom", rect(-17, 1, 14, 14)],
    ["leaf", rect(0, 1, 14, 14)],
    ["glass", rect(-9, -14, 14, 14)],
    ["line", "M-13 12l3-8 3 8M4 5h6v6H4ZM-5-10h5l-5 6h5"],
  ),
  bells: glyph(
    72,
    22,
    ["wood", rect(-36, -11, 72, 6)],
    [
      "gold",
      each(row(5, -28, 14, 0), (x, y) => `M${x} ${y - 5}q5 2 5 9h-10q0-7 5-9ZM${x - 1.5} ${y + 6}h3v3h-3Z`),
    ],
  ),
  rose: glyph(
    36,
    40,
    ["line", "M0 0Q-2 12 4 20"],
    ["leaf", "M1 12Q-10 14-13 6Q-4 4 1 12ZM2 14Q10 14 13 8Q5 6 2 14Z"],
    ["bloom", "M0-18Q8-21 11-13Q17-8 11-2Q8 6 0 3Q-8 6-11-2Q-17-8-11-13Q-8-21 0-18Z"],
    ["line", "M-6-6Q-5-13 1-13Q7-12 6-6Q4-1-1-3Q-4-6 0-9"],
  ),
  banner: glyph(
    34,
    46,
    ["wood", rect(-17, -23, 34, 4)],
    ["bloom", "M-13-19H13V23L0 15L-13 23Z"],
    ["gold", rose(0, -2)],
  ),
  lilac: glyph(
    38,
    44,
    ["line", "M0 2Q-1 12 3 22"],
    ["leaf", "M1 10Q-14 12-16 0Q-4 0 1 10ZM1 10Q14 10 16-1Q5 0 1 10Z"],
    [
      "bloom",
      each(
        [
          [0, -19],
          [-4, -14],
          [4, -14],
          [-7, -8],
          [0, -9],
          [7, -8],
          [-4, -3],
          [4, -3],
          [0, 1],
        ],
        (x, y) => disc(x, y, 4),
      ),
    ],
  ),
  banjo: glyph(
    30,
    64,
    ["wood", rect(-2.5, -30, 5, 36) + "M-5-32H5V-24H-5Z"],
    ["metal", disc(0, 18, 13)],
    ["linen", disc(0, 18, 10)],
    ["line", "M-1-24V22M1-24V22M-5 22H5"],
  ),
  vase: glyph(
    24,
    40,
    ["linen", "M-5-2Q-12 6-6 20H6Q12 6 5-2Z"],
    ["leaf", "M0-3Q-12-6-10-16Q-2-12 0-3ZM0-3Q12-6 10-16Q2-12 0-3Z"],
    ["linen", disc(0, -14, 5)],
  ),
  anchor: glyph(44, 52, [
    "metal",
    disc(0, -20, 5) +
      "M-2-15H2V16Q14 14 16 2L12 4L18-8L22 5L19 3Q17 22 0 25Q-17 22-19 3L-22 5L-18-8L-12 4L-16 2Q-14 14-2 16ZM-12-12H12V-8H-12Z",
  ]),
};
