import { blocks, bytesOf, eccPerBlock, type Size, sizeFor } from "./qr-data.ts";

/** Light modules around the code; ISO/IEC 18004 §6.3.8. */
const QUIET = 4;

/** A QR code (ISO/IEC 18004, byte mode, error correction M) as SVG text. @throws RangeError beyond 666 bytes */
export function qrSvg(text: string): string {
  const modules = qrModules(text);
  const side = modules.length + 2 * QUIET;
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${path}"/></svg>`;
}

/** Rows of modules, true where dark. */
export function qrModules(text: string): boolean[][] {
  const size = sizeFor(Buffer.byteLength(text));
  const bits = [...interleaved(bytesOf(text, size), size)].flatMap((byte) =>
    [...byte.toString(2).padStart(8, "0")].map((bit) => bit === "1"),
  );
  const candidates = masks.map((mask, index) => {
    const grid = new Grid(size.version);
    grid.format(index);
    grid.data(bits, mask);
    return grid.dark;
  });
  return candidates.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The symbol under construction: what is dark, and what belongs to patterns and not to data. */
class Grid {
  readonly side: number;
  readonly dark: boolean[][];
  private readonly taken: boolean[][];

  constructor(private readonly version: number) {
    this.side = 17 + 4 * version;
    const blank = () => Array.from({ length: this.side }, () => Array<boolean>(this.side).fill(false));
    this.dark = blank();
    this.taken = blank();
    for (let at = 0; at < this.side; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [this.side - 4, 3],
      [3, this.side - 4],
    ] as const)
      this.finder(x, y);
    this.alignments();
    if (version >= 7) this.versionBits();
  }

  private set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.side || y >= this.side) return;
    this.dark[y]![x] = dark;
    this.taken[y]![x] = true;
  }

  private finder(centreX: number, centreY: number): void {
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(centreX + dx, centreY + dy, ring !== 2 && ring !== 4);
      }
  }

  private alignments(): void {
    const last = this.side - 7;
    const count = this.version === 1 ? 0 : Math.floor(this.version / 7) + 2;
    const step = Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    const centres = Array.from({ length: count }, (_, index) => (index === 0 ? 6 : last - (count - 1 - index) * step));
    for (const x of centres)
      for (const y of centres) {
        if ((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)) continue;
        for (let dy = -2; dy <= 2; dy++)
          for (let dx = -2; dx <= 2; dx++) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
  }

  /** Error correction M (00) and the mask, in BCH(15, 5). */
  format(mask: number): void {
    let rest = mask;
    for (let round = 0; round < 10; round++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (index: number) => ((bits >>> index) & 1) === 1;
    for (let index = 0; index < 15; index++) {
      const [x, y] =
        index < 6 ? [8, index] : index === 6 ? [8, 7] : index === 7 ? [8, 8] : index === 8 ? [7, 8] : [14 - index, 8];
      this.set(x!, y!, bit(index));
      if (index < 8) this.set(this.side - 1 - index, 8, bit(index));
      else this.set(8, this.side - 15 + index, bit(index));
    }
    this.set(8, this.side - 8, true);
  }

  /** From version 7 on, in BCH(18, 6). */
  private versionBits(): void {
    let rest = this.version;
    for (let round = 0; round < 12; round++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let index = 0; index < 18; index++) {
      const dark = ((bits >>> index) & 1) === 1;
      const far = this.side - 11 + (index % 3);
      const near = Math.floor(index / 3);
      this.set(far, near, dark);
      this.set(near, far, dark);
    }
  }

  /** Two columns at a time from the right, up and down by turns. */
  data(bits: boolean[], mask: (x: number, y: number) => boolean): void {
    let next = 0;
    for (let right = this.side - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upwards = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.side; step++)
        for (const x of [right, right - 1]) {
          const y = upwards ? this.side - 1 - step : step;
          if (this.taken[y]![x]) continue;
          this.dark[y]![x] = (bits[next++] ?? false) !== mask(x, y);
        }
    }
  }
}

/** Data and error correction of all blocks, byte by byte in turns. */
function interleaved(data: Uint8Array, size: Size): number[] {
  const parts = blocks(data, size);
  const longest = Math.max(...parts.map((part) => part.data.length));
  const inTurns = (pick: (part: (typeof parts)[number]) => Uint8Array, length: number) =>
    Array.from({ length }, (_, at) =>
      parts.flatMap((part) => (at < pick(part).length ? [pick(part)[at]!] : [])),
    ).flat();
  return [...inTurns((part) => part.data, longest), ...inTurns((part) => part.ecc, eccPerBlock(size))];
}

/** How hard a pattern is to read; ISO/IEC 18004 §7.8.3. */
function penalty(modules: boolean[][]): number {
  const columns = modules.map((_, x) => modules.map((row) => row[x]!));
  const lines = [...modules, ...columns].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < modules.length; y++)
    for (let x = 1; x < modules.length; x++) {
      const corner = modules[y]![x];
      if (corner === modules[y - 1]![x] && corner === modules[y]![x - 1] && corner === modules[y - 1]![x - 1])
        points += 3;
    }
  const dark = modules.flat().filter(Boolean).length;
  return points + 10 * Math.floor(Math.abs((dark * 20) / modules.length ** 2 - 10));
}
