import type { Portrait } from "./portrait";
import { dots, flat, GOLD, line, oval, shape, WHITE } from "./strokes";

const HAT = "#1f2226";
/** The ink of a ghost. */
const COLD = "#2d5263";
const haunted = (fill: string, d: string) => ({ ...shape(fill, d), ink: COLD });
const CLOVER = "#3f9a4f";

/** Alive on one side, and on the other what is left of him. */
export const doctor: Portrait = {
  skin: "#f1c9a6",
  flush: "#cfe6ee",
  back: [
    shape(
      WHITE,
      "M42 52Q28 52 30 66Q26 78 40 80Q46 66 42 52Z",
      "M78 52Q92 52 90 66Q94 78 80 80Q74 66 78 52Z",
    ),
  ],
  body: [
    shape(HAT, "M10 130Q14 106 42 100H78Q106 106 110 130Z"),
    shape(WHITE, "M46 98L60 124L74 98Z"),
    shape("#343941", "M46 98L36 104L56 130L60 124Z", "M74 98L84 104L64 130L60 124Z"),
    shape("#b3262e", "M60 104L49 98V111ZM60 104L71 98V111Z"),
    shape(CLOVER, oval(89, 112, 3.5), oval(95, 112, 3.5), oval(89, 118, 3.5), oval(95, 118, 3.5)),
    line("M92 118Q93 125 97 127", 1.8, CLOVER),
  ],
  head: ["M41 54Q40 84 60 92Q80 84 79 54Q78 42 60 42Q42 42 41 54Z"],
  front: [
    shape("#e8967e", oval(60, 69, 5.5, 6)),
    shape(WHITE, "M60 77Q50 71 40 80Q48 88 60 81Q72 88 80 80Q70 71 60 77Z"),
  ],
  hat: [
    shape(HAT, "M42 42L40 8Q60 2 80 8L78 42Z"),
    flat("#b3262e", "M41.5 33Q60 39 78.5 33L78 42Q60 48 42 42Z"),
    shape(HAT, "M26 43Q32 36 42 40Q60 47 78 40Q88 36 94 43Q78 54 60 54Q42 54 26 43Z"),
  ],
  loose: "",
  composed: {
    eyes: [dots(61)],
    face: [line("M44 54Q50 50 56 54M64 52Q70 48 77 52", 3, "#d8d0c2"), line("M54 87Q60 91 66 87", 2)],
    more: [
      { d: oval(70, 61, 7.5), line: 2.4, ink: "#c8961c", fill: "#ffffff40" },
      line("M77 64Q84 80 80 100", 1.4, GOLD),
    ],
  },
  beside: {
    instead: [
      flat("#bfeaff2e", oval(60, 66, 58, 66)),
      flat("#bfeaff38", oval(60, 66, 46, 56)),
      haunted(
        "#b5d8e6e8",
        "M12 132Q6 112 22 104Q34 97 46 96H74Q86 97 98 104Q114 112 108 132Q100 118 93 126Q86 134 79 122Q72 112 66 124Q60 134 54 124Q48 112 41 122Q34 134 27 126Q20 118 12 132Z",
      ),
      haunted("#dff2f8", "M60 105L48 98V112ZM60 105L72 98V112Z"),
      haunted(
        "#f4fbfd",
        "M42 52Q24 48 24 64Q16 76 30 84Q42 88 44 72ZM78 52Q96 48 96 64Q104 76 90 84Q78 88 76 72Z",
      ),
      haunted("#e4f3f8", "M41 54Q40 84 60 94Q80 84 79 54Q78 42 60 42Q42 42 41 54Z"),
      haunted("#c3dfea", oval(60, 70, 5.5, 6)),
      haunted("#8fb6c8e0", "M42 42L40 9Q60 3 80 9L78 42Z"),
      haunted("#5f8ba1e0", "M41.5 33Q60 39 78.5 33L78 42Q60 48 42 42Z"),
      haunted("#8fb6c8", "M24 42Q31 35 42 40Q60 47 78 40Q89 35 96 42Q78 54 60 54Q42 54 24 42Z"),
    ],
    eyes: [
      flat("#17303d", oval(50, 63, 6, 7), oval(70, 63, 6, 7)),
      flat("#aef6ff", oval(51.5, 64, 2), oval(68.5, 64, 2)),
    ],
    face: [
      line("M41 51L57 58M79 51L63 58", 3, COLD),
      haunted("#17303d", "M50 88Q60 80 70 88Q70 104 60 104Q50 104 50 88Z"),
      haunted("#ffffff", "M60 78Q50 71 37 84Q48 88 60 82Q72 88 83 84Q70 71 60 78Z"),
    ],
    more: [
      line(
        "M8 40Q2 52 10 62Q16 72 8 84M112 36Q118 48 110 58Q104 68 112 80M20 16q-6 6-2 14M100 14q6 6 2 14",
        2,
        "#d9f3ffb0",
      ),
    ],
  },
};
