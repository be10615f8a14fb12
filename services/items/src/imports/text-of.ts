import { cleanText } from "../text/clean.ts";

/** UTF-8, or windows-1252 where it is none. */
export function textOf(bytes: Uint8Array): string {
  try {
    return cleanText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return cleanText(new TextDecoder("windows-1252").decode(bytes));
  }
}
