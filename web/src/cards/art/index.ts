// The drawings of a deck, in pieces that are loaded when a card of it is first shown.
import type { Picture } from "./picture";

type Piece = Record<string, Picture>;
type Module = Record<string, unknown>;

const PIECES: Record<string, (() => Promise<Module>)[]> = {
  classic: [
    () => import("./weapons-kill"),
    () => import("./weapons-classic"),
    () => import("./moves"),
    () => import("./failures-classic"),
  ],
  modern: [
    () => import("./weapons-kill"),
    () => import("./weapons-modern"),
    () => import("./failures-modern"),
  ],
  save: [() => import("./aids"), () => import("./failures-save")],
};

/** All drawings of a deck by the names that faces have for them. */
export async function drawings(deck: string): Promise<Piece> {
  const modules = await Promise.all((PIECES[deck] ?? []).map((load) => load()));
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module))) as Piece;
}
