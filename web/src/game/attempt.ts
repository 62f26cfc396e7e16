// An attempt as it can be read off the events: who strikes, how hard, and what is played against it, in order.
import type { Told } from "../api/table.svelte";

export type Pawn = number | string;

export interface Reply {
  readonly seat: number;
  readonly how: "played" | "turned up" | "passed";
  readonly card: string | null;
  /** Which of the card's copies. */
  readonly copy: number | null;
  /** All luck against the attempt after it. */
  readonly total: number;
}

export interface AttemptHistory {
  /** The place of its first event, which tells one attempt from the next. */
  readonly at: number;
  readonly attacker: Pawn;
  readonly target: Pawn;
  readonly room: string | null;
  /** Null while cards are still being laid down for it. */
  readonly strength: number | null;
  readonly laid: readonly string[];
  readonly replies: readonly Reply[];
  readonly outcome: "foiled" | "success" | null;
  /** The sentences of how it ended. */
  readonly ending: readonly string[];
  /** Is it the last thing that happened? */
  readonly fresh: boolean;
}

const STRIKES = new Set(["attempt", "attacked"]);
const REPLIES = new Set(["played", "turned up", "passed"]);
const ENDINGS = new Set(["foiled", "died", "over", "reason", "robbed"]);

/** The attempt that goes on, or the last one. */
export function lastAttempt(told: readonly Told[]): AttemptHistory | null {
  let strike = told.length - 1;
  while (strike >= 0 && !STRIKES.has(kind(told, strike)) && kind(told, strike) !== "laid down") strike -= 1;
  if (strike < 0) return null;
  const struck = STRIKES.has(kind(told, strike));
  let at = struck ? strike : strike + 1;
  while (kind(told, at - 1) === "laid down") at -= 1;
  const laid = told.slice(at, struck ? strike : strike + 1).map(({ event }) => event.card ?? "");
  const first = told[strike]?.event;
  if (!first) return null;

  const replies: Reply[] = [];
  let next = strike + 1;
  for (; REPLIES.has(kind(told, next)); next += 1) {
    const event = told[next]?.event;
    if (!event) break;
    replies.push({
      seat: event.seat ?? 0,
      how: event.kind as Reply["how"],
      card: event.card ?? null,
      copy: event.copy ?? null,
      total: event.number ?? replies.at(-1)?.total ?? 0,
    });
  }
  const ending: Told[] = [];
  for (; ENDINGS.has(kind(told, next)); next += 1) ending.push(told[next] as Told);

  const attack = first.kind === "attacked";
  return {
    at,
    attacker: (attack ? first.pawn : first.seat) ?? 0,
    target: attack ? (first.seat ?? 0) : "doctor",
    room: first.room ?? null,
    strength: struck ? (first.number ?? null) : null,
    laid,
    replies,
    outcome:
      ending.length === 0 ? null : ending.some(({ event }) => event.kind === "foiled") ? "foiled" : "success",
    ending: ending.map(({ words }) => words),
    fresh: next === told.length,
  };
}

const kind = (told: readonly Told[], at: number): string => told[at]?.event.kind ?? "";
