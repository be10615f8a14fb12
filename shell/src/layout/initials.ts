/** The first letters of a name's first and last word; empty when it has none. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .map((word) => (word ? [...word.normalize("NFC")][0] : ""))
    .join("")
    .toUpperCase();
}
