// What reads foreign content, each in a process of its own (service-kit, untrusted/).
export { readArchive as archive, readMarkdown as markdown, surveyArchive } from "./imports/archive/read-archive.ts";
export { parseBookmarks as bookmarks } from "./imports/bookmarks/parse-bookmarks.ts";
export { readCsv as csv } from "./imports/csv/read-csv.ts";
export { readJson as json } from "./imports/json/read-json.ts";
export { parseMail as mail } from "./imports/mail/parse-mail.ts";
export { readTodoist as todoist } from "./imports/todoist/read-todoist.ts";
export { copyPage } from "./page-copies/copy-page.ts";
export { readPicture as picture } from "./pictures/read-picture.ts";
export { readPage as page } from "./types/bookmark/read-page.ts";
export { readPdf as pdf } from "./types/file/read-pdf.ts";
export { readPlainText as plainText } from "./types/file/read-plain-text.ts";
export { readImage as image } from "./types/image/read-image.ts";
