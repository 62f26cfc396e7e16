import type { Portrait } from "./portrait";
import { dots, flat, INK, line, oval, shape, WHITE } from "./strokes";

const WOOL = "#e0709a";

export const dragomir: Portrait = {
  skin: "#e8b892",
  flush: "#e9a183",
  back: [],
  body: [
    shape("#e8b892", "M1 130Q2 100 40 95V80H80V95Q118 100 119 130Z"),
    shape("#6d7d17", "M30 98Q36 112 28 130H92Q84 112 90 98L80 96Q60 118 40 96Z"),
    flat(
      "#d9c94a",
      oval(44, 116, 3.5, 2.5),
      oval(60, 122, 4, 2.5),
      oval(76, 116, 3, 3),
      oval(52, 126, 3, 2),
      oval(70, 126, 2.5, 2),
    ),
    line("M14 112Q20 106 26 108M106 112Q100 106 94 108", 1.6),
    flat("#b3262e", "M104 124q-7-6-3-9q3-1 3 2q0-3 3-2q4 3-3 9Z"),
  ],
  head: [
    "M40 52Q37 82 50 90Q60 95 70 90Q83 82 80 52Q78 31 60 31Q42 31 40 52Z",
    oval(36, 61, 6.5, 9),
    oval(84, 61, 6.5, 9),
  ],
  front: [
    line("M34 58q4 3 2 7M86 58q-4 3-2 7", 1.4),
    shape("#dd9a7c", "M54 62Q52 73 60 73Q68 73 66 62Q60 58 54 62Z"),
  ],
  hat: [
    flat("#ffffffa0", "M48 44Q52 36 62 36Q55 39 51 46Z"),
    line("M60 31Q56 22 63 20Q69 21 65 26Q62 27 62 24", 2),
    shape(
      INK,
      "M60 74Q48 67 38 76Q27 82 23 69Q24 60 31 63Q28 67 31 70Q22 92 44 86Q54 84 60 78Q66 84 76 86Q98 92 89 70Q92 67 89 63Q96 60 97 69Q93 82 82 76Q72 67 60 74Z",
    ),
  ],
  loose: "rotate(4 60 76) translate(0 1)",
  composed: {
    eyes: [dots(58, 11)],
    face: [line("M42 52Q47 46 56 47M64 47Q73 46 78 52", 3.4), line("M55 88Q60 91 65 88", 2)],
    more: [
      shape(WOOL, oval(18, 116, 12)),
      line("M8 112Q18 106 28 112M8 119Q18 112 29 119M14 106Q22 116 18 128", 1.4),
      line("M6 100L36 126M34 98L10 128", 2.6, "#caa45a"),
    ],
  },
  beside: {
    eyes: [line("M43 58Q49 63 55 58M65 58Q71 63 77 58", 3)],
    face: [
      line("M40 53Q48 44 56 45M64 45Q72 44 80 53", 3.4),
      line("M51 91Q54 87 57 90Q60 93 63 90Q66 87 69 91", 2.4),
    ],
    more: [
      line("M44 61Q24 54 14 74M44 63Q28 62 22 82M76 61Q96 54 106 74M76 63Q92 62 98 82", 3, "#6fc0da"),
      {
        ...shape(
          "#a9dbe8",
          "M13 76q5 7 0 10q-5-3 0-10ZM107 76q5 7 0 10q-5-3 0-10ZM22 84q4 6 0 9q-4-3 0-9ZM98 84q4 6 0 9q-4-3 0-9Z",
        ),
        line: 1.4,
      },
      line("M4 128Q14 112 24 124Q34 134 36 116Q40 106 30 108", 2.4, WOOL),
      flat(WHITE, oval(6, 128, 0.5)),
    ],
  },
};
