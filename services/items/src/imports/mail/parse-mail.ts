import { createHash } from "node:crypto";
import type { MailAddress } from "@tessera/contracts-items/items.ts";
import { MAX_BODY_LENGTH, MAX_RECIPIENTS, MAX_SENDERS, MAX_TITLE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { type Address, addressParser, decodeWords } from "postal-mime";
import type { z } from "zod";
import { cleanText, shorten } from "../../text/clean.ts";
import { readableWords } from "./charset.ts";
import { bodyOf } from "./mail-body.ts";
import { takeFiles } from "./mail-files.ts";
import { charsetWarnings, looksLikeMail, sealedWarnings, structureWarnings } from "./mail-form.ts";
import { type Field, fieldValue } from "./mime-headers.ts";
import { type Message, splitMessage } from "./mime-parts.ts";

/** Characters of a field of addresses that are read, and of any other. */
const MAX_ADDRESSES = 64 * 1024;
const MAX_FIELD = 4096;

/** Characters of addresses that a warning names. */
const MAX_NAMED = 1000;

type Mailbox = z.infer<typeof MailAddress>;

export interface ParsedMail {
  subject: string;
  messageId: string;
  from: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  /** ISO time. */
  date: string | null;
  text: string;
  html: string | null;
  warnings: string[];
  /** What the program that wrote a mailbox filed it under. */
  labels: string[];
  identity: string;
  /** The contents are the blobs, in the same order. */
  files: { name: string; mediaType: string }[];
}

/**
 * Reads one message as far as it can be read; what was odd about it is said in its warnings.
 * @param mbox whether its lines "From " were quoted @throws ContentError when it is no mail
 */
export function parseMail({ value: { mbox }, blobs: [bytes] }: Content<{ mbox: boolean }>): Content<ParsedMail> {
  const given = Buffer.from(bytes!.buffer, bytes!.byteOffset, bytes!.length);
  const raw = asBytes(mbox ? unquoted(given) : given);
  if (raw.length === 0) throw new ContentError("unreadable", "The message is empty");
  const isMail = looksLikeMail(raw);
  if (!isMail && raw.subarray(0, 512).includes(0))
    throw new ContentError("unreadable", "This is not a mail but a binary file");
  const warnings = new Set<string>();
  if (!isMail) warnings.add("The message has no headers; all of it was read as its text");
  const message = isMail ? splitMessage(raw) : asText(raw);
  for (const warning of [
    ...message.warnings,
    ...charsetWarnings(message),
    ...(isMail ? structureWarnings(message, raw) : []),
  ])
    warnings.add(warning);
  for (const warning of sealedWarnings(message)) warnings.add(warning);
  const taken = takeFiles(message.parts, warnings);
  const body = bodyOf(message.parts, taken.inline, warnings);
  const shown = [...taken.inline].filter(([, { src }]) => body.html?.includes(src)).map(([id]) => id);
  const { files } = shown.length < taken.inline.size ? takeFiles(message.parts, warnings, new Set(shown)) : taken;
  if (!body.text && !body.html) body.text = forwardedText(message, warnings);
  const { fields } = message;
  const addresses = (name: string, most: number) => addressesOf(fields, name, most);
  const from = addresses("from", MAX_SENDERS);
  const sender = from.length ? from : addresses("sender", MAX_SENDERS);
  if (!sender.length) warnings.add("The message does not say who sent it");
  const subject = oneLine(words(fieldValue(fields, "subject")), MAX_TITLE_LENGTH);
  const messageId = cleanText(words(fieldValue(fields, "message-id")))
    .slice(0, 1000)
    .toWellFormed();
  const date = dateOf(fieldValue(fields, "date"), warnings);
  const secret = addresses("bcc", MAX_RECIPIENTS).map(({ name, address }) => address || name);
  if (secret.length) warnings.add(`It was also sent, in secret (Bcc), to ${shorten(secret.join(", "), MAX_NAMED)}`);
  const attached = files.filter(({ isBeside }) => !isBeside).length;
  return {
    value: {
      subject,
      messageId,
      from: sender,
      to: addresses("to", MAX_RECIPIENTS),
      cc: addresses("cc", MAX_RECIPIENTS),
      date,
      text: shorten(cleanText(body.text), MAX_BODY_LENGTH),
      html: body.html && cleanText(body.html),
      warnings: [...warnings],
      labels: mbox ? labelsOf(fields) : [],
      identity: identityOf(
        [messageId, date, subject, normal(body.text), normal(body.html ?? ""), attached],
        messageId ? null : raw,
      ),
      files: files.map(({ name, mediaType }) => ({ name, mediaType })),
    },
    blobs: files.map(({ content }) => content),
  };
}

/** What the first attached message says, for a message that says nothing itself. */
function forwardedText({ parts }: Message, warnings: Set<string>): string {
  const forwarded = parts.find(({ type }) => type.value === "message/rfc822");
  return forwarded ? bodyOf(splitMessage(forwarded.raw).parts, new Map(), warnings).text : "";
}

const asText = (raw: Buffer): Message => ({
  fields: [],
  parts: [
    {
      fields: [],
      type: { value: "text/plain", parameters: new Map() },
      disposition: { value: "", parameters: new Map() },
      raw,
      alternative: null,
    },
  ],
  warnings: [],
});

const words = (value = "") => decodeWords(readableWords(value.slice(0, MAX_FIELD)));

/** All fields of the name together. */
function addressesOf(fields: Field[], name: string, most: number): Mailbox[] {
  const text = fields
    .filter((field) => field.name === name && field.value)
    .map(({ value }) => value)
    .join(", ")
    .slice(0, MAX_ADDRESSES);
  return (addressParser(readableWords(text)) as Address[])
    .flatMap((address) => (address.group ? address.group : [address]))
    .slice(0, most)
    .map(({ name, address }) => ({ name: oneLine(name ?? "", 500), address: oneLine(address ?? "", 500) }))
    .filter(({ name, address }) => name || address);
}

const oneLine = (text: string, most: number) => shorten(cleanText(text).replaceAll(/\s+/g, " ").trim(), most);

/** Labels of Gmail and keywords of Dovecot, without what says where a mail was, or whether it was read. */
function labelsOf(fields: Field[]): string[] {
  const text = ["x-gmail-labels", "x-keywords"].map((name) => words(fieldValue(fields, name))).join(",");
  return text.split(",").flatMap((label) => {
    const bare = label.replaceAll(/^[\s"]+|[\s"]+$/g, "");
    return bare && !PLACES.test(bare) ? [bare] : [];
  });
}
const PLACES = /^(?:inbox|opened|unread|archived|important|category .*|\$.*|(?:non)?junk)$/i;

/** Zones that mails name beside those of RFC 5322, where the name is of one zone alone; hours ahead of UTC. */
const ZONES: Record<string, string> = {
  ...{ WET: "+0000", WEST: "+0100", BST: "+0100", CET: "+0100", MET: "+0100", MEZ: "+0100" },
  ...{ CEST: "+0200", MEST: "+0200", MESZ: "+0200", EET: "+0200", EEST: "+0300", MSK: "+0300" },
  ...{ HKT: "+0800", JST: "+0900", KST: "+0900", AEST: "+1000", AEDT: "+1100", NZST: "+1200", NZDT: "+1300" },
};
const ZONE = /(?:[+-]\d{2}:?\d{2}|(?<![A-Z])(?:UTC?|GMT|Z|[ECMP][SD]T))\b/i;

function dateOf(value: string | undefined, warnings: Set<string>): string | null {
  const text = value?.slice(0, 200);
  // A zone that is named in a comment has been given as a number before.
  const said = (text ?? "")
    .replaceAll(/\([^()]*\)/g, " ")
    .replace(/\b(\d{1,2})\.(\d{2})\.(\d{2})\b/, "$1:$2:$3")
    .replace(/\b[A-Z]{3,4}\b/g, (name, _at, whole: string) =>
      ZONES[name] && /[+-]\d{4}\b/.test(whole) ? "" : (ZONES[name] ?? name),
    )
    // One letter says nothing reliable, as no zone does: UTC is meant (RFC 5322 §4.3).
    .replace(/\s[A-IK-Y]\s*$/, " ")
    .trim();
  const time = /:\d{2}(.*)$/s.exec(said)?.[1] ?? "";
  const date = new Date(ZONE.test(time) ? said : `${said}${/\dT\d/.test(said) ? "Z" : " UTC"}`);
  const sensible = said !== "" && date.getTime() >= 0 && date.getUTCFullYear() < 9999;
  if (sensible) return date.toISOString();
  warnings.add(text ? `The date "${oneLine(text, 60)}" cannot be read` : "The message has no date");
  return null;
}

/** The same message by whatever way it came: its id and what it says, as ids are reused; without an id, its bytes. */
const identityOf = (said: unknown[], raw: Buffer | null): string =>
  `mail:${createHash("sha256")
    .update(raw ?? JSON.stringify(said))
    .digest("hex")}`;

/** What servers and files of mailboxes change on the way: white space. */
const normal = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Outlook saves some messages in UTF-16; mail itself is made of bytes. */
function asBytes(bytes: Buffer): Buffer {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(bytes.subarray(2).toString("utf16le"));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  return bytes;
}

/** Takes the mark off lines that look like separators of an mbox file (mboxrd). */
function unquoted(raw: Buffer): Buffer {
  if (!raw.includes("\n>From ") && !raw.includes("\n>>")) return raw;
  return Buffer.from(raw.toString("latin1").replaceAll(/^>(>*From )/gm, "$1"), "latin1");
}
