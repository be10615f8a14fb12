const MARKS = /\p{M}+/gu;

/** A piece of a text as rules compare it: without case, accents, or more than one space in a row. */
export const foldPart = (text: string): string =>
  text.normalize("NFKD").replace(MARKS, "").toLowerCase().replace(/\s+/g, " ");

/** A whole text as rules compare it: also without spaces around it. */
export const fold = (text: string): string => foldPart(text).trim();
