// How much there is around a house or a ship: what the screen should show at least, and how far the drawing goes on.
import { type Box, high, wide } from "../geometry";
import type { House } from "../house";

export interface World {
  box: Box;
  width: number;
  height: number;
  /** What is on the screen when the whole board is. */
  frame: Box;
  ship: boolean;
}

/** A little more than what the screen shows of it, for when it is moved. */
const MORE = 60;

/** The shape is known in steps of this size. */
const STEP = Math.exp(0.25);

/** `shape` is the screen's width by its height: at its smallest the board leaves some of that free on two sides. */
export function surroundings(house: House, shape: number): World {
  const ship = Object.keys(house.plan.decks).length > 0;
  const { left, top, right, bottom } = house.box;
  const named = house.storeys.length > 1 ? 34 : 0;
  const frame = ship
    ? { left: left - 40, top: top - 70, right: right + 56, bottom: bottom + 34 }
    : { left: left - 24, top: top - 24 - named, right: right + 24, bottom: bottom + 40 };
  const aside = Math.max(0, high(frame) * shape * STEP - wide(frame)) / 2 + MORE;
  const above = Math.max(0, (wide(frame) / shape) * STEP - high(frame)) / 2 + MORE;
  const box = {
    left: frame.left - aside,
    top: frame.top - above,
    right: frame.right + aside,
    bottom: frame.bottom + above,
  };
  return { box, width: wide(box), height: high(box), frame, ship };
}
