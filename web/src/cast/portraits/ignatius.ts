import type { Portrait } from "./portrait";
import { dots, flat, GOLD, INK, line, oval, shape, stares, WHITE } from "./strokes";

const GOWN = "#24352a";

export const ignatius: Portrait = {
  skin: "#f2cfb4",
  flush: "#ecb095",
  back: [
    shape(
      WHITE,
      "M44 50Q34 40 28 50Q16 50 21 62Q11 70 21 76Q20 88 32 85Q40 90 46 80Z",
      "M76 50Q86 40 92 50Q104 50 99 62Q109 70 99 76Q100 88 88 85Q80 90 74 80Z",
    ),
    line("M26 58q6 0 8 5M24 72q6-2 9 2M94 58q-6 0-8 5M96 72q-6-2-9 2", 1.4),
  ],
  body: [
    shape(GOWN, "M8 130Q14 104 42 100H78Q106 104 112 130Z"),
    shape("#2a7540", "M42 100L60 128L78 100L86 102L68 130H52L34 102Z"),
    shape(WHITE, "M50 98L60 112L70 98Z"),
    flat(INK, oval(28, 118, 3, 2.4), oval(33, 122, 1.4)),
  ],
  head: ["M42 54Q42 82 60 90Q78 82 78 54Q76 40 60 40Q44 40 42 54Z"],
  front: [
    shape(WHITE, "M46 78Q60 72 74 78Q76 98 60 108Q44 98 46 78Z"),
    line("M52 90Q54 98 58 102M68 90Q66 98 62 102", 1.2),
    shape("#e7a88c", "M56 62Q54 76 60 77Q66 76 64 62Z"),
    shape(WHITE, "M60 78Q50 73 44 82Q52 86 60 81Q68 86 76 82Q70 73 60 78Z"),
  ],
  hat: [
    shape(GOWN, "M42 50V34H78V50Q60 56 42 50Z"),
    shape("#2f4637", "M60 12L110 28L60 45L10 28Z"),
    line("M60 28L98 32V54", 2.6, GOLD),
    shape(GOLD, "M94 53H102L104 68H92Z"),
    line("M96 58V67M100 58V67", 1.2),
  ],
  loose: "rotate(-15 60 44) translate(0 -8)",
  composed: {
    eyes: [flat(INK, oval(48.5, 60, 2.2), oval(66.5, 60, 2.2))],
    face: [line("M44 52Q50 48 56 51M64 50Q70 46 76 50", 3, "#cfc7b8"), line("M56 87Q60 89 64 87", 2)],
    more: [
      { d: oval(50.5, 62, 8) + oval(69.5, 62, 8), line: 2.2, fill: "#ffffff38" },
      line("M58.5 61Q60 59 61.5 61", 2.2),
    ],
  },
  beside: {
    eyes: [...stares(62, 10, 7), dots(62, 9, 0.1)],
    face: [
      line("M42 48Q49 42 56 47M64 47Q71 42 78 48", 3.2, "#cfc7b8"),
      shape("#4a1418", oval(60, 88, 4.5, 5)),
    ],
    behind: [
      shape(
        WHITE,
        "M40 46L20 34L32 52L8 52L26 64L4 72L26 76L14 92L36 84Z",
        "M80 46L100 34L88 52L112 52L94 64L116 72L94 76L106 92L84 84Z",
      ),
    ],
    more: [
      { d: oval(48, 66, 8.5) + oval(69, 60, 8.5), line: 2.2, fill: "#ffffff30" },
      line("M56 63L61 62M66 56L72 64M71 55L66 65M39 70L34 74M77 57L84 52", 1.8),
    ],
  },
};
