import type { Stroke } from "./strokes";

/** One side of someone: what the face does, and what happens around it. */
export interface Side {
  readonly face: Stroke[];
  /** What opens and closes: it blinks. */
  readonly eyes: Stroke[];
  /** In front of everything. */
  readonly more?: Stroke[];
  /** Behind everything but the ground. */
  readonly behind?: Stroke[];
  /** In place of back, body, head and hat, for one who has none any more. */
  readonly instead?: Stroke[];
}

/** Someone as on their character card: composed on one side, beside themselves on the other. */
export interface Portrait {
  /** Behind the head: hair, collars, hoods. */
  readonly back: Stroke[];
  readonly body: Stroke[];
  /** The head, ears included, in the colour of the skin. */
  readonly head: string[];
  readonly skin: string;
  /** Of someone beside themselves. */
  readonly flush: string;
  /** In front of the head, on both sides. */
  readonly front: Stroke[];
  /** Hair and hats, which come loose. */
  readonly hat: Stroke[];
  /** Where they are when they have. */
  readonly loose: string;
  readonly composed: Side;
  readonly beside: Side;
}
