// A drawing on a card: paths in a box from -60, -42 to 60, 42, each in a tone that CardPicture gives a colour.
export type Tone =
  | "wood"
  | "dark"
  | "cloth"
  | "linen"
  | "metal"
  | "gold"
  | "leaf"
  | "bloom"
  | "glass"
  | "fire"
  | "line"
  | "ink"
  | "shade"
  | "light"
  | "skin"
  | "paper"
  | "water"
  | "red"
  | "blue"
  | "green"
  | "yellow"
  | "grey"
  | "black"
  | "white";

export interface Picture {
  parts: [Tone, string][];
}

export const picture = (...parts: Picture["parts"]): Picture => ({ parts });
