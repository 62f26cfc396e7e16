// What drawings of cards have in common. Paths are absolute, in M, L, C, Q and Z, so that they can be turned and moved.
export type Point = readonly [x: number, y: number];

const short = (value: number): number => Math.round(value * 10) / 10;

export const poly = (...points: Point[]): string =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;

export const box = (x: number, y: number, width: number, height: number): string =>
  poly([x, y], [x + width, y], [x + width, y + height], [x, y + height]);

export function oval(x: number, y: number, rx: number, ry = rx): string {
  const [kx, ky] = [rx * 0.5523, ry * 0.5523];
  return (
    `M${short(x - rx)} ${short(y)}` +
    [
      [x - rx, y - ky, x - kx, y - ry, x, y - ry],
      [x + kx, y - ry, x + rx, y - ky, x + rx, y],
      [x + rx, y + ky, x + kx, y + ry, x, y + ry],
      [x - kx, y + ry, x - rx, y + ky, x - rx, y],
    ]
      .map((curve) => `C${curve.map(short).join(" ")}`)
      .join("") +
    "Z"
  );
}

/** A path turned about the middle, and then moved. */
export function turned(degrees: number, path: string, dx = 0, dy = 0): string {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return path.replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, a: string, b: string) => {
    const [x, y] = [Number(a), Number(b)];
    return `${short(x * cos - y * sin + dx)} ${short(x * sin + y * cos + dy)}`;
  });
}

const STEPS = 8;

/** A smooth way through some points, in short steps, each with its direction. */
function way(points: readonly Point[]): { x: number; y: number; dx: number; dy: number }[] {
  const at = (place: number): Point => points[Math.max(0, Math.min(points.length - 1, place))] as Point;
  const found: Point[] = [];
  for (let place = 0; place < points.length - 1; place++)
    for (let step = 0; step < STEPS || (place === points.length - 2 && step === STEPS); step++) {
      const t = step / STEPS;
      const along = (axis: 0 | 1): number => {
        const [a, b, c, d] = [at(place - 1), at(place), at(place + 1), at(place + 2)].map((p) => p[axis]) as [
          number,
          number,
          number,
          number,
        ];
        return (
          0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
        );
      };
      found.push([along(0), along(1)]);
    }
  return found.map(([x, y], place) => {
    const [before, after] = [found[place - 1] ?? [x, y], found[place + 1] ?? [x, y]];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy) || 1;
    return { x, y, dx: dx / length, dy: dy / length };
  });
}

/** A band of this width along some points: a rope, a strap, a finger. It may grow narrower or wider to its end. */
export function band(width: number, points: readonly Point[], end = width): string {
  const places = way(points);
  const side = (sign: number): Point[] =>
    places.map(({ x, y, dx, dy }, place) => {
      const half = (width + ((end - width) * place) / (places.length - 1)) / 2;
      return [x - sign * dy * half, y + sign * dx * half];
    });
  return poly(...side(1), ...side(-1).reverse());
}

/** The twist of a rope along the same points. */
export function twist(width: number, points: readonly Point[], every = 3): string {
  return way(points)
    .filter((_, place) => place % every === 1)
    .map(({ x, y, dx, dy }) => {
      const [half, slant] = [width / 2, width / 3];
      const a = [x - dy * half - dx * slant, y + dx * half - dy * slant].map(short);
      const b = [x + dy * half + dx * slant, y - dx * half + dy * slant].map(short);
      return `M${a.join(" ")}L${b.join(" ")}`;
    })
    .join("");
}

/** Lines from one point to the next. */
export const lines = (...ways: Point[][]): string =>
  ways.map((points) => `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}`).join("");

/** A circle of points, for suns, bangs and perforations: the radius changes between two. */
export const star = (
  x: number,
  y: number,
  points: number,
  outer: number,
  inner: number,
  squeeze = 1,
): string =>
  poly(
    ...Array.from({ length: points * 2 }, (_, place): Point => {
      const angle = (place * Math.PI) / points - Math.PI / 2;
      const radius = place % 2 ? inner : outer;
      return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius * squeeze];
    }),
  );

/** What a thing that stands on the ground throws there. */
export const shadow = (x: number, width: number, y = 37): ["shade", string] => [
  "shade",
  oval(x, y, width, 3.5),
];
