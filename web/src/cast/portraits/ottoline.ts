import type { Portrait } from "./portrait";
import { flat, INK, line, oval, shape, WHITE } from "./strokes";

const STRAW = "#e6c558";
const CURLS = "#8a4b1f";
const LEAF = "#4f8a3a";

const daisy = (x: number, y: number) => [
  shape(
    WHITE,
    oval(x, y - 4, 2.4, 3),
    oval(x + 4, y - 1, 3, 2.4),
    oval(x + 2.5, y + 3.5, 2.6),
    oval(x - 2.5, y + 3.5, 2.6),
    oval(x - 4, y - 1, 3, 2.4),
  ),
  flat("#e08a1e", oval(x, y, 2.2)),
];

export const ottoline: Portrait = {
  skin: "#f7d7c0",
  flush: "#e9d3a4",
  back: [
    shape(
      CURLS,
      oval(38, 66, 9),
      oval(36, 78, 9),
      oval(82, 66, 9),
      oval(84, 78, 9),
      oval(41, 88, 7),
      oval(79, 88, 7),
    ),
  ],
  body: [
    shape("#f7d7c0", "M52 84V102H68V84Z"),
    shape("#5d7a34", "M12 130Q16 106 44 100Q60 114 76 100Q104 106 108 130Z"),
    shape(WHITE, "M44 99Q52 112 60 114Q68 112 76 99L68 96Q60 104 52 96Z"),
    flat(INK, oval(60, 121, 1.6), oval(60, 127, 1.6)),
  ],
  head: ["M41 56Q40 82 60 91Q80 82 79 56Q78 42 60 42Q42 42 41 56Z"],
  front: [line("M58 68Q60 71 63 68", 2), flat("#ee8f85a0", oval(47, 74, 4.5, 3.5), oval(73, 74, 4.5, 3.5))],
  hat: [
    shape(STRAW, "M4 52Q12 36 38 42Q60 48 82 42Q108 36 116 52Q92 63 60 58Q28 63 4 52Z"),
    shape(STRAW, "M37 45Q34 15 60 15Q86 15 83 45Q60 52 37 45Z"),
    flat(LEAF, "M36.5 36Q60 44 83.5 36L83 45Q60 52 37 45Z"),
    line("M16 50Q28 48 38 50M82 50Q94 47 106 50M46 24Q54 20 64 20", 1.3),
    ...daisy(82, 38),
    ...daisy(72, 45),
    shape(LEAF, "M90 36Q98 28 104 34Q98 40 90 38Z"),
  ],
  loose: "rotate(11 60 50) translate(2 -4)",
  composed: {
    eyes: [
      flat(INK, oval(50, 65, 2.8, 3.6), oval(70, 65, 2.8, 3.6)),
      flat(WHITE, oval(51, 63.5, 0.9), oval(71, 63.5, 0.9)),
      line("M46 62l-3-2M74 62l3-2M47.5 60l-2-3M72.5 60l2-3", 1.6),
    ],
    face: [
      line("M44 56.5Q50 54 55 56.5M65 56.5Q70 54 76 56.5", 1.8),
      line("M50 79Q60 88 70 79", 2.2),
      line("M48.5 78q1 0 2 2M71.5 78q-1 0-2 2", 1.6),
    ],
    more: [
      line("M20 130Q14 112 20 98", 3, LEAF),
      shape(
        LEAF,
        "M8 98Q8 82 22 84Q32 86 32 98Q20 92 8 98Z",
        "M8 100Q10 110 20 110Q32 108 32 100Q20 95 8 100Z",
      ),
      line("M12 96v4M17 94v5M22 94v5M27 95v5", 1.6, WHITE),
      flat(INK, oval(20, 88, 1.6)),
    ],
  },
  beside: {
    eyes: [
      shape(WHITE, "M42 62Q50 60 58 66Q50 71 44 67Z", "M78 62Q70 60 62 66Q70 71 76 67Z"),
      flat(INK, oval(51, 65.5, 2), oval(69, 65.5, 2)),
    ],
    face: [
      line("M40 55L57 62M80 55L63 62", 3),
      shape(WHITE, "M45 76Q60 84 75 76Q73 90 60 90Q47 90 45 76Z"),
      line("M47 81Q60 87 73 81M53 79V88M60 81V90M67 79V88", 1.4),
    ],
    more: [
      line("M14 130Q4 100 16 72", 4, LEAF),
      shape(
        LEAF,
        "M2 66Q-2 44 20 42Q36 42 42 54Q26 50 16 62Q8 66 2 66Z",
        "M4 70Q16 86 32 78Q40 72 42 60Q28 58 18 66Q10 70 4 70Z",
      ),
      shape("#d9605c", "M8 68Q18 56 38 56Q24 64 14 70Z"),
      shape(WHITE, "M22 52l2 7l3-6ZM31 51l1 6l3-5ZM20 73l3-6l2 6ZM29 70l2-6l3 5Z"),
      flat(INK, oval(18, 49, 2)),
    ],
  },
};
