import { cleanText } from "../text/clean.ts";

/** UTF-16 where it begins with its mark, else UTF-8, or windows-1252 where it is none. */
export function textOf(bytes: Uint8Array): string {
  const mark = bytes.length >= 2 ? (bytes[0]! << 8) | bytes[1]! : 0;
  if (mark === 0xfffe || mark === 0xfeff)
    return cleanText(new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes));
  try {
    return cleanText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return cleanText(new TextDecoder("windows-1252").decode(bytes));
  }
}
