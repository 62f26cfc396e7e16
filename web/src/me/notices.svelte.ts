// How our turn finds us: what the server knows of it, and what this browser can.
import { get, post, put, remove } from "../api/http";
import type { CalendarMade, Hooked, LobbyTable, Notices, Subscription } from "../api/protocol";

/** Why this browser cannot be told, if it cannot. */
export type Hindrance = "none" | "insecure" | "unable" | "blocked";

class MyNotices {
  all = $state.raw<Notices | null>(null);
  hindrance = $state<Hindrance>(hindrance());
  /** Tables with a clock of days, where a calendar makes sense. */
  tables = $state.raw<LobbyTable[]>([]);

  readonly here = $derived(this.all?.subscriptions.find(({ here }) => here) ?? null);
  readonly webhook = $derived(this.all?.subscriptions.find(({ kind }) => kind === "webhook") ?? null);
  readonly elsewhere = $derived(
    this.all?.subscriptions.filter(({ kind, here }) => kind === "push" && !here) ?? [],
  );

  async load(): Promise<void> {
    const [all, tables] = await Promise.all([get<Notices>("/me/notices"), get<LobbyTable[]>("/me/tables")]);
    this.all = all;
    this.tables = tables.filter(({ clock }) => clock === "days");
    // Who has forbidden it in the browser's own settings need not say so here again.
    if (this.hindrance === "blocked" && this.here) await this.end(this.here);
  }

  /** Asks the browser, and then its push service; False if whoever sits there said no. */
  async switchOn(): Promise<boolean> {
    const answer = await Notification.requestPermission();
    this.hindrance = hindrance();
    if (answer !== "granted" || !this.all) return false;
    const { pushManager } = await navigator.serviceWorker.ready;
    // One that was made for another server, or for an earlier key of this one, would never hear of anything.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.all.key });
    this.all = await post<Notices>("/me/notices/push", made.toJSON());
    return true;
  }

  async end(one: Subscription): Promise<void> {
    this.all = await remove<Notices>(`/me/notices/${encodeURIComponent(one.id)}`);
    if (!one.here) return;
    const found = await navigator.serviceWorker.getRegistration();
    await (await found?.pushManager.getSubscription())?.unsubscribe();
  }

  async tryOut(one: Subscription): Promise<void> {
    this.all = await post<Notices>(`/me/notices/${encodeURIComponent(one.id)}/try`);
  }

  /** The secret by which the other side knows who calls. */
  async hook(address: string): Promise<string> {
    const made = await put<Hooked>("/me/notices/webhook", { address });
    this.all = made.notices;
    return made.secret;
  }

  async calendar(table: string): Promise<string> {
    const { link } = await post<CalendarMade>("/me/calendars", { table });
    this.all = await get<Notices>("/me/notices");
    return link;
  }

  async endCalendar(table: string): Promise<void> {
    this.all = await remove<Notices>(`/me/calendars/${encodeURIComponent(table)}`);
  }
}

function hindrance(): Hindrance {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unable";
  return Notification.permission === "denied" ? "blocked" : "none";
}

export const notices = new MyNotices();
