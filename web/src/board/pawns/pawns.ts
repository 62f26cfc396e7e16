// Everyone on the board: who they are, what they are called, where they stand.
import type { View } from "../../api/protocol";
import { pick, say } from "../../i18n/say";

export type PawnId = number | "doctor" | "cat" | "dog";

export interface Standing {
  pawn: PawnId;
  name: string;
  letter: string;
  room: string;
  stranger: boolean;
  you: boolean;
  current: boolean;
}

/** Those who stand somewhere, the doctor first, as he is the one to look for. */
export function standing(view: View, names: readonly string[] = view.players): Standing[] {
  const marks = letters(names);
  const nobody = { letter: "", stranger: false, you: false, current: false };
  const others = (["doctor", "cat", "dog"] as const).map((pawn) => ({
    ...nobody,
    pawn,
    name: called(pawn, names),
    room: view[pawn],
  }));
  const players = view.rooms.map((room, seat) => ({
    pawn: seat,
    name: called(seat, names),
    letter: marks[seat] ?? String(seat + 1),
    room,
    stranger: view.strangers.includes(seat),
    you: seat === view.seat,
    current: seat === view.current && !view.outcome,
  }));
  return [...others, ...players].filter((each): each is Standing => each.room !== null);
}

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
