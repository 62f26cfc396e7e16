// What stands where one sits, plays and dines, from above where that is how one knows it.
import { disc, each, glyph, rect, row } from "./shapes";

export const PARLOUR = {
  armchair: glyph(
    30,
    28,
    ["dark", "M-15-8Q-15-14-9-14H9Q15-14 15-8V10Q15 14 11 14H-11Q-15 14-15 10Z"],
    ["cloth", "M-9-7H9V12H-9Z"],
    ["line", "M-9-7V12M9-7V12"],
  ),
  sofa: glyph(
    64,
    28,
    ["dark", "M-32-8Q-32-14-26-14H26Q32-14 32-8V10Q32 14 28 14H-28Q-32 14-32 10Z"],
    ["cloth", rect(-26, -7, 26, 19) + rect(0, -7, 26, 19)],
  ),
  teaTable: glyph(
    32,
    32,
    ["wood", disc(0, 0, 15)],
    ["linen", disc(-5, -3, 4) + disc(5, 4, 4)],
    ["metal", "M-2 5q-4 1-4 5h8q0-4-4-5Z"],
  ),
  fireplace: glyph(
    64,
    26,
    ["metal", "M-32-13H32V-7H28V13H-28V-7H-32Z"],
    ["dark", "M-18 13V1Q-18-6 0-6Q18-6 18 1V13Z"],
    ["fire", "M-10 13Q-12 5-6 1Q-6 5-3 6Q-4 0 2-4Q1 3 6 4Q9 6 9 13Z"],
    ["gold", "M-4 13Q-4 8 0 6Q4 9 4 13Z"],
  ),
  piano: glyph(
    60,
    50,
    ["dark", "M-30 25V-6Q-30-25-12-25Q4-25 8-8Q11 4 30 6V25Z"],
    ["linen", rect(-27, 17, 54, 6)],
    [
      "line",
      "M-21 17V23M-15 17V23M-9 17V23M-3 17V23M3 17V23M9 17V23M15 17V23M21 17V23M-22 8V-10Q-20-18-12-18Q-2-17 1-4Q5 6 20 9",
    ],
  ),
  billiard: glyph(
    108,
    60,
    ["wood", "M-54-24Q-54-30-48-30H48Q54-30 54-24V24Q54 30 48 30H-48Q-54 30-54 24Z"],
    ["leaf", rect(-46, -22, 92, 44)],
    [
      "dark",
      each(
        [
          [-46, -22],
          [0, -24],
          [46, -22],
          [-46, 22],
          [0, 24],
          [46, 22],
        ],
        (x, y) => disc(x, y, 4),
      ),
    ],
    ["bloom", disc(18, 0, 3.4) + disc(25, -4, 3.4) + disc(25, 4, 3.4)],
    ["linen", disc(-16, 3, 3.4)],
    ["line", "M-42 13L-20 4.5"],
  ),
  cues: glyph(
    30,
    34,
    ["wood", rect(-15, -17, 30, 5) + rect(-15, 12, 30, 5)],
    ["line", "M-10-14V15M-3-14V15M4-14V15M11-14V15"],
  ),
  diningTable: glyph(
    150,
    56,
    [
      "dark",
      each([...row(6, -62, 25, -22), ...row(6, -62, 25, 22)], (x, y) => disc(x, y, 7)) +
        disc(-72, 0, 7) +
        disc(72, 0, 7),
    ],
    ["wood", "M-68-18H68Q74-18 74-12V12Q74 18 68 18H-68Q-74 18-74 12V-12Q-74-18-68-18Z"],
    ["linen", each([...row(6, -62, 25, -10), ...row(6, -62, 25, 10)], (x, y) => disc(x, y, 4.5))],
    ["gold", "M-16 0h32M-10-4v8M0-5v10M10-4v8"],
  ),
  clock: glyph(
    24,
    52,
    ["wood", "M-9-26H9L11-8H8V18H11V26H-11V18H-8V-8H-11Z"],
    ["linen", disc(0, -16, 7)],
    ["gold", disc(0, 10, 3)],
    ["line", "M0-16V-20M0-16L3-14M0-6V8"],
  ),
  chandelier: glyph(
    56,
    56,
    ["line", "M0-26V26M-26 0H26M-18-18L18 18M18-18L-18 18"],
    [
      "gold",
      disc(0, 0, 8) +
        each(
          [
            [0, -24],
            [0, 24],
            [-24, 0],
            [24, 0],
            [-17, -17],
            [17, 17],
            [17, -17],
            [-17, 17],
          ],
          (x, y) => disc(x, y, 4),
        ),
    ],
  ),
  staircase: glyph(
    96,
    56,
    ["wood", "M-48 28V-28H48V28Z"],
    ["cloth", rect(-48, -14, 96, 28)],
    [
      "line",
      row(9, -38, 9.5)
        .map(([x]) => `M${x}-28V28`)
        .join(""),
    ],
  ),
  umbrellas: glyph(
    26,
    40,
    ["metal", "M-10 0H10L7 19H-7Z"],
    ["line", "M-4 0L-8-16Q-9-20-5-20M3 0L5-14Q5-18 9-17M-1 0V-18"],
  ),
  coats: glyph(
    48,
    42,
    ["wood", rect(-24, -21, 48, 4)],
    ["cloth", "M-16-15Q-24-10-24 18H-9Q-9-10-16-15Z"],
    ["dark", "M14-15Q6-10 5 18H23Q23-10 14-15Z"],
    ["line", "M-16-17V-13M0-17V-12M14-17V-13"],
  ),
};
