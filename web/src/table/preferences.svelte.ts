// How someone likes to play on this device.
import { keep, kept } from "../api/storage";
import { ORDERS, type Order } from "../game/cards";

const KEPT = "play";

interface Choices {
  order: Order;
  sounds: boolean;
  /** Do the characters say something now and then? */
  remarks: boolean;
}

class Preferences {
  #chosen = $state<Choices>(read());

  get order(): Order {
    return this.#chosen.order;
  }
  set order(order: Order) {
    this.#keep({ ...this.#chosen, order });
  }

  get sounds(): boolean {
    return this.#chosen.sounds;
  }
  set sounds(sounds: boolean) {
    this.#keep({ ...this.#chosen, sounds });
  }

  get remarks(): boolean {
    return this.#chosen.remarks;
  }
  set remarks(remarks: boolean) {
    this.#keep({ ...this.#chosen, remarks });
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
    sounds: found.sounds === true,
    remarks: found.remarks !== false,
  };
}

export const preferences = new Preferences();
