/** Letters and digits alone: a tag is said without its signs. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Mistakes that a word of so many letters may have: recognition hears "recipts" for "receipts". */
const mistakesIn = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : 2);

/** The tag in use that was said, or nearly so; null where none is near, or two are. */
export function nearestTag(said: string, known: readonly string[]): string | null {
  const wanted = bare(said);
  if (!wanted) return null;
  const same = known.find((tag) => bare(tag) === wanted);
  if (same !== undefined) return same;
  const near = known.filter((tag) => distance(bare(tag), wanted, mistakesIn(wanted.length)));
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** Whether one becomes the other by at most so many letters that are added, left out or replaced. */
function distance(a: string, b: string, most: number): boolean {
  if (most === 0 || Math.abs(a.length - b.length) > most) return false;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...b].entries())
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]! <= most;
}
