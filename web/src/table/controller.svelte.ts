// What a person does at a table in play: the choices at hand, what they look at, and what the page asks back.
import type { Answered, AnyDeed, Hinted, Seen } from "../api/protocol";
import { NotAnswered } from "../api/socket";
import type { TableState } from "../api/table.svelte";
import { cardOf, type CardFacts, type Facts } from "../game/cards";
import { refusal, undoRefusal } from "../game/refusals";
import { say } from "../i18n/say";
import { toast } from "../ui/toasts.svelte";
import { byCard, byRoom, choice, movers, sentence, type Choice } from "./actions";
import { prompt, promptWords } from "./dock/prompt";
import { isFateful, warning } from "./outlook";
import { Remarks } from "./remarks.svelte";
import { Director } from "./show/director.svelte";
import { Explanation, type Obstacle } from "./whynot.svelte";

/** Several ways to do what was clicked. */
export interface Question {
  title: string;
  ways: Choice[];
  /** Beside what it is asked; null is the middle of the page. */
  beside: Element | null;
}

/** What is asked about one moment of a game, and is void in the next. */
class Momentary<T> {
  readonly #now: () => string;
  #kept = $state.raw<{ value: T; at: string } | null>(null);

  /** `now` says which moment it is. */
  constructor(now: () => string) {
    this.#now = now;
  }

  get value(): T | null {
    return this.#kept?.at === this.#now() ? this.#kept.value : null;
  }

  set value(value: T | null) {
    this.#kept = value === null ? null : { value, at: this.#now() };
  }
}

export class Controller {
  readonly table: TableState;
  /** What of it is shown, and when. */
  readonly director: Director;
  /** What the characters say. */
  readonly remarks: Remarks;
  readonly explanation = new Explanation((action) => this.whyNot(action));
  cards = $state.raw<Facts>(new Map());
  seen = $state.raw<Seen | null>(null);
  hinted = $state.raw<Hinted | null>(null);
  hinting = $state(false);
  readonly #question = new Momentary<Question>(() => this.#moment);
  readonly #unsure = new Momentary<Choice>(() => this.#moment);
  readonly #armed = new Momentary<string>(() => this.#moment);
  /** Rooms that something else on the page speaks of. */
  marked = $state.raw<string[]>([]);
  /** The section of the rules that is open; "" is the beginning. */
  rules = $state<string | null>(null);
  /** Whose place someone who watches sits at; null: nobody's. It changes what is in front, and not what is known. */
  place = $state<number | null>(null);
  /** The seat of the game from whose side everything is shown: one's own, or that place. */
  get side(): number | null {
    const view = this.table.view;
    return view?.seat ?? (this.place !== null && view?.rooms[this.place] != null ? this.place : null);
  }
  /** The seat of the game for which whoever has the device said that they are ready. */
  lifted = $state<number | null>(null);
  #mover = $state<string | null>(null);
  /** The version that something was sent for and is not answered yet. */
  #sent = $state<number | null>(null);
  /** The version of the table with what was last done here. */
  #done = $state(0);

  readonly choices: Choice[] = $derived.by(() => {
    if (this.covered || this.stopped) return [];
    const { view, sheet, legal } = this.table;
    const word = (card: string): string => this.card(card).word;
    return [...legal].map(([action, words]) => ({
      ...choice(action, words, this.cards),
      warning: view && warning(view, sheet?.game, action, word),
    }));
  });
  readonly movers = $derived(movers(this.choices));
  /** Whose ways are lit on the board. */
  readonly mover = $derived(this.movers.includes(this.#mover) ? this.#mover : (this.movers[0] ?? null));
  readonly ofCards = $derived(byCard(this.choices));
  readonly waysInto = $derived(byRoom(this.choices, this.mover));
  readonly lit: Map<string, string> = $derived(
    new Map([...this.waysInto].map(([room, ways]) => [room, ways.map((way) => way.words).join(" · ")])),
  );
  /** The hint, as long as it is about what is to be decided now. */
  readonly best = $derived(
    this.hinted && this.choices.some((each) => each.action === this.hinted?.best.action) ? this.hinted : null,
  );
  /** An action to point out: what a hint speaks of, or what a guide asks for. */
  suggested = $state<string | null>(null);
  readonly pointed: Choice | null = $derived(
    this.choices.find((each) => each.action === (this.best?.best.action ?? this.suggested)) ?? null,
  );
  /** The room of somebody of whom a guide speaks. */
  spokenOf = $state<string | null>(null);
  readonly pointedAt: string[] = $derived.by(() => {
    if (this.marked.length) return this.marked;
    const room = this.pointed?.room ?? this.spokenOf;
    return room ? [room] : [];
  });
  readonly saving = $derived([...this.cards.values()].some((card) => card.kind === "aid"));

  constructor(table: TableState) {
    this.table = table;
    this.director = new Director(table);
    this.remarks = new Remarks(table, this.director);
  }

  get question(): Question | null {
    return this.#question.value;
  }

  set question(question: Question | null) {
    this.#question.value = question;
  }

  /** An action that cannot be taken back, of a person who wants to be asked. */
  get unsure(): Choice | null {
    return this.#unsure.value;
  }

  set unsure(unsure: Choice | null) {
    this.#unsure.value = unsure;
  }

  /** A fateful action that was pressed once: pressed again, it is done. */
  get armed(): string | null {
    return this.#armed.value;
  }

  /** Changes with everything that happens in the game, and with nothing else: talk does not count. */
  get #moment(): string {
    return `${this.table.told.length} ${this.stopped}`;
  }

  /** Several people share this device, and the one who has to decide has not taken it yet. */
  get covered(): boolean {
    const { sheet, view } = this.table;
    return (
      (sheet?.you?.seats.length ?? 0) > 1 && view?.seat != null && view.seat !== this.lifted && !view.outcome
    );
  }

  /** Nothing can be decided: the game is paused or given up, or a bot plays the seat to the end. */
  get stopped(): boolean {
    const { sheet } = this.table;
    if (!sheet || sheet.phase !== "playing" || sheet.paused != null) return true;
    const decides = sheet.game?.to_decide;
    return decides != null && sheet.seats[decides]?.stand_in === "resigned";
  }

  /** An answer is on its way, or the table as it is after it. Where that is here before the answer, something new is
   * asked already. */
  get busy(): boolean {
    return this.#sent === this.table.version || this.table.version < this.#done;
  }

  card = (name: string, copy?: number | null): CardFacts => cardOf(this.cards, name, copy);

  move(pawn: string | null): void {
    this.#mover = pawn;
  }

  /** A click on a room does the obvious; where there are several ways it asks. */
  enter(room: string): void {
    const mine = this.waysInto.get(room) ?? byRoom(this.choices).get(room) ?? [];
    if (mine.length) this.ask(say("How?"), mine, document.querySelector(`[data-room="${CSS.escape(room)}"]`));
    else this.explanation.ask(this.stepInto(room));
  }

  /** The action to ask about when a room cannot be entered. */
  stepInto = (room: string): string => ["step", this.mover, room].filter(Boolean).join(" ");

  ask(title: string, ways: Choice[], beside: Element | null): void {
    const [only, ...others] = ways;
    if (!only) return;
    if (others.length) this.question = { title, ways, beside };
    else void this.act(only.action, false, only.copy);
  }

  askAll(beside: Element | null): void {
    if (this.choices.length) this.question = { title: say("All choices"), ways: this.choices, beside };
  }

  async act(action: string, confirmed = false, copy: number | null = null): Promise<void> {
    // A second click while the first is on its way was not meant for what comes after it.
    if (this.busy) return;
    this.director.skip();
    this.question = this.unsure = null;
    const isFinal = confirmed || this.armed === action;
    this.#armed.value = isFinal || !isFateful(this.table.sheet?.game, action) ? null : action;
    if (this.armed) return;
    const sent = (this.#sent = this.table.version);
    const chosen = this.choices.find((each) => each.action === action) ?? choice(action, action, this.cards);
    const answer = await this.#answer(() => this.table.act(action, isFinal, copy));
    if (this.#sent === sent) this.#sent = null;
    if (answer?.accepted) {
      this.hinted = null;
      this.#done = answer.at ?? 0;
    }
    if (!answer || answer.accepted) return;
    if (answer.code === "confirm") this.unsure = { ...chosen, copy };
    else toast(sentence(refusal(answer)), "bad");
  }

  async undo(): Promise<void> {
    const answer = await this.#answer(() => this.table.do({ do: "undo" }));
    if (answer && !answer.accepted) toast(undoRefusal(answer), "bad");
  }

  /** Anything else that is done at a table; true if it was. */
  async do(deed: AnyDeed): Promise<boolean> {
    const answer = await this.#answer(() => this.table.do(deed));
    if (answer && !answer.accepted) toast(refusal(answer), "bad");
    return answer?.accepted ?? false;
  }

  /** Does the game count for ratings? Then it has no hints. */
  get isRated(): boolean {
    return this.table.sheet?.settings.rated === true && !this.table.view?.escape;
  }

  async hint(): Promise<void> {
    if (this.hinting || !this.choices.length) return;
    if (this.isRated) {
      toast(say("A rated game has no hints."));
      return;
    }
    this.hinting = true;
    try {
      this.hinted = await this.table.hint();
    } catch {
      toast(say("There's no hint right now. Try again in a moment."), "bad");
    } finally {
      this.hinting = false;
    }
  }

  /** Why an action is not possible, beside what it is asked about; null if it is, or if nobody can tell. */
  async whyNot(action: string): Promise<Obstacle | null> {
    const found = await this.#why(action);
    return found && { ...found, text: obstacle(found.text) };
  }

  /** Says why an action is not possible, to whoever has pressed its key. */
  async explain(action: string): Promise<void> {
    const { view, sheet } = this.table;
    const found = await this.#why(action);
    if (found) this.explanation.tell(sentence(found.text) + ".", found.section);
    else if (view) this.explanation.tell(promptWords(prompt(view, sheet, false)));
  }

  async #why(action: string): Promise<Obstacle | null> {
    if (this.table.view?.seat == null || this.table.legal.has(action)) return null;
    try {
      const { reason, text } = await this.table.why(action);
      return reason && text ? { text, section: reason.section } : null;
    } catch {
      return null;
    }
  }

  async look(): Promise<void> {
    try {
      this.seen = await this.table.sight(this.table.view?.seat == null ? this.side : null);
    } catch {
      this.seen = null;
    }
  }

  async #answer(ask: () => Promise<Answered>): Promise<Answered | null> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof NotAnswered && error.message)
        toast(say("The server couldn't do that. Please try again."), "bad");
      return null;
    }
  }
}

/** The sentence of a reason names the action first, which is plain here from where it is shown. */
function obstacle(text: string): string {
  const at = text.indexOf(": ");
  return sentence(at < 0 ? text : text.slice(at + 2)) + ".";
}
