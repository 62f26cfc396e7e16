// What the guide looks at: everything that the player sees, and nothing else.
import type { Event, LessonSheet, Plan, Seen, View } from "../../api/protocol";
import type { Told } from "../../api/table.svelte";
import type { Facts } from "../../game/cards";
import { listed, pawnName } from "../../game/names";

export class Situation {
  readonly view: View;
  readonly me: number;
  readonly events: readonly Event[];
  readonly facts: Facts;
  /** How far the script of a first game is, as long as it is followed. */
  readonly script: LessonSheet | null;
  readonly #seen: Seen | null;
  readonly #plan: Plan | null;

  constructor(
    view: View,
    me: number,
    told: readonly Told[],
    seen: Seen | null,
    facts: Facts,
    plan: Plan | null,
    script: LessonSheet | null = null,
  ) {
    this.view = view;
    this.me = me;
    this.events = told.map(({ event }) => event);
    this.facts = facts;
    this.script = script;
    this.#seen = seen;
    this.#plan = plan;
  }

  get isOver(): boolean {
    return this.view.outcome !== null;
  }
  /** It is for the player to decide. */
  get asked(): boolean {
    return this.view.legal.length > 0;
  }
  /** The player's own turn, with everything open still. */
  get deciding(): boolean {
    return this.asked && this.view.phase === "turn";
  }
  can(...verbs: string[]): boolean {
    return this.view.legal.some((action) => verbs.includes(action.split(" ", 1)[0] ?? ""));
  }

  get room(): string | null {
    return this.view.rooms[this.me] ?? null;
  }
  get withDoctor(): boolean {
    return this.room === this.view.doctor;
  }
  /** Who sees the player; null while that is not known. */
  get seenBy(): (number | string)[] | null {
    return this.#seen?.sight.places.find((place) => place.room === this.room)?.seen_by ?? null;
  }
  /** Is it being seen that keeps the player from drawing here? */
  get isSeenDrawing(): boolean {
    return (
      this.#seen?.sight.places.find((place) => place.room === this.room)?.draw?.startsWith("seen") ?? false
    );
  }
  /** Rooms in which a card could be drawn if nobody moved. */
  get toDraw(): string[] {
    return this.#seen?.to_draw ?? [];
  }
  /** Where the doctor goes when the turn is over. */
  get doctorNext(): string | null {
    return this.#seen?.sight.doctor[0]?.room ?? null;
  }

  happened(kind: string, test: (event: Event) => boolean = () => true): boolean {
    return this.events.some((event) => event.kind === kind && test(event));
  }
  last(kind: string): Event | null {
    return this.events.filter((event) => event.kind === kind).at(-1) ?? null;
  }
  /** Turns that the player has begun. */
  get ownTurns(): number {
    return this.events.filter(
      ({ kind, seat }) => (kind === "turn" || kind === "called up") && seat === this.me,
    ).length;
  }

  name(pawn: number | string | null | undefined): string {
    return pawn == null ? "" : pawnName(pawn, this.view);
  }
  names(pawns: readonly (number | string)[]): string {
    return listed(pawns.map((pawn) => this.name(pawn)));
  }
  word(room: string | null | undefined): string {
    return this.#plan?.spaces.find((space) => space.name === room)?.word ?? room ?? "";
  }
  words(rooms: readonly string[]): string {
    return listed(rooms.map((room) => this.word(room)));
  }

  /** What is still to be played against the attempt. */
  get missing(): number {
    return Math.max(0, (this.view.attempt?.strength ?? 0) - (this.view.attempt?.luck ?? 0));
  }
  /** All that the player could play against it. */
  get luck(): number {
    return (this.view.hand ?? []).reduce((sum, card) => sum + (this.facts.get(card)?.luck ?? 0), 0);
  }
  /** Nobody who has cards is asked after the player. */
  get isLastAsked(): boolean {
    const attacker = this.view.attempt?.attacker;
    const seats = this.view.players.length;
    for (let seat = (this.me + 1) % seats; seat !== this.me && seat !== attacker; seat = (seat + 1) % seats)
      if ((this.view.hand_sizes[seat] ?? 0) > 0 || this.view.strangers.includes(seat)) return false;
    return true;
  }
}
