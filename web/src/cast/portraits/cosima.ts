import type { Portrait } from "./portrait";
import { flat, GOLD, INK, line, LIPS, oval, shape, shout, stares, WHITE } from "./strokes";

const SILK = "#b01e3c";

export const cosima: Portrait = {
  skin: "#c98a5e",
  flush: "#c4694a",
  back: [],
  body: [
    shape("#c98a5e", "M28 130Q32 106 51 102V84H69V102Q88 106 92 130Z"),
    shape(SILK, "M6 130Q12 108 34 105Q42 124 60 126Q78 124 86 105Q108 108 114 130Z"),
    line("M42 105Q60 124 78 105", 2, GOLD),
    shape(GOLD, oval(60, 116, 4, 5), oval(51, 112, 2), oval(69, 112, 2)),
  ],
  head: ["M38 56Q37 84 60 93Q83 84 82 56Q80 40 60 40Q40 40 38 56Z"],
  front: [
    line("M60 60Q64 70 62 72Q59 73 57 71"),
    line(oval(37, 79, 4, 6.5) + oval(83, 79, 4, 6.5), 2.8, "#d9a520"),
    flat(INK, oval(73, 76, 1.2)),
  ],
  hat: [
    shape("#f4dfc0", "M64 32Q56 8 84 4Q108 1 115 24Q101 16 93 26Q80 33 66 35Z"),
    line("M66 32Q78 10 106 14M74 20l-2-8M84 14l0-7M82 26l10-2M92 20l8 1", 1.3),
    shape(SILK, "M35 57Q26 32 48 26Q60 20 74 26Q94 32 85 57Q76 42 60 43Q44 42 35 57Z"),
    line("M37 50Q48 30 74 27M44 45Q62 33 84 42M36 40Q44 32 52 27", 1.8),
    shape(GOLD, oval(60, 36, 5, 6.5)),
    flat("#2a7540", oval(60, 36, 2.4, 3.6)),
  ],
  loose: "rotate(15 60 50) translate(3 -5)",
  composed: {
    eyes: [
      flat("#5f8fa6", "M44 62Q51 53 58 62Q51 67 44 62Z", "M62 62Q69 53 76 62Q69 67 62 62Z"),
      line("M44 62Q51 68 58 62M62 62Q69 68 76 62", 2.6),
      line("M45 64l-4 2M48 66.5l-2 3M75 64l4 2M72 66.5l2 3", 1.8),
    ],
    face: [
      line("M43 53Q50 47 57 51M63 51Q70 47 77 53"),
      shape(LIPS, "M48 79Q54 74 60 77Q66 74 72 79Q67 88 60 88Q53 88 48 79Z"),
      line("M48 79Q60 83 72 79", 1.6),
    ],
  },
  beside: {
    eyes: [...stares(60), line("M44 55l-4-3M47 53l-2-4M76 55l4-3M73 53l2-4", 1.8)],
    face: [line("M44 50Q50 51 57 54M76 50Q70 51 63 54", 2.8), ...shout(77, 11, 7.5)],
    behind: [
      shape(
        "#bfe6ee",
        "M8 20L22 14L18 32Z",
        "M4 60L16 56L12 74Z",
        "M98 50L114 46L106 64Z",
        "M16 88L26 80L28 96Z",
        "M100 82L112 80L108 98Z",
      ),
    ],
    more: [
      line("M92 74q6 2 5 8M98 68q9 4 8 14", 2, WHITE),
      line("M28 74q-6 2-5 8M22 68q-9 4-8 14", 2, WHITE),
    ],
  },
};
