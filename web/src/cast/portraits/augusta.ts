import type { Portrait } from "./portrait";
import { flat, GOLD, INK, line, LIPS, oval, shape, shout, stares, WHITE } from "./strokes";

const HAIR = "#d8cbe6";

export const augusta: Portrait = {
  skin: "#f3d3bb",
  flush: "#f0a892",
  back: [],
  body: [
    shape("#f3d3bb", "M52 84V106H68V84Z"),
    shape("#5a2f78", "M10 130Q16 108 40 102Q60 116 80 102Q104 108 110 130Z"),
    shape(
      "#efe6d6",
      "M26 116Q14 108 27 102Q28 91 42 96Q50 106 60 110Q70 106 78 96Q92 91 93 102Q106 108 94 116Q84 126 72 119Q60 126 48 119Q36 126 26 116Z",
    ),
    line("M34 104q3 3 1 7M84 104q-3 3-1 7M48 110q3 1 3 5M72 110q-3 1-3 5", 1.4),
    shape(WHITE, ...[50, 55, 60, 65, 70].map((x) => oval(x, 97 + 4 * (1 - Math.abs(x - 60) / 10), 2.7))),
  ],
  head: ["M43 54Q42 80 52 90Q60 97 68 90Q78 80 77 54Q76 42 60 42Q44 42 43 54Z"],
  front: [
    line("M60 58Q68 69 64 73Q60 75 57 72"),
    shape(GOLD, oval(42, 74, 2.6, 4.5), oval(78, 74, 2.6, 4.5)),
  ],
  hat: [
    shape(
      HAIR,
      "M41 60Q33 51 39 43Q32 31 43 27Q42 12 54 12Q60 3 66 12Q78 12 77 27Q88 31 81 43Q87 51 79 60Q78 46 60 46Q42 46 41 60Z",
    ),
    line("M43 27Q60 35 77 27M40 42Q60 49 80 42M54 13Q60 19 66 13M52 20q8 4 16 0", 1.6),
    shape(GOLD, "M43 46L46 33L53 41L60 27L67 41L74 33L77 46Q60 39 43 46Z"),
    flat("#b01e3c", oval(60, 37, 2.6)),
    flat("#2a7fb0", oval(47.5, 39, 1.5), oval(72.5, 39, 1.5)),
  ],
  loose: "rotate(-13 60 56) translate(-2 -4)",
  composed: {
    eyes: [line("M46 63Q52 58 57 63", 2.6), flat(INK, oval(52, 63.5, 2.2), oval(69, 62.5, 2.4))],
    face: [
      line("M45 54Q51 50 57 53M63 49Q70 43 77 49"),
      shape(LIPS, "M55 83Q58 80 60 82Q62 80 65 83Q60 88 55 83Z"),
      flat(INK, oval(49, 79, 1.1)),
    ],
    more: [
      { d: oval(69, 62, 8.5), line: 2.6, ink: "#a87c12", fill: "#ffffff40" },
      line("M75 68L93 96", 3.4, "#a87c12"),
    ],
  },
  beside: {
    eyes: stares(62),
    face: [line("M43 50L57 56M77 50L63 56", 3), ...shout(80, 10, 7)],
    more: [
      { d: oval(101, 36, 8), line: 2.6, ink: "#f6dd8c", fill: "#ffffff40" },
      line("M97 43L88 66", 3.2, "#f6dd8c"),
      line("M34 32Q20 30 24 18M86 30Q98 24 94 12M38 52Q24 56 24 46", 2.2, HAIR),
    ],
  },
};
