// How someone likes to play on this device.
import { ORDERS, type Order } from "../game/cards";

const KEPT = "drlucky.play";

class Preferences {
  #kept = $state<{ order: Order; sounds: boolean }>(read());

  get order(): Order {
    return this.#kept.order;
  }
  set order(order: Order) {
    this.#keep({ ...this.#kept, order });
  }

  get sounds(): boolean {
    return this.#kept.sounds;
  }
  set sounds(sounds: boolean) {
    this.#keep({ ...this.#kept, sounds });
  }

  #keep(kept: { order: Order; sounds: boolean }): void {
    this.#kept = kept;
    localStorage.setItem(KEPT, JSON.stringify(kept));
  }
}

function read(): { order: Order; sounds: boolean } {
  let kept: { order?: string; sounds?: boolean } = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as typeof kept;
  } catch {
    // What cannot be read was not written here: the usual will do.
  }
  return { order: ORDERS.find((order) => order === kept.order) ?? "kind", sounds: kept.sounds === true };
}

export const preferences = new Preferences();
