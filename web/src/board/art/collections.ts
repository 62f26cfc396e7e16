// What people collect: arms, trophies, pictures, books.
import { disc, each, glyph, rect, row } from "./shapes";

const book = (x: number, y: number) => rect(x, y - 12, 5, 12);

export const COLLECTIONS = {
  antlers: glyph(
    46,
    50,
    ["wood", "M0 25Q-14 20-12 2H12Q14 20 0 25Z"],
    ["linen", "M-7 2Q-8 14 0 21Q8 14 7 2Q0-4-7 2Z"],
    ["dark", disc(-3.5, 7, 1.4) + disc(3.5, 7, 1.4) + "M-2.5 16h5l-2.5 3Z"],
    [
      "line",
      "M-5 1Q-8-8-14-11Q-20-14-20-24M-14-11Q-13-18-9-23M-18-15Q-22-15-23-20M5 1Q8-8 14-11Q20-14 20-24M14-11Q13-18 9-23M18-15Q22-15 23-20",
    ],
  ),
  cup: glyph(
    28,
    34,
    ["gold", "M-9-16H9Q9 2 2 5V9Q8 10 8 14H-8Q-8 10-2 9V5Q-9 2-9-16Z"],
    ["line", "M-9-13Q-15-12-12-5Q-10-2-7-2M9-13Q15-12 12-5Q10-2 7-2"],
    ["wood", rect(-10, 13, 20, 4)],
  ),
  swords: glyph(
    56,
    50,
    ["metal", "M-26-22L-22-23L14 14L10 18ZM26-22L22-23L-14 14L-10 18Z"],
    ["gold", "M6 19L19 8L21 11L9 22ZM-6 19L-19 8L-21 11L-9 22Z"],
    ["dark", "M14 15L22 23L19 25L11 18ZM-14 15L-22 23L-19 25L-11 18Z"],
  ),
  shield: glyph(
    36,
    44,
    ["metal", "M-17-20Q0-14 17-20V2Q14 16 0 22Q-14 16-17 2Z"],
    ["bloom", "M-13-14Q-6-12 0-12V17Q-11 11-13 0ZM0-12Z"],
    ["gold", "M0-12Q6-12 13-14V2H0ZM0 2Z"],
  ),
  armour: glyph(
    28,
    48,
    ["metal", "M-7-23Q0-28 7-23V-12H-7ZM-12-10H12L9 8H-9ZM-8 9H-1V24H-8ZM1 9H8V24H1Z"],
    ["dark", rect(-5, -20, 10, 3)],
    ["line", "M-13-8V6M13-8V6M0-10V8"],
  ),
  picture: glyph(
    44,
    34,
    ["gold", rect(-22, -17, 44, 34)],
    ["glass", rect(-17, -12, 34, 24)],
    ["leaf", "M-17 12L-6-2L2 6L9 0L17 8V12Z"],
    ["fire", disc(9, -6, 3)],
  ),
  portrait: glyph(
    32,
    40,
    ["gold", rect(-16, -20, 32, 40)],
    ["dark", rect(-11, -15, 22, 30)],
    ["linen", disc(0, -4, 5.5)],
    ["cloth", "M-9 15Q-8 4 0 4Q8 4 9 15Z"],
  ),
  bust: glyph(
    30,
    44,
    ["linen", "M-10 10Q-10 2-4 1V-4Q-8-7-7-13Q-5-20 1-20Q8-19 7-11Q9-8 6-7Q6-3 3-3V1Q10 2 10 10Z"],
    ["metal", "M-7 10H7L5 14H-5ZM-11 14H11V22H-11Z"],
  ),
  books: glyph(
    92,
    32,
    ["wood", rect(-46, -16, 92, 32)],
    [
      "bloom",
      each(row(4, -42, 21, 12), (x, y) => book(x, y) + book(x + 10, y)) + each(row(3, -37, 30, -2), book),
    ],
    ["leaf", each(row(4, -36, 21, 12), book) + each(row(4, -42, 20, -2), book)],
    ["gold", each(row(3, -26, 21, 12), book) + each(row(4, -31, 20, -2), book)],
    ["line", "M-46-1H46"],
  ),
  globe: glyph(
    32,
    40,
    ["glass", disc(0, -5, 13)],
    ["leaf", "M-8-12Q-3-15 0-11Q-1-6-5-5Q-9-6-8-12ZM3-7Q9-8 9-2Q6 4 2 2Q0-3 3-7Z"],
    ["wood", "M-2 11H2V16H8V20H-8V16H-2Z"],
    ["line", "M-11 5A16 16 0 0 0 11 5"],
  ),
  desk: glyph(
    62,
    34,
    ["wood", rect(-31, -17, 62, 34)],
    ["linen", "M-16-10L2-12L3 8L-14 10Z"],
    ["gold", disc(18, -4, 6)],
    ["line", "M-12-5l11-1M-12 0l11-1M-11 5l11-1"],
  ),
};
