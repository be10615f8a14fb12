import { MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { imageSize } from "image-size";
import { decodeWords } from "postal-mime";
import type { InlinePicture } from "../../html/sanitise.ts";
import { cleanText } from "../../text/clean.ts";
import type { EntryFile } from "../entry.ts";
import { readableWords } from "./charset.ts";
import { decodeBody } from "./decode-body.ts";
import { isText } from "./mail-body.ts";
import { fieldValue, readHeader } from "./mime-headers.ts";
import type { Part } from "./mime-parts.ts";

/** Most attachments of one message, and bytes of one. */
const MAX_FILES = 100;
const MAX_BYTES = 25 * 1024 * 1024;
/** Bytes of the message's own pictures that are put into its HTML: each, and all together. */
const MAX_PICTURE = 512 * 1024;
const MAX_PICTURES = 1536 * 1024;
const PICTURE = /^image\/(png|jpeg|gif|webp|bmp)$/;
/** What files without a name are called, by their type. */
const NAMES: Record<string, string> = { "message/rfc822": "message.eml", "text/calendar": "invitation.ics" };

/**
 * Sorts a message's files into pictures that its HTML shows (data: addresses by Content-ID) and attachments, byte for
 * byte.
 */
export function takeFiles(
  parts: Part[],
  warnings: Set<string>,
): { inline: Map<string, InlinePicture>; files: EntryFile[] } {
  const inline = new Map<string, InlinePicture>();
  const files: EntryFile[] = [];
  const shown = namedPictures(parts);
  let pictures = 0;
  let index = 0;
  for (const part of parts) {
    if (isText(part)) continue;
    index += 1;
    const id = fieldValue(part.fields, "content-id")?.replaceAll(/^<|>$/g, "");
    const { value: type } = part.type;
    const bytes = () => decodeBody(part.raw, fieldValue(part.fields, "content-transfer-encoding"), MAX_BYTES + 1).bytes;
    if (id && shown.has(id) && PICTURE.test(type) && part.raw.length <= 2 * MAX_PICTURE) {
      const content = bytes();
      const size = sizeOf(content);
      if (size && content.length <= MAX_PICTURE && pictures + content.length <= MAX_PICTURES) {
        pictures += content.length;
        inline.set(id, { src: `data:${size.mediaType};base64,${content.toString("base64")}`, ...size });
        continue;
      }
    }
    const name = fileName(part, index);
    if (files.length === MAX_FILES) {
      warnings.add(`The message has more than ${MAX_FILES} attachments; the others were left out`);
      continue;
    }
    const content = bytes();
    if (content.length > MAX_BYTES)
      warnings.add(`The attachment "${name}" is larger than ${MAX_BYTES / 1024 / 1024} MB and was left out`);
    else files.push({ name, mediaType: mediaType(type), content });
  }
  return { inline, files };
}

/** What a picture is by its bytes, whatever the message says; null when browsers would not paint it. */
function sizeOf(content: Uint8Array): { mediaType: string; width: number; height: number } | null {
  try {
    const { type, width, height } = imageSize(content);
    const mediaType = `image/${type === "jpg" ? "jpeg" : type}`;
    return PICTURE.test(mediaType) ? { mediaType, width, height } : null;
  } catch {
    return null;
  }
}

/** Content-IDs that the HTML of a message names. */
function namedPictures(parts: Part[]): Set<string> {
  const named = new Set<string>();
  for (const part of parts) {
    if (part.type.value !== "text/html" || !isText(part)) continue;
    const html = decodeBody(part.raw, fieldValue(part.fields, "content-transfer-encoding"), 3_000_000).bytes.toString(
      "latin1",
    );
    for (const [, id] of html.matchAll(/\bcid:([^\s"'<>)]{1,300})/gi)) named.add(id!);
  }
  return named;
}

/** A name that is one on every system: no path, no control characters. */
function fileName(part: Part, index: number): string {
  const given = cleanText(decodeWords(readableWords(namedAs(part))))
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/[:*?"<>|]/g, "_")
    .trim();
  return given.replace(/^\.+$/, "").slice(-200).toWellFormed() || NAMES[part.type.value] || `attachment-${index}`;
}

/** The name that is given, or the subject of a message that is attached without one. */
function namedAs({ type, disposition, raw }: Part): string {
  const given = disposition.parameters.get("filename") ?? type.parameters.get("name");
  if (given || type.value !== "message/rfc822") return (given ?? "").slice(0, 2000);
  const subject = fieldValue(readHeader(raw, 0, raw.length).fields, "subject")?.slice(0, MAX_TITLE_LENGTH);
  return subject?.trim() ? `${subject.replaceAll(/[\\/]/g, "_")}.eml` : "";
}

const mediaType = (type: string) => (/^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(type) ? type : "application/octet-stream");
