// What everything is heard through: a way for effects, with the air of a room, and one for the ambience. Works on any
// context, so that a test can write down what would be heard.
import { EFFECTS, type Effect } from "./effects/catalogue";
import { Voice } from "./instruments";
import { chance, echo } from "./noise";

/** So many effects at once: a slow machine can do it, and more would be noise. */
export const MOST_VOICES = 8;
/** The air answers for so many seconds. */
export const ECHO = 0.9;
const WET = 0.16;
/** A sound that has to make room goes in so many seconds, without a click. */
const FADE = 0.03;
/** How quickly a volume follows its slider. */
const TURN = 0.05;

interface Sounding {
  out: GainNode;
  ends: number;
}

export class Mixer {
  readonly context: BaseAudioContext;
  readonly effects: GainNode;
  readonly ambience: GainNode;
  readonly #random = chance(7);
  #sounding: Sounding[] = [];

  constructor(context: BaseAudioContext) {
    this.context = context;
    // Many things at once are pressed together rather than cut off.
    const limiter = new DynamicsCompressorNode(context, {
      threshold: -12,
      knee: 6,
      ratio: 12,
      attack: 0.002,
      release: 0.2,
    });
    limiter.connect(context.destination);
    this.effects = new GainNode(context);
    this.ambience = new GainNode(context);
    const air = new ConvolverNode(context, { buffer: echo(context, ECHO) });
    this.effects.connect(limiter);
    this.effects
      .connect(air)
      .connect(new GainNode(context, { gain: WET }))
      .connect(limiter);
    this.ambience.connect(limiter);
  }

  /** How many effects are heard now. */
  get voices(): number {
    this.#tidy();
    return this.#sounding.length;
  }

  /** Volumes from 0 to 1. */
  turn(effects: number, ambience: number): void {
    const now = this.context.currentTime;
    // Ears hear ratios: half of the way down is a quarter of the sound.
    this.effects.gain.setTargetAtTime(effects ** 2, now, TURN);
    this.ambience.gain.setTargetAtTime(ambience ** 2, now, TURN);
  }

  /** Lets an effect be heard; says how many seconds it takes. */
  play(effect: Effect, after = 0): number {
    this.#tidy();
    const oldest = this.#sounding.length >= MOST_VOICES ? this.#sounding.shift() : undefined;
    const now = this.context.currentTime;
    if (oldest) {
      oldest.out.gain.setTargetAtTime(0, now, FADE / 3);
      setTimeout(() => oldest.out.disconnect(), FADE * 2000);
    }
    const out = new GainNode(this.context);
    out.connect(this.effects);
    const voice = new Voice(out, now + after, this.#random);
    EFFECTS[effect](voice);
    this.#sounding.push({ out, ends: voice.ends });
    return voice.ends - now;
  }

  #tidy(): void {
    const now = this.context.currentTime;
    for (const { out, ends } of this.#sounding) if (ends < now) out.disconnect();
    this.#sounding = this.#sounding.filter(({ ends }) => ends >= now);
  }
}
