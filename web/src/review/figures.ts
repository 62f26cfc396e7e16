// A game in figures: what there is to count, and who did most of it.
import type { SeatStatistics, Statistics } from "../api/protocol";
import { count, say } from "../i18n/say";

export interface Figure {
  readonly id: string;
  readonly words: string;
  readonly of: (seat: SeatStatistics) => number;
}

/** What a table of the seats shows; nothing that was nought for everyone. */
export function figures(game: Statistics, escape: boolean): Figure[] {
  const all: Figure[] = [
    { id: "turns", words: say("Turns"), of: (seat) => seat.turns ?? 0 },
    { id: "called_up", words: say("of these, by the doctor's visit"), of: (seat) => seat.called_up ?? 0 },
    { id: "steps", words: say("Steps"), of: (seat) => seat.steps ?? 0 },
    { id: "jumps", words: say("Jumps by card"), of: (seat) => seat.jumps ?? 0 },
    { id: "rooms", words: say("Rooms visited"), of: (seat) => seat.rooms?.length ?? 0 },
    { id: "drawn", words: say("Cards drawn"), of: (seat) => seat.drawn ?? 0 },
    { id: "attempts", words: escape ? say("Attacks") : say("Attempts"), of: (seat) => seat.attempts ?? 0 },
    { id: "best_strength", words: say("Greatest strength"), of: (seat) => seat.best_strength ?? 0 },
    { id: "foiled", words: say("Stopped by others"), of: (seat) => seat.foiled ?? 0 },
    { id: "reasons", words: say("Strength gained"), of: (seat) => seat.reasons ?? 0 },
    { id: "luck_spent", words: say("Played against others"), of: (seat) => seat.luck_spent ?? 0 },
  ];
  return all.filter((figure) => game.seats.some((seat) => figure.of(seat) > 0));
}

/** Something in which one seat was ahead of all others, in a sentence; the more telling first. Null if there is nothing. */
export function distinction(game: Statistics, seat: number): string | null {
  const mine = game.seats[seat];
  if (!mine) return null;
  const leads = (of: Figure["of"]) =>
    of(mine) > 0 && game.seats.every((other, at) => at === seat || of(other) < of(mine));
  const luck = mine.luck_spent ?? 0;
  if (leads((each) => each.luck_spent ?? 0))
    return count(
      "Nobody got in the others' way more than you: {n} point played against them.",
      "Nobody got in the others' way more than you: {n} points played against them.",
      luck,
    );
  if (leads((each) => each.best_strength ?? 0))
    return say("Nobody struck harder: your best attempt had a strength of {n}.", {
      n: mine.best_strength ?? 0,
    });
  if (leads((each) => each.called_up ?? 0))
    return count(
      "The doctor visited you more than anyone: {n} time.",
      "The doctor visited you more than anyone: {n} times.",
      mine.called_up ?? 0,
    );
  if (leads((each) => each.rooms?.length ?? 0))
    return count(
      "Nobody saw more of the place: {n} room.",
      "Nobody saw more of the place: {n} rooms.",
      mine.rooms?.length ?? 0,
    );
  if (leads((each) => each.steps ?? 0))
    return count("Nobody walked further: {n} step.", "Nobody walked further: {n} steps.", mine.steps ?? 0);
  if (leads((each) => each.drawn ?? 0))
    return count("Nobody drew more cards: {n}.", "Nobody drew more cards: {n}.", mine.drawn ?? 0);
  return null;
}
