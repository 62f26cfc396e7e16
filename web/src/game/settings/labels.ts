// What people read for the values that the server goes by.
import type { Clock } from "../../api/protocol";
import { language } from "../../i18n/language.svelte";
import { count, pick, say } from "../../i18n/say";

export const LEVELS = ["easy", "normal", "hard", "expert"] as const;

export function layoutWord(layout: string): string {
  switch (layout) {
    case "whole":
      return pick("layout", "the whole house");
    case "upstairs":
      return pick("layout", "upstairs only");
    case "downstairs":
      return pick("layout", "downstairs only");
    default:
      return layout;
  }
}

export function closedWord(closed: string): string {
  switch (closed) {
    case "none":
      return pick("wings", "everything open");
    case "west":
      return pick("wings", "west wing closed");
    case "east":
      return pick("wings", "east wing closed");
    case "both":
      return pick("wings", "both wings closed");
    default:
      return closed;
  }
}

export function petsWord(pets: string): string {
  switch (pets) {
    case "none":
      return pick("pets", "none");
    case "cat":
      return pick("pets", "the cat");
    case "dog":
      return pick("pets", "the dog");
    case "both":
      return pick("pets", "both");
    default:
      return pets;
  }
}

export function clockWord({ kind, seconds = 0 }: Clock): string {
  switch (kind) {
    case "decision":
      return say("{time} for each decision", { time: span(seconds) });
    case "game":
      return say("{time} each for the whole game", { time: span(seconds) });
    case "days":
      return say("{time} for each decision", { time: span(seconds) });
    default:
      return say("no clock");
  }
}

/** As the end of "Bots answer …". */
export function tempoWord(tempo: string): string {
  switch (tempo) {
    case "fast":
      return pick("tempo", "fast");
    case "at once":
      return pick("tempo", "at once");
    default:
      return pick("tempo", "in their own time");
  }
}

/** The kind alone, which is all that a lobby tells. */
export function clockKind(kind: string): string {
  switch (kind) {
    case "decision":
      return say("clock for each decision");
    case "game":
      return say("clock for the game");
    case "days":
      return say("over several days");
    default:
      return say("no clock");
  }
}

export function span(seconds: number): string {
  if (seconds < 60) return count("{n} second", "{n} seconds", seconds);
  if (seconds < 3600) return count("{n} minute", "{n} minutes", Math.round(seconds / 60));
  if (seconds < 86_400) return count("{n} hour", "{n} hours", Math.round(seconds / 3600));
  return count("{n} day", "{n} days", Math.round(seconds / 86_400));
}

/** How long ago a moment was, given in seconds since 1970. */
export function ago(moment: number): string {
  const past = Math.max(0, Date.now() / 1000 - moment);
  const words = new Intl.RelativeTimeFormat(language.current, { numeric: "auto" });
  if (past < 90) return words.format(-Math.min(1, Math.round(past / 60)), "minute");
  if (past < 5400) return words.format(-Math.round(past / 60), "minute");
  if (past < 129_600) return words.format(-Math.round(past / 3600), "hour");
  return words.format(-Math.round(past / 86_400), "day");
}
