// What those on the board are called.
import type { SeatSheet, Sheet, View } from "../api/protocol";
import { called } from "../board/pawns/pawns";
import { pick, say } from "../i18n/say";

/** A pawn of an event, a view or an action: null is the player's own, "stranger-1" a seat that plays by itself. */
export function pawnName(pawn: number | string | null, view: View): string {
  if (pawn === null) return say("You");
  return called(
    typeof pawn === "string" && pawn.startsWith("stranger") ? stranger(pawn, view) : pawn,
    view.players,
  );
}

/** The seat of "stranger-1". */
export const stranger = (pawn: string, view: View): number =>
  view.strangers[Number(pawn.split("-")[1]) - 1] ?? -1;

/** Where a pawn stands. */
export function roomOf(pawn: number | string | null | undefined, view: View): string | null {
  if (pawn == null) return null;
  if (typeof pawn === "number") return view.rooms[pawn] ?? null;
  return pawn === "doctor" ? view.doctor : pawn === "cat" ? view.cat : pawn === "dog" ? view.dog : null;
}

/** The seat at the table of a seat in the game: Strangers have none. */
export const seatAt = (sheet: Sheet | null | undefined, plays: number): number =>
  sheet?.seats.findIndex((seat) => seat.plays === plays) ?? -1;

export function levelWord(level: string): string {
  switch (level) {
    case "easy":
      return pick("level of a bot", "easy");
    case "normal":
      return pick("level of a bot", "normal");
    case "hard":
      return pick("level of a bot", "hard");
    case "expert":
      return pick("level of a bot", "expert");
    default:
      return level;
  }
}

/** Why a bot stands in for a person. */
export function standInWord(why: NonNullable<SeatSheet["stand_in"]>): string {
  switch (why) {
    case "clock":
      return say("out of time: a bot stands in");
    case "away":
      return say("away: a bot stands in");
    case "left":
      return say("left: a bot stands in");
    case "resigned":
      return say("resigned: a bot plays on");
    case "kicked":
      return say("sent away: a bot plays on");
  }
}
