import { isTimeZone } from "@tessera/contracts-core/days.ts";
import { pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import {
  MAX_ASSIGNEE_LENGTH,
  MAX_BODY_LENGTH,
  MAX_BULK_ITEMS,
  MAX_CHECK_LENGTH,
  MAX_CHECKS,
  MAX_DESCRIPTION_LENGTH,
  MAX_EXTRACTED_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_FOLDER_LENGTH,
  MAX_HTML_LENGTH,
  MAX_PAGE_CHILDREN,
  MAX_PAGE_ROWS,
  MAX_QUERY_TAGS,
  MAX_QUOTE_CONTEXT,
  MAX_QUOTE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_RECIPIENTS,
  MAX_SEARCH_LENGTH,
  MAX_SENDERS,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "./limits.ts";
import { GROUPS, PRIORITY_SECTIONS } from "./sections.ts";
import { NO_TAG, TAG } from "./tag.ts";
import { MAX_REMINDER } from "./words/reminder.ts";
import { MAX_REPEAT, MAX_RULE_LENGTH, RULE } from "./words/repeat.ts";

export { etagOf, itemsClient, pictureUrl } from "./client.ts";

/** There is no year 0 in the calendar of PostgreSQL. */
const isOfTheCalendar = (at: string) => at >= "0001";
const NO_YEAR = "is in no year of the calendar";
/** A moment that a client names. */
const Moment = z.iso.datetime().refine(isOfTheCalendar, NO_YEAR);

/** Types that this version of the items service registers; `GET /api/items/types` answers the live list. */
export const ItemType = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
export const ItemStatus = z.enum(["inbox", "later", "done", "archived", "trash"]);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** State of one enrichment step of an item. */
export const ProcessingStep = z.object({
  state: z.enum(["pending", "success", "failure"]),
  reason: z.string().optional(),
  /** Milliseconds the step took. */
  ms: z.number().optional(),
  cancelled: z.literal(true).optional().describe("a failure that a person asked for: they cancelled it. Since 1.29"),
});

/** A language of texts, as ISO 639 has it. */
export const TextLanguage = z.string().regex(/^[a-z]{2,3}$/, "must be a language, as ISO 639 has it");

/** A tag: 1–60 characters, no comma, trimmed, compared without case. */
export const Tag = z.string().trim().min(1).max(MAX_TAG_LENGTH).regex(TAG, NO_TAG);

/** How often something is due again: see words/repeat.ts. */
export const Repeat = z.strictObject({
  every: z.int().min(1).max(MAX_REPEAT),
  unit: z.enum(["day", "week", "month", "year"]),
  /** 0 is Sunday. */
  weekday: z.int().min(0).max(6).optional(),
  rule: z
    .string()
    .max(MAX_RULE_LENGTH)
    .regex(RULE, "must be an RRULE by days, without COUNT")
    .optional()
    .describe("an RRULE (RFC 5545) that says the days instead; `every` and `unit` are its interval and frequency"),
  after: z.literal("completion").optional().describe("counted from the day on which it was completed"),
});

const AssigneeName = z.string().trim().min(1).max(MAX_ASSIGNEE_LENGTH).describe("as it was called when it was chosen");
/** Who does a task: its person, somebody of whom there is a card, or an agent. */
export const Assignee = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("me") }),
  z.strictObject({ kind: z.literal("person"), id: z.uuid().describe("the card of the person"), name: AssigneeName }),
  z.strictObject({
    kind: z.literal("agent"),
    id: z.uuid().describe("the agent"),
    name: AssigneeName,
    run: z.uuid().optional().describe("the run that works on it; written by the server, which begins it"),
    refused: z.string().max(MAX_REASON_LENGTH).optional().describe("why no run began; written by the server"),
  }),
]);
export type Assignee = z.infer<typeof Assignee>;

/** Fields of a task, in `data` of an item of type "task". */
export const TaskData = z.strictObject({
  done: z.boolean().default(false),
  /** The day it is due on where no time of it was said; `dueAt` is the moment at which that day begins. */
  dueDay: z.iso.date().refine(isOfTheCalendar, NO_YEAR).optional(),
  /** Completed, it is due again on its next day and stays open; it needs `dueAt`. */
  repeat: Repeat.optional(),
  reminder: z
    .int()
    .min(0)
    .max(MAX_REMINDER)
    .optional()
    .describe("minutes before it is due that a mail reminds of it; on a day without a time, before 9:00"),
  /** The next one, which its completion made in versions before 1.13. */
  next: z.uuid().optional(),
  /** Its newest occurrence that was completed or skipped; written by the server. */
  occurrence: z.uuid().optional(),
  priority: z.enum(["none", "low", "medium", "high"]).default("none"),
  assignee: Assignee.optional(),
  checklist: z
    .array(z.strictObject({ text: z.string().max(MAX_CHECK_LENGTH), done: z.boolean() }))
    .max(MAX_CHECKS)
    .default([]),
});
/** Fields of a bookmark; the server writes what unfurling found out. */
export const BookmarkData = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(MAX_URL_LENGTH),
  siteName: z.string().max(300).optional(),
  author: z.string().max(300).optional(),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  folder: z.string().max(MAX_FOLDER_LENGTH).optional().describe("path of folders in the imported file, separated by /"),
  /** Title that the page itself has; written by the server. */
  pageTitle: z.string().max(MAX_TITLE_LENGTH).optional(),
  /** Marked private in the imported file. */
  private: z.boolean().optional(),
  /** Sanitised HTML of the readable copy; written by the server. */
  readableHtml: z.string().max(MAX_HTML_LENGTH).optional(),
  /** Words of the readable copy; written by the server. */
  wordCount: z.int().optional(),
  /** The site's icon, one of the card's pictures (`pictureUrl`); written by the server. */
  icon: z.uuid().optional(),
  /** Pictures of the page that the readable copy lacks; absent in copies that were made without any. */
  picturesNotKept: z.int().optional(),
  /** When the newest copy of the page as it was was made; written by the server. */
  pageKeptAt: z.iso.datetime().optional(),
  /** Why the page was not kept as it was, the last time that it was fetched; written by the server. */
  pageNotKept: z.string().max(MAX_REASON_LENGTH).optional(),
});
export const NoteData = z.strictObject({});
export const InboxData = z.strictObject({
  /** What the capture looks like, and how sure the rule is (0–1). */
  guess: z.object({ type: ItemType, confidence: z.number() }).optional(),
});
export const MailAddress = z.object({ name: z.string(), address: z.string() });
/** Fields of a mail, written by the mail importer. */
export const MailData = z.strictObject({
  messageId: z.string().max(1000).optional(),
  from: z.array(MailAddress).max(MAX_SENDERS),
  to: z.array(MailAddress).max(MAX_RECIPIENTS),
  cc: z.array(MailAddress).max(MAX_RECIPIENTS),
  date: z.iso.datetime().nullable(),
  /** Sanitised HTML, shown in a sandboxed frame; null when the mail is text alone. */
  html: z.string().nullable(),
  /** What was odd about the message and how it was read, one sentence each. */
  warnings: z.array(z.string()).default([]),
});

/** Fields of every card that a file was made: the server writes them. */
const fileFields = {
  fileName: z.string().max(MAX_FILE_NAME_LENGTH),
  /** What the file is, by its first bytes; its name decides nothing. */
  mediaType: z.string().max(100),
  bytes: z.int(),
};
/** Fields of an image; the server writes them. */
export const ImageData = z.strictObject({
  ...fileFields,
  /** As it is seen: turned as the camera was held. */
  width: z.int().optional(),
  height: z.int().optional(),
  /** When it was taken, by the camera's own clock, which knows no time zone. */
  takenAt: z.iso.datetime({ local: true }).optional(),
  camera: z.string().max(200).optional(),
  /** Pictures of the card (`pictureUrl`): a small one for rows, and one to look at. */
  thumbnail: z.uuid().optional(),
  preview: z.uuid().optional(),
  /** Words that were recognised in it. */
  text: z.string().max(MAX_EXTRACTED_LENGTH).optional(),
});
/** Fields of a file; the server writes them. */
export const FileData = z.strictObject({
  ...fileFields,
  pages: z.int().optional(),
  /** Size of the first page in points, 72 an inch. */
  pageWidth: z.number().optional(),
  pageHeight: z.number().optional(),
  documentTitle: z.string().max(MAX_TITLE_LENGTH).optional(),
  author: z.string().max(300).optional(),
  writtenAt: z.iso.datetime().optional(),
  text: z.string().max(MAX_EXTRACTED_LENGTH).optional(),
  /** Its text continues after `text`. */
  textCut: z.boolean().optional(),
});
/** Fields of a card of another area's type that is made of a file; the server writes them. */
export const FileCardData = z.strictObject({ ...FileData.shape, ...ImageData.shape });
/** Fields of a snippet: its body is the code. */
export const SnippetData = z.strictObject({
  /** A name of the code's language, such as "typescript"; absent: plain text. */
  language: z
    .string()
    .regex(/^[a-z0-9+#.-]{1,30}$/)
    .optional(),
});

/** What is quoted, and what stands before and after it (W3C Web Annotation Data Model, section 4.2.4). */
export const TextQuoteSelector = z.strictObject({
  type: z.literal("TextQuoteSelector"),
  exact: z
    .string()
    .max(MAX_QUOTE_LENGTH)
    .refine((text) => text.trim() !== "", "must quote something"),
  prefix: z.string().max(MAX_QUOTE_CONTEXT).default(""),
  suffix: z.string().max(MAX_QUOTE_CONTEXT).default(""),
});
export type TextQuoteSelector = z.infer<typeof TextQuoteSelector>;
/** Where it stood in the text when it was quoted, in characters (section 4.2.5): a hint. */
export const TextPositionSelector = z
  .strictObject({
    type: z.literal("TextPositionSelector"),
    start: z.int().min(0).max(MAX_HTML_LENGTH),
    end: z.int().min(1).max(MAX_HTML_LENGTH),
  })
  .refine(({ start, end }) => start < end, { path: ["end"], message: "must lie after the start" });
export type TextPositionSelector = z.infer<typeof TextPositionSelector>;
/** Fields of a highlight, a child of what it quotes; its body is the person's note on it. */
export const HighlightData = z.strictObject({
  selector: z
    .array(z.union([TextQuoteSelector, TextPositionSelector]))
    .max(2)
    .refine((all) => all.filter(({ type }) => type === "TextQuoteSelector").length === 1, "must hold one quote")
    .refine((all) => all.filter(({ type }) => type === "TextPositionSelector").length <= 1, "may hold one position"),
});
export type HighlightData = z.infer<typeof HighlightData>;

export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** Fetched with the access token; answered as a download. */
  url: z.string(),
});

export const Item = z
  .object({
    id: z.uuid(),
    type: ItemType,
    parentId: z.uuid().nullable(),
    title: z.string(),
    titleSource: z.enum(["person", "rule", "import"]),
    /**
     * What a person wrote, in Markdown; the plain text of a mail. Full-text search reads it, and a bookmark's readable
     * copy.
     */
    body: z.string(),
    data: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    status: ItemStatus,
    pinned: z.boolean(),
    /** Nobody opened it since it was captured, or it was marked so. */
    unread: z.boolean(),
    /** How far it was read, 0 to 1; absent until it was begun. */
    reading: z.number().optional(),
    dueAt: z.iso.datetime().nullable(),
    snoozeUntil: z.iso.datetime().nullable(),
    source: z.string().describe("how it came in: capture, import:bookmarks, import:mail"),
    sourceUrl: z.string().nullable(),
    processing: z.record(z.string(), ProcessingStep),
    attachments: z.array(Attachment),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
    /** Grows by one with each change a person makes; sent back as `If-Match: "3"`. */
    version: z.int(),
    language: TextLanguage.nullish().describe("that its text is in; absent where nothing says it. Since 1.29"),
    languageBy: z.enum(["text", "person"]).optional().describe("whether its words say so, or a person. Since 1.29"),
    changedWith: z.string().optional().describe("device that the newest change came from, as its browser says it"),
  })
  .meta({ id: "Item" });
export type Item = z.infer<typeof Item>;

/** A row of a list: an item without its long fields, with one line to show under the title. */
export const ItemSummary = Item.omit({
  ...{ body: true, data: true, processing: true, attachments: true, changedWith: true },
  ...{ language: true, languageBy: true },
})
  .extend({
    line: z.string(),
    /** Title and line with matches between \u0002 and \u0003, only in answers to a search. */
    highlight: z.object({ title: z.string(), line: z.string() }).optional(),
    /** Only in answers to a search: found as its meaning is similar, though it has not all of the words. */
    match: z.literal("meaning").optional(),
    /** Guess of an inbox capture. */
    guess: z.object({ type: ItemType, confidence: z.number() }).optional(),
    attachmentCount: z.int(),
    /** Task state, only for tasks. */
    done: z.boolean().optional(),
    /** How much it matters, where somebody said so. */
    priority: z.enum(["low", "medium", "high"]).optional(),
    /** Minutes before it is due that a mail reminds of it, where somebody asked for one. */
    reminder: z.int().optional(),
    /** Who does it, where somebody said so. */
    assignee: Assignee.optional(),
    placed: z.number().optional().describe("its place in the order `manual`, where a person moved it; about `place`"),
    /** The enrichment step that failed, if one did, and why; else one that was cancelled. */
    failure: z
      .object({ step: z.string(), reason: z.string().optional(), cancelled: z.literal(true).optional() })
      .optional(),
    /** Picture of the card's site (`pictureUrl`), where one is kept. */
    icon: z.uuid().optional(),
    /** An enrichment step waits or runs. */
    enriching: z.literal(true).optional(),
  })
  .meta({ id: "ItemSummary" });
export type ItemSummary = z.infer<typeof ItemSummary>;

export const NewItem = z
  .strictObject({
    type: ItemType.default("inbox"),
    title: z.string().max(MAX_TITLE_LENGTH).optional(),
    body: z.string().max(MAX_BODY_LENGTH).default(""),
    data: z.record(z.string(), z.unknown()).default({}),
    tags: z.array(Tag).max(MAX_TAGS).default([]),
    status: ItemStatus.default("inbox"),
    pinned: z.boolean().default(false),
    parentId: z.uuid().nullable().default(null),
    dueAt: Moment.nullable().default(null),
    sourceUrl: z
      .url({ protocol: /^https?$/ })
      .max(MAX_URL_LENGTH)
      .nullable()
      .default(null),
  })
  .meta({ id: "NewItem" });
export type NewItem = z.input<typeof NewItem>;

/** Merge patch of one item; `data` is merged one level deep (null removes a key). `type` converts in place. */
export const ItemPatch = z
  .strictObject({
    type: ItemType,
    title: z.string().min(1).max(MAX_TITLE_LENGTH),
    body: z.string().max(MAX_BODY_LENGTH),
    data: z.record(z.string(), z.unknown()),
    tags: z.array(Tag).max(MAX_TAGS),
    status: ItemStatus,
    pinned: z.boolean(),
    dueAt: Moment.nullable(),
    snoozeUntil: Moment.nullable(),
    language: TextLanguage.nullable().describe("null: what its words say. Since 1.29"),
  })
  .partial()
  .meta({ id: "ItemPatch" });
export type ItemPatch = z.infer<typeof ItemPatch>;

/**
 * "wake" is the time until which an item is snoozed; "relevance" ranks the matches of `q` (title, tags, text); "manual"
 * is the order in which a person put them, what was not moved by the time it was captured, the newest first.
 */
export const ItemSort = z.enum(["created", "updated", "title", "due", "wake", "priority", "relevance", "manual"]);

export const ItemGroup = z.enum(GROUPS);
/**
 * A section of a list: a status, a type, "high", "medium", "low" or "none", a tag or "," for no tag, of days
 * "overdue", "today", "tomorrow", "week" (the five days after), "later" or "none", and of assignees "me",
 * "person:<id>", "agent:<id>" or "none".
 */
export const SectionKey = z.string().min(1).max(MAX_TAG_LENGTH);

/**
 * `type`: an item type, its children included; "inbox" lists everything with status inbox that is not snoozed,
 * "snoozed" what comes back to Inbox or Later on its own, "today" what is due today or overdue and neither done nor
 * snoozed, "upcoming" what is due after today and not done, "all" every type. `status` defaults to inbox for type
 * "inbox" and to everything but trash otherwise.
 * `q`: words (full text, all must match; "quoted phrase", -not, or; the last word may be unfinished).
 * `sort` defaults to relevance with `q`, to wake for type "snoozed", to due for "today" and "upcoming" (of one moment,
 * what matters more is first), else to created; `order` to ascending for title, due, wake, priority and manual, else
 * descending.
 * `group` and `section`, which come together, narrow the list to one of its sections.
 */
export const ItemQuery = z.strictObject({
  type: z.union([ItemType, z.literal("all")]).default("all"),
  /**
   * With the lists "inbox", "snoozed", "today", "upcoming" and "all": items of this type alone; "inbox" are captures
   * without a type yet.
   */
  only: ItemType.optional(),
  status: z.union([ItemStatus, z.literal("any")]).optional(),
  q: z.string().trim().max(MAX_SEARCH_LENGTH).optional(),
  /** One tag, or several separated by commas: an item must have all of them. */
  tag: z
    .string()
    .max((MAX_TAG_LENGTH + 1) * MAX_QUERY_TAGS)
    .transform((list) => list.split(",").filter((tag) => tag.trim() !== ""))
    .pipe(z.array(Tag).min(1).max(MAX_QUERY_TAGS))
    .optional(),
  /** What was not opened yet alone. */
  unread: z.literal("true").optional(),
  /** Who does it: "me", "person:<id>", "agent:<id>", or "none" for nobody. */
  assignee: SectionKey.optional(),
  group: ItemGroup.optional(),
  section: SectionKey.optional(),
  sort: ItemSort.optional(),
  order: z.enum(["asc", "desc"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_ROWS).default(100),
});
export type ItemQuery = Omit<z.input<typeof ItemQuery>, "limit"> & { limit?: number };

/**
 * `total` counts all matches (exact). By relevance, the newest 200 matches are ranked and counted; the other orders
 * list all.
 */
export const ItemPage = pageOf(ItemSummary).extend({ total: z.int() }).meta({ id: "ItemPage" });
export type ItemPage = z.infer<typeof ItemPage>;

/** A list whose sections are counted; a list without sections has the same fields. */
export const SectionQuery = ItemQuery.pick({
  type: true,
  only: true,
  status: true,
  q: true,
  tag: true,
  unread: true,
  assignee: true,
}).extend({ group: ItemGroup });
export type SectionQuery = z.input<typeof SectionQuery>;
/**
 * Sections in their order: each status, priority and day, with or without cards; types that have cards; the
 * MAX_TAG_SECTIONS most used tags, and what has none; "me", as many assignees, and what has none. A card is in the
 * section of each of its tags.
 */
export const ItemSections = z
  .object({
    sections: z.array(
      z.object({
        ...{ key: z.string(), count: z.int() },
        name: z.string().optional().describe("of a person or an agent, as on the newest card of the section"),
      }),
    ),
    more: z.boolean().describe("the list has more tags or assignees than these"),
  })
  .meta({ id: "ItemSections" });
export type ItemSections = z.infer<typeof ItemSections>;

/** A place in the order `manual`, a decimal number; null: by the time it was captured. */
const Place = z
  .string()
  .max(400)
  .regex(/^-?\d{1,18}(\.\d{1,300})?$/, "must be a decimal number");
/**
 * Puts items right after or before another in the order `manual`, in the order in which they are named; or back to
 * places that they had (`previous`). It is no change of theirs: neither version nor time grows.
 */
export const PlaceChange = z
  .union([
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_BULK_ITEMS), after: z.uuid() }),
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_BULK_ITEMS), before: z.uuid() }),
    z.strictObject({
      places: z
        .array(z.strictObject({ id: z.uuid(), place: Place.nullable() }))
        .min(1)
        .max(MAX_BULK_ITEMS),
    }),
  ])
  .meta({ id: "PlaceChange" });
export type PlaceChange = z.infer<typeof PlaceChange>;
/** Items that are the person's, where they are now and where they were. */
export const PlaceResult = z
  .object({ placed: z.array(z.object({ id: z.uuid(), place: Place.nullable(), previous: Place.nullable() })) })
  .meta({ id: "PlaceResult" });
export type PlaceResult = z.infer<typeof PlaceResult>;

/** Children of an item, the oldest first; those in the trash are left out. */
export const ChildrenQuery = z.strictObject({
  type: ItemType.optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_CHILDREN).default(MAX_PAGE_CHILDREN),
});
export type ChildrenQuery = Omit<z.input<typeof ChildrenQuery>, "limit"> & { limit?: number };
export const ItemChildren = pageOf(Item).meta({ id: "ItemChildren" });
export type ItemChildren = z.infer<typeof ItemChildren>;

const Day = z.iso.date().refine(isOfTheCalendar, NO_YEAR);
/**
 * When cards are due: `day` moves each to another day, where it keeps its time of the person's clock if it has one.
 * With `at`, exactly what `previous` said.
 */
export const DueChange = z.union([
  z.strictObject({ day: Day }),
  z.strictObject({ at: Moment.nullable(), day: Day.nullable() }),
]);
export type DueChange = z.infer<typeof DueChange>;

/** One change over many items; each id that was changed comes back with its new version, to undo with. */
export const BulkChange = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_BULK_ITEMS),
    set: z
      .strictObject({
        ...{ status: ItemStatus, pinned: z.boolean(), snoozeUntil: Moment.nullable(), due: DueChange },
        priority: z.enum(PRIORITY_SECTIONS).describe("of cards of types that have one; the others keep what they are"),
        assignee: Assignee.nullable().describe("of cards of types that have one; null: nobody"),
      })
      .partial()
      .default({}),
    addTags: z.array(Tag).max(20).default([]),
    removeTags: z.array(Tag).max(20).default([]),
  })
  .meta({ id: "BulkChange" });
export type BulkChange = z.input<typeof BulkChange>;
/** `previous` is what undo sends back, one patch an item. */
export const BulkResult = z.object({
  changed: z.array(
    z.object({
      id: z.uuid(),
      version: z.int(),
      previous: ItemPatch.extend({
        ...{ due: DueChange.optional(), priority: z.enum(PRIORITY_SECTIONS).optional() },
        assignee: Assignee.nullable().optional(),
      }),
      occurrence: z.uuid().optional().describe("it repeats and moved to its next day: what undo takes back"),
    }),
  ),
  missing: z.array(z.uuid()),
});
export type BulkResult = z.infer<typeof BulkResult>;

/**
 * Marks items as opened or not. It is no change of theirs: neither version nor time grows, and the same mark again does
 * nothing.
 */
export const ReadMark = z
  .strictObject({ ids: z.array(z.uuid()).min(1).max(MAX_BULK_ITEMS), unread: z.boolean() })
  .meta({ id: "ReadMark" });
export type ReadMark = z.infer<typeof ReadMark>;
/** Those that were marked otherwise before. */
export const ReadMarkResult = z.object({ changed: z.array(z.uuid()) }).meta({ id: "ReadMarkResult" });
export type ReadMarkResult = z.infer<typeof ReadMarkResult>;

/** How far a card was read. It is no change of the card's: neither version nor time grows. */
export const ReadingMark = z
  .strictObject({ progress: z.number().min(0).max(1).describe("0: at its beginning, 1: to its end") })
  .meta({ id: "ReadingMark" });
export type ReadingMark = z.infer<typeof ReadingMark>;

/** Where the person's days begin, so that a task is due on the day that they call today. */
export const PersonTimeZone = z
  .strictObject({ timeZone: z.string().max(60).refine(isTimeZone, 'must be a time zone such as "Europe/Berlin"') })
  .meta({ id: "PersonTimeZone" });
export type PersonTimeZone = z.infer<typeof PersonTimeZone>;

export const ItemTypeInfo = z.object({
  type: ItemType,
  label: z.string(),
  plural: z.string(),
  icon: z.string(),
  order: z.number(),
  capabilities: z.array(z.string()),
  childTypes: z.array(z.string()),
  parentType: z.string().nullable(),
  /** Whether a person makes one by hand; false for types that only imports create. */
  creatable: z.boolean(),
  count: z.int().describe("items of this type, trash left out; for inbox, what its list holds"),
  waiting: z.int().describe("items of exactly this type that the list inbox holds"),
});
export type ItemTypeInfo = z.infer<typeof ItemTypeInfo>;

/** A time that something that repeats was due, and what became of it. */
export const Occurrence = z
  .object({
    id: z.uuid(),
    kind: z.enum(["completed", "skipped"]),
    at: z.iso.datetime(),
    dueAt: z.iso.datetime(),
    dueDay: z.iso.date().optional().describe("the day it was due on, where no time of it was said"),
  })
  .meta({ id: "Occurrence" });
export type Occurrence = z.infer<typeof Occurrence>;

/** What a person chooses for an import. Without a status each kind of file is sorted in automatically. */
export const ImportChoices = z.strictObject({
  status: z.enum(["inbox", "later", "archived"]).optional(),
  tags: z
    .string()
    .max(MAX_TAGS * (MAX_TAG_LENGTH + 1))
    .transform((list) => list.split(",").filter((tag) => tag.trim() !== ""))
    .pipe(z.array(Tag).max(20))
    .optional()
    .describe("more tags of each card, separated by commas"),
  folders: z.literal("tags").optional().describe("each card gets the names of its folders as tags"),
  copies: z.literal("all").optional().describe("readable copies of the pages are fetched in the background"),
});
export type ImportChoices = z.input<typeof ImportChoices>;

/** What a person chooses for a file that becomes a card. */
export const UploadChoices = z.strictObject({
  tags: z
    .string()
    .max(MAX_TAGS * (MAX_TAG_LENGTH + 1))
    .transform((list) => list.split(",").filter((tag) => tag.trim() !== ""))
    .pipe(z.array(Tag).max(MAX_TAGS))
    .optional()
    .describe("tags of the card, separated by commas"),
  type: ItemType.optional().describe("a type that is made of such files; left out: the one that is surest of it"),
});
export type UploadChoices = z.input<typeof UploadChoices>;

/** An import is a job over an uploaded file; entries that could not be read are named, the others are kept. */
export const ImportState = z.enum(["waiting", "running", "done", "cancelled", "failed"]);
export const ImportSession = z
  .object({
    id: z.uuid(),
    /** As before notes were imported: they count as bookmarks here. */
    kind: z.enum(["bookmarks", "mail"]),
    /** What it brings: "bookmarks", "mail", "notes", or what later versions add. */
    contents: z.string().optional(),
    fileName: z.string(),
    state: ImportState,
    /** Entries found in the file; null while it is still being counted. */
    total: z.int().nullable(),
    done: z.int(),
    created: z.int(),
    /** Same address or message as an item that exists: its time was bumped. */
    duplicates: z.int(),
    refused: z.int(),
    /** The first MAX_NAMED_ENTRIES refused entries: which, and why. */
    errors: z.array(z.object({ entry: z.string(), message: z.string() })),
    /** Why the whole import failed, when state is "failed". */
    failure: z.string().nullable(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
    /** Until when it can be undone; absent when it cannot: it runs, made nothing, was undone, or is too old. */
    undoUntil: z.iso.datetime().optional(),
    /** Its undo: how far it is, and the first MAX_NAMED_ENTRIES cards that were kept because somebody changed them. */
    undo: z
      .object({
        state: ImportState,
        removed: z.int(),
        kept: z.int(),
        named: z.array(z.object({ id: z.uuid(), title: z.string() })),
      })
      .optional(),
    /** The job that fetches readable copies of its pages. */
    copies: z.object({ state: ImportState, done: z.int(), total: z.int().nullable() }).optional(),
  })
  .meta({ id: "ImportSession" });
export type ImportSession = z.infer<typeof ImportSession>;
