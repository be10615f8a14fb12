// What reads foreign content, each in a process of its own (service-kit, untrusted/).

import { surveyArchive as survey } from "./imports/archive/read-archive.ts";
import { readPosts } from "./imports/bookmarks/read-posts.ts";
import { readContacts } from "./imports/contacts/read-contacts.ts";
import { readCsv } from "./imports/csv/read-csv.ts";
import { inParts } from "./imports/in-parts.ts";
import { readJson } from "./imports/json/read-json.ts";
import { readTodoist } from "./imports/todoist/read-todoist.ts";

export { readArchive as archive, readMarkdown as markdown } from "./imports/archive/read-archive.ts";
export { parseBookmarks as bookmarks } from "./imports/bookmarks/parse-bookmarks.ts";
export { parseMail as mail } from "./imports/mail/parse-mail.ts";
export { copyPage } from "./page-copies/copy-page.ts";
export { readPicture as picture } from "./pictures/read-picture.ts";
export { readPage as page } from "./types/bookmark/read-page.ts";
export { readPdf as pdf } from "./types/file/read-pdf.ts";
export { readPlainText as plainText } from "./types/file/read-plain-text.ts";
export { readImage as image } from "./types/image/read-image.ts";

export const csv = inParts(readCsv);
export const json = inParts(readJson);
export const xml = inParts(readPosts);
export const todoist = inParts(readTodoist);
export const contacts = inParts(readContacts);
export const surveyArchive = inParts(survey);
