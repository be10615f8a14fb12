/** Bytes in which a page must have said its character set; HTML standard, "prescan a byte stream". */
const PRESCAN = 1024;

/** The text of a page: by its byte order mark, the answer's content type, the page's own meta element, else UTF-8. */
export const decodeHtml = (bytes: Buffer, contentType: string): string => decoderFor(bytes, contentType).decode(bytes);

/** The decoder for HTML that begins with these bytes. */
export function decoderFor(bytes: Buffer, contentType = ""): TextDecoder {
  const named = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1] ?? metaCharset(bytes);
  try {
    return new TextDecoder(bom(bytes) ?? named ?? "utf-8");
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** Whether HTML that begins with these bytes says itself in which character set it is. */
export const namesCharset = (bytes: Buffer): boolean => (bom(bytes) ?? metaCharset(bytes)) !== undefined;

function bom(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  return undefined;
}

function metaCharset(bytes: Buffer): string | undefined {
  const named = /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(bytes.subarray(0, PRESCAN).toString("latin1"))?.[1];
  return named && /^utf-16/i.test(named) ? "utf-8" : named;
}
