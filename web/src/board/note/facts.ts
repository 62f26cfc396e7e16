// What is said of a room, to those who look at it and to those who listen.
import type { Sight } from "../../api/protocol";
import { count, pick, say } from "../../i18n/say";
import { called, listed } from "../../game/names";
import type { Standing } from "../pawns/pawns";
import { placeOf } from "../sight/sight";

export interface Saying {
  here: string | null;
  /** Who would see us there. */
  seen: string | null;
  /** Would it be a place for an attempt? Null if nobody said. */
  suits: boolean | null;
  doctor: string | null;
}

/** `playing`: is it we who would stand there? Else it is the player in turn. */
export function sayings(
  room: string,
  pawns: Standing[],
  sight: Sight | null | undefined,
  names: readonly string[],
  playing: boolean,
): Saying {
  const here = pawns
    .filter((pawn) => pawn.room === room)
    .map((pawn) => (pawn.you ? pick("here", "you") : pawn.name));
  const place = placeOf(sight, room);
  const stop = sight?.doctor.find((each) => each.room === room);
  const calls = stop?.calls == null ? null : called(stop.calls, names);
  return {
    here: here.length ? say("Here: {names}.", { names: listed(here) }) : null,
    seen: place && sight ? seen(place.seen_by, names, playing ? null : called(sight.seat, names)) : null,
    suits: place ? place.attempt === null : null,
    doctor: stop
      ? count("Doctor Lucky comes here next.", "Doctor Lucky comes here in {n} turns.", stop.turns) +
        (calls ? ` ${say("Then it's {name}'s turn.", { name: calls })}` : "")
      : null,
  };
}

function seen(by: readonly (number | string)[], names: readonly string[], other: string | null): string {
  const seers = listed(by.map((pawn) => called(pawn, names)));
  if (other === null)
    return by.length
      ? count("{names} would see you here.", "{names} would see you here.", by.length, { names: seers })
      : say("Nobody would see you here.");
  const fields = { names: seers, other };
  return by.length
    ? count("{names} would see {other} here.", "{names} would see {other} here.", by.length, fields)
    : say("Nobody would see {other} here.", fields);
}

/** All of it in one breath, for those who listen. */
export function spoken(saying: Saying, does: string | undefined, sunk: boolean): string {
  const suits = saying.suits === null ? null : suited(saying.suits);
  const parts = sunk
    ? [say("Under water.")]
    : [
        saying.here,
        does ? say("You can: {action}.", { action: does }) : null,
        saying.seen,
        suits,
        saying.doctor,
      ];
  return parts.filter(Boolean).join(" ");
}

export const suited = (suits: boolean): string =>
  suits ? say("You could make an attempt here.") : say("You couldn't make an attempt here now.");
