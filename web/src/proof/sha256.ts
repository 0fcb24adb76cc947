/** SHA-256, since a page over plain http has no `crypto.subtle`. */

const FRACTIONS = 2 ** 32;

/** The first 32 bits of the fractional parts of a root of the first primes. */
function roots(count: number, root: number): Uint32Array {
  const words = new Uint32Array(count);
  for (let candidate = 2, found = 0; found < count; candidate++) {
    let prime = true;
    for (let by = 2; by * by <= candidate; by++) prime &&= candidate % by !== 0;
    if (prime) words[found++] = Math.floor((candidate ** (1 / root) % 1) * FRACTIONS);
  }
  return words;
}

const START = roots(8, 2);
const ROUND = roots(64, 3);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The bytes with the end that the algorithm wants: a 1, zeros, and their length in bits. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor((bytes.length * 8) / FRACTIONS));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function schedule(view: DataView, block: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const a = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const b = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + a + words[i - 7]! + b;
  }
  return words;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  const state = START.slice();
  for (let block = 0; block < view.byteLength; block += 64) mix(state, schedule(view, block));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
