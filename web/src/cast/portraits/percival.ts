import type { Portrait } from "./portrait";
import { flat, line, oval, shape, shout, stares, sweat, WHITE } from "./strokes";

const CAP = "#d86fb0";
const FORELOCK = "#e3c05a";

export const percival: Portrait = {
  skin: "#f8dcc8",
  flush: "#f2c7b0",
  back: [],
  body: [
    shape("#f8dcc8", "M52 82V102H68V82Z"),
    shape("#7d2c62", "M10 130Q14 106 42 100L60 124L78 100Q106 106 110 130Z"),
    shape(
      "#c25a9c",
      "M42 99Q32 104 34 112L52 130H60L60 122Q50 112 48 98Z",
      "M78 99Q88 104 86 112L68 130H60L60 122Q70 112 72 98Z",
    ),
    line("M38 108l8 6M44 116l8 5M82 108l-8 6M76 116l-8 5", 1.3),
    shape(WHITE, "M50 98L60 112L70 98L60 104Z"),
  ],
  head: [
    "M42 54Q39 78 50 87Q60 92 70 87Q81 78 78 54Q76 42 60 42Q44 42 42 54Z",
    oval(41, 66, 4, 6),
    oval(79, 66, 4, 6),
  ],
  front: [line("M60 64Q64 71 62 73Q60 74 58 73", 2)],
  hat: [
    shape(FORELOCK, "M50 54Q44 62 50 68Q52 62 58 62Q54 66 58 70Q60 60 66 56Z"),
    shape(CAP, "M40 52Q35 18 64 13Q100 8 104 56Q99 62 94 56Q92 36 77 35Q81 43 80 52Q60 60 40 52Z"),
    line("M42 38Q60 44 78 36M48 26Q64 30 86 24M62 14Q72 24 96 34", 2.6, "#f6d3ea"),
    shape(WHITE, "M37 48Q60 57 83 48L84 57Q60 66 36 57Z"),
    shape(WHITE, oval(99, 62, 8)),
    line("M95 59q3 2 2 5M102 58q-2 3 1 6", 1.3),
  ],
  loose: "rotate(-38 60 50) translate(4 -6)",
  composed: {
    eyes: [
      flat("#e3b9a8", "M43 68Q50 58 57 68Z", "M63 68Q70 58 77 68Z"),
      line("M43 68H57M63 68H77", 2.8),
      line("M45 72Q50 76 55 72M65 72Q70 76 75 72", 1.4, "#a8786a"),
    ],
    face: [
      line("M43 61Q50 57 56 60M64 60Q70 57 77 61", 1.8),
      shape("#4a1418", oval(60, 82, 4, 5.5)),
      flat("#d9605c", oval(60, 85, 2.6, 2)),
    ],
    more: [line("M94 84H104L94 96H104M106 72H113L106 81H113M16 44H24L16 54H24", 2.4, "#fbf7ec")],
  },
  beside: {
    eyes: [...stares(65, 10.5, 8), line("M44 62l3 2M43 67l4-1M77 62l-3 2M77 67l-4-1", 1, "#c0392b")],
    face: [line("M40 52Q48 46 56 52M64 52Q72 46 80 52", 2.4), ...shout(80, 8, 5)],
    behind: [line("M46 42L40 24M54 38L52 20M62 36L66 18M70 38L80 24", 4, FORELOCK)],
    more: [
      sweat([30, 60], [92, 62]),
      shape(WHITE, "M96 26q12-6 14-18q-14 2-14 18ZM104 92q12-2 14-14q-12 2-14 14ZM10 96q-8-8-4-18q8 6 4 18Z"),
    ],
  },
};
