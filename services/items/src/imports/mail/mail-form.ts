import { isKnownCharset } from "./charset.ts";
import { fieldValue, structured } from "./mime-headers.ts";
import type { Message } from "./mime-parts.ts";

/** Bytes in which the headers are looked for. */
const HEAD = 64 * 1024;
/** Character sets of one message that are named in warnings. */
const MAX_CHARSETS = 20;
/** Headers that make a text a mail; RFC 5322 §3.6, RFC 2045, and what every server adds. */
const KNOWN =
  /^(from|to|cc|bcc|sender|subject|date|message-id|received|return-path|reply-to|mime-version|content-type|delivered-to|dkim-signature|resent-from|x-[a-z-]{1,40})[ \t]{0,10}:/im;

/** Whether the beginning holds headers of a mail. */
export function looksLikeMail(raw: Buffer): boolean {
  const beginning = raw.subarray(0, HEAD).toString("latin1");
  const [first = "", second = ""] = beginning.split(/\r?\n[ \t]*\r?\n/, 2);
  const head = `${first}\n${second}`;
  // Pictures and archives may hold such words somewhere; a mail begins with them.
  return KNOWN.test(head.includes("\0") ? head.slice(0, head.indexOf("\0")) : head);
}

export function charsetWarnings({ fields, parts }: Message): string[] {
  const unknown = new Set<string>();
  for (const charset of charsetsOf(
    fields.map(({ value }) => value),
    parts,
  )) {
    if (unknown.size < MAX_CHARSETS && !isKnownCharset(charset)) unknown.add(charset);
  }
  return [...unknown].map((charset) => `The character set "${charset}" is not known; signs may be wrong`);
}

function* charsetsOf(header: string[], parts: Message["parts"]): Generator<string> {
  for (const { type } of parts) {
    const charset = type.value.startsWith("text/") ? type.parameters.get("charset") : undefined;
    if (charset) yield charset.toLowerCase().slice(0, 40);
  }
  for (const value of header)
    for (const [, charset] of value.slice(0, 4096).matchAll(/=\?([A-Za-z0-9_.:-]{1,40})(?:\*[^?]{0,20})?\?[QB]\?/gi))
      yield charset!.toLowerCase();
}

/** What is odd about how the parts of a message are separated, a sentence each. */
export function structureWarnings({ fields }: Message, raw: Buffer): string[] {
  const type = structured(fieldValue(fields, "content-type"));
  if (!type.value.startsWith("multipart/")) return [];
  const name = type.parameters.get("boundary");
  if (!name) return ["The message does not say how its parts are separated"];
  if (!raw.includes(`--${name}`, 0, "latin1")) return ["The parts that the message announces are missing"];
  return raw.includes(`--${name}--`, 0, "latin1") ? [] : ["The message ends before its last part is complete"];
}

/** What holds words that are not opened, a sentence each: nothing else says that they are there. */
export function sealedWarnings({ parts }: Message): string[] {
  const found = new Set<string>();
  for (const { type } of parts) {
    if (type.value === "application/pgp-encrypted") found.add(encryptedWith("OpenPGP"));
    if (!/^application\/(?:x-)?pkcs7-mime$/.test(type.value)) continue;
    const isSigned = type.parameters.get("smime-type")?.toLowerCase() === "signed-data";
    found.add(isSigned ? SIGNED : encryptedWith("S/MIME"));
  }
  return [...found];
}

const encryptedWith = (what: string) => `The message is encrypted with ${what}: what it says is in its attachment`;
const SIGNED = "The message is packed together with its signature (S/MIME): what it says is in its attachment";
