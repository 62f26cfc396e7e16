// Everyone on the board, and where they stand.
import type { View } from "../../api/protocol";
import { called, letters } from "../../game/names";

export type PawnId = number | "doctor" | "cat" | "dog";

export interface Standing {
  pawn: PawnId;
  name: string;
  letter: string;
  room: string;
  stranger: boolean;
  /** The doctor haunts the house. */
  ghost: boolean;
  you: boolean;
  /** Is it from their side that the board is seen? */
  own: boolean;
  current: boolean;
}

/** Those who stand somewhere, the doctor first, as he is the one to look for. */
export function standing(
  view: View,
  names: readonly string[] = view.players,
  side: number | null = view.seat,
): Standing[] {
  const marks = letters(names);
  const nobody = { letter: "", stranger: false, ghost: view.escape, you: false, own: false, current: false };
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
    ghost: false,
    you: seat === view.seat,
    own: seat === side,
    current: seat === view.current && !view.outcome,
  }));
  return [...others, ...players].filter((each): each is Standing => each.room !== null);
}
