import { diffIndices } from "node-diff3";

export interface LineChange {
  from: number;
  to: number;
  insert: string;
}

/** Lines that are compared one by one: the comparison grows with the square of their number. */
const MAX_COMPARED = 2000;

/**
 * What makes one text of another, in as small pieces as lines allow: what stands between them, the keyboard with it,
 * stays where it is. Both have "\n" between lines.
 */
export function lineChanges(before: string, after: string): LineChange[] {
  if (before === after) return [];
  const [a, b] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [mine, theirs] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const start = length(a.slice(0, head));
  if (mine.length > MAX_COMPARED || theirs.length > MAX_COMPARED)
    return [{ from: start, to: start + length(mine), insert: theirs.join("") }];
  return diffIndices(mine, theirs).map(({ buffer1, buffer2Content }) => {
    const from = start + length(mine.slice(0, buffer1[0]));
    return {
      from,
      to: from + length(mine.slice(buffer1[0], buffer1[0] + buffer1[1])),
      insert: buffer2Content.join(""),
    };
  });
}

const length = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length, 0);
