// Noise, made once for a context and used by everything that hisses, rolls or blows.

/** White is rain and paper, pink wind and breath, brown thunder and the sea. */
export type Colour = "white" | "pink" | "brown";

const SECONDS = 3;
/** So much of its end runs over into its beginning: it can go round and round without a click. */
const OVERLAP = 0.25;
const made = new WeakMap<BaseAudioContext, Map<Colour, AudioBuffer>>();

/** Numbers from 0 to 1 that look like chance, and are the same each time: what is heard can be measured. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function noise(context: BaseAudioContext, colour: Colour): AudioBuffer {
  const kept = made.get(context) ?? new Map<Colour, AudioBuffer>();
  made.set(context, kept);
  let buffer = kept.get(colour);
  if (!buffer) {
    buffer = context.createBuffer(1, SECONDS * context.sampleRate, context.sampleRate);
    fill(buffer.getChannelData(0), colour, Math.round(OVERLAP * context.sampleRate));
    kept.set(colour, buffer);
  }
  return buffer;
}

/** How the air of a room answers: noise that dies away. */
export function echo(context: BaseAudioContext, seconds: number): AudioBuffer {
  const length = Math.round(seconds * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  const next = chance(5);
  let dull = 0;
  for (let at = 0; at < length; at += 1) {
    // What comes late has gone round the walls more often, and is duller.
    const share = at / length;
    dull += (next() * 2 - 1 - dull) * (0.6 - 0.45 * share);
    samples[at] = dull * (1 - share) ** 3;
  }
  return buffer;
}

function fill(samples: Float32Array, colour: Colour, overlap: number): void {
  const next = source(colour);
  const length = samples.length;
  for (let at = 0; at < length; at += 1) samples[at] = next();
  for (let at = 0; at < overlap; at += 1) {
    const turn = ((at / overlap) * Math.PI) / 2;
    samples[at] = (samples[at] ?? 0) * Math.sin(turn) + next() * Math.cos(turn);
  }
  // All colours are equally loud.
  const power = samples.reduce((sum, each) => sum + each * each, 0) / length;
  const scale = 0.25 / Math.sqrt(power);
  for (let at = 0; at < length; at += 1) samples[at] = (samples[at] ?? 0) * scale;
}

function source(colour: Colour): () => number {
  const white = chance(colour.length);
  if (colour === "white") return () => white() * 2 - 1;
  if (colour === "brown") {
    let level = 0;
    return () => (level = level * 0.995 + (white() * 2 - 1) * 0.1);
  }
  // Sums of slower and slower chance, after Paul Kellet.
  let [slow, middle, quick] = [0, 0, 0];
  return () => {
    const fresh = white() * 2 - 1;
    slow = 0.99765 * slow + fresh * 0.099046;
    middle = 0.963 * middle + fresh * 0.2965164;
    quick = 0.57 * quick + fresh * 1.0526913;
    return slow + middle + quick + fresh * 0.1848;
  };
}
