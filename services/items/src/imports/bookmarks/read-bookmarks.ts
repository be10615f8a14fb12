import { createHash } from "node:crypto";
import {
  MAX_BODY_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FOLDER_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "@tessera/contracts-items/limits.ts";
import { cleanText, shorten } from "../../text/clean.ts";
import { normaliseTags } from "../../text/tags.ts";
import { type Entry, refused } from "../entry.ts";
import { parseAddDate } from "./add-date.ts";
import type { RawBookmark } from "./parse-bookmarks.ts";

/** A text of one's own in Shaarli, among the links: its address is within the installation. */
const OWN_NOTE = /^(\?|\/shaare\/)[\w-]{6}$/;
/** What links of browsers that are no pages are, in words. */
const OTHER_SCHEMES: Record<string, string> = {
  javascript: "a script, not a page",
  place: "a search in Firefox's own bookmarks, not a page",
  data: "a document inside the link, not a page",
  chrome: "a page of the browser itself",
  edge: "a page of the browser itself",
  about: "a page of the browser itself",
  file: "a file on a computer",
};

/** Entries of a file of bookmarks, in the file's order. */
export async function* readBookmarks(
  bookmarks: AsyncIterable<RawBookmark> | Iterable<RawBookmark>,
  now: Date,
  commaTags: boolean,
): AsyncGenerator<Entry> {
  for await (const raw of bookmarks) yield toEntry(raw, now, commaTags);
}

/** Counts a file's entries and finds out how it separates its tags, before the first entry is kept. */
export async function surveyBookmarks(
  bookmarks: AsyncIterable<RawBookmark>,
): Promise<{ total: number; commaTags: boolean }> {
  let total = 0;
  let commaTags = false;
  for await (const raw of bookmarks) {
    total += 1;
    commaTags ||= raw.tags.includes(",");
  }
  return { total, commaTags };
}

/** Tags that stand for what an app said of a link; linkding writes the archive as one. */
const STARRED = "Starred";
export const TO_READ = "To read";
const ARCHIVED = "linkding:archived";

function toEntry(raw: RawBookmark, now: Date, commaTags: boolean): Entry {
  if (raw.refused !== undefined) return refused(raw.title, raw.refused);
  if (raw.isFolder) return folderNote(raw);
  const href = cleanText(raw.href).trim();
  const whole = cleanText(raw.title).replaceAll(/\s+/g, " ").trim();
  const title = shorten(whole, MAX_TITLE_LENGTH);
  const name = title || href;
  const said = cleanText(raw.description).trim();
  const isNote = said !== "" && (raw.isNote || OWN_NOTE.test(href));
  if (!href && !isNote) return refused(name, "The entry has no address");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase();
  const given = normaliseTags(raw.tags.split(commaTags ? "," : /\s+/));
  const isArchived = raw.isArchived || given.includes(ARCHIVED);
  const all = normaliseTags([
    ...given.filter((tag) => tag !== ARCHIVED),
    ...(raw.isStarred ? [STARRED] : []),
    ...(raw.isToRead ? [TO_READ] : []),
  ]);
  const tags = all.slice(0, MAX_TAGS);
  const createdAt = parseAddDate(raw.addDate, now);
  const status = isArchived ? "archived" : "later";
  if (isNote) {
    const [what, folder] = [{ type: "note", title, body: said, data: {}, tags }, pathOf(raw)];
    return { draft: { ...what, status, sourceUrl: null, createdAt, folder, identity: toldBy("own", title, said) } };
  }
  if (!scheme) return refused(name, "The address is not one of the web: it names no site");
  if (scheme !== "http" && scheme !== "https") {
    return refused(name, `The link begins with ${scheme}: and is ${OTHER_SCHEMES[scheme] ?? "not a page of the web"}`);
  }
  if (href.length > MAX_URL_LENGTH) return refused(name, `The address is longer than ${MAX_URL_LENGTH} characters`);
  if (!URL.canParse(href)) return refused(name, "The address cannot be read");
  const url = new URL(href).href;
  const folder = pathOf(raw);
  const description = [
    said,
    raw.keyword ? `Keyword: ${cleanText(raw.keyword)}` : "",
    title === whole ? "" : `Title: ${whole}`,
    all.length > MAX_TAGS ? `More tags: ${all.slice(MAX_TAGS).join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
  const isLong = description.length > MAX_DESCRIPTION_LENGTH;
  return {
    draft: {
      type: "bookmark",
      title,
      // A description that is too long for its field stands in the text, whole.
      body: isLong ? description.slice(0, MAX_BODY_LENGTH) : "",
      data: {
        url,
        ...(description ? { description: shorten(description, MAX_DESCRIPTION_LENGTH) } : {}),
        ...(folder ? { folder: shorten(folder, MAX_FOLDER_LENGTH) } : {}),
        ...(raw.isPrivate ? { private: true } : {}),
      },
      tags,
      status,
      sourceUrl: url,
      createdAt,
      folder,
      ...(raw.isUnread ? { isUnread: true } : {}),
    },
  };
}

const pathOf = ({ folders }: RawBookmark): string =>
  folders
    .map((each) => cleanText(each).replaceAll(/\s+/g, " ").trim().replaceAll("/", "∕"))
    .filter(Boolean)
    .join("/");

/** What is said of a folder is a note of its name: no card stands for a folder. */
function folderNote(raw: RawBookmark): Entry {
  const folder = pathOf(raw);
  const title = shorten(cleanText(raw.title).replaceAll(/\s+/g, " ").trim(), MAX_TITLE_LENGTH);
  const body = cleanText(raw.description).trim();
  return {
    draft: {
      ...{ type: "note", title, body, data: {}, tags: [], status: "later", sourceUrl: null, createdAt: null },
      ...{ identity: toldBy("folder", folder, body), folder },
    },
  };
}

/** What a text without an address is told by, so that the same file again makes nothing twice. */
const toldBy = (kind: string, name: string, text: string): string =>
  `${kind}:${createHash("sha256").update(`${name}\0${text}`).digest("hex")}`;
