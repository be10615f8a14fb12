/** Bytes looked at to find out what a file is. */
export const BEGINNING = 16 * 1024;

/** What a file begins with; `at` is where, in bytes. */
const SIGNATURES: { type: string; at?: number; bytes: string | number[] }[] = [
  { type: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/tiff", bytes: [0x49, 0x49, 0x2a, 0x00] },
  { type: "image/tiff", bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { type: "image/avif", at: 4, bytes: "ftypavif" },
  // Its brands by ISO 23008-12, annex B: one of them would else be taken for a film.
  ...["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map((brand) => ({
    ...{ type: "image/heic", at: 4, bytes: `ftyp${brand}` },
  })),
  { type: "audio/mp4", at: 4, bytes: "ftypM4A" },
  { type: "video/quicktime", at: 4, bytes: "ftypqt" },
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "video/webm", bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: "audio/mpeg", bytes: "ID3" },
  { type: "audio/mpeg", bytes: [0xff, 0xfb] },
  { type: "audio/ogg", bytes: "OggS" },
  { type: "audio/flac", bytes: "fLaC" },
  { type: "application/rtf", bytes: "{\\rtf" },
  { type: "application/gzip", bytes: [0x1f, 0x8b] },
  { type: "application/x-7z-compressed", bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { type: "application/vnd.rar", bytes: "Rar!" },
  { type: "application/vnd.sqlite3", bytes: "SQLite format 3\0" },
];
const ZIP = String.fromCharCode(0x50, 0x4b, 3, 4);
/** What a ZIP is besides, by the name of an entry near its beginning. */
const IN_ZIP: [string, string][] = [
  ["word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"],
  ["mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "application/vnd.oasis.opendocument.spreadsheet"],
  ["mimetypeapplication/epub+zip", "application/epub+zip"],
];
/** Readers of PDF take one whose header stands within its first 1024 bytes; ISO 32000-1, annex H.3.4.1. */
const PDF_WITHIN = 1024;
/** Signs below the space that texts have: those of lines and pages, backspace and escape. */
const IN_TEXT = new Set([8, 9, 10, 11, 12, 13, 27]);
export const PLAIN_TEXT = "text/plain";

/**
 * What a file is, by its first bytes: its name, and what its sender calls it, may be wrong. Every text is plain text,
 * also a page or a drawing that holds scripts.
 */
export function mediaTypeOf(beginning: Buffer): string {
  const letters = beginning.toString("latin1");
  for (const { type, at = 0, bytes } of SIGNATURES) {
    const sign = typeof bytes === "string" ? bytes : String.fromCharCode(...bytes);
    if (letters.startsWith(sign, at)) return type;
  }
  if (letters.startsWith("RIFF")) {
    if (letters.startsWith("WEBP", 8)) return "image/webp";
    if (letters.startsWith("WAVE", 8)) return "audio/wav";
  }
  if (letters.slice(0, PDF_WITHIN).includes("%PDF-")) return "application/pdf";
  if (letters.startsWith(ZIP)) return IN_ZIP.find(([name]) => letters.includes(name))?.[1] ?? "application/zip";
  // A bitmap begins like a text: its header says where the pixels are.
  if (letters.startsWith("BM") && beginning.length >= 26 && beginning.readUInt32LE(6) === 0) return "image/bmp";
  return isText(beginning) ? PLAIN_TEXT : "application/octet-stream";
}

function isText(beginning: Buffer): boolean {
  if (beginning.length >= 2 && [0xfeff, 0xfffe].includes(beginning.readUInt16BE(0))) return true;
  return beginning.every((byte) => byte >= 32 || IN_TEXT.has(byte));
}
