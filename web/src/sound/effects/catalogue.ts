// Everything that can be heard once, by its name.
import type { Voice } from "../instruments";
import { CARDS } from "./cards";
import { DRAMA } from "./drama";
import { ELEMENTS } from "./elements";
import { STEPS } from "./steps";

export const EFFECTS = { ...STEPS, ...CARDS, ...ELEMENTS, ...DRAMA } satisfies Record<
  string,
  (voice: Voice) => void
>;
export type Effect = keyof typeof EFFECTS;
