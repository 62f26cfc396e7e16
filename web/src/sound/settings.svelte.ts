// Whether someone wants to hear anything on this device, and how loud.
import { keep, kept } from "../api/storage";

const KEPT = "sound";
/** How it was kept before there was more than one switch. */
const KEPT_BEFORE = "play";

interface Choices {
  /** Null as long as nobody has said. */
  on: boolean | null;
  /** From 0 to 1. */
  effects: number;
  ambience: number;
}

class SoundSettings {
  #chosen = $state.raw<Choices>(read());

  get on(): boolean {
    return this.#chosen.on === true;
  }
  set on(on: boolean) {
    this.#keep({ ...this.#chosen, on });
  }

  get isAnswered(): boolean {
    return this.#chosen.on !== null;
  }

  get effects(): number {
    return this.#chosen.effects;
  }
  set effects(effects: number) {
    this.#keep({ ...this.#chosen, effects });
  }

  get ambience(): number {
    return this.#chosen.ambience;
  }
  set ambience(ambience: number) {
    this.#keep({ ...this.#chosen, ambience });
  }

  #keep(chosen: Choices): void {
    this.#chosen = chosen;
    keep(KEPT, chosen);
  }
}

/** What cannot be used was not written here: the usual will do. */
function read(): Choices {
  const found = (kept(KEPT) ?? {}) as Partial<Record<keyof Choices, unknown>>;
  const before = (kept(KEPT_BEFORE) ?? {}) as { sounds?: unknown };
  // Once: what is kept there now no longer says it.
  if (found.on === undefined && before.sounds === true) keep(KEPT, { ...found, on: true });
  const volume = (value: unknown, usual: number) =>
    typeof value === "number" && value >= 0 && value <= 1 ? value : usual;
  return {
    on: typeof found.on === "boolean" ? found.on : before.sounds === true ? true : null,
    effects: volume(found.effects, 0.8),
    ambience: volume(found.ambience, 0.7),
  };
}

export const settings = new SoundSettings();
