// SHA-256 and HMAC by hand. Browsers keep theirs from pages that come over plain http, as among friends at home.
const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of each prime: square roots to begin with, cube roots to mix in. */
const [BEGIN, MIXED] = constants();

export function sha256(message: Uint8Array): Uint8Array {
  const state = BEGIN.slice();
  const padded = pad(message);
  const words = new Uint32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK)
    compress(state, words, new DataView(padded.buffer, at, BLOCK));
  const result = new Uint8Array(32);
  const out = new DataView(result.buffer);
  state.forEach((word, at) => out.setUint32(4 * at, word));
  return result;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const inner = joined(
    whole.map((byte) => byte ^ 0x36),
    message,
  );
  return sha256(
    joined(
      whole.map((byte) => byte ^ 0x5c),
      sha256(inner),
    ),
  );
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A one, zeros, and the length in bits, so that it fills whole blocks. */
function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return padded;
}

function compress(state: Uint32Array, words: Uint32Array, block: DataView): void {
  const word = (at: number) => words[at] as number;
  for (let at = 0; at < 16; at++) words[at] = block.getUint32(4 * at);
  for (let at = 16; at < BLOCK; at++) {
    const [a, b] = [word(at - 15), word(at - 2)];
    const early = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const late = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[at] = word(at - 16) + early + word(at - 7) + late;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < BLOCK; at++) {
    const high = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + high + (MIXED[at] as number) + word(at)) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, at) => (state[at] = (state[at] as number) + value));
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < BLOCK; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root: number) => ((root % 1) * 2 ** 32) >>> 0;
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ];
}
