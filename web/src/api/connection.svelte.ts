// Can the server be reached? Whoever asks it says how that went; while it cannot, it is asked now and then.
const PAUSE = 5000;

class Connection {
  #lost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("offline", () => (this.lost = true));
    addEventListener("online", () => void this.#knock());
    this.lost = !navigator.onLine;
  }

  get lost(): boolean {
    return this.#lost;
  }

  set lost(lost: boolean) {
    this.#lost = lost;
    clearTimeout(this.#timer);
    if (lost) this.#timer = setTimeout(() => void this.#knock(), PAUSE);
  }

  async #knock(): Promise<void> {
    this.lost = await fetch("/api/health", { cache: "no-store" }).then(
      (answer) => answer.status >= 500,
      () => true,
    );
  }
}

export const connection = new Connection();
