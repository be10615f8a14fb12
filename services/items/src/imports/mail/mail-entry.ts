import type { MailData } from "@tessera/contracts-items/items.ts";
import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import type { z } from "zod";
import { normaliseTags } from "../../text/tags.ts";
import type { TypePlugin } from "../../types/plugin.ts";
import { type Entry, refused } from "../entry.ts";
import type { ParsedMail } from "./parse-mail.ts";

/** Type of the cards that mails become. */
export const MAIL_TYPE = "mail";

/** The entry that a message makes. @param blobs contents of its files */
export function mailEntry(
  mail: ParsedMail,
  blobs: Uint8Array[],
  entryName: string,
  status: "inbox" | "later",
  plugin: TypePlugin,
): Entry {
  const { messageId, from, to, cc, date, html, warnings, subject, labels } = mail;
  const data: z.infer<typeof MailData> = { ...(messageId ? { messageId } : {}), from, to, cc, date, html, warnings };
  const draft = {
    type: MAIL_TYPE,
    title: subject,
    body: mail.text,
    data: plugin.data.parse(data),
    tags: normaliseTags(labels).slice(0, MAX_TAGS),
    status,
    sourceUrl: null,
    identity: mail.identity,
    createdAt: date ? new Date(date) : null,
  };
  const valid = plugin.validateMailItem(draft);
  if (valid !== true) return refused(subject || entryName, valid);
  return {
    draft,
    files: mail.files.map(({ name, mediaType }, index) => ({ name, mediaType, content: blobs[index]! })),
  };
}
