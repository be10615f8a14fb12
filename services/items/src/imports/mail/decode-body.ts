const BACKSLASH_R = 13;
const NEWLINE = 10;
const EQUALS = 61;

/** What a part's bytes are, to the byte. @param most bytes that are wanted: of longer ones the beginning is decoded */
export function decodeBody(
  raw: Buffer,
  encoding = "",
  most = Number.POSITIVE_INFINITY,
): { bytes: Buffer; sound: boolean } {
  const name = encoding
    .trim()
    .toLowerCase()
    .replace(/[;\s].*$/s, "");
  if (name === "base64") return fromBase64(raw, most);
  if (name === "quoted-printable") return { bytes: fromQuotedPrintable(raw, most), sound: true };
  return { bytes: raw.length > most ? raw.subarray(0, most) : raw, sound: true };
}

/** Text that only claims to be base64 is given back as it is, not sound. */
function fromBase64(raw: Buffer, most: number): { bytes: Buffer; sound: boolean } {
  // Line breaks make up to a third of it.
  const part = raw.length > most * 2 ? raw.subarray(0, most * 2) : raw;
  let foreign = 0;
  for (const byte of part) if (!BASE64[byte]) foreign += 1;
  if (foreign * 20 > part.length) return { bytes: part.subarray(0, most), sound: false };
  const bytes = decoded(part.toString("latin1"), foreign === 0);
  return { bytes: bytes.length > most ? bytes.subarray(0, most) : bytes, sound: true };
}

/** Some programs pad each of the pieces that they encode, where a decoder would stop. */
function decoded(text: string, isPure: boolean): Buffer {
  if (!isPure || !/=\s*[A-Za-z0-9+/]/.test(text)) return Buffer.from(text, "base64");
  return Buffer.concat(Array.from(text.matchAll(/[^=]+=*/g), ([piece]) => Buffer.from(piece, "base64")));
}

const BASE64 = new Uint8Array(256);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n")
  BASE64[sign.charCodeAt(0)] = 1;

const HEX = new Int8Array(256).fill(-1);
for (const [value, sign] of [..."0123456789abcdef"].entries()) {
  HEX[sign.charCodeAt(0)] = value;
  HEX[sign.toUpperCase().charCodeAt(0)] = value;
}

/** RFC 2045 §6.7: soft line breaks and blanks at the ends of lines are not part of the content. */
function fromQuotedPrintable(raw: Buffer, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.min(raw.length, most));
  let length = 0;
  /** Where the blanks began that may stand at the end of the line; -1 when the last byte is none. */
  let blanks = -1;
  for (let at = 0; at < raw.length && length < bytes.length; at += 1) {
    const byte = raw[at]!;
    if (byte === EQUALS) {
      const [high, low] = [HEX[raw[at + 1]!] ?? -1, HEX[raw[at + 2]!] ?? -1];
      const next = softBreak(raw, at + 1);
      if (high >= 0 && low >= 0) {
        bytes[length++] = high * 16 + low;
        at += 2;
      } else if (next > 0) at = next - 1;
      else bytes[length++] = byte;
      blanks = -1;
      continue;
    }
    if ((byte === NEWLINE || byte === BACKSLASH_R) && blanks >= 0) length = blanks;
    if (byte !== 32 && byte !== 9) blanks = -1;
    else if (blanks < 0) blanks = length;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

/** @returns the place behind the line break when only blanks come before it, else -1 */
function softBreak(raw: Buffer, from: number): number {
  let at = from;
  // Longer runs of blanks are no soft line break of any program, and would be looked at again and again.
  while (at < from + 100 && (raw[at] === 32 || raw[at] === 9)) at += 1;
  if (at >= raw.length) return at;
  if (raw[at] === BACKSLASH_R && raw[at + 1] === NEWLINE) return at + 2;
  return raw[at] === NEWLINE ? at + 1 : -1;
}
