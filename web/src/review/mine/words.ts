// What people read for the games of someone.
import type { MyGame } from "../../api/protocol";
import { levelWord } from "../../game/names";
import { language } from "../../i18n/language.svelte";
import { say } from "../../i18n/say";

export function resultWord({ result, resigned }: MyGame): string {
  if (resigned && result !== "abandoned") return say("You resigned");
  switch (result) {
    case "won":
      return say("You won");
    case "lost":
      return say("You lost");
    case "nobody":
      return say("Nobody won");
    default:
      return say("Given up");
  }
}

export function against({ company, levels }: MyGame): string {
  if (company) return say("with other people");
  const [level] = levels ?? [];
  if (!level) return "";
  return levels && levels.length > 1
    ? say("against bots of several levels")
    : say("against bots: {level}", { level: levelWord(level) });
}

/** Who one played against: bots of a level, of several, or other people. */
export function opponentsWord(key: string): string {
  if (key === "people") return say("with other people");
  return key === "mixed" ? say("several levels") : levelWord(key);
}

export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(language.current, { style: "percent", maximumFractionDigits: digits }).format(share);

/** Wins in a hundred games, with a sign. */
export const points = (share: number): string =>
  new Intl.NumberFormat(language.current, { signDisplay: "exceptZero", maximumFractionDigits: 1 }).format(
    100 * share,
  );

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(language.current, { maximumFractionDigits: digits }).format(value);
