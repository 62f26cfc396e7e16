// Lets modules of the page work outside a browser: takes a task as JSON from standard input, and answers in JSON.
import { readdirSync } from "node:fs";
import { registerHooks } from "node:module";
import { text } from "node:stream/consumers";

const PAGE = new URL("../../web/src/", import.meta.url);
const REVIEW = new URL("review/", PAGE);
// The page leaves the endings of its modules out, as its builder knows them.
registerHooks({
  resolve: (name, context, next) =>
    next(/^\.\.?\/(.*\/)?[^.]+$/.test(name) ? `${name}.ts` : name, context),
});
const { check } = await import(new URL("proof/deal.ts", REVIEW));
const { Timeline } = await import(new URL("replay/timeline.ts", REVIEW));
const { fromHex, hmac, sha256, toHex } = await import(
  new URL("proof/sha256.ts", REVIEW)
);
const { moods, remarks } = await import(new URL("cast/remarks.ts", PAGE));
const { cut } = await import(new URL("table/show/beats.ts", PAGE));
const { after } = await import(new URL("table/show/scene.ts", PAGE));
const { cluesIn } = await import(new URL("game/notebook.ts", PAGE));
const { effectOf } = await import(new URL("sound/cues.ts", PAGE));
const { mood } = await import(new URL("sound/tension.ts", PAGE));
const { HYPHENATED, hyphenated } = await import(
  new URL("i18n/typography.ts", PAGE)
);

const ART = new URL("cards/art/", PAGE);
/** The others are what drawings are made with. */
const PIECE = /^(aids|moves|(weapons|failures)-\w+)\.ts$/;

const TASKS = {
  clues: ({ views }) => views.map(cluesIn),
  async cardArt() {
    const pictures = {};
    for (const file of readdirSync(ART).filter((name) => PIECE.test(name))) {
      const module = await import(new URL(file, ART));
      const all = Object.assign({}, ...Object.values(module));
      pictures[file.replace(".ts", "")] = Object.fromEntries(
        Object.entries(all).map(([name, { parts }]) => [name, parts]),
      );
    }
    const { ROOMS } = await import(new URL("board/art/rooms.ts", PAGE));
    return { pictures, rooms: Object.keys(ROOMS) };
  },
  async scenes({ rooms }) {
    const { scene } = await import(new URL("cards/scenes.ts", PAGE));
    return rooms.map(scene);
  },
  effects: ({ events, setting }) =>
    events.map((event) => effectOf(event, setting)),
  tensions: ({ views, decks }) => views.map((view) => mood(view, decks)),
  hyphenated: ({ texts }) => texts.map(hyphenated),
  hyphens: () => HYPHENATED,
  beats: ({ told, begin }) => cut(told, begin),
  /** How long what came of each decision is shown, given the places where they end. */
  lengths: ({ told, ends }) =>
    ends.map((end, at) => cut(told.slice(0, end), ends[at - 1] ?? 0).reduce((sum, { length }) => sum + length, 0)),
  inBetween: ({ steps }) => steps.map(({ view, events }) => after(view, events)),
  remarks: ({ events }) => remarks(events),
  moods: ({ events, seats }) => moods(events, seats),
  hashes: ({ messages }) =>
    messages.map((message) => toHex(sha256(fromHex(message)))),
  codes: ({ pairs }) =>
    pairs.map(([key, message]) => toHex(hmac(fromHex(key), fromHex(message)))),
  checks: ({ parts }) => parts.map(check),
  visits({ replayed, places }) {
    const timeline = new Timeline(replayed);
    return places.map((at) => ({
      view: timeline.view(at),
      told: timeline.told(at).map(({ words }) => words),
      turn: timeline.turnAt(at),
      before: timeline.turn(at, -1),
      after: timeline.turn(at, 1),
    }));
  },
};

const { task, ...given } = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await TASKS[task](given)));
