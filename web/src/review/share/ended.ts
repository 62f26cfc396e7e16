// All that the picture of an ending needs, with the words for cards and rooms, which have to be asked for.
import type { Outcome, Plan, View } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";
import { plan as planOf } from "../../board/plans";
import { complete } from "../../cast/people";
import { facts } from "../../game/cards";
import type { Ended } from "./epitaph";

export interface Source {
  /** What the edition is called. */
  readonly title: string;
  readonly saving: boolean;
  readonly outcome: Outcome | null;
  readonly view: View;
  readonly cast: readonly (string | undefined)[];
  readonly told: readonly Told[];
  /** Of a board of someone's own. */
  readonly plan?: Plan | null;
}

export async function ended({ title, saving, outcome, view, cast, told, plan }: Source): Promise<Ended> {
  const { edition, shorter, players, board, layout, closed } = view;
  const [known, floors] = await Promise.all([facts(edition, shorter), plan ?? planOf(board, layout, closed)]);
  const words = new Map(floors.spaces.map(({ name, word }) => [name, word]));
  return {
    edition,
    title,
    saving,
    outcome,
    players,
    cast: complete(players.map((_, seat) => cast[seat])),
    told,
    facts: known,
    roomWord: (room) => words.get(room) ?? room,
  };
}
