import type { Attachment, Email } from "postal-mime";
import { cleanText } from "../../text/clean.ts";
import type { EntryFile } from "../entry.ts";

/** Most attachments of one message, and bytes of one. */
const MOST_FILES = 100;
const MOST_BYTES = 25 * 1024 * 1024;
/** Bytes of the message's own pictures that are put into its HTML: each, and all together. */
const MOST_PICTURE = 512 * 1024;
const MOST_PICTURES = 1536 * 1024;
const PICTURE = /^image\/(png|jpeg|gif|webp|bmp)$/;

/** Parts a message's files into pictures that its HTML shows (data: addresses by Content-ID) and attachments. */
export function takeFiles(mail: Email, warnings: string[]): { inline: Map<string, string>; files: EntryFile[] } {
  const inline = new Map<string, string>();
  const files: EntryFile[] = [];
  let pictures = 0;
  for (const [index, part] of mail.attachments.entries()) {
    const content = bytesOf(part);
    const id = part.contentId?.replaceAll(/^<|>$/g, "");
    const shown = id && mail.html?.includes(`cid:${id}`) && PICTURE.test(part.mimeType);
    if (shown && content.length <= MOST_PICTURE && pictures + content.length <= MOST_PICTURES) {
      pictures += content.length;
      inline.set(id, `data:${part.mimeType};base64,${Buffer.from(content).toString("base64")}`);
      continue;
    }
    const name = fileName(part, index);
    if (files.length === MOST_FILES) warnings.push(`The message has more than ${MOST_FILES} attachments; "${name}" was left out`);
    else if (content.length > MOST_BYTES)
      warnings.push(`The attachment "${name}" is larger than ${MOST_BYTES / 1024 / 1024} MB and was left out`);
    else files.push({ name, mediaType: mediaType(part.mimeType), content });
  }
  return { inline, files };
}

function bytesOf({ content, encoding }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

/** A name that is one on every system: no path, no control characters. */
function fileName(part: Attachment, index: number): string {
  const given = cleanText(part.filename ?? "")
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/[:*?"<>|]/g, "_")
    .trim();
  const fallback = part.mimeType === "message/rfc822" ? "message.eml" : part.mimeType === "text/calendar" ? "invitation.ics" : "";
  return given.replace(/^\.+$/, "").slice(-200).toWellFormed() || fallback || `attachment-${index + 1}`;
}

const mediaType = (type: string) => (/^[\w.+-]{1,80}\/[\w.+-]{1,80}$/.test(type) ? type : "application/octet-stream");
