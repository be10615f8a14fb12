import { looksLikeMail } from "./mail/mail-form.ts";

/** How a file is read; unknown ones are refused by name. */
export type FileFormat = "bookmarks" | "eml" | "mbox" | "unknown";

/** Finds out what a file is: by its name's ending, else by its beginning. */
export function formatOf(name: string, beginning: Buffer): FileFormat {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  const text = beginning.toString("latin1");
  if (ending === "html" || ending === "htm") return "bookmarks";
  if (ending === "mbox" || ending === "mbx") return "mbox";
  if (ending === "eml") return /^From .*\d:\d\d/.test(text) ? "mbox" : "eml";
  if (/<!doctype netscape-bookmark-file/i.test(text) || /<dl>\s*<p>/i.test(text)) return "bookmarks";
  if (OTHER.has(ending ?? "")) return "unknown";
  if (/^From .*\d:\d\d/.test(text)) return "mbox";
  return looksLikeMail(beginning) ? "eml" : "unknown";
}

/** Endings of files that are something else, whatever their text looks like. */
const OTHER = new Set([
  "json",
  "csv",
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
  "md",
]);

export const UNKNOWN_FORMAT =
  "This kind of file is not imported. Bookmarks are read from the HTML file that browsers export, mails from .eml and .mbox files";
