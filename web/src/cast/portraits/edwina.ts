import type { Portrait } from "./portrait";
import { dots, flat, line, oval, shape, stares, WHITE } from "./strokes";

const LEATHER = "#7c4a22";
const SCARF = "#f6efdd";
const HAIR = "#c4501e";

export const edwina: Portrait = {
  skin: "#f6d2b8",
  flush: "#86705f",
  back: [
    shape(SCARF, "M40 104Q22 92 2 98Q9 106 1 116Q24 118 44 114Z"),
    line("M10 102Q24 102 36 108M10 112Q24 112 38 112", 1.2),
  ],
  body: [
    shape("#f6d2b8", "M50 80V106H70V80Z"),
    shape("#5d3a1c", "M12 130Q18 106 42 102H78Q102 106 108 130Z"),
    line("M60 112V130M30 110L40 130M90 110L80 130", 1.6),
    shape(SCARF, "M40 94Q60 108 80 94L85 106Q60 120 35 106Z"),
    line("M46 104Q60 112 76 102", 1.4),
  ],
  head: ["M41 54Q40 82 60 92Q80 82 79 54Q78 40 60 40Q42 40 41 54Z"],
  front: [line("M58 66Q61 71 64 67", 2)],
  hat: [
    shape(HAIR, "M44 48Q48 61 57 51Q53 60 60 55Q58 46 44 48Z"),
    shape(
      LEATHER,
      "M35 76Q30 60 35 44Q40 22 60 22Q80 22 85 44Q90 60 85 76Q78 80 77 68Q79 51 70 49Q60 46 50 49Q41 51 43 68Q42 80 35 76Z",
    ),
    line("M60 22V47M39 70q1 5-2 6M81 70q-1 5 2 6", 1.6),
    line("M35 42H42M78 42H85", 4),
    shape("#2c2622", oval(49, 40, 11, 9), oval(71, 40, 11, 9)),
    shape("#8fd3dc", oval(49, 40, 8, 6.5), oval(71, 40, 8, 6.5)),
    flat("#ffffffb0", "M44 40Q45 35 50 35L46 42Z", "M66 40Q67 35 72 35L68 42Z"),
  ],
  loose: "rotate(-9 60 50) translate(-2 -6)",
  composed: {
    eyes: [dots(61, 10, 2.8)],
    face: [
      line("M44 55Q50 52 55 55M65 53Q71 49 77 53"),
      shape(WHITE, "M47 74Q60 82 74 72Q73 87 60 88Q50 87 47 74Z"),
      line("M60 79V88", 1.6),
      flat(
        "#d08a5e",
        oval(46, 69, 1),
        oval(50, 71, 1),
        oval(48, 73, 1),
        oval(71, 70, 1),
        oval(74, 68, 1),
        oval(69, 72, 1),
      ),
    ],
  },
  beside: {
    eyes: [flat("#f6d2b8", oval(50, 62, 10, 9), oval(70, 62, 10, 9)), ...stares(62, 10, 5.5)],
    face: [
      shape(WHITE, "M46 78Q60 73 74 78V86Q60 90 46 86Z"),
      line("M46 82H74M53 76V88M60 75V89M67 76V88", 1.4),
      flat("#3a302a", "M44 74q4 2 3 6q-4-1-3-6ZM76 70q-3 3-1 7q4-2 1-7ZM56 70q5 1 8 0q-3 3-8 0Z"),
    ],
    behind: [
      shape("#6d6a70", "M84 30Q78 18 90 16Q92 4 104 10Q116 8 114 20Q122 30 110 34Q100 42 94 34Q86 38 84 30Z"),
    ],
    more: [
      line("M44 36L54 44M52 35L45 45", 1.4),
      line("M38 30Q30 22 34 12M82 28Q84 18 80 10M30 50L18 46M31 62L18 64M90 56L102 54", 2.4, HAIR),
    ],
  },
};
