/** Longest name of an account, category or payee, in characters. */
export const MAX_NAME_LENGTH = 100;
/** Longest note, in characters. */
export const MAX_NOTE_LENGTH = 2000;
/** Tags of one transaction, and characters of one tag. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
/** Parts of one transaction. */
export const MAX_SPLITS = 50;
/** Other spellings of one payee. */
export const MAX_ALIASES = 200;
/** Minor units of one amount: hundreds of them add up within a safe integer (services/finance, decision 001). */
export const MAX_AMOUNT = 10_000_000_000_000;
/** Levels of the tree of categories, and categories of one person. */
export const MAX_CATEGORY_DEPTH = 5;
export const MAX_CATEGORIES = 1000;
/** Transactions of one bulk change. */
export const MAX_BULK = 1000;
/** Bytes of one bank file, and entries in it. */
export const MAX_BANK_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_BANK_FILE_ENTRIES = 50_000;
/** Entries that an import, or its undo, writes while the person waits for its answer; more: in the background. */
export const MAX_IMPORTED_AT_ONCE = 1500;
/** Columns of a CSV file, saved ways to read CSV files of one person, and first lines that a trial shows. */
export const MAX_CSV_COLUMNS = 200;
export const MAX_CSV_PROFILES = 100;
export const MAX_CSV_TRIED = 40;
/** Days in which two equal amounts may be one transaction. */
export const MATCH_DAYS = 7;
/** Days that a file which was not imported is kept. */
export const IMPORT_KEPT_DAYS = 14;
/** Rules of one person, actions of one rule, and what its condition may hold. */
export const MAX_RULES = 500;
export const MAX_RULE_ACTIONS = 10;
export const MAX_CONDITION_DEPTH = 4;
export const MAX_RULE_COMPARISONS = 50;
/** Times that a person gave a payee the same category before a rule is suggested. */
export const SUGGEST_AFTER = 3;
/** Newest transactions that a trial of a rule looks at. */
export const MAX_TRIED = 20_000;
/** Bytes of one file of exchange rates, and rates of one person. */
export const MAX_RATE_FILE_BYTES = 8 * 1024 * 1024;
export const MAX_RATES = 100_000;
/** Newest days of a pair of currencies that a page is given. */
export const MAX_SHOWN_RATES = 200;
/** Days that the two sides of a transfer may be apart. */
export const TRANSFER_DAYS = 5;
/** Transactions of one account that may add up to one of another, as one transfer. */
export const MAX_TRANSFER_PARTS = 5;
/** Points, of 100, from which a pair that nothing else comes near is linked without asking. */
export const LINK_SCORE = 75;
/** Months of one summary. */
export const MAX_SUMMARY_MONTHS = 36;
/** Categories whose budget is written at once, as many as there may be. */
export const MAX_BUDGET_CELLS = 1000;
/** Months of one budget, from its first one. */
export const MAX_BUDGET_MONTHS = 240;
/** Lines of one receipt that are kept. */
export const MAX_RECEIPT_LINES = 300;
/** Longest text of one of them, in characters. */
export const MAX_RECEIPT_LINE_LENGTH = 200;
/** Days that a receipt and its transaction may be apart: banks book card payments late. */
export const RECEIPT_DAYS = 10;
/** Payees of one answer for each currency and direction; the others are added up. */
export const MAX_SUMMARY_PAYEES = 50;
/** Recurring payments of one person, and the newest payments of one that are kept. */
export const MAX_RECURRING = 500;
export const MAX_RECURRING_PAYMENTS = 36;
/** Months that a forecast goes beyond the current one. */
export const FORECAST_MONTHS = 3;
/** Most days before a payment is due that the queue asks for it, and what it is where nobody said. */
export const MAX_REMIND_DAYS = 30;
export const REMIND_DAYS = 3;
