/** Words of a part: with more, the model would leave out the end. */
const PART_WORDS = 90;
/** Parts of one card that are compared; a longer text is known by its beginning. */
const MAX_PARTS = 8;
/** A word without blanks may be as long as the text. */
const MAX_PART_LENGTH = 1000;
/** Characters that are looked through for all parts. */
const MAX_LOOK = MAX_PARTS * MAX_PART_LENGTH * 4;

/** Cuts a text into the parts of which each gets a vector. */
export function partsOf(text: string): string[] {
  const words = text.slice(0, MAX_LOOK).split(/\s+/).filter(Boolean);
  const parts: string[] = [];
  for (let at = 0; at < words.length && parts.length < MAX_PARTS; at += PART_WORDS)
    parts.push(
      words
        .slice(at, at + PART_WORDS)
        .join(" ")
        .slice(0, MAX_PART_LENGTH)
        .toWellFormed(),
    );
  return parts;
}
