import { Fragment } from "react";

/** A text in which what the person looks for is marked. */
export function Found({ text, find }: { text: string; find: string }) {
  const parts: string[] = [];
  const [folded, wanted] = [text.toLowerCase(), find.trim().toLowerCase()];
  // Folding may change the length of a few letters; such a text is shown without marks.
  if (!wanted || folded.length !== text.length) return text;
  let from = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
    <Fragment key={index}>{index % 2 ? <mark>{part}</mark> : part}</Fragment>
  ));
}
