/** What makes one text of another: what stands between its first `from` and its last `rest` characters is replaced. */
export interface Splice {
  from: number;
  rest: number;
  insert: string;
}

/** Characters that are compared at once, at first. */
const STEP = 2 ** 16;

export function spliceOf(before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  const from = same(most, (at, end) => before.slice(at, end) === after.slice(at, end));
  const last = (text: string, at: number, end: number) => text.slice(text.length - end, text.length - at);
  const rest = same(most - from, (at, end) => last(before, at, end) === last(after, at, end));
  return { from, rest, insert: after.slice(from, after.length - rest) };
}

/**
 * How many characters are the same, of at most so many. Parts that get smaller are compared, not letter after letter:
 * this runs so seldom that the browser has not compiled it.
 */
function same(most: number, isSame: (at: number, end: number) => boolean): number {
  let at = 0;
  for (let step = STEP; step >= 1; step /= 2) while (at + step <= most && isSame(at, at + step)) at += step;
  return at;
}

export const spliced = (before: string, { from, rest, insert }: Splice): string =>
  before.slice(0, from) + insert + before.slice(before.length - rest);
