const KINDS: Record<string, string> = {
  "application/pdf": "PDF",
  "application/zip": "ZIP archive",
  "application/gzip": "Gzip archive",
  "application/x-7z-compressed": "7-Zip archive",
  "application/vnd.rar": "RAR archive",
  "application/rtf": "Rich text",
  "application/epub+zip": "E-book",
  "application/vnd.sqlite3": "SQLite database",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel workbook",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint presentation",
  "application/vnd.oasis.opendocument.text": "OpenDocument text",
  "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument spreadsheet",
  "image/tiff": "TIFF image",
  "image/heic": "HEIC image",
  "image/avif": "AVIF image",
};
/** A text is what its name says: it is shown as it is, whatever that is. */
const TEXTS: Record<string, string> = {
  csv: "CSV table",
  css: "Style sheet",
  eml: "Mail",
  htm: "HTML page",
  html: "HTML page",
  js: "JavaScript",
  json: "JSON",
  log: "Log",
  md: "Markdown",
  svg: "SVG drawing",
  xml: "XML",
  yaml: "YAML",
  yml: "YAML",
};

/** Why pictures of a kind that phones make are not shown: what decodes them is not free to be passed on. */
export const HEIC_NOT_SHOWN =
  "HEIC pictures are kept as files, without a preview. As JPEG they are shown, and searched.";

/** What a file is, in words. @param mediaType by its first bytes */
export function fileKind(mediaType: string, name: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  if (mediaType === "text/plain") return TEXTS[ending] ?? "Text";
  const [group, kind = ""] = mediaType.split("/");
  if (KINDS[mediaType]) return KINDS[mediaType];
  if (group === "audio") return "Audio";
  if (group === "video") return "Video";
  if (group === "image") return `${kind.toUpperCase()} image`;
  return "File";
}
