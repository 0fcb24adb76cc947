/** A QR code of a link: byte mode, the lowest level of correction, versions 1 to 10 (271 bytes). */

type Cell = boolean | null;

/** For each version: all codewords, those that correct a block, the blocks, and the alignment marks. */
const VERSIONS: readonly (readonly [number, number, number, readonly number[]])[] = [
  [26, 7, 1, []],
  [44, 10, 1, [6, 18]],
  [70, 15, 1, [6, 22]],
  [100, 20, 1, [6, 26]],
  [134, 26, 1, [6, 30]],
  [172, 18, 2, [6, 34]],
  [196, 20, 2, [6, 22, 38]],
  [242, 24, 2, [6, 24, 42]],
  [292, 30, 2, [6, 26, 46]],
  [346, 18, 4, [6, 28, 50]],
];

/** The modules row by row, dark ones true; null for a text too long to be drawn. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex(([all, correcting, blocks], i) => bytes.length + (i < 9 ? 2 : 3) <= all - correcting * blocks);
  const version = VERSIONS[at];
  if (version === undefined) return null;
  const [all, correcting, blocks, marks] = version;
  const words = interleaved(padded(bytes, all - correcting * blocks, at < 9 ? 8 : 16), correcting, blocks);
  const grid = frame(at + 1, marks);
  fill(grid, words);
  return grid.map((row) => row.map((cell) => cell === true));
}

/** Mode, length and bytes as codewords, padded to their number. */
function padded(bytes: Uint8Array, size: number, lengthBits: number): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, lengthBits);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, size * 8 - bits.length));
  push(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < size * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: size }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((word, bit) => word * 2 + bit, 0));
}

/** Blocks with their correction, taken in turn. */
function interleaved(data: readonly number[], correcting: number, count: number): number[] {
  const short = Math.floor(data.length / count);
  const long = count - (data.length % count);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, i) => data.slice(from, (from += short + (i < long ? 0 : 1))));
  const corrections = blocks.map((block) => remainder(block, correcting));
  return [...inTurn(blocks, short + 1), ...inTurn(corrections, correcting)];
}

const inTurn = (blocks: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, i) => blocks.flatMap((block) => block[i] ?? [])).flat();

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

/** Everything but the data: finders, alignment, timing, and what the version and format say. */
function frame(version: number, marks: readonly number[]): Cell[][] {
  const size = 17 + 4 * version;
  const grid: Cell[][] = Array.from({ length: size }, () => Array<Cell>(size).fill(null));
  const square = (x: number, y: number, reach: number, dark: (distance: number) => boolean): void => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        if (grid[y + dy]?.[x + dx] !== undefined) grid[y + dy]![x + dx] = dark(Math.max(Math.abs(dx), Math.abs(dy)));
  };
  const last = size - 7;
  for (const x of marks)
    for (const y of marks) if (!((x === 6 && (y === 6 || y === last)) || (x === last && y === 6))) square(x, y, 2, (away) => away !== 1);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, (away) => away !== 2 && away !== 4);
  for (let i = 8; i < size - 8; i += 1) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  writeFormat(grid, size);
  if (version >= 7) writeVersion(grid, size, version);
  return grid;
}

/** The lowest level (01) and the mask that is always used (000), with their own correction. */
function writeFormat(grid: Cell[][], size: number): void {
  const bits = ((1 << 13) | bch(1 << 13, 0x537, 10)) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const dark = ((bits >> i) & 1) === 1;
    const near = i < 6 ? i : i < 8 ? i + 1 : 0;
    if (i < 8) grid[near]![8] = dark;
    else grid[8]![i === 8 ? 7 : 14 - i] = dark;
    if (i < 8) grid[8]![size - 1 - i] = dark;
    else grid[size - 15 + i]![8] = dark;
  }
  grid[size - 8]![8] = true;
}

function writeVersion(grid: Cell[][], size: number, version: number): void {
  const bits = (version << 12) | bch(version << 12, 0x1f25, 12);
  for (let i = 0; i < 18; i += 1) {
    const [along, across] = [Math.floor(i / 3), size - 11 + (i % 3)];
    grid[along]![across] = grid[across]![along] = ((bits >> i) & 1) === 1;
  }
}

function bch(value: number, generator: number, degree: number): number {
  let rest = value;
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit = 31 - Math.clz32(rest)) rest ^= generator << (bit - degree);
  return rest;
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
