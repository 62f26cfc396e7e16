// What those who are played have to say, and when. It follows from what everyone sees happen and from nothing else: the same
// game has the same remarks for all, on every device, and no card that is held has a say in it.
import type { Event } from "../api/protocol";

/** Those who play, by their seats, and the one whom it is all about. */
export type Speaker = number | "doctor";

export interface Remark {
  /** After which event. */
  readonly at: number;
  readonly seat: Speaker;
  readonly moment: string;
}

/** What is always remarked upon, unless they said so a moment ago; the rest only now and then. */
const GREAT = new Set(["strikes", "fails", "dark", "sinks", "wins", "loses", "ghost", "dies"]);
/** Of small moments one in so many, and so many events after the last remark. */
const [ONE_IN, REST] = [4, 9];
/** Nobody says the same again within so many events. */
const OVER_AGAIN = 80;

export function remarks(events: readonly Event[]): Remark[] {
  const found: Remark[] = [];
  const said = new Map<string, number>();
  let current = 0;
  /** An attempt is on the doctor; in the Escape someone is attacked instead. */
  let struck = "";
  events.forEach((event, at) => {
    if (event.kind === "turn" || event.kind === "called up") current = event.seat ?? current;
    if (event.kind === "attempt" || event.kind === "attacked") struck = event.kind;
    for (const [seat, moment] of occasions(event, events[at + 1], current, struck)) {
      const key = `${seat} ${moment}`;
      const last = found.at(-1)?.at ?? -REST;
      const rare = !GREAT.has(moment) && (at - last < REST || drawn(at, seat) % ONE_IN !== 0);
      if (rare || at - (said.get(key) ?? -OVER_AGAIN) < OVER_AGAIN) continue;
      said.set(key, at);
      found.push({ at, seat, moment });
    }
  });
  return found;
}

/** Who might say something about an event. */
function occasions(
  event: Event,
  next: Event | undefined,
  current: number,
  struck: string,
): [Speaker, string][] {
  const { kind, seat, pawn } = event;
  const mine = (moment: string): [Speaker, string][] => (seat == null ? [] : [[seat, moment]]);
  switch (kind) {
    case "placed":
      return typeof pawn === "number" ? [[pawn, "sits"]] : [];
    case "turn":
      return mine("turn");
    case "called up":
      return [...mine("near"), ["doctor", "near"]];
    case "drew":
      return mine("draws");
    case "attempt":
      return mine("strikes");
    case "attacked":
      return typeof pawn === "number" ? [[pawn, "strikes"]] : [["doctor", "strikes"], ...mine("ghost")];
    case "played":
      // Whoever plays the card that stops it has something better to say, and until that is known says nothing.
      if (!next) return [];
      return next.kind === "foiled" ? mine("foils") : mine("luck");
    case "passed":
      return mine("passes");
    case "foiled":
      return struck === "attempt" ? [...mine("fails"), ["doctor", "fails"]] : mine("fails");
    case "lights out":
      return [[current, "dark"]];
    case "deck sank":
      return [[current, "sinks"]];
    case "died":
      return mine("dies");
    case "over":
      return [
        ...(event.winner == null ? [] : [[event.winner, "wins"] as [Speaker, string]]),
        ...(event.loser == null ? [] : [[event.loser, "loses"] as [Speaker, string]]),
      ];
    default:
      return [];
  }
}

/** A number that looks like chance and is the same for everyone. */
function drawn(at: number, seat: Speaker): number {
  const who = seat === "doctor" ? 0 : seat + 1;
  return ((at + 1) * 2654435761 + who * 40503) >>> 7;
}

/** For so many events someone who was foiled is beside themselves. */
const ANGER = 10;

/** Which side of each seat shows: that of those who have just failed, who are dead, or who could have prevented the end. */
export function moods(events: readonly Event[], seats: number): ("composed" | "beside")[] {
  const beside = new Set<number>();
  events.forEach(({ kind, seat, loser }, at) => {
    if (kind === "died" && seat != null) beside.add(seat);
    if (kind === "foiled" && seat != null && events.length - at <= ANGER) beside.add(seat);
    if (kind === "over" && loser != null) beside.add(loser);
  });
  return Array.from({ length: seats }, (_, seat) => (beside.has(seat) ? "beside" : "composed"));
}
