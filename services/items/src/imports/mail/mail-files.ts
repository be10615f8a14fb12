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
import { tnefFiles } from "./tnef.ts";

/** Most attachments of one message, and bytes of one. */
const MAX_FILES = 100;
const MAX_BYTES = 25 * 1024 * 1024;
/** Bytes of the message's own pictures that are put into its HTML: each, and all together. */
const MAX_PICTURE = 512 * 1024;
const MAX_PICTURES = 1536 * 1024;
const TNEF = /^application\/(?:vnd\.)?ms-tnef$/;
const PICTURE = /^image\/(png|jpeg|gif|webp|bmp)$/;
/** What files without a name are called, by their type. */
const NAMES: Record<string, string> = { "message/rfc822": "message.eml", "text/calendar": "invitation.ics" };

/** A file of a message; `isBeside` for what another part of it holds as well. */
export type MailFile = EntryFile & { isBeside?: true };
const BESIDE = { isBeside: true } as const;

/**
 * Sorts a message's files into pictures that its HTML shows (data: addresses by Content-ID) and attachments, byte for
 * byte. A text that has the name of a file is one beside being part of the text.
 * @param shown Content-IDs of pictures that the HTML shows; those that it names where nothing is said
 */
export function takeFiles(
  parts: Part[],
  warnings: Set<string>,
  shown: ReadonlySet<string> = namedPictures(parts),
): { inline: Map<string, InlinePicture>; files: MailFile[] } {
  const inline = new Map<string, InlinePicture>();
  const files: MailFile[] = [];
  let pictures = 0;
  let index = 0;
  for (const part of parts) {
    if (isText(part) && !isNamedText(part)) continue;
    if (!isText(part)) index += 1;
    const id = fieldValue(part.fields, "content-id")?.replaceAll(/^<|>$/g, "");
    const { value: type } = part.type;
    const bytes = () => decodeBody(part.raw, fieldValue(part.fields, "content-transfer-encoding"), MAX_BYTES + 1).bytes;
    if (id && shown.has(id) && !inline.has(id) && PICTURE.test(type) && part.raw.length <= 2 * MAX_PICTURE) {
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
    else files.push({ name, mediaType: mediaType(type), content, ...(isText(part) ? BESIDE : {}) });
    // What Outlook packed is there for everybody beside the packet itself.
    if (!TNEF.test(type) && name.toLowerCase() !== "winmail.dat") continue;
    for (const { name: packed, content: unpacked } of tnefFiles(content).slice(0, MAX_FILES - files.length))
      files.push({
        name: safeName(packed) || "file",
        mediaType: "application/octet-stream",
        content: unpacked,
        ...BESIDE,
      });
  }
  return { inline, files };
}

/** One that stands in the text and is a file: neither form of an alternative is. */
const isNamedText = ({ disposition, alternative }: Part): boolean =>
  alternative === null && disposition.value === "inline" && Boolean(disposition.parameters.get("filename"));

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

function fileName(part: Part, index: number): string {
  const given = safeName(decodeWords(readableWords(namedAs(part))));
  return given || NAMES[part.type.value] || `attachment-${index}`;
}

/** A name that is one on every system: no path, no control characters. */
const safeName = (name: string): string =>
  cleanText(name)
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/[:*?"<>|]/g, "_")
    .trim()
    .replace(/^\.+$/, "")
    .slice(-200)
    .toWellFormed();

/** The name that is given, or the subject of a message that is attached without one. */
function namedAs({ type, disposition, raw }: Part): string {
  const given = disposition.parameters.get("filename") ?? type.parameters.get("name");
  if (given || type.value !== "message/rfc822") return (given ?? "").slice(0, 2000);
  const subject = fieldValue(readHeader(raw, 0, raw.length).fields, "subject")?.slice(0, MAX_TITLE_LENGTH);
  return subject?.trim() ? `${subject.replaceAll(/[\\/]/g, "_")}.eml` : "";
}

const mediaType = (type: string) => (/^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(type) ? type : "application/octet-stream");
