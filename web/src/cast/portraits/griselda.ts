import type { Portrait } from "./portrait";
import { flat, GOLD, INK, line, oval, shape } from "./strokes";

const star = (x: number, y: number, size: number): string =>
  `M${x} ${y - size}L${x + size * 0.28} ${y - size * 0.28}L${x + size} ${y}L${x + size * 0.28} ${y + size * 0.28}L${x} ${y + size}L${x - size * 0.28} ${y + size * 0.28}L${x - size} ${y}L${x - size * 0.28} ${y - size * 0.28}Z`;

export const griselda: Portrait = {
  skin: "#e6dccb",
  flush: "#d3e0c4",
  back: [
    shape("#2b2f74", "M12 130Q20 66 42 34Q54 18 60 3Q66 18 78 34Q100 66 108 130Z"),
    flat(
      GOLD,
      star(60, 20, 4),
      star(30, 92, 4),
      star(90, 80, 5),
      star(24, 116, 3),
      star(99, 112, 3.5),
      star(38, 58, 3),
    ),
    shape("#14173f", "M33 104Q31 60 45 42Q60 28 75 42Q89 60 87 104Q74 118 60 118Q46 118 33 104Z"),
    shape(INK, "M42 56Q36 84 42 106L50 100L48 60ZM78 56Q84 84 78 106L70 100L72 60Z"),
  ],
  body: [
    shape("#3a3f9e", "M10 130Q22 110 46 106Q60 118 74 106Q98 110 110 130Z"),
    shape(GOLD, "M54 113a7 7 0 1 0 10 8a6 6 0 0 1-10-8Z"),
  ],
  head: ["M43 54Q42 76 52 90Q57 98 60 99Q63 98 68 90Q78 76 77 54Q76 40 60 40Q44 40 43 54Z"],
  front: [line("M61 58Q70 73 65 77Q60 79 57 76")],
  hat: [shape(INK, "M42 62Q40 40 60 40Q80 40 78 62Q74 46 60 43Q46 46 42 62Z")],
  loose: "",
  composed: {
    eyes: [
      flat("#9c88b8", oval(51, 63, 7.5, 6), oval(69, 63, 7.5, 6)),
      shape("#fbf7ec", "M44 63H58Q56 69 51 69Q46 69 44 63Z", "M62 63H76Q74 69 69 69Q64 69 62 63Z"),
      flat(INK, oval(51, 65, 2.5), oval(69, 65, 2.5)),
      line("M43 63H59M61 63H77", 2.6),
    ],
    face: [
      line("M44 54Q50 48 58 52M62 52Q70 48 76 54", 2),
      line("M52 87Q56 85 60 86Q64 85 68 87", 2.4),
      line("M46 78q2 5 5 7M74 78q-2 5-5 7", 1.4),
    ],
    more: [
      line("M14 60Q8 70 14 80Q20 90 12 100", 1.8, "#c9cdf5"),
      line("M106 50Q112 60 106 70", 1.8, "#c9cdf5"),
    ],
  },
  beside: {
    eyes: [
      shape("#fdf3a8", oval(50, 62, 8, 7), oval(70, 62, 8, 7)),
      flat("#ffffff", oval(50, 62, 4, 3.5), oval(70, 62, 4, 3.5)),
    ],
    face: [line("M42 50Q50 44 57 52M63 52Q70 44 78 50", 2.8), shape(INK, oval(60, 87, 5.5, 7.5))],
    more: [
      {
        d: "M62 86Q80 92 88 80Q96 66 84 58Q92 46 104 52Q116 58 112 74Q110 84 116 92Q106 90 104 98Q98 92 94 100Q88 96 82 102Q70 104 62 92Z",
        fill: "#eef6ffd8",
        line: 1.8,
      },
      flat(INK, oval(98, 64, 2, 3), oval(106, 65, 2, 3), oval(101, 74, 2.5, 3.5)),
      line("M40 50Q24 44 16 52M40 58Q22 58 12 70M42 46Q30 34 20 36", 2.4),
    ],
  },
};
