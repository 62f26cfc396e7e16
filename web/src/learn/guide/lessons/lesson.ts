// What a lesson is, and what lessons point at.
import type { Situation } from "../situation";

export interface Lesson {
  readonly id: string;
  readonly when: (now: Situation) => boolean;
  readonly title: (now: Situation) => string;
  readonly text: (now: Situation) => string;
  /** What it points at: the first of these that is on the page. */
  readonly at: (now: Situation) => string[];
  /** It cannot wait: somebody is asked something, or something goes on. */
  readonly urgent?: true;
  /** The action that it asks for, in a game that goes by a script. */
  readonly does?: string;
  /** Where the rules tell more. */
  readonly section: string;
}

export const PROMPT = '[data-guide="prompt"]';
export const HAND = '[data-guide="hand"]';
export const pawn = (who: number | string): string => `[data-pawn="${who}"]`;
export const seat = (who: number): string => `[data-seat="${who}"]`;
