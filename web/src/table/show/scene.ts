// How the table looked in between. The server tells what happened and how everything stands after all of it; where several
// things happened at once, this is the table after some of them. Events are facts: no rule is needed to follow them.
import type { Event, View } from "../../api/protocol";

export function after(view: View, events: readonly Event[]): View {
  return events.reduce(one, { ...view, legal: [] });
}

function one(view: View, event: Event): View {
  const { kind, seat, pawn, room, card } = event;
  switch (kind) {
    case "stepped":
    case "jumped":
    case "washed up":
    case "doctor moved":
    case "stranger moved": {
      const moved = placed(view, pawn ?? seat ?? null, room ?? null);
      // A card may send someone else.
      return kind === "jumped" ? played(moved, view.current, card) : moved;
    }
    case "walks":
    case "laid down":
    case "played":
      return seat == null ? view : played(view, seat, card);
    case "drew":
      return seat == null ? view : drawn(view, seat, event);
    case "turn":
    case "called up":
      return {
        ...view,
        current: seat ?? view.current,
        to_decide: seat ?? null,
        phase: "turn",
        attempt: null,
      };
    case "turn over":
      return { ...view, turn: view.turn + 1 };
    case "reason":
      return seat == null ? view : { ...view, reasons: replaced(view.reasons, seat, event.number ?? 0) };
    case "foiled":
      return { ...view, phase: "turn", to_decide: view.current };
    case "died":
      return seat == null ? view : placed(view, seat, null);
    case "lights out":
      return { ...view, lights_out: true };
    case "deck sank":
      return event.how ? { ...view, sunk: [...view.sunk, event.how] } : view;
    default:
      return view;
  }
}

const replaced = <T>(all: readonly T[], at: number, value: T): T[] =>
  all.map((each, place) => (place === at ? value : each));

function placed(view: View, pawn: number | string | null, room: string | null): View {
  if (typeof pawn === "number") return { ...view, rooms: replaced(view.rooms, pawn, room) };
  return pawn === null || room === null ? view : { ...view, [pawn]: room };
}

function sized(view: View, seat: number, more: number): View {
  return {
    ...view,
    hand_sizes: replaced(view.hand_sizes, seat, Math.max(0, (view.hand_sizes[seat] ?? 0) + more)),
  };
}

/** One card fewer; whose hand it is sees which. */
function played(view: View, seat: number, card: string | null | undefined): View {
  const at = seat === view.seat && card ? (view.hand?.indexOf(card) ?? -1) : -1;
  const left = sized(view, seat, -1);
  if (at < 0) return left;
  const without = <T>(all: readonly T[] | undefined): T[] => (all ?? []).filter((_, place) => place !== at);
  return { ...left, hand: without(view.hand ?? []), hand_copies: without(view.hand_copies) };
}

function drawn(view: View, seat: number, { card, copy }: Event): View {
  const [pile = 0, ...others] = view.piles;
  const more = { ...sized(view, seat, 1), piles: [Math.max(0, pile - 1), ...others] };
  if (seat !== view.seat || !card || !view.hand) return more;
  const copies = view.hand_copies?.length ? [...view.hand_copies, copy ?? 0] : [];
  return { ...more, hand: [...view.hand, card], hand_copies: copies };
}
