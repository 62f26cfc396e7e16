// Points, boxes and the outlines of rooms. One unit is a tenth of a plan's cell across; a cell is twice as high as wide.
import type { PlanSpace } from "../api/protocol";

export const WIDE = 10;
export const HIGH = 20;

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const wide = (box: Box): number => box.right - box.left;
export const high = (box: Box): number => box.bottom - box.top;
export const centre = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export function inset(box: Box, by: number): Box {
  return { left: box.left + by, top: box.top + by, right: box.right - by, bottom: box.bottom - by };
}

export function moved(box: Box, by: Point): Box {
  return { left: box.left + by.x, top: box.top + by.y, right: box.right + by.x, bottom: box.bottom + by.y };
}

export function contains(box: Box, point: Point, margin = 0): boolean {
  return (
    point.x >= box.left - margin &&
    point.x <= box.right + margin &&
    point.y >= box.top - margin &&
    point.y <= box.bottom + margin
  );
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The area that two boxes share. */
export const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The smallest box around all of them. */
export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)),
    top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)),
    bottom: Math.max(...boxes.map((box) => box.bottom)),
  };
}

/** How far a point lies outside a box; 0 inside. */
export function outside(box: Box, { x, y }: Point): number {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

export type Rectangle = PlanSpace["rectangles"][number];

export function boxOf([left, top, right, bottom]: Rectangle, shift: Point): Box {
  return moved({ left: left * WIDE, top: top * HIGH, right: right * WIDE, bottom: bottom * HIGH }, shift);
}

/** Cells as numbers, which are quicker to look up than anything else; a drawing has at most 200 columns. */
export const cell = (x: number, y: number): number => (y + 1) * 1024 + x + 1;

/** The corners of an area made of rectangles, clockwise from the topmost on the left. */
export function corners(rectangles: readonly Rectangle[]): Point[] {
  const inside = new Set<number>();
  for (const [left, top, right, bottom] of rectangles)
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) inside.add(cell(x, y));
  // The sides of cells that face the outside, each going clockwise around the area, by where they begin.
  const sides = new Map<number, Point>();
  for (const [left, top, right, bottom] of rectangles) {
    for (let x = left; x < right; x++) {
      if (!inside.has(cell(x, top - 1))) sides.set(cell(x, top), { x: x + 1, y: top });
      if (!inside.has(cell(x, bottom))) sides.set(cell(x + 1, bottom), { x, y: bottom });
    }
    for (let y = top; y < bottom; y++) {
      if (!inside.has(cell(right, y))) sides.set(cell(right, y), { x: right, y: y + 1 });
      if (!inside.has(cell(left - 1, y))) sides.set(cell(left, y + 1), { x: left, y });
    }
  }
  const [left = 0, top = 0] = [...rectangles].sort((a, b) => a[1] - b[1] || a[0] - b[0])[0] ?? [];
  const start = { x: left, y: top };
  const walk: Point[] = [];
  let here: Point = start;
  do {
    walk.push(here);
    here = sides.get(cell(here.x, here.y)) ?? start;
  } while (here.x !== start.x || here.y !== start.y);
  return walk.filter((point, at) => turns(neighbour(walk, at, -1), point, neighbour(walk, at, 1)));
}

/** A path along such corners, drawn in by so much on every side. */
export function outline(points: readonly Point[], by = 0): string {
  const drawn = points.map((point, at) => {
    const [before, after] = [neighbour(points, at, -1), neighbour(points, at, 1)];
    // Clockwise, the inside is to the right of each side.
    const x = point.x - by * (Math.sign(point.y - before.y) + Math.sign(after.y - point.y));
    const y = point.y + by * (Math.sign(point.x - before.x) + Math.sign(after.x - point.x));
    return `${x} ${y}`;
  });
  return `M${drawn.join("L")}Z`;
}

function neighbour(points: readonly Point[], at: number, by: number): Point {
  return points.at((at + by) % points.length) as Point;
}

function turns(before: Point, point: Point, after: Point): boolean {
  return (before.x === point.x) !== (point.x === after.x);
}
