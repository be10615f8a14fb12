/** Longest name of a folder or file that is made of a title, in characters. */
const MAX_NAME = 120;

/** A title as a name that folders may have, and no link of Markdown takes apart. */
export const fileNameOf = (title: string): string =>
  title
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\:*?"<>|#^[\]]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .]+|[ .]+$/g, "")
    .slice(0, MAX_NAME)
    .trim();
