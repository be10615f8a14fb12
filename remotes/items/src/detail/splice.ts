/** What makes one text of another: what stands between its first `from` and its last `rest` characters is replaced. */
export interface Splice {
  from: number;
  rest: number;
  insert: string;
}

/** Characters that are compared at once. */
const STEP = 4096;

export function spliceOf(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from + STEP <= most && before.slice(from, from + STEP) === after.slice(from, from + STEP)) from += STEP;
  while (from < most && before[from] === after[from]) from += 1;
  const left = most - from;
  const end = (text: string, rest: number, length: number) =>
    text.slice(text.length - rest - length, text.length - rest);
  let rest = 0;
  while (rest + STEP <= left && end(before, rest, STEP) === end(after, rest, STEP)) rest += STEP;
  while (rest < left && end(before, rest, 1) === end(after, rest, 1)) rest += 1;
  return { from, rest, insert: after.slice(from, after.length - rest) };
}

export const spliced = (before: string, { from, rest, insert }: Splice): string =>
  before.slice(0, from) + insert + before.slice(before.length - rest);
