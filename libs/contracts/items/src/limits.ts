// Limits of an item and of the requests about items. Apart from the schemas: pages carry no zod for them.

/** Longest title, in characters (UTF-16 code units, as all lengths of texts here). */
export const MAX_TITLE_LENGTH = 500;
/** Longest text of an item, in characters. */
export const MAX_BODY_LENGTH = 500_000;
/** Characters of a mail's text that other areas are told. */
export const MAX_MAIL_EVENT_TEXT = 30_000;
/** Longest HTML that is kept of a page or a mail, in characters. */
export const MAX_HTML_LENGTH = 2_000_000;
/** Longest address of a page, in characters: what browsers and exports hold. */
export const MAX_URL_LENGTH = 8_000;
/** Tags of one item. */
export const MAX_TAGS = 50;
/** Longest tag, in characters. */
export const MAX_TAG_LENGTH = 60;
/** Entries of a task's checklist. */
export const MAX_CHECKS = 200;
/** Longest text of one line of a checklist, in characters. */
export const MAX_CHECK_LENGTH = 500;
/** Occurrences of a card that repeats which are answered, the newest ones. */
export const MAX_OCCURRENCES = 100;
/** Longest text that one highlight quotes, in characters. */
export const MAX_QUOTE_LENGTH = 10_000;
/** Longest text that is kept before and after a quote to find it by, in characters of each side. */
export const MAX_QUOTE_CONTEXT = 200;
/** Longest path of folders that a bookmark had in its export, in characters. */
export const MAX_FOLDER_LENGTH = 1000;
/** Longest description of a bookmark, in characters. */
export const MAX_DESCRIPTION_LENGTH = 5000;
/** Senders of a mail that are kept. */
export const MAX_SENDERS = 50;
/** Recipients of a mail that are kept, of each of To and Cc. */
export const MAX_RECIPIENTS = 500;

/** Matches of a search by relevance that are ranked, the newest ones: its total is no higher. */
export const MAX_RANKED = 200;
/** Longest search, in characters. */
export const MAX_SEARCH_LENGTH = 500;
/** Tags by which a list is filtered. */
export const MAX_QUERY_TAGS = 10;
/** Tags that one change renames, merges or deletes. */
export const MAX_CHANGED_TAGS = 1000;
/** Rows of one page of the list. */
export const MAX_PAGE_ROWS = 500;
/** Items of one page of an item's children, which are answered whole. */
export const MAX_PAGE_CHILDREN = 100;
/** Items of one bulk change or read mark. */
export const MAX_BULK_ITEMS = 1000;

/** Bytes of an import, all files of one request together; archives have a limit of their own. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;
/** Bytes of an archive that is imported: more than the export of an account that its plan holds full. */
export const MAX_ARCHIVE_BYTES = 256 * 1024 ** 3;
/** Files of an archive that is imported; the export of a card is two, and what it has beside its text. */
export const MAX_ARCHIVE_ENTRIES = 500_000;
/** Refused entries that an import names. */
export const MAX_NAMED_ENTRIES = 100;
/** Files of one import. */
export const MAX_IMPORT_FILES = 1000;

/** Earlier texts of one card that are kept, the newest ones. */
export const MAX_TEXT_VERSIONS = 50;
/** Characters of all earlier texts of one card together; the newest is kept however long it is. */
export const MAX_VERSIONS_LENGTH = 5_000_000;
/** Minutes of writing in which at most one earlier text is kept. */
export const TEXT_VERSION_MINUTES = 5;
/** Bytes of one file that becomes a card. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Longest name of a file, in characters. */
export const MAX_FILE_NAME_LENGTH = 200;
/** Longest text that is kept of what a picture shows or a file says, in characters. */
export const MAX_EXTRACTED_LENGTH = 400_000;

/** Copies of a bookmark's page as it was that are kept, the newest ones. */
export const MAX_PAGE_COPIES = 3;

/** Cards of one answer to an assistant (MCP). */
export const MAX_MCP_CARDS = 50;
/** Characters of a text in one answer to an assistant (MCP); it is read on from there. */
export const MAX_MCP_TEXT = 12_000;

/** Rules of one person; each is run over every card that comes in. */
export const MAX_RULES = 100;
/** Longest name of a rule, in characters. */
export const MAX_RULE_NAME_LENGTH = 100;
/** Actions of one rule. */
export const MAX_RULE_ACTIONS = 10;
/** Longest task that a rule gives an agent, in characters. */
export const MAX_RULE_TASK_LENGTH = 2_000;
/** Hours and days for which a rule snoozes a card at most. */
export const MAX_SNOOZE_HOURS = 720;
export const MAX_SNOOZE_DAYS = 366;
/** Levels of groups in a rule's condition. */
export const MAX_CONDITION_DEPTH = 4;
/** Comparisons of a rule's condition, and names of a list that is compared with. */
export const MAX_RULE_COMPARISONS = 50;
/** Longest text that a rule compares with, in characters. */
export const MAX_OPERAND_LENGTH = 500;
/** Characters of a card's text that rules read: its beginning. */
export const MAX_RULE_TEXT = 5000;
/** Cards that a rule is tried on before it is saved, the newest ones. */
export const MAX_TRIED = 20_000;
/** Cards that a trial shows of those that it would change. */
export const MAX_TRIED_SHOWN = 50;
/** Values that rules set which are answered at once, the newest ones. */
export const MAX_EFFECTS = 100;
/** Days for which a deleted rule can be brought back and a run over existing cards undone. */
export const RULE_UNDO_DAYS = 14;
/** Earlier versions of a rule that are answered, the newest ones. */
export const MAX_RULE_VERSIONS = 100;

/** Bytes of one mail that is sent to a person's address, as providers bound them. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024;

/** Longest name of an assignee, in characters. */
export const MAX_ASSIGNEE_LENGTH = 200;

/** Longest reason of a failed step, or of a run that did not begin, in characters. */
export const MAX_REASON_LENGTH = 500;
