// What can be asked of the table at any time, and the answers in words: for those who listen, and for those who play by
// keys. Everything in them was told by the server, and everyone may know it.
import type { Plan, Place, Stop, View } from "../../api/protocol";
import { doors, sayings, spoken } from "../../board/note/facts";
import { standing } from "../../board/pawns/pawns";
import { seenFrom, underWater } from "../../board/sight/sight";
import { called, fromSide, listed, roomOf } from "../../game/names";
import { count, say } from "../../i18n/say";
import type { Controller } from "../controller.svelte";
import { prompt, promptWords } from "../dock/prompt";

export interface TableQuestion {
  readonly key: string;
  readonly words: string;
  answer(asked: Asked): string;
}

/** Who asks, at a table in play. */
export interface Asked {
  readonly play: Controller;
  readonly view: View;
  readonly plan: Plan;
  /** The room that has the focus. */
  readonly room: string | null;
}

/** So many of the doctor's next rooms are told: more than that nobody keeps in mind. */
const FORETOLD = 4;

export const questions = (): TableQuestion[] => [
  { key: "p", words: say("What is asked of me now?"), answer: task },
  { key: "s", words: say("Who can see me?"), answer: seers },
  { key: "w", words: say("Where does the doctor go next, and whom does he call up?"), answer: way },
  { key: "a", words: say("What is in this room, and behind its doors?"), answer: around },
  { key: "n", words: say("How many cards does everyone hold?"), answer: holdings },
  { key: "t", words: say("What happened last?"), answer: lastEvent },
];

function task({ play, view }: Asked): string {
  const isAsked = play.choices.length > 0;
  return sentences(
    promptWords(prompt(view, play.table.sheet, isAsked)),
    isAsked && count("{n} choice: press 1.", "{n} choices: press 1.", play.choices.length),
  );
}

function seers({ play, view, plan }: Asked): string {
  const here = own(play, view);
  if (here === null)
    return view.seat === null
      ? say("You are watching. Sit at somebody's place to ask for them: press V.")
      : say("You are out of the game.");
  const by = placeIn(play, here)?.seen_by ?? [];
  const names = listed(
    by.map((pawn) => {
      const room = roomOf(pawn, view);
      const who = called(pawn, view.players);
      return room === here || room === null ? who : `${who} (${word(plan, room)})`;
    }),
  );
  const room = word(plan, here);
  const name = watched(play, view);
  if (name !== null)
    return sentences(
      say("{name} is here: {room}.", { name, room }),
      by.length
        ? count("{names} can see {name}.", "{names} can see {name}.", by.length, { names, name })
        : say("Nobody can see {name}.", { name }),
    );
  const seen = by.length
    ? count("{names} can see you.", "{names} can see you.", by.length, { names })
    : say("Nobody can see you.");
  return sentences(say("You are here: {room}.", { room }), seen);
}

function way({ play, view, plan }: Asked): string {
  const { doctor: stops, places } = play.seen?.sight ?? { doctor: [], places: [] };
  const [next, ...later] = stops.slice(0, FORETOLD);
  const here = say("Doctor Lucky is here: {room}.", { room: word(plan, view.doctor) });
  if (!next) return sentences(here, say("Where he goes next can't be foretold."));
  const calling = places.filter(({ fate }) => fate !== null).map(({ room }) => word(plan, room));
  const rooms = listed(calling);
  const name = watched(play, view);
  return sentences(
    here,
    say("Next: {room}.", { room: stop(next, view, plan) }),
    whoIsNext(play, view),
    later.length > 0 &&
      say("After that: {rooms}.", { rooms: later.map((each) => stop(each, view, plan)).join("; ") }),
    view.seat !== null &&
      rooms !== "" &&
      (view.escape
        ? say("He would attack you here: {rooms}.", { rooms })
        : say("He would call you up here: {rooms}.", { rooms })),
    name !== null &&
      rooms !== "" &&
      (view.escape
        ? say("He would attack {name} here: {rooms}.", { name, rooms })
        : say("He would call up {name} here: {rooms}.", { name, rooms })),
  );
}

/** Where he calls nobody up, the turn goes on by itself. */
function whoIsNext(play: Controller, view: View): string {
  const next = play.table.sheet?.game?.forecast?.next;
  if (next?.seat == null || next.called) return "";
  return next.seat === view.seat
    ? say("Then it's your turn.")
    : say("Then it's {name}'s turn.", { name: called(next.seat, view.players) });
}

/** A room, and whom he finds there. */
function stop({ room, calls }: Stop, view: View, plan: Plan): string {
  const there = word(plan, room);
  if (calls === null) return there;
  if (calls === view.seat)
    return view.escape
      ? say("{room}, where he attacks you", { room: there })
      : say("{room}, where he calls you up", { room: there });
  const name = called(calls, view.players);
  return view.escape
    ? say("{room}, where he attacks {name}", { room: there, name })
    : say("{room}, where he calls up {name}", { room: there, name });
}

function around({ play, view, plan, room }: Asked): string {
  const here = room ?? own(play, view) ?? view.doctor;
  const pawns = standing(view, view.players, play.side);
  const sunk = underWater(plan, view);
  const sight = play.seen?.sight;
  const saying = sayings(here, pawns, sight, view.players, view.seat !== null);
  const inView = seenFrom(plan, sight, here).map((room) => word(plan, room));
  return sentences(
    `${word(plan, here)}.`,
    spoken(saying, play.lit.get(here), sunk.has(here)),
    doors(here, plan, pawns, sunk),
    inView.length > 0 && say("In view: {rooms}.", { rooms: listed(inView) }),
  );
}

function holdings({ play, view }: Asked): string {
  const hands = fromSide(view.players, play.side).flatMap(({ player: name, seat }) => {
    if (view.strangers.includes(seat) || view.rooms[seat] == null) return [];
    return `${seat === view.seat ? say("You") : name}: ${view.hand_sizes[seat] ?? 0}`;
  });
  const left = view.piles.reduce((sum, pile) => sum + pile, 0);
  return sentences(
    say("Cards in hand: {hands}.", { hands: hands.join(", ") }),
    count("{n} card left to draw.", "{n} cards left to draw.", left),
  );
}

function lastEvent({ play }: Asked): string {
  const told = play.director.told.filter(({ event }) => event.kind !== "turn over");
  return told.at(-1)?.words ?? say("Nothing has happened yet.");
}

const own = ({ side }: Controller, view: View): string | null =>
  side === null ? null : (view.rooms[side] ?? null);
/** The name of whom we watch from the place of. */
const watched = ({ side }: Controller, view: View): string | null =>
  view.seat === null && side !== null ? called(side, view.players) : null;
const placeIn = (play: Controller, room: string): Place | undefined =>
  play.seen?.sight.places.find((each) => each.room === room);
const word = (plan: Plan, room: string): string =>
  plan.spaces.find((space) => space.name === room)?.word ?? room;

const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(" ");
