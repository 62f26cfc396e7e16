// What a new table can be set to. The server says what an edition offers to so many players; here is what was chosen.
import type {
  BoardChoice,
  Clock,
  EditionAbout,
  LayoutChoice,
  Options,
  Settings,
  Way,
} from "../../api/protocol";
import { LEVELS } from "./labels";

export type Tempo = NonNullable<Settings["tempo"]>;
export type Coming = "listed" | "code" | "invitation";

/** Null stands for what is usual, whatever that is for so many players. */
export interface Draft {
  edition: string;
  players: number;
  /** The levels of the bots. */
  bots: string[];
  strangers: boolean;
  escape: boolean;
  board: string | null;
  layout: string | null;
  closed: string | null;
  pets: string | null;
  shorter: string[];
  /** The number of the seat that deals or begins; null: by lot. */
  first: string | null;
  /** Are penalties counted, where the book has them? */
  tally: boolean;
  clock: Clock;
  away: number;
  standIn: string;
  coming: Coming;
  watchable: boolean;
  /** How fast bots answer. */
  tempo: Tempo;
  rated: boolean;
}

export interface Offer {
  ways: Way[];
  way: Way;
  board: BoardChoice;
  layout: LayoutChoice;
  closed: string;
  pets: string;
  mayMeetStrangers: boolean;
  mayEscape: boolean;
}

const USUAL: Omit<Draft, "edition"> = {
  players: 4,
  bots: [],
  strangers: true,
  escape: false,
  board: null,
  layout: null,
  closed: null,
  pets: null,
  shorter: [],
  first: null,
  tally: true,
  clock: { kind: "none" },
  away: 60,
  standIn: "normal",
  coming: "listed",
  watchable: true,
  tempo: "normal",
  rated: false,
};

export const TEMPOS: readonly Tempo[] = ["normal", "fast", "at once"];

export const CLOCKS: readonly Required<Pick<Clock, "kind" | "seconds">>[] = [
  { kind: "decision", seconds: 30 },
  { kind: "decision", seconds: 60 },
  { kind: "decision", seconds: 180 },
  { kind: "game", seconds: 600 },
  { kind: "game", seconds: 1200 },
  { kind: "game", seconds: 2400 },
  { kind: "days", seconds: 86_400 },
  { kind: "days", seconds: 259_200 },
  { kind: "days", seconds: 604_800 },
];

export const fresh = (edition: string): Draft => ({ ...USUAL, edition });

/** What was chosen last time, as far as it still makes sense. */
export function revived(kept: unknown, editions: readonly EditionAbout[]): Draft | null {
  if (typeof kept !== "object" || kept === null) return null;
  const given = kept as Record<string, unknown>;
  const edition = editions.find((each) => each.id === given["edition"]);
  if (!edition) return null;
  const usual = fresh(edition.id);
  const entries = Object.entries(usual).map(([name, value]) => [
    name,
    fits(given[name], value) ? given[name] : value,
  ]);
  // The Escape by itself is chosen each time.
  return fitted({ ...(Object.fromEntries(entries) as Draft), escape: false }, edition);
}

/** Is a value of the kind that the usual one is of? Null stands for a text that was not chosen. */
function fits(value: unknown, usual: unknown): boolean {
  if (usual === null) return typeof value === "string";
  return value !== null && typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual);
}

/** As many players as the edition is for, and a seat for whoever opens the table. */
export function fitted(draft: Draft, edition: EditionAbout): Draft {
  const players = Math.min(edition.players[1], Math.max(edition.players[0], draft.players));
  return {
    ...draft,
    edition: edition.id,
    players,
    bots: draft.bots.filter((level) => LEVELS.some((each) => each === level)).slice(0, players - 1),
    shorter: draft.shorter.filter((each) => edition.shorter.includes(each)),
    first: Number(draft.first) < players ? draft.first : null,
    tempo: TEMPOS.find((each) => each === draft.tempo) ?? "normal",
  };
}

/** What the table may name someone for: to deal, or to begin where nobody's dealing matters. */
export const named = (edition: EditionAbout): "dealer" | "starter" | null =>
  (["dealer", "starter"] as const).find((each) => edition.options.includes(each)) ?? null;

export function offer(edition: EditionAbout, draft: Draft): Offer {
  const choices = edition.choices.find(({ players }) => players === draft.players) ?? edition.choices[0];
  const ways = choices?.ways ?? [];
  const fitting = ways.filter((way) => way.escape === draft.escape);
  const way = fitting.find((each) => each.strangers === draft.strangers) ?? fitting[0] ?? ways[0];
  const board = way?.boards.find((each) => each.board === draft.board) ?? way?.boards[0];
  const wanted = draft.layout ?? board?.usual_layout;
  const layout = board?.layouts.find((each) => each.layout === wanted) ?? board?.layouts[0];
  if (!way || !board || !layout) throw new Error(`${edition.id} offers nothing for ${draft.players} players`);
  return {
    ways,
    way,
    board,
    layout,
    closed: chosen(draft.closed, layout.closed),
    pets: chosen(draft.pets, layout.pets),
    mayMeetStrangers: ways.some((each) => each.strangers),
    mayEscape: ways.some((each) => each.escape),
  };
}

/** Ratings compare those who play the same game: not a shorter one, nor one in which the table names who is first. */
export const mayBeRated = (draft: Draft): boolean =>
  !draft.escape && !draft.shorter.length && draft.first === null;

type Choice = LayoutChoice["closed"];
const chosen = (value: string | null, { usual, values }: Choice): string =>
  value !== null && values.includes(value) ? value : usual;

/** What the server is told: only what is not as it would be anyway. */
export function settingsOf(edition: EditionAbout, draft: Draft): Settings {
  const { ways, way, board, layout, closed, pets } = offer(edition, draft);
  const options: Options = {};
  if (board !== way.boards[0]) options.board = board.board;
  if (layout.layout !== board.usual_layout) options.layout = layout.layout;
  if (closed !== layout.closed.usual) options.closed = closed;
  if (pets !== layout.pets.usual) options.pets = pets;
  if (way !== ways[0] && way.strangers !== null) options.strangers = way.strangers;
  if (way.escape) options.escape = true;
  if (draft.shorter.includes("weapons_plus_one")) options.weapons_plus_one = true;
  if (draft.shorter.includes("no_threes")) options.no_threes = true;
  const naming = named(edition);
  if (naming && draft.first !== null && Number(draft.first) < draft.players)
    options[naming] = Number(draft.first);
  return {
    edition: edition.id,
    options,
    clock: draft.clock,
    away: draft.away,
    stand_in: draft.standIn,
    watchable: draft.watchable,
    listed: draft.coming === "listed",
    by_invitation: draft.coming === "invitation",
    tally: draft.tally || edition.penalties === "none",
    tempo: draft.tempo,
    rated: draft.rated && mayBeRated(draft),
  };
}

/** The other way round: the draft that a table's settings came from. */
export function draftOf(settings: Settings, players: number): Draft {
  const options = settings.options ?? {};
  return {
    edition: settings.edition,
    players,
    bots: [],
    strangers: options.strangers ?? true,
    escape: options.escape ?? false,
    board: options.board ?? null,
    layout: options.layout ?? null,
    closed: options.closed ?? null,
    pets: options.pets ?? null,
    shorter: [
      ...(options.weapons_plus_one ? ["weapons_plus_one"] : []),
      ...(options.no_threes ? ["no_threes"] : []),
    ],
    first: String(options.dealer ?? options.starter ?? "") || null,
    tally: settings.tally ?? true,
    clock: settings.clock ?? USUAL.clock,
    away: settings.away ?? USUAL.away,
    standIn: settings.stand_in ?? USUAL.standIn,
    coming: settings.by_invitation ? "invitation" : (settings.listed ?? true) ? "listed" : "code",
    watchable: settings.watchable ?? true,
    tempo: settings.tempo ?? USUAL.tempo,
    rated: settings.rated ?? false,
  };
}
