import type { Portrait } from "./portrait";
import { dots, flat, INK, line, oval, shape, stares, sweat, WHITE } from "./strokes";

const FELT = "#3b2b20";

export const barnaby: Portrait = {
  skin: "#f1c6a5",
  flush: "#e89c82",
  back: [],
  body: [
    shape("#8a5a2b", "M8 130Q12 104 42 98H78Q108 104 112 130Z"),
    shape(WHITE, "M46 96L60 112L74 96L70 130H50Z"),
    shape("#a36f3b", "M46 96L34 104L50 130L58 118Z", "M74 96L86 104L70 130L62 118Z"),
    line("M20 112l6 18M32 108l4 10M100 112l-6 18", 1.2),
    shape("#2a7540", "M60 106L48 100V113ZM60 106L72 100V113Z"),
    shape("#1f5a30", oval(60, 106, 3)),
  ],
  head: [
    "M38 58Q35 88 60 95Q85 88 82 58Q80 40 60 40Q40 40 38 58Z",
    oval(37, 64, 4.5, 6.5),
    oval(83, 64, 4.5, 6.5),
  ],
  front: [
    shape("#e49a80", oval(60, 68, 6.5, 6)),
    shape(
      "#6e4120",
      "M60 75Q50 68 42 75Q33 80 30 69Q30 88 47 84Q56 82 60 77Q64 82 73 84Q90 88 90 69Q87 80 78 75Q70 68 60 75Z",
    ),
    line("M46 78q4-3 9-1M74 78q-4-3-9-1", 1.2),
  ],
  hat: [
    shape(FELT, "M39 46Q37 15 60 15Q83 15 81 46Z"),
    flat("#8c2f39", "M38.8 37Q60 43 81.2 37V45H38.8Z"),
    shape(FELT, "M26 46Q32 39 41 43Q60 50 79 43Q88 39 94 46Q78 54 60 54Q42 54 26 46Z"),
    line("M47 30Q48 22 56 20", 2, "#7a604a"),
  ],
  loose: "translate(8 -12) rotate(16 60 46)",
  composed: {
    eyes: [dots(61)],
    face: [line("M43 56Q49 52 56 56M64 54Q71 48 78 53")],
    more: [
      line("M67 87L82 92", 3.4, "#4a2c14"),
      shape("#4a2c14", "M79 86H93V97Q86 102 80 97Z"),
      line("M86 82Q80 74 88 68Q96 62 89 54", 2, "#fbf7ec"),
    ],
  },
  beside: {
    eyes: stares(60),
    face: [line("M40 51Q48 44 55 49M65 49Q72 44 80 51", 2.8), shape("#4a1418", oval(60, 88, 6.5, 4.5))],
    behind: [
      shape(WHITE, "M4 34L20 28L27 45L11 51Z", "M96 72L113 76L109 94L92 90Z", "M6 84L20 88L16 103L2 98Z"),
      line("M10 37l8-3M12 41l9-3M97 78l10 3M96 83l9 2M8 90l8 2", 1.2),
    ],
    more: [sweat([32, 40], [90, 58]), flat(INK, oval(8, 74, 1.8), oval(112, 62, 2.4), oval(104, 66, 1.2))],
  },
};
