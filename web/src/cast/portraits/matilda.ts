import type { Portrait } from "./portrait";
import { dots, flat, line, oval, shape, shout, stares, WHITE } from "./strokes";

const HAIR = "#6a5c4e";

export const matilda: Portrait = {
  skin: "#f3d0b6",
  flush: "#e9957e",
  back: [],
  body: [
    shape("#1d4f7c", "M12 130Q16 106 44 100H76Q104 106 108 130Z"),
    line("M36 104L44 130M84 104L76 130M60 112V130", 1.4),
    shape(WHITE, "M47 90H73L76 104Q60 112 44 104Z"),
    line("M52 92v14M60 92v16M68 92v14", 1.2),
    shape("#c98a2b", oval(60, 108, 4.5, 5.5)),
    flat("#f6efdd", oval(60, 107, 2, 2.6)),
  ],
  head: ["M41 52Q39 78 47 90Q60 97 73 90Q81 78 79 52Q78 40 60 40Q42 40 41 52Z"],
  front: [line("M60 64V73Q58 76 55 74")],
  hat: [
    shape(HAIR, oval(28, 40, 13), oval(92, 40, 13)),
    line("M28 40m-7 0a7 7 0 1 1 7 7a4 4 0 1 1 0-8M92 40m7 0a7 7 0 1 0-7 7a4 4 0 1 0 0-8", 1.8),
    shape(HAIR, "M38 64Q32 30 60 29Q88 30 82 64Q80 46 60 37Q40 46 38 64Z"),
    line("M60 29V37M46 36Q52 33 57 32M74 36Q68 33 63 32", 1.6),
  ],
  loose: "translate(0 -3)",
  composed: {
    eyes: [dots(64, 10, 2.2)],
    face: [line("M43 56L57 57M63 57L77 56", 3), line("M52 83H68M50 81v4M70 81v4", 2.2)],
    more: [
      { d: oval(50, 64, 7.5, 6) + oval(70, 64, 7.5, 6), line: 2, fill: "#ffffff38" },
      line("M57.5 63Q60 61 62.5 63", 2),
      shape("#e3bd5a", "M88 130L104 80L112 83L97 130Z"),
      line("M103 92l4 1M100 101l4 1M98 109l4 1M95 117l4 1", 1.4),
    ],
  },
  beside: {
    eyes: stares(61, 10, 6),
    face: [line("M42 49L57 56M78 49L63 56", 3.6), ...shout(79, 10, 6.5)],
    more: [
      { d: oval(50, 17, 7, 6) + oval(66, 11, 7, 6), line: 2.2, ink: "#fbf7ec" },
      line("M56.5 15L59.5 13.5M43 20L37 26M72 8L80 6", 2, "#fbf7ec"),
      line(
        "M20 32Q8 26 12 14M30 28Q26 14 34 8M18 50Q6 54 8 64M100 32Q112 26 108 14M90 28Q94 14 86 8M102 50Q114 54 112 64",
        2.6,
        HAIR,
      ),
      shape(
        "#e3bd5a",
        "M96 130L104 104L108 107L110 101L114 108L105 130Z",
        "M84 92L92 78L98 82L93 91L89 89L88 95Z",
      ),
      line("M97 70l6-6M103 78l7-3", 1.8),
    ],
  },
};
