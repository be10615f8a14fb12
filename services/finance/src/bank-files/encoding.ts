import { knownNames } from "./csv/known-names.ts";

/** Bytes of the beginning that say what a file is. */
export const HEAD = 64 * 1024;

/** Names of character sets in headers of OFX: "CHARSET:1252", "ENCODING:UTF-8". */
const OFX_CHARSETS: Record<string, string> = { "8859-1": "windows-1252", NONE: "", UNICODE: "utf-8", "UTF-8": "utf-8" };

/** Tells the character set of a file from all of its bytes. */
export class EncodingSurvey {
  private head: Uint8Array[] = [];
  private headSize = 0;
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true });
  private isUtf8 = true;
  private isAscii = true;

  push(bytes: Uint8Array) {
    if (this.headSize < HEAD) {
      this.head.push(bytes.slice(0, HEAD - this.headSize));
      this.headSize += Math.min(bytes.length, HEAD - this.headSize);
    }
    if (this.isUtf8) this.isUtf8 = decodes(this.utf8, bytes, true);
    this.isAscii &&= bytes.every((byte) => byte < 128);
  }

  get beginning(): Uint8Array {
    return Buffer.concat(this.head);
  }

  /** @returns WHATWG name of the character set */
  end(): string {
    const head = this.beginning;
    if (this.isUtf8) this.isUtf8 = decodes(this.utf8, new Uint8Array(), false);
    const marked = byMark(head) ?? byZeros(head);
    if (marked) return marked;
    // Banks declare one set and write another: UTF-8 that is valid is no accident.
    if (this.isUtf8) return this.isAscii ? (declared(head) ?? "utf-8") : "utf-8";
    const stated = declared(head);
    return stated && stated !== "utf-8" ? stated : guessed(head);
  }
}

function decodes(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

function byMark(head: Uint8Array): string | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return undefined;
}

/** UTF-16 without a mark: every other byte of what is mostly ASCII is zero. */
function byZeros(head: Uint8Array): string | undefined {
  const pairs = Math.min(head.length, 2_000) >> 1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < pairs; at += 1) {
    if (head[2 * at] === 0) even += 1;
    if (head[2 * at + 1] === 0) odd += 1;
  }
  if (pairs >= 4 && odd > pairs * 0.7 && even < pairs * 0.1) return "utf-16le";
  if (pairs >= 4 && even > pairs * 0.7 && odd < pairs * 0.1) return "utf-16be";
  return undefined;
}

/** Sets that banks write in without saying so, the most frequent first. */
const USUAL = ["windows-1252", "windows-1250", "windows-1251", "windows-1257", "windows-1254", "shift_jis", "euc-jp"];
const EASTERN = ["gb18030", "big5", "euc-kr", "ibm866"];

/**
 * The set in which the beginning makes most sense: names of columns are words that are known, and letters stand beside
 * letters.
 */
function guessed(head: Uint8Array): string {
  const some = head.subarray(0, 16 * 1024);
  const scores = [...USUAL, ...EASTERN].map((set) => {
    const text = new TextDecoder(set).decode(some, { stream: true });
    return { set, score: knownNames(text) * 10 - strangeLetters(text) };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).set;
}

/** Signs within words, capitals behind small letters, and what no text has: a text in another set looks like that. */
const STRANGE = new RegExp(
  "\\ufffd|[\\u0080-\\u009f]|\\p{L}[^\\p{L}\\p{N}\\s!-\\u007f’–-]\\p{Ll}|\\p{Ll}[^\\P{Lu}A-Z]|[À-ÿ]{4}|" +
    "[\\uff61-\\uff9f]|\\p{Ll}(?![a-z])\\p{Script=Cyrillic}[a-z]",
  "gu",
);
const strangeLetters = (text: string): number => text.match(STRANGE)?.length ?? 0;

function declared(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, 4_096)).toString("latin1");
  const xml = /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})["']/iu.exec(text);
  if (xml) return charset(xml[1]!);
  if (!/OFXHEADER/u.test(text)) return undefined;
  const encoding = /ENCODING:\s*([\w-]+)/u.exec(text)?.[1]?.toUpperCase() ?? "";
  const set = /CHARSET:\s*([\w-]+)/u.exec(text)?.[1]?.toUpperCase() ?? "";
  if (encoding.startsWith("UTF") || encoding === "UNICODE") return "utf-8";
  return charset(OFX_CHARSETS[set] ?? (/^125\d$/u.test(set) ? `windows-${set}` : set));
}

/** WHATWG name of a character set that a person or a file names, or undefined. */
export function charset(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
