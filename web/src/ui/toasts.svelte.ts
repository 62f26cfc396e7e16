// Short words about what just happened, which go away by themselves.
export type Kind = "note" | "bad";

export interface Toast {
  readonly key: number;
  readonly text: string;
  readonly kind: Kind;
}

/** Long enough to be read: so many milliseconds, and more for each letter. */
const SHOWN = { note: 3500, bad: 5500 };
const FOR_EACH_LETTER = 45;
const MOST = 4;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  latest = $state.raw<Toast | null>(null);
  #count = 0;

  add(text: string, kind: Kind): void {
    const toast = { key: ++this.#count, text, kind };
    this.latest = toast;
    // The same words again stand in for those that are still shown.
    this.list = [...this.list.filter((each) => each.text !== text), toast].slice(-MOST);
    setTimeout(() => this.remove(toast), SHOWN[kind] + FOR_EACH_LETTER * text.length);
  }

  remove(toast: Toast): void {
    this.list = this.list.filter((each) => each.key !== toast.key);
    if (!this.list.length) this.latest = null;
  }
}

export const toasts = new Toasts();

export function toast(text: string, kind: Kind = "note"): void {
  if (text) toasts.add(text, kind);
}
