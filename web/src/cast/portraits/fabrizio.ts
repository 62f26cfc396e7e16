import type { Portrait } from "./portrait";
import { flat, INK, line, oval, shape, shout, stares, WHITE } from "./strokes";

export const fabrizio: Portrait = {
  skin: "#f0bd96",
  flush: "#dd5236",
  back: [],
  body: [
    shape(WHITE, "M8 130Q12 106 40 100Q60 114 80 100Q108 106 112 130Z"),
    line("M60 112V130", 1.4),
    flat(INK, oval(52, 120, 2), oval(68, 120, 2)),
    shape("#c94f16", "M40 96Q60 108 80 96L76 108L64 105L60 116L56 105L44 108Z"),
  ],
  head: ["M33 62Q31 92 60 97Q89 92 87 62Q85 44 60 44Q35 44 33 62Z", oval(33, 68, 4, 6), oval(87, 68, 4, 6)],
  front: [
    shape("#e5836a", oval(60, 69, 8.5, 7.5)),
    line("M60 79Q50 75 44 81Q34 86 34 75Q36 71 39 74", 3.6),
    line("M60 79Q70 75 76 81Q86 86 86 75Q84 71 81 74", 3.6),
    flat("#e98b6a80", oval(42, 72, 5, 4), oval(78, 72, 5, 4)),
  ],
  hat: [
    shape(WHITE, "M38 52V34H82V52Q60 58 38 52Z"),
    shape(WHITE, "M38 38Q19 36 24 20Q30 5 46 12Q52 0 63 5Q74 0 79 11Q95 6 98 22Q100 37 82 38Q60 44 38 38Z"),
    line(
      "M46 40V50M54 42V53M60 42V54M66 42V53M74 40V50M46 12Q44 22 48 30M63 6Q60 18 62 28M79 11Q80 22 74 30",
      1.5,
    ),
  ],
  loose: "translate(-2 -3) rotate(-12 60 44)",
  composed: {
    eyes: [line("M44 62Q49 57 54 62M66 62Q71 57 76 62", 2.8)],
    face: [
      line("M42 54Q49 48 55 52M65 52Q71 48 78 54", 2.6),
      line("M53 87Q60 92 67 87", 2.2),
      flat(INK, "M57 91H63L60 98Z"),
    ],
    more: [
      line("M92 128L104 84", 4, "#b9bfc8"),
      shape("#b9bfc8", "M96 82Q98 70 109 72Q118 76 113 86Q104 90 96 82Z"),
    ],
  },
  beside: {
    eyes: stares(60, 11, 6),
    face: [line("M38 49L56 57M82 49L64 57", 4.4), ...shout(84, 9, 5.5)],
    more: [
      shape(
        WHITE,
        "M28 66Q18 68 16 60Q4 60 7 50Q2 42 12 40Q16 32 24 38Q32 40 28 48Q34 56 28 66Z",
        "M92 66Q102 68 104 60Q116 60 113 50Q118 42 108 40Q104 32 96 38Q88 40 92 48Q86 56 92 66Z",
      ),
      line("M14 48q4-3 6 1M106 48q-4-3-6 1", 1.4),
    ],
  },
};
