// What is expected of whom, in a few words.
import type { Sheet, View } from "../../api/protocol";
import { pawnName } from "../../game/names";
import { count, say } from "../../i18n/say";

export interface Prompt {
  title: string;
  detail: string;
}

/** `asked`: it is for the reader to decide. */
export function prompt(view: View, sheet: Sheet | null, asked: boolean): Prompt {
  if (view.outcome) return { title: say("The game is over"), detail: "" };
  if (sheet?.game?.abandoned) return { title: say("The game was abandoned"), detail: "" };
  if (sheet?.paused != null) {
    const by = sheet.people.find((each) => each.member === sheet.paused)?.name ?? "";
    return { title: say("The game is paused"), detail: by && say("by {name}", { name: by }) };
  }
  const name = pawnName(view.to_decide ?? view.current, view);
  return asked ? own(view) : others(view, name, (sheet?.you?.seats.length ?? 0) > 0);
}

function own(view: View): Prompt {
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
      return { title: say("Will you stop it?"), detail: needed(view) };
    default:
      return { title: say("Your turn"), detail: turn(view) };
  }
}

function turn(view: View): string {
  if (view.steps_owed) return say("Take at least one step for the card.");
  if (view.steps) return count("You have {n} step.", "You have {n} steps.", view.steps);
  return say("No steps left.");
}

function needed(view: View): string {
  const attempt = view.attempt;
  if (!attempt || attempt.strength === null) return "";
  const missing = Math.max(0, attempt.strength - attempt.luck);
  if (attempt.target === view.seat)
    return count(
      "{who} attacks you: it takes {n} more luck to stop it.",
      "{who} attacks you: it takes {n} more luck to stop it.",
      missing,
      {
        who: pawnName(attempt.attacker, view),
      },
    );
  return count("It takes {n} more.", "It takes {n} more.", missing);
}

function others(view: View, name: string, sits: boolean): Prompt {
  switch (view.phase) {
    case "answer":
      return { title: say("{name} is asked", { name }), detail: say("Will the attempt be stopped?") };
    case "lay":
      return { title: say("{name} is about to strike", { name }), detail: "" };
    default:
      return {
        title: say("It's {name}'s turn", { name }),
        detail: view.seat === null && !sits ? say("You are watching.") : "",
      };
  }
}
