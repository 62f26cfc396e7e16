// Garden, stable, kitchen and cellar.
import { disc, each, glyph, rect, row } from "./shapes";

const pot = (x: number, y: number) => `M${x - 5} ${y}h10l-2 8h-6Z`;
const bottle = (x: number, y: number) => disc(x, y, 4.5) + disc(x, y, 1.5);

export const HOUSEHOLD = {
  pots: glyph(
    76,
    26,
    ["wood", rect(-38, 8, 76, 4)],
    ["bloom", each(row(5, -30, 15, 0), pot)],
    ["leaf", each(row(5, -30, 15, -6), (x, y) => `M${x} ${y + 6}q-9-4-6-12q5 3 6 8q1-7 6-8q3 8-6 12Z`)],
  ),
  palm: glyph(
    40,
    40,
    ["leaf", [0, 60, 120, 180, 240, 300].map((turn) => leaf(turn, 19)).join("")],
    ["wood", disc(0, 0, 4)],
  ),
  bush: glyph(
    26,
    26,
    ["leaf", "M-12 2Q-14-8-6-9Q-2-15 5-10Q14-9 12 0Q14 9 5 11Q-3 14-8 9Q-13 8-12 2Z"],
    ["bloom", disc(-4, -3, 2) + disc(4, -4, 2) + disc(1, 5, 2)],
  ),
  fountain: glyph(
    64,
    64,
    ["metal", disc(0, 0, 31)],
    ["glass", disc(0, 0, 25)],
    ["metal", disc(0, 0, 9)],
    ["line", "M-18 0a18 18 0 0 1 18-18M18 0a18 18 0 0 1-18 18M-4-4q4-5 8 0M-4 2q4 5 8 0"],
  ),
  parasol: glyph(
    40,
    40,
    ["bloom", disc(0, 0, 18)],
    ["linen", wedge(0, 18) + wedge(90, 18) + wedge(180, 18) + wedge(270, 18)],
  ),
  maze: glyph(150, 84, ["leaf", mazePath()]),
  carriage: glyph(
    92,
    62,
    ["dark", "M-30-14Q-30-28-16-28H14Q24-28 25-14L22 10H-24Z"],
    ["glass", rect(-21, -21, 16, 13) + rect(1, -21, 16, 13)],
    ["cloth", "M-25-4H23L22 8H-24Z"],
    ["line", "M22 2H44M36-12L44 2M-2-26V8"],
    ["wood", disc(-22, 14, 16) + disc(20, 17, 13)],
    ["line", spokes(-22, 14, 16) + spokes(20, 17, 13)],
  ),
  rack: glyph(
    74,
    34,
    ["wood", rect(-37, -17, 74, 34)],
    [
      "dark",
      each([...row(6, -30, 12, -10), ...row(6, -30, 12, 1), ...row(6, -30, 12, 11)], (x, y) =>
        disc(x, y, 4.4),
      ),
    ],
    [
      "bloom",
      each(
        [
          [-30, -10],
          [-6, -10],
          [18, 1],
          [-18, 1],
          [6, 11],
          [30, 11],
        ],
        bottle,
      ),
    ],
  ),
  barrel: glyph(
    34,
    40,
    ["wood", "M-11-20H11Q20 0 11 20H-11Q-20 0-11-20Z"],
    ["line", "M-14.5-11H14.500M-16 0H16M-14.5 11H14.500M-5-20Q-8 0-5 20M5-20Q8 0 5 20"],
  ),
  stove: glyph(
    56,
    42,
    ["metal", rect(-28, -21, 56, 42)],
    ["dark", disc(-14, -8, 8) + disc(14, -8, 8) + rect(-20, 6, 40, 10)],
    ["fire", disc(-14, -8, 3.5) + rect(-14, 10, 28, 3)],
    ["line", "M-24 3H24"],
  ),
  kettle: glyph(
    38,
    34,
    ["metal", "M-12 16Q-16 0-6-4H8Q18 0 14 16ZM13 4Q19 2 19-5H15Q14 0 11 1Z"],
    ["line", "M-7-5Q-8-15 1-15Q10-15 9-5"],
    ["dark", disc(1, -5, 2.5)],
  ),
  kitchenTable: glyph(
    58,
    32,
    ["wood", rect(-29, -16, 58, 32)],
    ["linen", disc(-15, 0, 8)],
    ["metal", "M2-9L22-9Q24-4 20-4H2Z"],
    ["leaf", disc(8, 6, 4)],
    ["bloom", disc(16, 7, 4)],
  ),
  jars: glyph(
    84,
    34,
    ["wood", rect(-42, -3, 84, 3) + rect(-42, 14, 84, 3)],
    ["linen", each([...row(5, -34, 17, -16), ...row(4, -27, 18, 1)], (x, y) => rect(x - 5, y + 3, 10, 10))],
    ["bloom", each([...row(5, -34, 17, -16), ...row(4, -27, 18, 1)], (x, y) => rect(x - 6, y, 12, 3))],
  ),
  sacks: glyph(
    44,
    32,
    ["linen", "M-20 16Q-24-4-12-6L-14-13H-6L-8-6Q4-4 2 16ZM4 16Q1 0 11-2L9-8H17L15-2Q24 0 22 16Z"],
    ["line", "M-15-6H-5M10-2H16"],
  ),
};

function leaf(turn: number, size: number): string {
  const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const at = (x: number, y: number) => `${(x * c - y * s).toFixed(1)} ${(x * s + y * c).toFixed(1)}`;
  return `M0 0Q${at(size / 2, -7)} ${at(size, 0)}Q${at(size / 2, 7)} 0 0Z`;
}

function wedge(turn: number, size: number): string {
  const end = (degrees: number) =>
    `${(size * Math.cos((degrees * Math.PI) / 180)).toFixed(1)} ${(size * Math.sin((degrees * Math.PI) / 180)).toFixed(1)}`;
  return `M0 0L${end(turn)}A${size} ${size} 0 0 1 ${end(turn + 45)}Z`;
}

function spokes(x: number, y: number, r: number): string {
  const d = r * 0.7;
  return `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}M${x - d} ${y - d}L${x + d} ${y + d}M${x + d} ${y - d}L${x - d} ${y + d}`;
}

/** Hedges as bars, with ways through them. */
function mazePath(): string {
  const t = 7;
  const level = (x: number, y: number, length: number) => rect(x, y, length, t);
  const upright = (x: number, y: number, length: number) => rect(x, y, t, length);
  return [
    level(-75, -42, 62),
    level(0, -42, 75),
    level(-75, 35, 62),
    level(0, 35, 75),
    upright(-75, -42, 84),
    upright(68, -42, 84),
    level(-55, -23, 60),
    level(20, -23, 35),
    level(-55, 16, 35),
    level(-5, 16, 60),
    upright(-55, -23, 46),
    upright(48, -23, 26),
    upright(-20, -5, 21),
    level(-20, -5, 50),
  ].join("");
}
