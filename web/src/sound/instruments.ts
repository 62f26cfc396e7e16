// What sounds are made with: tones, noise through a filter, things that ring and things that creak.
import { type Colour, noise } from "./noise";

/** How loud, and for how long: up, staying, and away. */
export interface Course {
  /** Seconds after the voice's beginning. */
  at?: number;
  peak: number;
  attack?: number;
  hold?: number;
  decay: number;
}

export interface Tone extends Course {
  frequency: number;
  /** Where it glides to. */
  to?: number;
  shape?: OscillatorType;
  /** Nothing brighter than this is heard of it. */
  dull?: number;
}

export interface Hiss extends Course {
  colour?: Colour;
  filter?: BiquadFilterType;
  frequency: number;
  to?: number;
  q?: number;
}

export interface Creak extends Course {
  /** How often it sticks and slips in a second. */
  frequency: number;
  to?: number;
  /** What resounds of it. */
  body: readonly number[];
  q?: number;
}

/** A thousandth, which nobody hears. */
const FAINT = 0.001;

/** One sound while it is made: everything in it begins at the same time, and it is known when all of it is over. */
export class Voice {
  readonly context: BaseAudioContext;
  readonly random: () => number;
  readonly begins: number;
  ends: number;
  readonly #out: AudioNode;

  constructor(out: AudioNode, begins: number, random: () => number) {
    this.context = out.context;
    this.random = random;
    this.begins = this.ends = begins;
    this.#out = out;
  }

  /** About this much, never twice the same. */
  about(value: number, spread = 0.1): number {
    return value * (1 + (this.random() * 2 - 1) * spread);
  }

  tone({ frequency, to, shape = "sine", dull, ...course }: Tone): void {
    const { from, until, gain } = this.#course(course);
    const source = new OscillatorNode(this.context, { type: shape, frequency });
    if (to) glide(source.frequency, frequency, to, from, until);
    this.#run(source, from, until, dull ? [this.#filter("lowpass", dull, 0.7), gain] : [gain]);
  }

  hiss({ colour = "white", filter = "bandpass", frequency, to, q = 1, ...course }: Hiss): void {
    const kept = share(
      colour,
      filter,
      Math.sqrt(frequency * (to ?? frequency)),
      q,
      this.context.sampleRate / 2,
    );
    const { from, until, gain } = this.#course({ ...course, peak: course.peak / Math.sqrt(kept) });
    const buffer = noise(this.context, colour);
    const source = new AudioBufferSourceNode(this.context, { buffer, loop: true });
    const through = this.#filter(filter, frequency, q);
    if (to) glide(through.frequency, frequency, to, from, until);
    this.#run(source, from, until, [through, gain], this.random() * buffer.duration);
  }

  /** Something hard that was struck: each of its partials by its ratio, how strong it is and how long it rings. */
  ring(
    frequency: number,
    partials: readonly (readonly [number, number, number])[],
    course: { at?: number; peak: number },
  ): void {
    for (const [ratio, share, decay] of partials)
      this.tone({ ...course, frequency: frequency * ratio, peak: course.peak * share, attack: 0.002, decay });
  }

  /** A soft blow: a foot, a heart, a door that falls shut. Small loudspeakers let hear but the upper part of it. */
  thump(frequency: number, course: { at?: number; peak: number; decay: number }): void {
    const upper = {
      frequency: frequency * 5,
      to: frequency * 3,
      peak: course.peak * 0.5,
      decay: course.decay / 2,
    };
    this.tone({ ...course, frequency: frequency * 1.7, to: frequency, attack: 0.004 });
    this.tone({ ...course, ...upper, attack: 0.003 });
  }

  /** Wood or iron that sticks and slips, never evenly. */
  creak({ frequency, to = frequency, body, q = 9, ...course }: Creak): void {
    const { from, until, gain } = this.#course(course);
    const source = new OscillatorNode(this.context, { type: "sawtooth", frequency });
    const waver = Float32Array.from({ length: 24 }, (_, at) =>
      this.about(frequency + ((to - frequency) * at) / 23, 0.14),
    );
    source.frequency.setValueCurveAtTime(waver, from, until - from);
    for (const each of body) {
      const through = this.#filter("bandpass", this.about(each, 0.05), q);
      source.connect(through).connect(gain);
    }
    this.#run(source, from, until, [], 0, gain);
  }

  #course({ at = 0, peak, attack = 0.004, hold = 0, decay }: Course) {
    const from = this.begins + at;
    const top = from + attack + hold;
    const until = top + decay;
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(peak, from + attack);
    gain.gain.setValueAtTime(peak, top);
    gain.gain.exponentialRampToValueAtTime(peak * FAINT, until);
    this.ends = Math.max(this.ends, until);
    return { from, until, gain };
  }

  #filter(type: BiquadFilterType, frequency: number, q: number): BiquadFilterNode {
    return new BiquadFilterNode(this.context, { type, frequency, Q: q });
  }

  /** Plays a source through what follows it; when it is over, nothing holds on to it. */
  #run(
    source: AudioBufferSourceNode | OscillatorNode,
    from: number,
    until: number,
    chain: AudioNode[],
    offset = 0,
    last: AudioNode = chain.reduce((node: AudioNode, next) => node.connect(next), source),
  ): void {
    last.connect(this.#out);
    source.onended = () => last.disconnect();
    if (source instanceof AudioBufferSourceNode) source.start(from, offset);
    else source.start(from);
    source.stop(until);
  }
}

function glide(param: AudioParam, from: number, to: number, begins: number, ends: number): void {
  param.setValueAtTime(from, begins);
  param.exponentialRampToValueAtTime(to, ends);
}

/** How much of the power of a noise is left behind a filter, about: what is narrow is made louder by it. */
function share(
  colour: Colour,
  filter: BiquadFilterType,
  frequency: number,
  q: number,
  highest: number,
): number {
  const octaves = (from: number, to: number) => Math.log(to / from) / Math.log(highest / 20);
  const part = {
    white: {
      lowpass: frequency / highest,
      highpass: 1 - frequency / highest,
      bandpass: (1.6 * frequency) / q / highest,
    },
    pink: {
      lowpass: octaves(20, frequency),
      highpass: octaves(frequency, highest),
      bandpass: octaves(1, 1 + 1 / q),
    },
    brown: { lowpass: 0.9, highpass: 35 / frequency, bandpass: 35 / frequency / q },
  }[colour];
  return Math.min(1, Math.max(0.01, filter in part ? part[filter as keyof typeof part] : 1));
}
