import { looksLikeMail } from "./mail/mail-form.ts";

/** How a file is read; unknown ones are refused by name. */
export type FileFormat =
  | "bookmarks"
  | "csv"
  | "json"
  | "xml"
  | "todoist"
  | "vcard"
  | "eml"
  | "mbox"
  | "markdown"
  | "archive"
  | "unknown";

/** What an import brings, by which its list and its words go. */
export type ImportKind = "bookmarks" | "mail" | "notes" | "tasks" | "contacts";

export const KIND_OF: Record<Exclude<FileFormat, "unknown">, ImportKind> = {
  ...{ bookmarks: "bookmarks", csv: "bookmarks", json: "bookmarks", xml: "bookmarks" },
  ...{ eml: "mail", mbox: "mail" },
  ...{ markdown: "notes", archive: "notes" },
  ...{ todoist: "tasks", vcard: "contacts" },
};
/** Where the cards of an import are listed. */
export const LIST_OF: Record<ImportKind, string> = {
  bookmarks: "/items/bookmark",
  mail: "/items/mail",
  notes: "/items/note",
  tasks: "/items/task",
  contacts: "/items/person",
};
/** What the job of an import counts. */
export const UNIT_OF: Record<ImportKind, string> = {
  bookmarks: "bookmarks",
  mail: "mails",
  notes: "files",
  tasks: "tasks",
  contacts: "contacts",
};
/** The first columns of a project that Todoist exported, behind a byte order mark; no export of bookmarks has them. */
const TODOIST = /^(?:\xEF\xBB\xBF)?"?TYPE"?[,;\t]"?CONTENT"?[,;\t]/i;

/** What browsers and services write at the beginning of their bookmarks. */
const JSON_OF_BOOKMARKS = [
  /^\{[^{}[\]]*(?:"roots"\s*:|"text\/x-moz-place-container")/,
  /^\{.*?"(?:bookmarks|collections)"\s*:\s*\[\s*\{/s,
  /^\[\s*\{.*?"(?:href|url)"\s*:\s*"/s,
];

/** As Delicious and Pinboard begin their XML. */
const POSTS = /^(?:<\?xml.*?\?>\s*)?(?:<!--.*?-->\s*)*<posts[\s>]/s;

/** Finds out what a file is: by its name's ending, else by its beginning. */
export function formatOf(name: string, beginning: Buffer): FileFormat {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  const text = beginning.toString("latin1");
  if (ending === "html" || ending === "htm") return "bookmarks";
  if (ending === "mbox" || ending === "mbx") return "mbox";
  if (ending === "csv") return TODOIST.test(text) ? "todoist" : "csv";
  if (ending === "md" || ending === "markdown") return "markdown";
  if (ending === "zip" && beginning.subarray(0, 2).toString("latin1") === "PK") return "archive";
  if (ending === "enex") return "archive";
  if (ending === "eml") return /^From .*\d:\d\d/.test(text) ? "mbox" : "eml";
  if (/<!doctype netscape-bookmark-file/i.test(text) || /<dl>\s*<p>/i.test(text)) return "bookmarks";
  const bare = text.replace(/^(?:\xEF\xBB\xBF)?\s*/, "");
  if (JSON_OF_BOOKMARKS.some((form) => form.test(bare))) return "json";
  if (POSTS.test(bare)) return "xml";
  if (ending === "vcf" || ending === "vcard" || /^BEGIN:VCARD\s/i.test(bare)) return "vcard";
  if (OTHER.has(ending ?? "")) return "unknown";
  if (/^From .*\d:\d\d/.test(text)) return "mbox";
  return looksLikeMail(beginning) ? "eml" : "unknown";
}

/** Endings of files that are something else, whatever their text looks like. */
const OTHER = new Set([
  "json",
  "ics",
  "xml",
  "zip",
  "gz",
  "pdf",
  "png",
  "jpg",
  "jpeg",
  "gif",
  "doc",
  "docx",
  "xls",
  "xlsx",
]);

export const UNKNOWN_FORMAT =
  "This kind of file is not imported. Bookmarks are read from the HTML file that browsers export, from CSV files, from the XML of Pinboard and Delicious and from the JSON of Chrome, Firefox, Pinboard, Omnivore, wallabag, Karakeep and Linkwarden, tasks from the CSV files that Todoist exports, contacts from .vcf files, notes from Markdown files, ZIP archives of them and the .enex files that Evernote exports, mails from .eml and .mbox files";
