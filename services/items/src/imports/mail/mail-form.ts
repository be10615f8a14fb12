/** Bytes in which the headers are looked for. */
const HEAD = 256 * 1024;
/** Headers that make a text a mail; RFC 5322 §3.6, RFC 2045, and what every server adds. */
const KNOWN =
  /^(from|to|cc|bcc|sender|subject|date|message-id|received|return-path|reply-to|mime-version|content-type|delivered-to|dkim-signature|resent-from|x-[a-z-]+)[ \t]*:/im;

/** Whether the beginning holds headers of a mail. */
export function looksLikeMail(raw: Buffer): boolean {
  const beginning = raw.subarray(0, 512);
  if (beginning.includes(0)) return false;
  return KNOWN.test(
    raw
      .subarray(0, HEAD)
      .toString("latin1")
      .split(/\r?\n\r?\n/)
      .slice(0, 2)
      .join("\n"),
  );
}

/** The header block as text, and the body's bytes. */
export function headersOf(raw: Buffer): { head: string; body: Buffer } {
  const end = /\r?\n\r?\n/.exec(raw.subarray(0, HEAD).toString("latin1"));
  const at = end ? end.index + end[0].length : Math.min(raw.length, HEAD);
  return { head: raw.subarray(0, at).toString("utf8"), body: raw.subarray(at) };
}

/** What is odd about the form of a message, a sentence each. */
export function mailWarnings(raw: Buffer): string[] {
  const warnings: string[] = [];
  const text = raw.toString("latin1");
  for (const label of charsets(text))
    if (!isKnownCharset(label)) warnings.push(`The character set "${label}" is not known; signs may be wrong`);
  const { head } = headersOf(raw);
  const boundary = /^content-type:\s*multipart\/.*?boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/im.exec(head.replaceAll(/\r?\n[ \t]+/g, " "));
  const name = boundary?.[1] ?? boundary?.[2];
  if (name && !text.includes(`--${name}`)) warnings.push("The parts that the message announces are missing");
  else if (name && !text.includes(`--${name}--`)) warnings.push("The message ends before its last part is complete");
  else if (!name && /^content-type:\s*multipart\//im.test(head)) warnings.push("The message does not say how its parts are told apart");
  return warnings;
}

function charsets(text: string): Set<string> {
  const found = new Set<string>();
  for (const match of text.matchAll(/charset\s*=\s*"?([A-Za-z0-9_.:-]{1,40})"?/gi)) {
    found.add(match[1]!.toLowerCase());
    if (found.size === 20) break;
  }
  return found;
}

function isKnownCharset(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    // Names that mail programs use beside the standard's; all are read.
    return /^(us-?ascii|ansi_x3.*|utf-?7|x-unknown|unknown-8bit|cp-?\d+|windows\d+|iso8859-?\d+|iso-8859-8-[ie]|ks_c_5601.*|8bit)$/.test(
      label,
    );
  }
}
