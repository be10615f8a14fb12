import { MAX_EXTRACTED_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import type { FoundDocument } from "./read-document.ts";

/** Bytes that are decoded: as many as the longest text may have. */
const MAX_DECODED = MAX_EXTRACTED_LENGTH * 4;

/** A text by its byte order mark, else as UTF-8, and as Windows does where it is none. */
export function readPlainText({ blobs: [bytes] }: Content<null>): Content<FoundDocument> {
  const text = decode(bytes!.subarray(0, MAX_DECODED));
  return {
    value: {
      text: text.slice(0, MAX_EXTRACTED_LENGTH).toWellFormed(),
      textCut: text.length > MAX_EXTRACTED_LENGTH || bytes!.length > MAX_DECODED,
    },
    blobs: [],
  };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    // What is cut may end within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
