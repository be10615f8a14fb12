import { createHash } from "node:crypto";
import type { MailAddress, MailData } from "@tessera/contracts/items.ts";
import PostalMime, { type Address, type Email } from "postal-mime";
import type { z } from "zod";
import { sanitiseMail, textOf } from "../../html/sanitise.ts";
import { cleanText, shorten } from "../../text/clean.ts";
import type { TypePlugin } from "../../types/plugin.ts";
import { type Entry, refused } from "../entry.ts";
import { takeFiles } from "./mail-files.ts";
import { headersOf, looksLikeMail, mailWarnings } from "./mail-form.ts";

/** Most addresses kept of From, To and Cc; contracts/items.ts, MailData. */
const MOST_FROM = 50;
const MOST_TO = 500;
/** Characters kept of the text and of the sanitised HTML. */
const MOST_BODY = 500_000;
const MOST_HTML = 2_000_000;

/** Reads one message as far as it can be read; what was odd about it is said in its warnings. */
export async function readMail(bytes: Buffer, entryName: string, status: "inbox" | "later", plugin: TypePlugin): Promise<Entry> {
  const raw = asBytes(bytes);
  if (raw.length === 0) return refused(entryName, "The message is empty");
  if (raw.subarray(0, 512).includes(0)) return refused(entryName, "This is not a mail but a binary file");
  const warnings = mailWarnings(raw);
  const mail = await parse(raw, warnings);
  const subject = cleanText(mail.subject ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const { inline, files } = takeFiles(mail, warnings);
  const html = mail.html ? sanitiseMail(mail.html, inline) : null;
  if (html?.blockedImages)
    warnings.push(`${html.blockedImages} pictures from other sites are not shown: fetching them would tell the sender`);
  const keptHtml = html && html.html.length > MOST_HTML ? null : html;
  if (html !== keptHtml) warnings.push("The HTML of the message is too long to be shown; its text is kept");
  const text = cleanText(mail.text?.trim() ? mail.text : html ? textOf(html.html) : "")
    .replaceAll("\r\n", "\n")
    .trim();
  if (text.length > MOST_BODY) warnings.push(`The text is longer than ${MOST_BODY} characters and was cut`);
  const date = dateOf(mail, warnings);
  const data: z.infer<typeof MailData> = {
    ...(mail.messageId ? { messageId: cleanText(mail.messageId).slice(0, 1000).toWellFormed() } : {}),
    from: addresses(mail.from ? [mail.from] : mail.sender ? [mail.sender] : [], MOST_FROM),
    to: addresses(mail.to ?? [], MOST_TO),
    cc: addresses(mail.cc ?? [], MOST_TO),
    date: date?.toISOString() ?? null,
    html: keptHtml && cleanText(keptHtml.html),
    warnings: [...new Set(warnings)],
  };
  if (!data.from.length) data.warnings.push("The message does not say who sent it");
  const draft = {
    type: "mail",
    title: shorten(subject, 500),
    body: shorten(text, MOST_BODY),
    data: plugin.data.parse(data),
    tags: [],
    status,
    sourceUrl: null,
    identity: identityOf(mail, raw),
    createdAt: date,
  };
  const valid = plugin.validateMailItem(draft);
  return valid === true ? { draft, files } : refused(subject || entryName, valid);
}

/** Parses; a message that breaks the parser's limits is read as headers and plain text. */
async function parse(raw: Buffer, warnings: string[]): Promise<Email> {
  if (!looksLikeMail(raw)) {
    warnings.push("The message has no headers; all of it was read as its text");
    return { headers: [], headerLines: [], attachments: [], text: raw.toString("utf8") };
  }
  const { head, body } = headersOf(raw);
  try {
    const mail = await PostalMime.parse(raw);
    const nothing = !mail.text?.trim() && !mail.html && !mail.attachments.length && body.some((byte) => byte > 32);
    if (nothing) warnings.push("The parts of the message could not be found; what follows its headers was read as its text");
    return nothing ? { ...mail, text: body.toString("utf8") } : mail;
  } catch {
    warnings.push("The parts of the message could not be told apart; it was read as plain text");
    const mail = await PostalMime.parse(
      head.replaceAll(/^(content-type|content-transfer-encoding):.*(\r?\n[ \t].*)*/gim, "x-unread: 1"),
    ).catch((): Email => ({ headers: [], headerLines: [], attachments: [] }));
    return { ...mail, text: body.toString("utf8"), html: undefined, attachments: [] };
  }
}

function addresses(list: Address[], most: number): z.infer<typeof MailAddress>[] {
  return list
    .flatMap((address) => (address.group ? address.group : [address]))
    .map(({ name, address }) => ({ name: oneLine(name), address: oneLine(address ?? "") }))
    .filter(({ name, address }) => name || address)
    .slice(0, most);
}

const oneLine = (text: string) =>
  shorten(
    cleanText(text ?? "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    500,
  );

function dateOf(mail: Email, warnings: string[]): Date | null {
  const date = new Date(mail.date ?? Number.NaN);
  const sensible = date.getTime() >= 0 && date.getUTCFullYear() < 9999;
  if (sensible) return date;
  warnings.push(mail.date ? `The date "${oneLine(mail.date).slice(0, 60)}" cannot be read` : "The message has no date");
  return null;
}

/** The same message by whatever way it came: its id and what it says, as ids are reused; without an id, its bytes. */
function identityOf(mail: Email, raw: Buffer): string {
  const content = mail.messageId
    ? JSON.stringify([mail.messageId, mail.date, mail.subject, mail.text, mail.html, mail.attachments.length])
    : raw;
  return `mail:${createHash("sha256").update(content).digest("hex")}`;
}

/** Outlook saves some messages in UTF-16; mail itself is made of bytes. */
function asBytes(bytes: Buffer): Buffer {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(bytes.subarray(2).toString("utf16le"));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  return bytes;
}
