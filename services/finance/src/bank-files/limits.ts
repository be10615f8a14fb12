/** Largest file that is read, bytes. A year of a busy business account is about 20 MB as CAMT. */
export const MAX_BYTES = 256 * 1024 * 1024;
/** Entries of one file. */
export const MAX_ENTRIES = 1_000_000;
/** Accounts and statements of one file. */
export const MAX_STATEMENTS = 10_000;
/** Problems that are listed; the rest is counted. */
export const MAX_PROBLEMS = 1_000;
/** Parts of one entry. */
export const MAX_SPLITS = 500;
/** Characters of a field that are kept. SEPA texts have 140, structured fields of banks up to 2,000. */
export const MAX_TEXT = 2_000;
/** Characters of one line, or of one record of a CSV file. */
export const MAX_LINE = 64 * 1024;
/** Lines that one quoted field of a CSV file may span. */
export const MAX_QUOTED_LINES = 200;
/** Elements inside one another in XML. CAMT uses 15. */
export const MAX_DEPTH = 64;
/** Characters between two tags. */
export const MAX_MARKUP = 1024 * 1024;
/** Columns of a CSV file. */
export const MAX_COLUMNS = 200;
export const MAX_CATEGORY_DEPTH = 8;
