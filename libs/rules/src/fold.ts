const MARKS = /\p{M}+/gu;

/** A text as rules compare it: without case, accents, or more than one space in a row. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(MARKS, "").toLowerCase().replace(/\s+/g, " ").trim();
