// Pointing at rooms, with mouse, finger or keyboard: which one is looked at, and which one is chosen.
import { inset } from "../geometry";
import type { House } from "../house";
import type { Camera } from "./camera.svelte";
import type { Hooks } from "./gestures";
import { meant, towards } from "./hits";

export interface Look {
  room: string;
  by: "mouse" | "touch" | "key";
}

/** The board as it is at the moment. */
export interface Scene {
  house: House;
  lit: ReadonlyMap<string, string>;
  frame: HTMLElement | undefined;
  /** What moves within the frame. */
  world: HTMLElement | undefined;
  onroom: ((room: string) => void) | undefined;
  onlook: ((room: string | null) => void) | undefined;
}

const NEARER = 1.4;

export class Pointer implements Hooks {
  look = $state.raw<Look | null>(null);
  /** The room that had the focus last. */
  last = $state<string | null>(null);
  /** The room that was pressed: the board may move on before the finger is up. */
  #pressed: string | null = null;
  readonly #camera: Camera;
  readonly #scene: () => Scene;

  constructor(camera: Camera, scene: () => Scene) {
    this.#camera = camera;
    this.#scene = scene;
  }

  press = (event: PointerEvent): void => {
    const { house, lit, frame, world } = this.#scene();
    if (!frame || !world) return;
    const { left, top } = frame.getBoundingClientRect();
    // Where the board is seen at this moment, which while it glides is not yet where the camera has it.
    const seen = new DOMMatrix(getComputedStyle(world).transform);
    const { x, y } = seen.inverse().transformPoint({ x: event.clientX - left, y: event.clientY - top });
    this.#pressed = meant(house, { x, y }, lit, seen.a, event.pointerType === "touch");
  };

  click = (event: MouseEvent): void => {
    const { lit, onroom } = this.#scene();
    const touch = event instanceof PointerEvent && event.pointerType === "touch";
    // Readers' software clicks without a place.
    const room = event.detail === 0 ? roomOf(event.target) : this.#pressed;
    if (touch) this.#lookAt(room && !lit.has(room) ? room : null, "touch");
    if (room) onroom?.(room);
  };

  key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { house, onroom } = this.#scene();
    const room = roomOf(event.target);
    if (event.key === "+" || event.key === "=") this.#camera.zoom(NEARER, undefined, true);
    else if (event.key === "-") this.#camera.zoom(1 / NEARER, undefined, true);
    else if (event.key === "0") this.#camera.choose("whole");
    else if (event.key === "Escape" && this.look) this.#lookAt(null, "key");
    else if (room && (event.key === "Enter" || event.key === " ")) onroom?.(room);
    else if (room && event.key.startsWith("Arrow")) this.#focus(towards(house, room, event.key));
    else return;
    event.preventDefault();
  };

  focused = (event: FocusEvent): void => {
    const room = roomOf(event.target);
    const area = room && this.#scene().house.areas.get(room);
    if (!area) return;
    this.last = room;
    if (!(event.target as Element).matches(":focus-visible")) return;
    this.#camera.reveal(inset(area.label, -10));
    this.#lookAt(room, "key");
  };

  blurred = (): void => {
    if (this.look?.by === "key") this.#lookAt(null, "key");
  };

  hover = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && !event.buttons) this.#lookAt(roomOf(event.target), "mouse");
  };

  left = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.#lookAt(null, "mouse");
  };

  hold = (target: Element): void => this.#lookAt(roomOf(target), "touch");

  /** Where a tap does nothing but tell, a second one may zoom. */
  zoomable = (target: Element): boolean => !this.#scene().lit.has(roomOf(target) ?? "");

  #focus(room: string | null): void {
    if (room)
      this.#scene()
        .frame?.querySelector<SVGElement>(`[data-room="${CSS.escape(room)}"]`)
        ?.focus();
  }

  #lookAt(room: string | null, by: Look["by"]): void {
    const before = this.look;
    if (room === (before?.room ?? null) && by === before?.by) return;
    this.look = room ? { room, by } : null;
    if (room !== (before?.room ?? null)) this.#scene().onlook?.(room);
  }
}

function roomOf(target: EventTarget | null): string | null {
  return (target instanceof Element && target.closest<SVGElement>("[data-room]")?.dataset["room"]) || null;
}
