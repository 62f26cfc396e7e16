// What there is in the lower half of a ship: engines, cargo, crew.
import { column, disc, each, glyph, rect } from "./shapes";

const bunk = (x: number, y: number) => rect(x, y, 46, 5);
const gear = (x: number, y: number, r: number, teeth: number): string => {
  const points = Array.from({ length: teeth * 4 }, (_, at) => {
    const out = at % 4 < 2 ? r : r * 0.78;
    const turn = (2 * Math.PI * (at + 0.5)) / (teeth * 4);
    return `${(x + out * Math.cos(turn)).toFixed(1)} ${(y + out * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
};
const crate = (x: number, y: number, size: number) => rect(x, y, size, size);
const crossed = (x: number, y: number, size: number) =>
  `M${x} ${y}l${size} ${size}M${x + size} ${y}l${-size} ${size}${rect(x, y, size, size)}`;

export const BELOW_DECKS = {
  boilers: glyph(
    120,
    56,
    [
      "metal",
      "M-60-20Q-60-28-52-28H-8Q0-28 0-20V20Q0 28-8 28H-52Q-60 28-60 20ZM0-20Q0-28 8-28H52Q60-28 60-20V20Q60 28 52 28H8Q0 28 0 20Z",
    ],
    ["dark", disc(-30, 8, 13) + disc(30, 8, 13)],
    [
      "fire",
      "M-38 14Q-38 4-32 0Q-31 6-28 6Q-27 2-24 0Q-20 8-22 14ZM22 14Q22 4 28 0Q29 6 32 6Q33 2 36 0Q40 8 38 14Z",
    ],
    ["line", "M-54-14H-6M6-14H54M-30-28V-20M30-28V-20"],
    ["linen", disc(-30, -14, 5) + disc(30, -14, 5)],
  ),
  gears: glyph(
    104,
    84,
    ["metal", gear(-20, -6, 34, 14)],
    ["dark", disc(-20, -6, 12)],
    ["gold", gear(28, 16, 22, 10)],
    ["dark", disc(28, 16, 7)],
    ["line", "M-20-6L28 16"],
  ),
  telegraph: glyph(
    34,
    50,
    ["gold", disc(0, -10, 15)],
    ["linen", disc(0, -10, 11)],
    ["wood", "M-4 5H4V18H10V25H-10V18H-4Z"],
    ["line", "M0-10L7-18M-11-10H-7M7-10H11M0-21V-17"],
  ),
  coal: glyph(
    110,
    46,
    ["dark", "M-55 23Q-44 2-30 6Q-22-16-4-14Q8-30 24-12Q40-10 42 4Q52 8 55 23Z"],
    ["line", "M-30 12l8-5 7 6M-8-4l9-4 7 6M20 2l8-4 8 6M0 12l9-5 8 6M34 15l6-4 6 5"],
  ),
  shovel: glyph(
    24,
    60,
    ["wood", rect(-2, -24, 4, 34) + rect(-7, -29, 14, 5)],
    ["metal", "M-9 8H9V20Q9 29 0 29Q-9 29-9 20Z"],
  ),
  turbine: glyph(
    120,
    54,
    ["metal", "M-60-10L-40-10L-36-22L30-27V27L-36 22L-40 10L-60 10ZM30-16H60V16H30Z"],
    ["line", "M-24-23V23M-10-24V24M4-25V25M18-26V26M38-16V16M46-16V16"],
    ["gold", disc(-50, 0, 6)],
  ),
  shaft: glyph(
    140,
    56,
    ["metal", rect(-40, -6, 110, 12)],
    ["dark", rect(-14, -11, 10, 22) + rect(20, -11, 10, 22) + rect(52, -11, 10, 22)],
    ["gold", "M-46-3Q-70-10-62-28Q-44-26-44-4ZM-46 3Q-70 10-62 28Q-44 26-44 4ZM-52-8H-38V8H-52Z"],
  ),
  pump: glyph(
    50,
    56,
    ["metal", "M-8-10H8V28H-8ZM8-2H20V10H14V4H8Z"],
    ["line", "M0-10V-20M0-20L-22-26M-22-26V-18"],
    ["dark", disc(0, -20, 3)],
    ["glass", "M17 14q-4 6 0 8q4-2 0-8Z"],
  ),
  puddle: glyph(130, 20, ["glass", "M-65 10Q-60-6-44-3q8-6 16 0t16 0 16 0 16 0 16 0 16 0Q62-2 65 10Z"]),
  crates: glyph(
    88,
    58,
    ["wood", crate(-44, -5, 34) + crate(-6, -5, 34) + crate(-26, -29, 24) + crate(32, 12, 17)],
    ["line", crossed(-44, -5, 34) + crossed(-6, -5, 34) + crossed(-26, -29, 24) + crossed(32, 12, 17)],
  ),
  motorcar: glyph(
    88,
    46,
    ["bloom", "M-42 8V-4H-28L-22-20H10L16-4H36Q42-4 42 8Z"],
    ["glass", "M-22-5L-18-16H-7V-5ZM-3-5V-16H7L11-5Z"],
    ["dark", disc(-24, 11, 11) + disc(25, 11, 11)],
    ["metal", disc(-24, 11, 4.5) + disc(25, 11, 4.5) + disc(40, 0, 3)],
  ),
  hook: glyph(
    40,
    60,
    ["line", "M0-30V-8"],
    [
      "metal",
      rect(-8, -14, 16, 12) +
        "M-2-2H3V6Q14 8 14 18Q12 30 0 29Q-12 28-12 17H-6Q-6 23 0 23Q8 23 8 17Q7 11-2 11Z",
    ],
  ),
  ledger: glyph(
    44,
    34,
    ["wood", rect(-22, -17, 44, 34)],
    ["linen", rect(-19, -14, 18, 28) + rect(1, -14, 18, 28)],
    ["line", "M-16-8h12M-16-2h12M-16 4h12M4-8h12M4-2h12M4 4h8"],
  ),
  bunks: glyph(
    60,
    56,
    ["wood", rect(-28, -28, 5, 56) + rect(23, -28, 5, 56) + each(column(3, -14, 18, -23), bunk)],
    ["cloth", each(column(3, -19, 18, -12), (x, y) => rect(x, y, 35, 5))],
    ["linen", each(column(3, -20, 18, -22), (x, y) => rect(x, y, 9, 6))],
  ),
  trunk: glyph(
    40,
    30,
    ["wood", "M-20-9Q-20-15-14-15H14Q20-15 20-9V15H-20Z"],
    ["gold", rect(-4, -4, 8, 8)],
    ["line", "M-20-4H20M-12-15V15M12-15V15"],
  ),
  hammocks: glyph(
    110,
    44,
    ["wood", rect(-55, -22, 5, 44) + rect(-2.5, -22, 5, 44) + rect(50, -22, 5, 44)],
    ["cloth", "M-50-12Q-26 22-2-12Q-26 8-50-12ZM2-12Q26 22 50-12Q26 8 2-12Z"],
    ["linen", disc(-38, -1, 4) + disc(14, -1, 4)],
  ),
  doghouse: glyph(
    50,
    48,
    ["bloom", "M-25-4L0-24L25-4H18V-2H-18V-4Z"],
    ["wood", rect(-18, -4, 36, 28)],
    ["dark", "M-9 24V8Q-9 0 0 0Q9 0 9 8V24Z"],
  ),
  bone: glyph(40, 20, [
    "linen",
    "M-13-3Q-20-11-16-1Q-22 1-17 4Q-17 11-11 4L11 4Q17 11 17 4Q22 1 16-1Q20-11 13-3Z",
  ]),
};
