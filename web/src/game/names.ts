// What those on the board are called.
import type { SeatSheet, Sheet, View } from "../api/protocol";
import { pick, say } from "../i18n/say";

export function called(pawn: number | string, names: readonly string[]): string {
  if (pawn === "doctor") return say("Doctor Lucky");
  if (pawn === "cat") return pick("pawn", "the cat");
  if (pawn === "dog") return pick("pawn", "the dog");
  return names[Number(pawn)] ?? String(Number(pawn) + 1);
}

/** Names in one phrase: Ann, Bob and the cat. The browser's own lists take far longer to make than all else that is done
 * when a pawn moves. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2
    ? last
    : pick("list", "{names} and {last}", { names: names.slice(0, -1).join(", "), last });
}

/** A letter or digit for each name, all different: the first of the name or of its last word if nobody else has it,
 * else one that is in the name and free, else the seat's number. */
export function letters(names: readonly string[]): string[] {
  const firsts = names.map(initial);
  const lasts = names.map((name) => initial(name.trim().split(/\s+/).at(-1) ?? ""));
  const alone = (initials: string[], seat: number) =>
    initials.filter((each) => each === initials[seat]).length === 1 ? [initials[seat] ?? ""] : [];
  const kept = new Set(firsts.filter((_, seat) => alone(firsts, seat).length));
  const found: string[] = [];
  for (const [seat, name] of names.entries()) {
    const free = [...name].map(initial).filter((letter) => !kept.has(letter));
    const choices = [
      ...alone(firsts, seat),
      ...alone(lasts, seat),
      ...free,
      String(seat + 1),
      ..."ABCDEFGHIJ",
    ];
    found.push(choices.find((letter) => letter && !found.includes(letter)) ?? "?");
  }
  return found;
}

/** A name's first character as a capital, if it is one letter or digit. */
function initial(name: string): string {
  const first = [...name][0]?.toLocaleUpperCase() ?? "";
  return /^[A-Z0-9]$/.test(first) || /^[\p{L}\p{N}]$/u.test(first) ? first : "";
}

/** Everyone in turn order, beginning with the one on whose side one is. */
export function fromSide(
  players: readonly string[],
  side: number | null,
): { player: string; seat: number }[] {
  const all = players.map((player, seat) => ({ player, seat }));
  return [...all.slice(side ?? 0), ...all.slice(0, side ?? 0)];
}

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

/** Who plays each character at a table, but for one seat. */
export const playedBy = (sheet: Sheet, but: number | null = null): ReadonlyMap<string, string> =>
  new Map(
    sheet.seats.flatMap(({ character, name }, seat): [string, string][] =>
      character && seat !== but ? [[character, name ?? ""]] : [],
    ),
  );

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
