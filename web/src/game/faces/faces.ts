// A key picture for each rule book, 400 wide and 170 high, so that they are told apart at a glance. A book that nobody
// has drawn yet has none.
export interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  dashes?: string;
  opacity?: number;
}

const filled = (fill: string, d: string, opacity = 1): Shape => ({ fill, d, opacity });
const drawn = (stroke: string, width: number, d: string, dashes?: string): Shape => ({
  stroke,
  width,
  d,
  ...(dashes ? { dashes } : {}),
});
const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

// Black ink on cheap paper, and one drop of red.
const [PAPER, INK, BLOOD] = ["#efe6cf", "#1b1916", "#c22a20"];
const PHOTOCOPY: Shape[] = [
  filled(PAPER, "M0 0H400V170H0Z"),
  drawn("#b9ae94", 1, Array.from({ length: 22 }, (_, at) => `M${at * 20 - 30} 0l-34 84`).join("")),
  filled(PAPER, disc(312, 44, 26)),
  drawn(INK, 2.5, disc(312, 44, 26) + "M300 36a26 26 0 0 0 0 22M322 52h6M312 60h4"),
  filled(
    INK,
    "M36 170V104l30-30 30 30V84h12V62h10v22l22-24 20 22V58l34-38 34 38v24l22-22h8V42h10v24l18 18v20l30-26 34 30v62Z",
  ),
  filled(
    PAPER,
    "M58 112h16v20H58zM112 104h14v20h-14zM140 104h14v20h-14zM252 100h14v20h-14zM280 100h14v20h-14zM330 118h16v18h-16zM112 138h14v20h-14zM252 134h14v20h-14zM280 134h14v20h-14z",
  ),
  filled("#f7d774", "M174 62h40v44h-40z"),
  filled(INK, "M192 62h3v44h-3zM174 82h40v3h-40z"),
  // He is up, and at the window.
  filled(INK, "M180 106c0-14 6-19 14-19s14 5 14 19zM184 78h20v3h-20zM187 66h14v13h-14z" + disc(194, 84, 6)),
  filled(INK, "M178 170v-42c0-14 32-14 32 0v42z"),
  drawn(PAPER, 2, "M194 120v50M186 146h.01M202 146h.01"),
  drawn(INK, 3, "M0 168H400"),
  filled(PAPER, "M400 126l-52 12c-16 2-26-2-30 8-2 8 4 12 10 14l4 10h68z"),
  drawn(
    INK,
    2.5,
    "M400 126l-52 12c-16 2-26-2-30 8-2 8 4 12 10 14l4 10M324 146l22-4M326 154l22-2M330 162l20 0",
  ),
  filled("#d9d3c2", "M326 138l-84-40 78 54z"),
  drawn(INK, 2.5, "M326 138l-84-40 78 54zM330 130l-14 28"),
  filled(BLOOD, "M246 106c-5 8-5 13 0 13s5-5 0-13zM252 124c-3 5-3 8 0 8s3-3 0-8z"),
];

// Gold on midnight blue, for an anniversary.
const [MIDNIGHT, GOLD] = ["#0d1431", "#e3b65a"];
const ANNIVERSARY: Shape[] = [
  filled(MIDNIGHT, "M0 0H400V170H0Z"),
  filled(
    "#1b2757",
    Array.from({ length: 17 }, (_, at) => {
      const [from, to] = [Math.PI + (at * Math.PI) / 17, Math.PI + ((at + 0.5) * Math.PI) / 17];
      const x = (angle: number): string => (200 + 330 * Math.cos(angle)).toFixed(0);
      const y = (angle: number): string => (150 + 330 * Math.sin(angle)).toFixed(0);
      return `M200 150L${x(from)} ${y(from)}L${x(to)} ${y(to)}Z`;
    }).join(""),
  ),
  drawn(GOLD, 2, "M10 10H390V160H10Z"),
  drawn(GOLD, 1, "M16 16H384V154H16ZM16 40l24-24M384 40l-24-24M16 130l24 24M384 130l-24 24"),
  drawn(GOLD, 5, "M128 136L246 34M272 136L154 34"),
  drawn(GOLD, 3, "M120 120l22 26M280 120l-22 26"),
  filled("#f6ead0", "M168 92c0 36 14 50 32 50s32-14 32-50z"),
  filled("#0a0d1c", "M150 84h100v9H150zM166 86c4-20 2-40 0-54 22-8 46-8 68 0-2 14-4 34 0 54z"),
  filled(BLOOD, "M167 72c22 6 44 6 66 0l1 12c-22 6-46 6-68 0z"),
  filled("#0a0d1c", disc(187, 104, 4) + disc(213, 104, 4)),
  filled("#a9a294", "M200 118c-8-8-22-6-30 2 8 4 22 6 30 0 8 6 22 4 30 0-8-8-22-10-30-2z"),
  drawn(MIDNIGHT, 1.5, "M180 97l12 2M220 97l-12 2"),
  filled(GOLD, "M200 146l-18-9v18zM200 146l18-9v18z" + disc(200, 146, 4)),
  filled(
    GOLD,
    "M62 60l5 14 15 0-12 9 5 14-13-9-13 9 5-14-12-9h15zM338 60l5 14h15l-12 9 5 14-13-9-13 9 5-14-12-9h15z",
  ),
];

// A paperback from the railway station: yellow, black, and somebody looks.
const YELLOW = "#f4c414";
const PAPERBACK: Shape[] = [
  filled(YELLOW, "M0 0H400V170H0Z"),
  filled("#16130f", "M0 170V112L400 62V170Z"),
  filled(BLOOD, "M0 112L400 62V72L0 122Z"),
  filled(
    "#16130f",
    "M52 118c-8-24 0-44 14-54l-6-22 16 12c6-2 12-2 18 0l14-13-4 24c10 8 12 20 8 28 16 8 20 22 18 36z",
  ),
  filled(YELLOW, "M74 70l10 3-4 5zM104 69l-10 4 5 4z"),
  drawn("#16130f", 7, "M124 122c20 2 26-12 18-20s-16 0-12 6"),
  drawn("#16130f", 15, "M246 114L292 158"),
  drawn("#8a5a1e", 9, "M250 118L290 156"),
  filled("#f7f1df", disc(206, 76, 52)),
  filled("#f6d9b4", "M178 84c0 24 10 38 28 38s28-14 28-38z"),
  filled("#16130f", "M164 76h84v8h-84zM178 78c3-14 2-28 1-40 18-6 36-6 54 0-1 12-2 26 1 40z"),
  filled(BLOOD, "M178 66c18 5 38 5 56 0l1 9c-18 5-40 5-58 0z"),
  filled("#16130f", disc(195, 93, 3.5) + disc(217, 93, 3.5)),
  filled("#fff", "M206 105c-6-6-17-5-23 2 6 3 17 4 23 0 6 4 17 3 23 0-6-7-17-8-23-2z"),
  drawn("#16130f", 8, disc(206, 76, 52)),
  drawn("#fff", 4, "M172 52a42 42 0 0 1 22-16"),
  filled(
    YELLOW,
    "M328 108c6-2 10 2 10 9s-3 10-6 10-7-3-8-9 0-9 4-10zM331 131c4 0 6 2 5 6s-7 4-8 1 0-6 3-7zM360 92c6-1 9 4 8 11s-5 9-8 9-6-5-6-10 2-9 6-10zM361 116c4 0 5 3 4 6s-7 3-8 0 1-6 4-6z",
  ),
];

// The plans of the builders, with one thing that was not in them.
const [BLUEPRINT, CHALK] = ["#123c6b", "#e6f0fb"];
const PLANS: Shape[] = [
  filled(BLUEPRINT, "M0 0H400V170H0Z"),
  drawn(
    "#2a5a90",
    1,
    Array.from({ length: 20 }, (_, at) => `M${at * 20 + 10} 0V170`).join("") +
      Array.from({ length: 9 }, (_, at) => `M0 ${at * 20 + 5}H400`).join(""),
  ),
  filled("#dff0fa", "M268 132l14-44 18-12 10-26 22 18 8 30 20 12 8 22z"),
  drawn(CHALK, 2, "M268 132l14-44 18-12 10-26 22 18 8 30 20 12 8 22zM300 76l8 22-16 20M332 68l-10 34 18 16"),
  drawn(CHALK, 2.5, "M40 98l224 16c-6 22-18 36-34 46L78 150C58 140 46 122 40 98z"),
  drawn(CHALK, 2, "M70 100l6-20 150 11 4 20M90 81l4-18 112 8 2 18M54 116l200 14M62 130l184 13"),
  drawn(CHALK, 2.5, "M112 64l4-34 20 2-2 34M148 66l4-34 20 2-2 34M184 69l3-34 20 2-2 34"),
  drawn(CHALK, 1.5, "M116 40l20 2M152 42l20 2M188 45l19 2M60 98L66 30M66 32l48 0"),
  filled(CHALK, [92, 112, 132, 152, 172, 192, 212].map((x, at) => disc(x, 108 + at * 1.4, 3)).join("")),
  drawn(
    CHALK,
    1.5,
    "M0 140q10-6 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0 20 0",
  ),
  drawn("#ff8f6b", 2.5, "M254 104l16 8-4-18 14 2M236 20a20 20 0 1 0 .01 0zM236 28v14M236 48v.01", ""),
  drawn("#ff8f6b", 1.5, "M242 58l14 30", "4 4"),
  drawn(CHALK, 1, "M40 16H264M40 10v12M264 10v12", "6 4"),
];

// A poster in full colour, with a hero too few.
const POSTER: Shape[] = [
  filled("#f9c74f", "M0 0H400V170H0Z"),
  filled("#f3a042", "M0 44H400V170H0Z"),
  filled("#ea6f3a", "M0 74H400V170H0Z"),
  filled("#fff0c2", disc(96, 76, 40)),
  filled("#0f7f8a", "M0 104q20-10 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0V170H0Z"),
  filled("#1b2440", "M148 22h26l3 40h-32zM226 22h26l3 40h-32z"),
  filled("#e0452f", "M147 32h28l1 12h-30zM225 32h28l1 12h-30z"),
  filled("#fdf6e6", "M128 60H272L262 92H138Z"),
  filled("#1b2440", "M150 68h14v10h-14zM176 68h14v10h-14zM210 68h14v10h-14zM236 68h14v10h-14z"),
  filled("#1b2440", "M112 88H288C280 124 244 160 200 168 156 160 120 124 112 88Z"),
  filled("#e0452f", "M128 124c14 22 40 40 72 44 32-4 58-22 72-44-20 8-46 12-72 12s-52-4-72-12z"),
  drawn("#fdf6e6", 3, "M118 98H282M200 98V166"),
  filled("#fdf6e6", disc(158, 108, 4) + disc(242, 108, 4)),
  filled("#0b626c", "M0 136q20-10 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0V170H0Z"),
  drawn("#9fe3df", 2, "M20 122h26M60 154h30M300 118h24M136 150h18M246 150h22"),
  drawn("#e0452f", 13, disc(330, 52, 22)),
  drawn(
    "#fff",
    13,
    "M318.500 33.500a22 22 0 0 1 8 -3.200M348 65a22 22 0 0 1 -6 5.500M309 60a22 22 0 0 1 -1 -8M346 36.500a22 22 0 0 1 4 6",
  ),
  drawn("#1b2440", 2, disc(330, 52, 28.5) + disc(330, 52, 15.5)),
  drawn("#fff", 3, "M286 30l-16-8M284 46l-18-1M290 64l-16 6"),
  filled("#f6d9b4", "M336 150c0-12 6-18 13-18s13 6 13 18z"),
  filled("#16130f", "M332 133h34v4h-34zM338 116h22v18h-22z"),
  drawn("#f6d9b4", 6, "M366 150l14-22"),
  filled("#0b626c", "M320 148q14-6 28 0t30 0 22 0v22h-80z"),
];

export interface Face {
  shapes: readonly Shape[];
  /** What is seen of it close up, as a viewBox: tall, and all that tells it apart. */
  close: string;
}

export const FACES: Readonly<Record<string, Face>> = {
  "kill-1996": { shapes: PHOTOCOPY, close: "136 0 120 170" },
  "kill-2016": { shapes: ANNIVERSARY, close: "140 0 120 170" },
  "kill-de": { shapes: PAPERBACK, close: "144 0 120 170" },
  "save-2000": { shapes: PLANS, close: "216 0 120 170" },
  "save-paizo": { shapes: POSTER, close: "276 0 120 170" },
};
