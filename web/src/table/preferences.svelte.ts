// How someone likes to play on this device.
import { keep, kept } from "../api/storage";
import { ORDERS, type Order } from "../game/cards";

const KEPT = "play";
/** How what others do is shown. */
export const SPEEDS = ["slow", "normal", "fast", "step"] as const;
export type Speed = (typeof SPEEDS)[number];

interface Choices {
  order: Order;
  /** Do the characters say something now and then? */
  remarks: boolean;
  /** Do letters and digits do something at the table? */
  keys: boolean;
  speed: Speed;
}

class Preferences {
  #chosen = $state<Choices>(read());

  get order(): Order {
    return this.#chosen.order;
  }
  set order(order: Order) {
    this.#keep({ ...this.#chosen, order });
  }

  get remarks(): boolean {
    return this.#chosen.remarks;
  }
  set remarks(remarks: boolean) {
    this.#keep({ ...this.#chosen, remarks });
  }

  get keys(): boolean {
    return this.#chosen.keys;
  }
  set keys(keys: boolean) {
    this.#keep({ ...this.#chosen, keys });
  }

  get speed(): Speed {
    return this.#chosen.speed;
  }
  set speed(speed: Speed) {
    this.#keep({ ...this.#chosen, speed });
  }

  #keep(chosen: Choices): void {
    this.#chosen = chosen;
    keep(KEPT, chosen);
  }
}

/** What cannot be used was not written here: the usual will do. */
function read(): Choices {
  const found = (kept(KEPT) ?? {}) as Partial<Record<keyof Choices, unknown>>;
  return {
    order: ORDERS.find((order) => order === found.order) ?? "kind",
    remarks: found.remarks !== false,
    keys: found.keys !== false,
    speed: SPEEDS.find((speed) => speed === found.speed) ?? "normal",
  };
}

export const preferences = new Preferences();
