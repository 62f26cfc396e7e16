// The commitments that this browser was told while a game was still open: only they prove that a deal was not changed later.
import { keep, kept, texts } from "./storage";

const KEPT = "commitments";
const MOST = 100;

export function remember(commitment: string): void {
  const known = texts(kept(KEPT));
  if (!known.includes(commitment)) keep(KEPT, [...known, commitment].slice(-MOST));
}

export const isRemembered = (commitment: string): boolean => texts(kept(KEPT)).includes(commitment);
