// Our mark, a dark house with light in its keyhole, drawn once and made into every icon that browsers ask for.
import { crc32, deflateSync } from "node:zlib";

const SIDE = 64;
const NIGHT = 0x141a2e;
const MARK = [
  { colour: 0x3a4a82, points: [10, 54, 10, 31, 32, 10, 43, 20.5, 43, 13, 49, 13, 49, 26.2, 54, 31, 54, 54] },
  { colour: 0xffd77c, circle: [32, 33, 7] },
  { colour: 0xffd77c, points: [29.5, 37, 34.5, 37, 38.5, 54, 25.5, 54] },
];
/** Launchers cut maskable icons to a shape of their own: what matters keeps away from the edge. */
const SAFE = 0.74;
const SAMPLES = 3;

const PICTURES = {
  "icon.svg": () => svg(),
  "icon-192.png": () => png(192, { corner: 14 }),
  "icon-512.png": () => png(512, { corner: 14 }),
  "icon-maskable.png": () => png(512, { scale: SAFE }),
  "apple-touch-icon.png": () => png(180, { scale: 0.86 }),
};

/** @returns {import("vite").Plugin} */
export function icons() {
  return {
    name: "icons",
    generateBundle() {
      for (const [fileName, draw] of Object.entries(PICTURES))
        this.emitFile({ type: "asset", fileName, source: draw() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.slice(1) ?? "";
        if (!Object.hasOwn(PICTURES, name)) return next();
        response.setHeader("content-type", name.endsWith("svg") ? "image/svg+xml" : "image/png");
        response.end(PICTURES[name]());
      });
    },
  };
}

function svg() {
  const shapes = MARK.map(({ colour, points, circle }) =>
    circle
      ? `<circle cx="${circle[0]}" cy="${circle[1]}" r="${circle[2]}" fill="${hex(colour)}"/>`
      : `<path d="M${points.join(" ")}z" fill="${hex(colour)}"/>`,
  );
  const ground = `<rect width="${SIDE}" height="${SIDE}" rx="14" fill="${hex(NIGHT)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${ground}${shapes.join("")}</svg>`;
}

const hex = (colour) => `#${colour.toString(16).padStart(6, "0")}`;

function png(side, { corner = 0, scale = 1 }) {
  const rows = Buffer.alloc(side * (1 + side * 4));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) rows.set(pixel(x, y, side, corner, scale), y * (1 + side * 4) + 1 + x * 4);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8); // eight bits for each of red, green, blue and opacity
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND"),
  ]);
}

function chunk(kind, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The mean of several points within the pixel, so that edges are smooth. */
function pixel(x, y, side, corner, scale) {
  let [red, green, blue, hits] = [0, 0, 0, 0];
  for (let at = 0; at < SAMPLES ** 2; at++) {
    const across = ((x + ((at % SAMPLES) + 0.5) / SAMPLES) * SIDE) / side;
    const down = ((y + (Math.floor(at / SAMPLES) + 0.5) / SAMPLES) * SIDE) / side;
    if (!isOnGround(across, down, corner)) continue;
    const colour = colourAt((across - SIDE / 2) / scale + SIDE / 2, (down - SIDE / 2) / scale + SIDE / 2);
    red += colour >> 16;
    green += (colour >> 8) & 255;
    blue += colour & 255;
    hits++;
  }
  return hits ? [red / hits, green / hits, blue / hits, (255 * hits) / SAMPLES ** 2] : [0, 0, 0, 0];
}

function isOnGround(x, y, corner) {
  const outX = Math.max(corner - x, x - (SIDE - corner), 0);
  const outY = Math.max(corner - y, y - (SIDE - corner), 0);
  return outX === 0 || outY === 0 || outX * outX + outY * outY <= corner * corner;
}

function colourAt(x, y) {
  const on = MARK.findLast(({ points, circle }) =>
    circle ? isAround(circle, x, y) : isWithin(points, x, y),
  );
  return on?.colour ?? NIGHT;
}

function isAround(circle, x, y) {
  return (x - circle[0]) ** 2 + (y - circle[1]) ** 2 <= circle[2] ** 2;
}

/** A point is within a polygon if a ray from it crosses the border an odd number of times. */
function isWithin(points, x, y) {
  let inside = false;
  for (let at = 0, before = points.length - 2; at < points.length; before = at, at += 2) {
    const [top, bottom] = [points[before + 1], points[at + 1]];
    if (top > y === bottom > y) continue;
    const crossing = points[before] + ((points[at] - points[before]) * (y - top)) / (bottom - top);
    if (x < crossing) inside = !inside;
  }
  return inside;
}
