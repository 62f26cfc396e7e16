// The drawings of a deck, in pieces that are loaded when a card of it is first shown.
import type { Picture } from "./picture";

type Piece = Record<string, Picture>;
type Module = Record<string, unknown>;

/** The failures of each deck are a piece of their own. */
const FAILURES = import.meta.glob<Module>("./failures-*.ts");

const PIECES: Record<string, (() => Promise<Module>)[]> = {
  classic: [() => import("./weapons-kill"), () => import("./weapons-classic"), () => import("./moves")],
  modern: [() => import("./weapons-kill"), () => import("./weapons-modern")],
  save: [() => import("./aids")],
};

/** All drawings of a deck by the names that faces have for them. */
export async function drawings(deck: string): Promise<Piece> {
  const failures = FAILURES[`./failures-${deck}.ts`];
  const pieces = [...(PIECES[deck] ?? []), ...(failures ? [failures] : [])];
  const modules = await Promise.all(pieces.map((load) => load()));
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module))) as Piece;
}
