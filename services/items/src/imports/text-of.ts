import { cleanText } from "../text/clean.ts";

/** UTF-16 where it begins with its mark or looks like it, else UTF-8, or windows-1252 where it is none. */
export function textOf(bytes: Uint8Array): string {
  const mark = bytes.length >= 2 ? (bytes[0]! << 8) | bytes[1]! : 0;
  if (isBareUtf16(bytes)) return cleanText(new TextDecoder("utf-16le").decode(bytes));
  if (mark === 0xfffe || mark === 0xfeff)
    return cleanText(new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(bytes));
  try {
    return cleanText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return cleanText(new TextDecoder("windows-1252").decode(bytes));
  }
}

/** Bytes that are looked at; fewer say nothing. */
const HEAD = 1000;
const SHORTEST = 16;

/** Whether most of its first signs are Latin letters in UTF-16 without a mark: a NUL behind each. */
function isBareUtf16(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, HEAD);
  let nuls = 0;
  for (let at = 1; at < head.length; at += 2) if (head[at] === 0 && head[at - 1] !== 0) nuls += 1;
  return head.length >= SHORTEST && nuls * 4 > head.length;
}
