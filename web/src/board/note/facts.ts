// What is said of a room, to those who look at it and to those who listen.
import type { Place, Plan, Sight } from "../../api/protocol";
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
  attempt: string | null;
  doctor: string | null;
  /** What he would do to us there when this turn is over. */
  fate: string | null;
}

/** `playing`: is it we who would stand there? Else it is whose side we look on from, or the player in turn. */
export function sayings(
  room: string,
  pawns: Standing[],
  sight: Sight | null | undefined,
  names: readonly string[],
  playing: boolean,
): Saying {
  const here = pawns.filter((pawn) => pawn.room === room).map(nameOf);
  const place = placeOf(sight, room);
  const stop = sight?.doctor.find((each) => each.room === room);
  const other = playing || !sight ? null : called(sight.seat, names);
  const comes = pawns.some(({ own }) => own) ? fate(place?.fate ?? null, other) : null;
  const isYou = pawns.some(({ pawn, you }) => you && pawn === stop?.calls);
  const calls =
    stop?.calls == null || comes
      ? null
      : isYou
        ? say("Then it's your turn.")
        : say("Then it's {name}'s turn.", { name: called(stop.calls, names) });
  return {
    here: here.length ? say("Here: {names}.", { names: listed(here) }) : null,
    seen: place && sight ? seen(place.seen_by, names, other) : null,
    suits: place ? place.attempt === null : null,
    attempt: place ? suited(place.attempt === null, other) : null,
    doctor: stop
      ? count("Doctor Lucky comes here next.", "Doctor Lucky comes here in {n} turns.", stop.turns) +
        (calls ? ` ${calls}` : "")
      : null,
    fate: comes,
  };
}

function fate(fate: Place["fate"], other: string | null): string | null {
  if (fate === null) return null;
  if (other !== null)
    return fate === "called"
      ? say("If {other} is here when this turn ends, {other} is next.", { other })
      : say("If {other} is here when this turn ends, Doctor Lucky attacks {other}.", { other });
  return fate === "called"
    ? say("Be here when this turn ends, and you are next.")
    : say("Be here when this turn ends, and Doctor Lucky attacks you.");
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
  const parts = sunk
    ? [say("Under water.")]
    : [
        saying.here,
        does ? say("You can: {action}.", { action: does }) : null,
        saying.seen,
        saying.attempt,
        saying.doctor,
        saying.fate,
      ];
  return parts.filter(Boolean).join(" ");
}

/** The rooms one step away, and who is in them. */
export function doors(room: string, plan: Plan, pawns: Standing[], sunk: ReadonlySet<string>): string {
  const open = (plan.adjacent[room] ?? []).filter((next) => !sunk.has(next));
  if (!open.length || sunk.has(room)) return "";
  const rooms = open.map((next) => {
    const word = plan.spaces.find((space) => space.name === next)?.word ?? next;
    const there = pawns.filter((pawn) => pawn.room === next).map(nameOf);
    return there.length ? `${word} (${listed(there)})` : word;
  });
  return say("One step from here: {rooms}.", { rooms: rooms.join(", ") });
}

const nameOf = ({ you, name }: Standing): string => (you ? pick("here", "you") : name);

function suited(suits: boolean, other: string | null): string {
  if (other !== null)
    return suits
      ? say("{other} could make an attempt here.", { other })
      : say("{other} couldn't make an attempt here now.", { other });
  return suits ? say("You could make an attempt here.") : say("You couldn't make an attempt here now.");
}
