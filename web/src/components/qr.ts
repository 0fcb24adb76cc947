/** A QR code of a link: byte mode, the lowest level of correction, versions 1 to 6 (134 bytes). */

type Cell = boolean | null;

/** For each version: its data codewords, those that correct a block, and the blocks. */
const VERSIONS: readonly (readonly [number, number, number])[] = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [136, 18, 2],
];

/** The modules row by row, dark ones true; null for a text too long to be drawn. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex(([size]) => bytes.length + 2 <= size);
  const version = VERSIONS[at];
  if (version === undefined) return null;
  const [size, correcting, blocks] = version;
  const grid = frame(at + 1);
  fill(grid, interleaved(padded(bytes, size), correcting, blocks));
  return grid.map((row) => row.map((cell) => cell === true));
}

/** Mode, length and bytes as codewords, padded to their number. */
function padded(bytes: Uint8Array, size: number): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, size * 8 - bits.length));
  push(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < size * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: size }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((word, bit) => word * 2 + bit, 0));
}

/** Blocks with their correction, taken in turn. */
function interleaved(data: readonly number[], correcting: number, count: number): number[] {
  const length = data.length / count;
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * length, (i + 1) * length));
  const corrections = blocks.map((block) => remainder(block, correcting));
  return [...inTurn(blocks, length), ...inTurn(corrections, correcting)];
}

const inTurn = (blocks: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, i) => blocks.map((block) => block[i]!)).flat();

/** Reed-Solomon over the field of 256 elements. */
function remainder(data: readonly number[], degree: number): number[] {
  const divisor: number[] = [1];
  for (let i = 0, root = 1; i < degree; i += 1, root = times(root, 2)) {
    divisor.push(0);
    for (let j = divisor.length - 1; j > 0; j -= 1) divisor[j]! ^= times(divisor[j - 1]!, root);
  }
  const rest = Array<number>(degree).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (let i = 0; i < degree; i += 1) rest[i]! ^= times(divisor[i + 1]!, factor);
  }
  return rest;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> i) & 1) * a);
  return product;
}

/** Everything but the data: finders, alignment, timing and format. */
function frame(version: number): Cell[][] {
  const size = 17 + 4 * version;
  const grid: Cell[][] = Array.from({ length: size }, () => Array<Cell>(size).fill(null));
  const square = (x: number, y: number, reach: number, dark: (distance: number) => boolean): void => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        if (grid[y + dy]?.[x + dx] !== undefined) grid[y + dy]![x + dx] = dark(Math.max(Math.abs(dx), Math.abs(dy)));
  };
  const last = size - 7;
  if (version > 1) square(last, last, 2, (away) => away !== 1);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, (away) => away !== 2 && away !== 4);
  for (let i = 8; i < size - 8; i += 1) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  writeFormat(grid, size);
  return grid;
}

/** Says the lowest level and the mask that is always used (0), with their own correction. */
const FORMAT = 0x77c4;

function writeFormat(grid: Cell[][], size: number): void {
  for (let i = 0; i < 15; i += 1) {
    const dark = ((FORMAT >> i) & 1) === 1;
    const near = i < 6 ? i : i < 8 ? i + 1 : 0;
    if (i < 8) grid[near]![8] = dark;
    else grid[8]![i === 8 ? 7 : 14 - i] = dark;
    if (i < 8) grid[8]![size - 1 - i] = dark;
    else grid[size - 15 + i]![8] = dark;
  }
  grid[size - 8]![8] = true;
}

/** The data up and down in columns of two from the right, every other module turned over. */
function fill(grid: Cell[][], words: readonly number[]): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (grid[y]![x] !== null) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        grid[y]![x] = dark !== ((x + y) % 2 === 0);
        bit += 1;
      }
  }
}
