// What is played at a table and how, in a list of words: in its lobby, and where it is offered once more.
import type { EditionAbout } from "../../api/protocol";
import { count, say } from "../../i18n/say";
import { levelWord } from "../names";
import { type Draft, fitted, fresh, named, offer } from "./draft";
import { clockWord, closedWord, layoutWord, petsWord, span, tempoWord } from "./labels";

/** All that is worth saying. `isEscape`: it is the Escape that is played now. */
export function terms(edition: EditionAbout, draft: Draft, isEscape = false): string[] {
  const { way, board, layout, closed, pets } = offer(edition, draft);
  return [
    board.title,
    draft.rated && !isEscape ? say("rated") : "",
    way.escape || isEscape ? say("the Escape") : "",
    board.layouts.length > 1 ? layoutWord(layout.layout) : "",
    layout.closed.values.length > 1 ? closedWord(closed) : "",
    way.strangers ? say("two Strangers") : "",
    pets === "none" ? "" : say("pets: {pets}", { pets: petsWord(pets) }),
    draft.shorter.includes("weapons_plus_one") ? say("every weapon is worth one more") : "",
    draft.shorter.includes("no_threes") ? say("no failures of value three") : "",
    edition.penalties !== "none" && !draft.tally ? say("no penalties") : "",
    clockWord(draft.clock),
    draft.tempo === "normal" ? "" : say("bots answer {how}", { how: tempoWord(draft.tempo) }),
    { listed: say("listed"), code: say("not listed"), invitation: say("by invitation") }[draft.coming],
    draft.watchable ? say("others may watch") : say("nobody may watch"),
  ].filter(Boolean);
}

/** Who deals or begins, by name or by the number of the seat; "" if nobody was named. */
export function firstWord(edition: EditionAbout, { first }: Draft, called = ""): string {
  const naming = named(edition);
  if (first === null || naming === null) return "";
  const name = called || say("Seat {number}", { number: Number(first) + 1 });
  return naming === "dealer" ? say("{name} deals", { name }) : say("{name} begins", { name });
}

/** All that a draft has otherwise than a fresh one of the same book, with the book first. */
export function remembered(edition: EditionAbout, draft: Draft): string[] {
  const usual = fitted({ ...fresh(edition.id), players: draft.players }, edition);
  const plain = terms(edition, usual);
  const { away, standIn } = draft;
  const levels = [...new Set(draft.bots)].map(levelWord).join(", ");
  return [
    edition.title,
    count("{n} player", "{n} players", draft.players),
    levels && `${count("{n} bot", "{n} bots", draft.bots.length)} (${levels})`,
    ...terms(edition, draft).filter((each) => !plain.includes(each)),
    firstWord(edition, draft),
    away === usual.away && standIn === usual.standIn
      ? ""
      : say("a stand-in ({level}) after {time}", { level: levelWord(standIn), time: span(away) }),
  ].filter(Boolean);
}
