/** Characters of one field that are indexed: keeps every tsvector under PostgreSQL's limit of 1 MB. */
const MAX_INDEXED = 60_000;

/** Scripts written without spaces: each character is a word, a run of them is a phrase. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/**
 * Folds a text to the words that are searched, so that index and query agree whatever the database's locale:
 * compatibility forms, lower case, no accents, everything but letters and digits a space.
 */
export function foldText(text: string): string {
  return text
    .slice(0, MAX_INDEXED)
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(UNSPACED, " $& ")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .slice(0, MAX_INDEXED)
    .trim();
}

/** What lists by title are sorted by. */
export const titleKey = (title: string): string =>
  foldText(title).slice(0, 100).toWellFormed() || title.slice(0, 100).toWellFormed();
