import type { Portrait } from "./portrait";
import { flat, INK, line, oval, shape, stares, WHITE } from "./strokes";

const SILK = "#23262f";
const LINING = "#a8213a";

export const lysander: Portrait = {
  skin: "#efc9a8",
  flush: "#e2a183",
  back: [shape(LINING, "M22 118Q20 88 30 76Q40 96 60 100Q80 96 90 76Q100 88 98 118Z")],
  body: [
    shape("#efc9a8", "M52 84V102H68V84Z"),
    shape(SILK, "M6 130Q10 108 26 100Q40 104 60 126Q80 104 94 100Q110 108 114 130Z"),
    shape(WHITE, "M46 99L60 110L74 99L66 130H54Z"),
    shape(WHITE, "M60 106L46 99V113ZM60 106L74 99V113Z"),
    flat(INK, oval(60, 116, 1.6), oval(60, 123, 1.6)),
  ],
  head: ["M42 52Q42 76 60 96Q78 76 78 52Q76 42 60 42Q44 42 42 52Z"],
  front: [
    shape(INK, "M42 50Q46 54 46 66L42 60Z", "M78 50Q74 54 74 66L78 60Z"),
    line("M60 58Q66 69 63 72Q60 73 58 71"),
    flat(INK, "M57 88H63L60 97Z"),
  ],
  hat: [
    shape(SILK, "M40 44L35 5Q60-1 85 5L80 44Z"),
    flat(LINING, "M39 33Q60 40 81 33L80 43Q60 50 40 43Z"),
    shape(SILK, "M22 43Q28 35 40 40Q60 48 80 40Q92 35 98 43Q80 55 60 55Q40 55 22 43Z"),
    line("M43 10L46 30", 2.2, "#6a7080"),
  ],
  loose: "translate(17 14) rotate(18 60 44) scale(.82)",
  composed: {
    eyes: [
      line("M44 62Q51 57 58 62M62 61Q69 56 76 61", 2.6),
      flat(INK, oval(53, 62.5, 2.3), oval(71, 61.5, 2.3)),
    ],
    face: [
      line("M43 56Q50 52 57 55M62 51Q70 44 78 50", 2.6),
      line("M60 77Q52 74 44 78M60 77Q68 74 76 76", 2.8),
      line("M53 83Q61 87 69 80", 2.2),
    ],
    more: [
      shape(WHITE, "M86 92L106 88L112 116L92 120Z"),
      flat("#23262f", "M99 97q6 6 3 9q-2 1-3-1l1 5h-4l1-5q-2 2-4 0q-2-4 6-8Z"),
    ],
  },
  beside: {
    eyes: stares(61, 10, 6),
    face: [
      line("M42 48Q49 45 56 51M78 48Q71 45 64 51", 2.8),
      line("M60 78Q52 72 43 72M60 78Q68 80 75 88", 2.8),
      line("M50 86l4-3l4 4l4-4l4 4l4-3", 2.4),
    ],
    behind: [
      shape(WHITE, "M12 20L26 14L34 33L20 39Z", "M2 66L16 62L22 82L8 86Z", "M100 60L114 66L106 84L93 78Z"),
      flat(LINING, oval(23, 27, 3), oval(12, 74, 3), oval(104, 72, 3)),
    ],
    more: [
      shape(WHITE, "M81 22Q72 4 79 3Q88 7 90 23Z", "M93 25Q96 6 103 8Q107 16 101 28Z"),
      flat("#e8a3ab", "M82 17Q77 8 80 8Q84 11 86 18Z", "M96 19Q98 11 101 13Q102 18 99 23Z"),
      line("M48 46Q42 40 44 34M54 44Q52 36 56 32", 2.4),
    ],
  },
};
