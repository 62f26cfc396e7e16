// What is said with each decision of a first game that goes by a script. The script is the server's: here are the words.
import type { Family } from "../../../game/editions";
import { say } from "../../../i18n/say";
import type { Situation } from "../situation";
import { KILL } from "./kill";
import type { Lesson } from "./lesson";
import { SAVE } from "./save";

interface Words {
  title: string;
  text: string;
}
type Beat = (now: Situation) => Words;

/** What is told at the beginning and between decisions, when it comes up: the rest goes with what is to be done. */
const BETWEEN: Record<Family, readonly string[]> = {
  kill: ["welcome", "doctor", "hand", "walk", "mine", "reason"],
  save: ["welcome", "doctor", "hand", "walk", "mine"],
};
const ALL: Record<Family, readonly Lesson[]> = { kill: KILL, save: SAVE };

/** The doctor has just come to the player, which is why it is their turn. */
const isCalled = (now: Situation): boolean =>
  now.events.filter(({ kind }) => kind === "turn" || kind === "called up").at(-1)?.kind === "called up";

const witnesses = (now: Situation): string =>
  now.names((now.seenBy ?? []).filter((who) => typeof who === "number"));

const heCame = (now: Situation): string =>
  isCalled(now) ? say("The doctor has walked in on you, so it's your turn, out of order.") : "";

const joined = (...parts: string[]): string => parts.filter(Boolean).join(" ");

const meet: Beat = (now) => ({
  title: say("Be there before him"),
  text: say(
    "The lantern with the 1 hangs where the doctor goes next: {room}. Go there now, and he will walk in on you.",
    { room: now.word(now.doctorNext) },
  ),
});

const ahead: Beat = () => ({
  title: say("Wait ahead of him"),
  text: say(
    "The numbered lanterns show the rooms that the doctor comes to next. Whoever is there when he walks in is next in turn, so wait where he's going.",
  ),
});

const end: Beat = () => ({
  title: say("Let him come"),
  text: say("You are where he's going. End your turn, and see what happens."),
});

const lastOne = (now: Situation): string =>
  say(
    "{name} strikes with {strength}, the others have let it pass, and nobody is asked after you: if you don't stop it, {name} wins.",
    { name: now.name(now.view.attempt?.attacker), strength: now.view.attempt?.strength ?? 0 },
  );

const BEATS: Record<Family, Record<string, Beat>> = {
  kill: {
    walk: () => ({
      title: say("Everyone sees you"),
      text: say(
        "Where others or the doctor see you, you can't draw a card. So leave: one step is free, to any room that is lit up.",
      ),
    }),
    card: (now) => ({
      title: say("Cards that move"),
      text: joined(
        now.seenBy?.length ? say("Still in view of: {names}.", { names: now.names(now.seenBy) }) : "",
        say(
          "A move card gives you more steps, or takes you straight to the room it names. This one leads out of sight.",
        ),
      ),
    }),
    draw: () => ({
      title: say("Nobody sees you"),
      text: say(
        "Not even the doctor. So you may draw a card, which ends your turn. A full hand is half the victory.",
      ),
    }),
    "draw again": () => ({
      title: say("Nothing better to do?"),
      text: say("The doctor is elsewhere, and nobody sees you. Then draw: you never know what's next."),
    }),
    strike: (now) => ({
      title: isCalled(now) ? say("He has come to you") : say("Your chance"),
      text: joined(
        heCame(now),
        say(
          "You are alone with him, and no other player sees you: strike! The others still hold a lot of luck, so keep your best weapon for later.",
        ),
      ),
    }),
    stop: (now) => ({
      title: say("You are the last"),
      text: joined(lastOne(now), say("The clover on this card is luck enough.")),
    }),
    near: () => ({
      title: say("Out of the way"),
      text: say("Move on to a room where nobody sees you."),
    }),
    meet,
    ahead,
    end,
    win: (now) => ({
      title: say("Now or never"),
      text: joined(
        heCame(now),
        say("You are alone with him again."),
        (now.view.reasons[now.me] ?? 0) > 0
          ? say("Your Reason makes this attempt stronger by 1, and you hold a good weapon: strike!")
          : say("You hold a good weapon: strike!"),
      ),
    }),
  },
  save: {
    walk: () => ({
      title: say("Your turn"),
      text: say("One step is free, to any room that is lit up. Have a look around."),
    }),
    draw: (now) => spoken(SAVE, "draw", now),
    "draw again": (now) => spoken(SAVE, "draw", now),
    near: () => ({
      title: say("Where somebody sees you"),
      text: say("A rescue that nobody sees makes nobody a hero. Go where another player has you in view."),
    }),
    card: (now) => ({
      title: say("Cards that move"),
      text: joined(
        say("A move card takes you to the room it names."),
        say("The doctor is here: {room}.", { room: now.word(now.view.doctor) }),
      ),
    }),
    send: (now) => ({
      title: say("Bring him to you"),
      text: joined(
        witnesses(now)
          ? say("You have a witness: {names}. All you need is the doctor.", { names: witnesses(now) })
          : "",
        say("On the ship a move card can move him as well: send him to you."),
      ),
    }),
    strike: (now) => ({
      title: say("Your chance"),
      text: joined(
        heCame(now),
        say("You are with the doctor, and you have a witness: {names}.", { names: witnesses(now) }),
        say("Try to save him. Everyone has failures in hand at first, so begin with something small."),
      ),
    }),
    stop: (now) =>
      now.can("pass") ? { title: say("You are the last"), text: lastOne(now) } : spoken(SAVE, "forced", now),
    meet,
    ahead,
    end,
    win: (now) => ({
      title: isCalled(now) ? say("He has come to you") : say("Now or never"),
      text: joined(
        heCame(now),
        say("You have a witness: {names}.", { names: witnesses(now) }),
        say("This is the best aid you hold: save him!"),
      ),
    }),
  },
};

function spoken(lessons: readonly Lesson[], id: string, now: Situation): Words {
  const found = lessons.find((each) => each.id === id);
  return { title: found?.title(now) ?? "", text: found?.text(now) ?? "" };
}

const SECTIONS: Record<string, string> = {
  walk: "moving",
  near: "moving",
  card: "moving",
  send: "moving",
  draw: "drawing",
  "draw again": "drawing",
  strike: "attempts",
  win: "attempts",
  stop: "stopping",
  meet: "turn-order",
  ahead: "turn-order",
  end: "turn-order",
};

/** The lesson to tell now in a game that goes by its script: what has come up, and then what is to be done; when others
 * wait for an answer, that first. */
export function scripted(family: Family, now: Situation, learnt: ReadonlySet<string>): Lesson | null {
  const wanted = ALL[family].filter((each) => BETWEEN[family].includes(each.id) && !learnt.has(each.id));
  const fitting = wanted.filter((each) => each.when(now));
  const between = fitting.find((each) => each.urgent) ?? fitting[0] ?? null;
  const due = decision(family, now, learnt);
  return now.view.phase === "answer" ? (due ?? between) : (between ?? due);
}

/** What is to be done now, and why. Every decision has its own, so that one that was closed does not come back. */
function decision(family: Family, now: Situation, learnt: ReadonlySet<string>): Lesson | null {
  const { action, teaches = "", done } = now.script ?? {};
  const beat = BEATS[family][teaches];
  const id = `script ${done}`;
  if (!action || !beat || learnt.has(id)) return null;
  return {
    id,
    when: (then) => then.script?.action === action,
    title: (then) => beat(then).title,
    text: (then) => beat(then).text,
    at: () => spots(action),
    section: SECTIONS[teaches] ?? "your-turn",
    urgent: true,
    does: action,
  };
}

/** Where an action is done: the room, the card or the button. */
function spots(action: string): string[] {
  const [verb = "", ...rest] = action.split(" ");
  if (verb === "step") return [`[data-room="${CSS.escape(rest.join(" "))}"]`];
  const card = (rest[0] === "doctor" ? rest.slice(1) : rest).join(" ");
  if (card) return [`button[data-card="${CSS.escape(card)}"]`];
  return verb === "attempt" ? [".acts .primary"] : [`.acts [data-action="${action}"]`];
}
