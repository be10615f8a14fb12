import { createRequire } from "node:module";

/** iconv-lite is CommonJS; it knows what browsers need not: code pages of DOS, UTF-7 and UTF-32. */
const iconv = createRequire(import.meta.url)("iconv-lite") as {
  decode(bytes: Buffer, charset: string): string;
  encodingExists(charset: string): boolean;
};

/** Names that mail programs use beside the Encoding Standard's. */
const ALIASES: Record<string, string> = {
  "8bit": "utf-8",
  ascii: "utf-8",
  "us-ascii": "utf-8",
  usascii: "utf-8",
  unknown: "utf-8",
  "x-unknown": "utf-8",
  "unknown-8bit": "utf-8",
  default: "utf-8",
  // Node reads the smaller sets by these names; Korean mail is in the larger one whatever it says.
  "big5-hkscs": "big5hkscs",
  "euc-kr": "cp949",
  euckr: "cp949",
  ks_c_5601: "cp949",
  "ks_c_5601-1987": "cp949",
  "windows-949": "cp949",
  ms949: "cp949",
  cp932: "shift_jis",
  "windows-932": "shift_jis",
  ms932: "shift_jis",
  cp936: "gbk",
  uhc: "cp949",
  cp950: "big5",
  eucjp: "euc-jp",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  tis620: "windows-874",
};

/** How texts in a character set are read; null when it cannot be read by anything here. */
function decoderOf(charset: string): ((bytes: Buffer) => string) | null {
  const label = charset.trim().toLowerCase().replace(/\*.*$/, "");
  const name =
    ALIASES[label] ??
    label
      .replace(/^(?:cs|x-)(?=iso|cp|windows|utf|euc|big|gb|sjis)/, "")
      .replace(/^windows-?(\d+)$/, "windows-$1")
      .replace(/^iso_?8859/, "iso-8859");
  const known = ALIASES[name] ?? name;
  if (known === "utf-8" || known === "utf8" || known === "") return decodeUtf8;
  try {
    const decoder = new TextDecoder(known);
    return (bytes) => decoder.decode(bytes);
  } catch {
    return iconv.encodingExists(known) ? (bytes) => iconv.decode(bytes, known) : null;
  }
}

/** Text that is no UTF-8 although nothing else was said is most often of Western Europe. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // A text that was cut may end within a character.
    const text = new TextDecoder("utf-8").decode(bytes);
    const broken = text.split("\ufffd").length - 1;
    return broken * 50 > text.length ? new TextDecoder("windows-1252").decode(bytes) : text;
  }
}

export const isKnownCharset = (charset: string): boolean => decoderOf(charset) !== null;

/** The text of bytes. An unknown character set is read as UTF-8, else as windows-1252; a warning says so elsewhere. */
export const decodeText = (bytes: Buffer, charset = ""): string => (decoderOf(charset) ?? decodeUtf8)(bytes);

const WORD = /=\?([^?\s]{1,40})\?([QB])\?([^?\s]{0,1000})\?=/gi;

/**
 * Encoded words (RFC 2047) in UTF-8 for the parser of headers, which knows few character sets. Those that follow each
 * other are decoded together: programs end one within a character.
 */
export function readableWords(header: string): string {
  let [result, at] = ["", 0];
  let run: { charset: string; bytes: Buffer[] } | null = null;
  const end = () => {
    if (run)
      result += `=?utf-8?B?${Buffer.from(decodeText(Buffer.concat(run.bytes), run.charset)).toString("base64")}?=`;
    run = null;
  };
  for (const match of header.matchAll(WORD)) {
    const [word, charset = "", encoding = "", text = ""] = match;
    const between = header.slice(at, match.index);
    at = match.index + word.length;
    const isOwn = isKnownCharset(charset);
    if (isOwn && run?.charset === charset.toLowerCase() && between.trim() === "") {
      run.bytes.push(bytesOf(encoding, text));
      continue;
    }
    end();
    result += between;
    if (isOwn) run = { charset: charset.toLowerCase(), bytes: [bytesOf(encoding, text)] };
    else result += word;
  }
  end();
  return result + header.slice(at);
}

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toUpperCase() === "B"
    ? Buffer.from(text, "base64")
    : Buffer.from(
        text
          .replaceAll("_", " ")
          .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      );
