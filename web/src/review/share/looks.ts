// The colours of each edition's picture, and texts that are set into so much room.

export interface Look {
  readonly paper: string;
  /** At the foot of the picture. */
  readonly shade: string;
  readonly ink: string;
  readonly accent: string;
  /** Of the stone or the plate, from the light to the shadow. */
  readonly plate: readonly [string, string];
  readonly engraved: string;
  readonly lettering: string;
}

export const SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif";
const PLAIN: Look = {
  paper: "#141b38",
  shade: "#0a0d18",
  ink: "#f6efdd",
  accent: "#f5c560",
  plate: ["#c9c3b4", "#8f8a80"],
  engraved: "#26221c",
  lettering: SERIF,
};

const LOOKS: Readonly<Record<string, Look>> = {
  // Ink on cheap paper.
  "kill-1996": {
    paper: "#efe6cf",
    shade: "#dccfae",
    ink: "#1b1916",
    accent: "#b3241b",
    plate: ["#fbf6e8", "#cbbf9f"],
    engraved: "#1b1916",
    lettering: "'Courier New', 'Liberation Mono', monospace",
  },
  // Gold on midnight blue.
  "kill-2016": {
    paper: "#0d1431",
    shade: "#060a1c",
    ink: "#f6ead0",
    accent: "#e3b65a",
    plate: ["#24326b", "#131c45"],
    engraved: "#f6ead0",
    lettering: SERIF,
  },
  // A paperback from the railway station.
  "kill-de": {
    paper: "#f4c414",
    shade: "#e3ac08",
    ink: "#16130f",
    accent: "#a81d14",
    plate: ["#2b2620", "#12100c"],
    engraved: "#f7f1df",
    lettering: "'Arial Narrow', 'Liberation Sans Narrow', Impact, Arial, sans-serif",
  },
  // The builders' plans.
  "save-2000": {
    paper: "#123c6b",
    shade: "#0b2a4f",
    ink: "#e6f0fb",
    accent: "#ff9f7d",
    plate: ["#1d5290", "#133f72"],
    engraved: "#e6f0fb",
    lettering: "'Bahnschrift', 'DIN Alternate', 'DejaVu Sans Mono', monospace",
  },
  // A poster.
  "save-paizo": {
    paper: "#f9c74f",
    shade: "#f3a042",
    ink: "#1b2440",
    accent: "#a8301b",
    plate: ["#fffaf0", "#f6e3bd"],
    engraved: "#1b2440",
    lettering: "'Trebuchet MS', 'Gill Sans', 'DejaVu Sans', sans-serif",
  },
};

export const lookOf = (edition: string): Look => LOOKS[edition] ?? PLAIN;

export interface Set {
  readonly size: number;
  readonly lines: readonly string[];
}

let pen: CanvasRenderingContext2D | null = null;

function width(text: string, size: number, font: string): number {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return text.length * size * 0.6;
  // No letters are wider than bold ones.
  pen.font = `bold ${size}px ${font}`;
  return pen.measureText(text).width;
}

/** A text in at most so many lines, as large as it can be, from the largest size to the smallest. */
export function set(text: string, room: number, most: number, sizes: readonly number[], font: string): Set {
  for (const size of sizes) {
    const lines = broken(text, size, room, font);
    if (lines.length <= most && lines.every((line) => width(line, size, font) <= room))
      return { size, lines };
  }
  const size = sizes.at(-1) ?? 20;
  return {
    size,
    lines: broken(text, size, room, font)
      .slice(0, most)
      .map((line) => cut(line, size, room, font)),
  };
}

function broken(text: string, size: number, room: number, font: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && width(longer, size, font) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function cut(line: string, size: number, room: number, font: string): string {
  let shown = [...line];
  while (shown.length > 1 && width(shown.join("") + "…", size, font) > room) shown = shown.slice(0, -1);
  return shown.length === [...line].length ? line : shown.join("").trimEnd() + "…";
}
