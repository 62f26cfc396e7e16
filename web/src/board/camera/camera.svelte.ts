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
/** What lies around the house may lie under the buttons beside it. */
const AROUND = 10;

export class Camera {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  mode = $state<Mode>("whole");
  /** Does it move by itself, so that it should glide? */
  gliding = $state(false);
  size = $state.raw({ width: 0, height: 0 });
  /** So much of the screen is taken on its right: the board shows there, but nothing that matters lies there. */
  #aside = 0;
  #board: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  #matters: Box[] = [];
  #chosen = false;

  /** The scale at which everything is on the screen. */
  get least(): number {
    return Math.min(this.#free / wide(this.#board), this.size.height / high(this.#board)) || 1;
  }
  get most(): number {
    return Math.max(NEAREST, 2 * this.least);
  }
  /** Is the whole board too small to read? */
  get small(): boolean {
    return this.least < UNREADABLE;
  }

  /** The board, and the boxes to keep in view, the most important first. */
  watch(board: Box, matters: Box[]): void {
    this.#board = board;
    this.#matters = matters;
    if (!this.size.width) return;
    this.gliding = true;
    this.#settle();
  }

  resize(width: number, height: number, aside: number): void {
    const taken = Math.max(0, aside - AROUND);
    if (width === this.size.width && height === this.size.height && taken === this.#aside) return;
    const middle = this.toBoard({ x: this.#free / 2, y: this.size.height / 2 });
    this.size = { width, height };
    this.#aside = taken;
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
  zoom(factor: number, at: Point = { x: this.#free / 2, y: this.size.height / 2 }, glide = false): void {
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
    const seen = inset(this.seen, 8 / this.scale);
    const dx = Math.max(0, seen.left - box.left) - Math.max(0, box.right - seen.right);
    const dy = Math.max(0, seen.top - box.top) - Math.max(0, box.bottom - seen.bottom);
    if (!dx && !dy) return;
    this.#goFree();
    this.gliding = true;
    this.x += dx * this.scale;
    this.y += dy * this.scale;
    this.#clamp();
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
      right: x + this.#free / this.scale,
      bottom: y + this.size.height / this.scale,
    };
  }

  toBoard = ({ x, y }: Point): Point => ({ x: (x - this.x) / this.scale, y: (y - this.y) / this.scale });
  toScreen = ({ x, y }: Point): Point => ({ x: x * this.scale + this.x, y: y * this.scale + this.y });

  /** How wide the part of the screen is that is not taken. */
  get #free(): number {
    return this.size.width - this.#aside;
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
  }

  #fits(box: Box): number {
    const around = inset(box, -AIR);
    return Math.min(this.#free / wide(around), this.size.height / high(around));
  }

  #look(at: Point, scale: number): void {
    this.scale = scale;
    this.x = this.#free / 2 - at.x * scale;
    this.y = this.size.height / 2 - at.y * scale;
    this.#clamp();
  }

  #clamp(): void {
    const { left, top, right, bottom } = this.#board;
    this.x = clamped(this.x, left * this.scale, right * this.scale, this.#free);
    this.y = clamped(this.y, top * this.scale, bottom * this.scale, this.size.height);
  }
}

/** In the middle if it is smaller than the screen, else with no more than its own edge in view. */
function clamped(offset: number, start: number, end: number, size: number): number {
  if (end - start <= size) return (size - start - end) / 2;
  return Math.min(-start, Math.max(size - end, offset));
}
