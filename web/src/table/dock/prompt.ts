// What is expected of whom, in a few words.
import type { GameSheet, Sheet, View } from "../../api/protocol";
import { pawnName } from "../../game/names";
import { count, say } from "../../i18n/say";
import { consequence, nextWords, passing } from "../outlook";

export interface Prompt {
  title: string;
  detail: string;
  /** Who comes after this turn. */
  next?: string;
  /** To be heard: it is seen elsewhere. */
  more?: string;
}

/** The same as sentences, to be heard. */
export const promptWords = ({ title, detail, next = "", more = "" }: Prompt): string =>
  [title, detail, next, more]
    .filter(Boolean)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(" ");

/** `asked`: it is for the reader to decide. `armed` is what they have pressed once, and must press again. */
export function prompt(view: View, sheet: Sheet | null, asked: boolean, armed: string | null = null): Prompt {
  if (view.outcome) return { title: say("The game is over"), detail: "" };
  if (sheet?.game?.abandoned) return { title: say("The game was abandoned"), detail: "" };
  if (sheet?.paused != null) {
    const by = sheet.people.find((each) => each.member === sheet.paused)?.name ?? "";
    return { title: say("The game is paused"), detail: by && say("by {name}", { name: by }) };
  }
  const name = pawnName(view.to_decide ?? view.current, view);
  const game = sheet?.game ?? null;
  if (!asked) return others(view, game, name, (sheet?.you?.seats.length ?? 0) > 0);
  if (armed)
    return { title: say("Are you sure?"), detail: say("Press again."), more: consequence(view, game, armed) };
  return own(view, game);
}

function own(view: View, game: GameSheet | null): Prompt {
  switch (view.phase) {
    case "walk": {
      const pawn = view.walk?.pawn ?? null;
      const title =
        pawn === view.seat ? say("Keep walking") : say("Moving: {who}", { who: pawnName(pawn, view) });
      return {
        title,
        detail: count("{n} step left on the card", "{n} steps left on the card", view.walk?.left ?? 0),
      };
    }
    case "lay":
      return { title: say("Strike"), detail: say("or lay down another card first") };
    case "answer":
      return answering(view, game);
    default:
      return {
        title: say("Your turn"),
        detail: turn(view),
        next: view.steps_owed ? "" : nextWords(view, game?.forecast?.next),
      };
  }
}

function turn(view: View): string {
  if (view.steps_owed) return say("Take at least one step for the card.");
  if (view.steps) return count("You have {n} step.", "You have {n} steps.", view.steps);
  return say("No steps left.");
}

/** What stopping it takes; what hangs on it stands on the button that decides it, and is said here as well. */
function answering(view: View, game: GameSheet | null): Prompt {
  const { attempt } = view;
  const stakes = game?.stakes;
  if (!attempt || !stakes) return { title: say("Will you stop it?"), detail: "" };
  const detail = count("It takes {n} more.", "It takes {n} more.", stakes.missing);
  const more = passing(view, game);
  if (game.answers?.must) return { title: say("You have to stop it"), detail, more };
  if (attempt.target === view.seat)
    return { title: say("{who} attacks you", { who: pawnName(attempt.attacker, view) }), detail, more };
  return { title: stakes.decides ? say("You are the last") : say("Will you stop it?"), detail, more };
}

function others(view: View, game: GameSheet | null, name: string, sits: boolean): Prompt {
  switch (view.phase) {
    case "answer":
      return {
        title: say("{name} is asked", { name }),
        detail: game?.stakes?.decides
          ? say("Only {name} can stop it now.", { name })
          : say("Will the attempt be stopped?"),
      };
    case "lay":
      return { title: say("{name} is about to strike", { name }), detail: "" };
    default:
      return {
        title: say("It's {name}'s turn", { name }),
        detail: view.seat === null && !sits ? say("You are watching.") : "",
        next: nextWords(view, game?.forecast?.next),
      };
  }
}
