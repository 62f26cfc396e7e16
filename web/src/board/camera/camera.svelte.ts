// What part of the board is on the screen: how large, and where. It never leaves the board.
import { around, type Box, centre, high, inset, type Point, wide } from "../geometry";

/** Everything; what matters, wherever that goes; or wherever someone has moved to. */
export type Mode = "whole" | "follow" | "free";

/** Where the whole board would be smaller than this nobody could read it, so we come near. */
const UNREADABLE = 0.5;
const READABLE = 0.6;
const NEAR = 0.9;
const NEAREST = 3.5;
const AIR = 14;

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  mode = $state<Mode>("whole");
  /** Does it move by itself, so that it should glide? */
  gliding = $state(false);
  size = $state.raw({ width: 0, height: 0 });
  #board: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  #matters: Box[] = [];
  /** Where someone moves at this moment. */
  #followed: Box | null = null;
  #chosen = false;

  /** The scale at which everything is on the screen. */
  get least(): number {
    return Math.min(this.size.width / wide(this.#board), this.size.height / high(this.#board)) || 1;
  }
  get most(): number {
    return Math.max(NEAREST, 2 * this.least);
  }
  /** Is the whole board too small to read? */
  get small(): boolean {
    return this.least < UNREADABLE;
  }

  /** The board, the boxes to keep in view, the most important first, and one to be looked at for a moment. */
  watch(board: Box, matters: Box[], followed: Box | null = null): void {
    this.#board = board;
    this.#matters = matters;
    this.#followed = followed;
    if (!this.size.width) return;
    this.gliding = true;
    this.#settle();
  }

  resize(width: number, height: number): void {
    if (width === this.size.width && height === this.size.height) return;
    const middle = this.toBoard({ x: this.size.width / 2, y: this.size.height / 2 });
    this.size = { width, height };
    this.gliding = false;
    if (!this.#chosen) this.mode = this.small ? "follow" : "whole";
    if (this.mode === "free") this.#look(middle, this.scale);
    else this.#settle();
  }

  choose(mode: Mode): void {
    this.#chosen = true;
    this.mode = mode;
    this.gliding = true;
    this.#settle();
  }

  pan(dx: number, dy: number): void {
    this.#goFree();
    this.x += dx;
    this.y += dy;
    this.#clamp();
  }

  /** Nearer or farther; the point of the screen stays where it is. */
  zoom(factor: number, at: Point = { x: this.size.width / 2, y: this.size.height / 2 }, glide = false): void {
    this.#goFree();
    this.gliding = glide;
    const scale = Math.min(this.most, Math.max(this.least, this.scale * factor));
    const point = this.toBoard(at);
    this.scale = scale;
    this.x = at.x - point.x * scale;
    this.y = at.y - point.y * scale;
    this.#clamp();
    if (scale <= this.least * 1.001) this.mode = "whole";
  }

  /** Comes near enough that a box is on the screen, if it is not, as when the focus goes there. */
  reveal(box: Box): void {
    const { dx, dy } = this.#outside(box);
    if (!dx && !dy) return;
    this.#goFree();
    this.gliding = true;
    this.#shift(dx, dy);
  }

  get movable(): boolean {
    return this.scale > this.least * 1.001;
  }

  /** The part of the board that is on the screen, with nothing over it. */
  get seen(): Box {
    const { x, y } = this.toBoard({ x: 0, y: 0 });
    return {
      left: x,
      top: y,
      right: x + this.size.width / this.scale,
      bottom: y + this.size.height / this.scale,
    };
  }

  toBoard = ({ x, y }: Point): Point => ({ x: (x - this.x) / this.scale, y: (y - this.y) / this.scale });
  toScreen = ({ x, y }: Point): Point => ({ x: x * this.scale + this.x, y: y * this.scale + this.y });

  /** How far a box is off the screen. */
  #outside(box: Box): { dx: number; dy: number } {
    const seen = inset(this.seen, 8 / this.scale);
    return {
      dx: Math.max(0, seen.left - box.left) - Math.max(0, box.right - seen.right),
      dy: Math.max(0, seen.top - box.top) - Math.max(0, box.bottom - seen.bottom),
    };
  }

  #shift(dx: number, dy: number): void {
    this.x += dx * this.scale;
    this.y += dy * this.scale;
    this.#clamp();
  }

  #goFree(): void {
    this.#chosen = true;
    this.mode = "free";
    this.gliding = false;
  }

  #settle(): void {
    if (this.mode === "free") this.#clamp();
    else if (this.mode === "whole" || !this.#matters.length) this.#look(centre(this.#board), this.least);
    else this.#follow();
  }

  /** As much of what matters as can be read at once. */
  #follow(): void {
    let [box] = this.#matters as [Box];
    for (const other of this.#matters) {
      const both = around([box, other]);
      if (this.#fits(both) >= Math.min(READABLE, this.#fits(box))) box = both;
    }
    this.#look(centre(box), Math.min(Math.max(this.least, NEAR), this.#fits(box)));
    if (!this.#followed) return;
    const { dx, dy } = this.#outside(this.#followed);
    this.#shift(dx, dy);
  }

  #fits(box: Box): number {
    const around = inset(box, -AIR);
    return Math.min(this.size.width / wide(around), this.size.height / high(around));
  }

  #look(at: Point, scale: number): void {
    this.scale = scale;
    this.x = this.size.width / 2 - at.x * scale;
    this.y = this.size.height / 2 - at.y * scale;
    this.#clamp();
  }

  #clamp(): void {
    const { left, top, right, bottom } = this.#board;
    this.x = clamped(this.x, left * this.scale, right * this.scale, this.size.width);
    this.y = clamped(this.y, top * this.scale, bottom * this.scale, this.size.height);
  }
}

/** In the middle if it is smaller than the screen, else with no more than its own edge in view. */
function clamped(offset: number, start: number, end: number, size: number): number {
  if (end - start <= size) return (size - start - end) / 2;
  return Math.min(-start, Math.max(size - end, offset));
}
