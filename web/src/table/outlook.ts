// What hangs on a decision, and who is next, in words. The facts are the server's.
import type { Answer, Asked, GameSheet, Next, Sheet, View } from "../api/protocol";
import { listed, pawnName } from "../game/names";
import { count, pick, say } from "../i18n/say";

type Game = GameSheet | null | undefined;

/** Of more than so many who are still asked only the sum is told. */
const NAMED = 2;

const answerOf = (game: Game, action: string): Answer | undefined =>
  game?.answers?.cards.find((each) => each.action === action);

/** Is the game lost with this, or a life, though something else could be done? Then it takes two presses. */
export function isFateful(game: Game, action: string): boolean {
  if (action === "draw") return (game?.forecast?.drawing?.over && !game.forecast.next.over) ?? false;
  if (!game?.stakes?.decides || !game.answers?.cards.length) return false;
  return action === "pass" || (answerOf(game, action)?.decides ?? false);
}

/** What should be known before this is done; null if there is nothing. */
export function warning(
  view: View,
  game: Game,
  action: string,
  card: (name: string) => string,
): string | null {
  if (isFateful(game, action)) return consequence(view, game, action);
  const answer = answerOf(game, action);
  if (!game?.stakes || !answer?.too_much) return null;
  const { missing } = game.stakes;
  const fields = { worth: missing + answer.too_much, needed: missing };
  return answer.enough
    ? say("{worth} where {needed} will do: {card} would be enough.", { ...fields, card: card(answer.enough) })
    : overpaid(fields);
}

/** The same in very few words, on the card itself; null if it is not too much. */
export function tooMuch(game: Game, action: string): string | null {
  const answer = answerOf(game, action);
  if (!game?.stakes || !answer?.too_much) return null;
  const needed = game.stakes.missing;
  return overpaid({ worth: needed + answer.too_much, needed });
}

const overpaid = (fields: { worth: number; needed: number }): string =>
  say("{worth} where {needed} will do", fields);

/** What comes of it if this is done: of passing, or of the last card of all. */
export function consequence(view: View, game: Game, action: string): string {
  if (action === "draw") return say("Then the last deck sinks, and nobody wins.");
  const { winner, dies } = game?.stakes ?? { winner: null, dies: null };
  if (dies !== null && dies === view.seat)
    return winner === null
      ? say("Then you are out of the game.")
      : say("Then you are out of the game, and {name} wins.", { name: pawnName(winner, view) });
  return winner === null ? "" : say("Then {name} wins.", { name: pawnName(winner, view) });
}

/** What passing means: how the attempt ends with it, or who is asked next. */
export function passing(view: View, game: Game): string {
  if (!game?.stakes) return "";
  if (game.answers?.must) return say("You sit to the rescuer's right: you have to stop it.");
  if (!game.stakes.decides) return comingAfter(view, game.stakes.after);
  const lost = consequence(view, game, "pass");
  return game.answers?.can_stop ? lost : `${say("You can't stop it.")} ${lost}`;
}

/** Who is asked after the reader, and what they hold. */
function comingAfter(view: View, after: readonly Asked[]): string {
  if (after.length > NAMED) {
    const cards = after.reduce((sum, each) => sum + each.cards, 0);
    return count(
      "After you {others} more are asked, with {n} card.",
      "After you {others} more are asked, with {n} cards.",
      cards,
      { others: after.length },
    );
  }
  const names = after.map((each) => {
    const name = pawnName(each.seat, view);
    return each.turns_up
      ? say("{name}, who turns up a card", { name })
      : count("{name} with {n} card", "{name} with {n} cards", each.cards, { name });
  });
  return names.length ? say("After you: {names}.", { names: listed(names) }) : "";
}

export type Coming = "attacked" | "called" | "next";

/** What comes for a seat when the turn ends as things stand; during an attempt that is far off. */
export function coming(view: View, sheet: Sheet | null, seat: number): Coming | null {
  const isNear = sheet?.phase === "playing" && ["turn", "walk"].includes(view.phase);
  const next = isNear ? sheet.game?.forecast?.next : null;
  if (next?.attacks === seat) return "attacked";
  if (next?.seat !== seat) return null;
  return next.called ? "called" : "next";
}

export function comingWords(coming: Coming): string {
  switch (coming) {
    case "attacked":
      return say("attacked next, if Doctor Lucky walks on");
    case "called":
      return say("next, if Doctor Lucky walks on: he comes to them");
    case "next":
      return say("next, if Doctor Lucky walks on");
  }
}

/** Who is next when the turn ends as things stand, in few words; "" if that is open. */
export function nextWords(view: View, next: Next | null | undefined): string {
  if (!next || next.over) return "";
  if (next.attacks !== null)
    return next.attacks === view.seat
      ? say("Next, the doctor attacks you.")
      : say("Next, the doctor attacks {name}.", { name: pawnName(next.attacks, view) });
  if (next.seat === null) return "";
  const name = next.seat === view.seat ? pick("next", "you") : pawnName(next.seat, view);
  return next.called
    ? say("Next: {name}, by the doctor.", { name })
    : pick("turn", "Next: {name}.", { name });
}
