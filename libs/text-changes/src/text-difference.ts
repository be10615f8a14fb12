import { diff3Merge, diffComm } from "node-diff3";

export interface Part {
  text: string;
  changed: boolean;
}

/** Words, or else lines, of a text that are compared: the comparison grows with the square of their number. */
const MAX_COMPARED = 4000;

/** Words with the space before them; joined they are the text. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? [];
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** All texts in the same pieces: the smallest that can be compared in time. */
function piecesOf(...texts: string[]): string[][] {
  const cuts = [wordsOf, linesOf].map((cut) => texts.map(cut));
  return cuts.find((pieces) => pieces.every(({ length }) => length <= MAX_COMPARED)) ?? texts.map((text) => [text]);
}

/** Two texts in parts, those marked that the other does not have. */
export function difference(mine: string, theirs: string): { mine: Part[]; theirs: Part[] } {
  const [a = [], b = []] = piecesOf(mine, theirs);
  const parts: { mine: Part[]; theirs: Part[] } = { mine: [], theirs: [] };
  const add = (side: Part[], pieces: readonly string[], changed: boolean) => {
    if (pieces.length > 0) side.push({ text: pieces.join(""), changed });
  };
  for (const chunk of diffComm(a, b)) {
    if ("common" in chunk && chunk.common) {
      add(parts.mine, chunk.common, false);
      add(parts.theirs, chunk.common, false);
    } else if ("buffer1" in chunk) {
      add(parts.mine, chunk.buffer1, true);
      add(parts.theirs, chunk.buffer2, true);
    }
  }
  return parts;
}

/** The changes of both sides in one text; where both changed the same words, mine stand before theirs. */
export function merged(base: string, mine: string, theirs: string): string {
  const [a = [], o = [], b = []] = piecesOf(mine, base, theirs);
  const both = (first: string, second: string) =>
    second && !/^\s/.test(second) ? `${first} ${second}` : first + second;
  return diff3Merge(a, o, b, { excludeFalseConflicts: true })
    .map(({ ok, conflict }) => (conflict ? both(conflict.a.join(""), conflict.b.join("")) : (ok ?? []).join("")))
    .join("");
}

/** The lines of a text that another replaces, from the first that differs to the last, and by what. */
function pieceOf(before: readonly string[], after: readonly string[]): { from: number; to: number; by: string[] } {
  const least = Math.min(before.length, after.length);
  let from = 0;
  while (from < least && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < least - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from, to: before.length - tail, by: after.slice(from, after.length - tail) };
}

/** Lines between the first and the last that differ, up to which three texts are merged where both sides meet. */
const MAX_MERGED = 4000;

/**
 * The changes of both sides, line by line: lines that only one side touched are taken from it, and where both only
 * added lines, theirs stand before mine. @returns null where both changed or removed the same lines: a person decides
 * then
 */
export function mergedLines(base: string, mine: string, theirs: string): string | null {
  const [o, a, b] = [base, mine, theirs].map((text) => text.split("\n")) as [string[], string[], string[]];
  const [first, second] = [pieceOf(o, a), pieceOf(o, b)].sort((one, other) => one.from - other.from) as [
    ReturnType<typeof pieceOf>,
    ReturnType<typeof pieceOf>,
  ];
  // Each side wrote in a place of its own: however long the text is, no line of it is compared with the others.
  if (first.to < second.from)
    return [
      ...o.slice(0, first.from),
      ...first.by,
      ...o.slice(first.to, second.from),
      ...second.by,
      ...o.slice(second.to),
    ].join("\n");
  const least = Math.min(o.length, a.length, b.length);
  let head = 0;
  while (head < least && o[head] === a[head] && o[head] === b[head]) head++;
  let tail = 0;
  while (tail < least - head && o.at(-1 - tail) === a.at(-1 - tail) && o.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const inner = [a, o, b].map((lines) => lines.slice(head, lines.length - tail)) as [string[], string[], string[]];
  if (inner.some(({ length }) => length > MAX_MERGED)) return null;
  const merged = [...o.slice(0, head)];
  for (const { ok, conflict } of diff3Merge(...inner, { excludeFalseConflicts: true })) {
    if (ok) merged.push(...ok);
    else if (conflict && conflict.o.length === 0) merged.push(...conflict.b, ...conflict.a);
    else return null;
  }
  merged.push(...o.slice(o.length - tail));
  return merged.join("\n");
}
