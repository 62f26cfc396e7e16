// What is heard all the time, quietly: the house at night, or the ship in the sea. It follows the tension.
import { bubbles, groan } from "./effects/elements";
import { Voice } from "./instruments";
import { type Colour, noise } from "./noise";
import type { Mood } from "./tension";

/** Seconds in which the mood changes. */
const TURN = 1.2;
/** How loud all of it is beside effects. */
const LOUD = 1.8;
/** How loud a layer is, by the mood. */
type Level = (mood: Mood) => number;

interface Bed {
  colour: Colour;
  filter: BiquadFilterType;
  frequency: number;
  q: number;
  /** How it comes and goes: every so many seconds, and by how much of itself. */
  swell: readonly [seconds: number, share: number];
  level: Level;
}

interface Drone {
  frequencies: readonly number[];
  level: Level;
}

/** Something heard now and then: about every so many seconds, by the mood. */
interface Rarity {
  every: (mood: Mood) => number;
  /** Is it regular, as a clock is? */
  even?: boolean;
  sound: (voice: Voice, mood: Mood, count: number) => void;
}

interface Scene {
  beds: readonly Bed[];
  drones: readonly Drone[];
  rarities: readonly Rarity[];
}

const HOUSE: Scene = {
  beds: [
    // The wind in the chimney, and the rain on the windows.
    {
      colour: "pink",
      filter: "bandpass",
      frequency: 340,
      q: 1.6,
      swell: [13, 0.5],
      level: ({ tension }) => 0.05 + 0.09 * tension,
    },
    {
      colour: "pink",
      filter: "bandpass",
      frequency: 760,
      q: 5,
      swell: [7.3, 0.8],
      level: ({ tension }) => 0.03 + 0.07 * tension,
    },
    {
      colour: "white",
      filter: "bandpass",
      frequency: 3400,
      q: 0.5,
      swell: [19, 0.4],
      level: ({ tension }) => 0.014 + 0.022 * tension,
    },
  ],
  drones: [{ frequencies: [82.4, 83, 123.6], level: ({ tension }) => 0.012 * Math.max(0, tension - 0.2) }],
  rarities: [
    {
      even: true,
      every: ({ tension }) => 1 - 0.35 * tension,
      sound(voice, { tension }, count) {
        const frequency = count % 2 ? 1450 : 1900;
        const peak = 0.05 + 0.06 * tension;
        voice.hiss({ frequency, q: 9, peak, attack: 0.001, decay: 0.045 });
        voice.thump(140, { peak: peak * 0.12, decay: 0.05 });
      },
    },
    {
      every: ({ tension }) => 15 - 8 * tension,
      sound: (voice) =>
        voice.creak({
          frequency: voice.about(52, 0.3),
          to: voice.about(66, 0.3),
          body: [420, 830, 1300],
          peak: 0.03,
          attack: 0.2,
          hold: 0.1,
          decay: 0.5,
        }),
    },
    {
      every: ({ tension }) => 42 - 20 * tension,
      sound: (voice) =>
        voice.hiss({
          colour: "brown",
          filter: "lowpass",
          frequency: 190,
          to: 60,
          peak: 0.08,
          attack: 0.7,
          decay: 3,
        }),
    },
  ],
};

const SHIP: Scene = {
  beds: [
    // The sea outside, the wind over the deck, and the water that comes in.
    {
      colour: "brown",
      filter: "lowpass",
      frequency: 420,
      q: 0.5,
      swell: [8.5, 0.6],
      level: ({ tension }) => 0.035 + 0.035 * tension,
    },
    {
      colour: "pink",
      filter: "bandpass",
      frequency: 1200,
      q: 0.6,
      swell: [8.5, 0.85],
      level: ({ tension }) => 0.035 + 0.03 * tension,
    },
    {
      colour: "pink",
      filter: "bandpass",
      frequency: 640,
      q: 0.8,
      swell: [3.1, 0.5],
      level: ({ water }) => 0.13 * water,
    },
  ],
  drones: [
    // Engines, as long as they run; and what is heard when they no longer do.
    { frequencies: [62, 62.6, 124.4], level: ({ water }) => 0.006 * Math.max(0, 1 - 1.5 * water) },
    { frequencies: [73.4, 110, 110.5], level: ({ tension }) => 0.014 * Math.max(0, tension - 0.2) },
  ],
  rarities: [
    {
      every: ({ tension }) => 17 - 9 * tension,
      sound: (voice, { tension }) => groan(voice, 0, 0.09 + 0.1 * tension),
    },
    {
      every: ({ water }) => 6 - 4.5 * water,
      sound: (voice, { water }) => bubbles(voice, 0, 4, 0.8, 0.012 + 0.03 * water),
    },
    {
      every: () => 11,
      sound: (voice) =>
        voice.hiss({ colour: "pink", frequency: 500, to: 1300, q: 1, peak: 0.06, attack: 0.5, decay: 1 }),
    },
  ],
};

export const SCENES = { house: HOUSE, ship: SHIP };
export type Place = keyof typeof SCENES;

export class Ambience {
  readonly #context: BaseAudioContext;
  readonly #scene: Scene;
  readonly #out: GainNode;
  readonly #random: () => number;
  readonly #layers: { gain: AudioParam; level: Level }[] = [];
  readonly #sources: AudioScheduledSourceNode[] = [];
  /** When each rarity is next, and how often it was heard. */
  readonly #next: { at: number; count: number }[];
  #mood: Mood;

  constructor(place: Place, to: AudioNode, mood: Mood, random: () => number) {
    this.#context = to.context;
    this.#scene = SCENES[place];
    this.#random = random;
    this.#mood = mood;
    const now = this.#context.currentTime;
    this.#out = new GainNode(this.#context, { gain: 0 });
    this.#out.gain.setTargetAtTime(LOUD, now, TURN);
    this.#out.connect(to);
    for (const bed of this.#scene.beds) this.#lay(bed);
    for (const drone of this.#scene.drones) this.#hum(drone);
    this.#next = this.#scene.rarities.map(({ every, even }) => ({
      at: now + every(mood) * (even ? 1 : 0.3 + 0.7 * random()),
      count: 0,
    }));
  }

  set mood(mood: Mood) {
    this.#mood = mood;
    for (const { gain, level } of this.#layers)
      gain.setTargetAtTime(level(mood), this.#context.currentTime, TURN / 2);
  }

  /** Plans what is heard now and then, up to a time. Whatever lies in the past is left out. */
  plan(until: number): void {
    const now = this.#context.currentTime;
    for (const [which, rarity] of this.#scene.rarities.entries()) {
      const next = this.#next[which];
      if (!next) continue;
      if (next.at < now) next.at = now + (rarity.even ? 0 : 1);
      while (next.at < until) {
        rarity.sound(new Voice(this.#out, next.at, this.#random), this.#mood, next.count);
        next.count += 1;
        const every = rarity.every(this.#mood);
        next.at += rarity.even ? every : every * (0.5 + this.#random());
      }
    }
  }

  stop(): void {
    const now = this.#context.currentTime;
    this.#out.gain.cancelScheduledValues(now);
    this.#out.gain.setTargetAtTime(0, now, 0.2);
    for (const source of this.#sources) source.stop(now + 1.5);
    const last = this.#sources.at(-1);
    if (last) last.onended = () => this.#out.disconnect();
  }

  #lay({ colour, filter, frequency, q, swell: [seconds, share], level }: Bed): void {
    const context = this.#context;
    const buffer = noise(context, colour);
    const source = new AudioBufferSourceNode(context, { buffer, loop: true });
    const through = new BiquadFilterNode(context, { type: filter, frequency, Q: q });
    const swelling = new GainNode(context, { gain: 1 - share / 2 });
    const wave = new OscillatorNode(context, { frequency: 1 / seconds });
    wave.connect(new GainNode(context, { gain: share / 2 })).connect(swelling.gain);
    // What swells becomes brighter as well.
    wave.connect(new GainNode(context, { gain: frequency * share * 0.25 })).connect(through.frequency);
    source.connect(through).connect(swelling).connect(this.#layer(level));
    source.start(0, this.#random() * buffer.duration);
    wave.start();
    this.#sources.push(wave, source);
  }

  #hum({ frequencies, level }: Drone): void {
    const layer = this.#layer(level);
    for (const frequency of frequencies) {
      const source = new OscillatorNode(this.#context, { frequency });
      source.connect(layer);
      source.start();
      this.#sources.push(source);
    }
  }

  #layer(level: Level): GainNode {
    const gain = new GainNode(this.#context, { gain: level(this.#mood) });
    gain.connect(this.#out);
    this.#layers.push({ gain: gain.gain, level });
    return gain;
  }
}
