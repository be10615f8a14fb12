import type { ChangeSet, Text } from "@codemirror/state";

/** Words of a text: runs of signs between spaces that hold a letter or a digit. */
export function countWords(text: string): number {
  let count = 0;
  let counted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 0xa0 || code === 0x2028 || code === 0x3000) counted = false;
    else if (!counted && isWordSign(code)) {
      counted = true;
      count++;
    }
  }
  return count;
}

/** Digits, Latin letters, and all that is beyond ASCII but the general punctuation. */
const isWordSign = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  (code > 0xbf && (code < 0x2000 || code > 0x206f));

/**
 * How many more words a text has after a change. Only the lines that it touches are read: no word goes beyond its line.
 */
export function wordsAdded(changes: ChangeSet, before: Text, after: Text): number {
  let added = 0;
  /** Changed lines, in both texts; changes within the same lines are one. */
  let lines: { fromA: number; toA: number; fromB: number; toB: number } | null = null;
  const take = () => {
    if (!lines) return;
    const { fromA, toA, fromB, toB } = lines;
    added += countWords(after.sliceString(fromB, toB)) - countWords(before.sliceString(fromA, toA));
  };
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const next = {
      fromA: before.lineAt(fromA).from,
      toA: before.lineAt(toA).to,
      fromB: after.lineAt(fromB).from,
      toB: after.lineAt(toB).to,
    };
    if (lines && (next.fromA <= lines.toA || next.fromB <= lines.toB)) {
      lines.toA = next.toA;
      lines.toB = next.toB;
    } else {
      take();
      lines = next;
    }
  });
  take();
  return added;
}
