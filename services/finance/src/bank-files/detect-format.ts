import type { BankFileFormat } from "./statement.ts";

export type Detected =
  | { format: BankFileFormat; version?: string }
  /** What the content is instead, and what to do. */
  | { format: null; reason: string };

const other = (what: string) =>
  `This is ${what}, not a bank file. In your bank's site export the transactions as CAMT, OFX, MT940, QIF or CSV.`;

/** What a file is, from its beginning. The name only decides where the content leaves it open. */
export function detectFormat(head: string, name: string): Detected {
  // Messages of SWIFT may begin with SOH.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above.
  const text = head.replace(/^[\ufeff\s\u0001]+/u, "");
  const start = text.slice(0, 4_096);
  if (!start) return { format: null, reason: "This file is empty. Export it again." };
  const binary = BINARY.find(([mark]) => start.startsWith(mark));
  if (binary) return { format: null, reason: other(binary[1]) };
  const ofx = ofxVersion(start);
  if (ofx) return { format: "ofx", version: ofx };
  if (start.startsWith("<")) return ofMarkup(start);
  if (/^!(?:Type|Account|Option|Clear)\b/imu.test(start)) return { format: "qif" };
  if (isSwift(start)) return { format: "mt940", version: /^:(?:34F|90[CD]):/mu.test(head) ? "MT942" : "MT940" };
  if (start.includes("\0")) return { format: null, reason: other("a binary file") };
  if (isBareQif(start, name)) return { format: "qif" };
  if (/\.(?:ofx|qfx|qbo)$/iu.test(name))
    return { format: null, reason: "This file has no OFX in it. Export it again from your bank." };
  if (/[,;\t|]/u.test(start)) return { format: "csv" };
  return { format: null, reason: other("a text of another kind") };
}

const BINARY = [
  ["%PDF", "a PDF"],
  ["PK\u0003\u0004", "an archive or a spreadsheet; save spreadsheets as CSV"],
  ["\u00d0\u00cf\u0011\u00e0", "a spreadsheet of an old kind; save it as CSV"],
  ["ÐÏ\u0011à", "a spreadsheet of an old kind; save it as CSV"],
  ["{\\rtf", "a text document"],
  ["\u001f\u008b", "a compressed file; unpack it first"],
] as const;

function ofxVersion(start: string): string | undefined {
  const sgml = /^\s*OFXHEADER\s*:\s*\d+/imu.test(start);
  const xml = /<\?OFX\b[^>]{0,500}?VERSION\s*=\s*["']?(\d)(\d)(\d)/iu.exec(start);
  if (xml) return `OFX ${xml[1]}.${xml[2]}.${xml[3]} (XML)`;
  const version = /VERSION\s*:\s*(\d)(\d)(\d)/iu.exec(start);
  if (sgml) return version ? `OFX ${version[1]}.${version[2]}.${version[3]} (SGML)` : "OFX (SGML)";
  return /<OF[XC]>/iu.test(start) ? "OFX without a header" : undefined;
}

function ofMarkup(start: string): Detected {
  const camt = /camt\.(05[234])\.(\d{3})\.(\d\d)/u.exec(start);
  if (camt) return { format: "camt", version: camt[0] };
  const message = /<(?:\w+:)?(BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)(?:V\d\d)?)\b/u.exec(start);
  if (message) return { format: "camt", version: message[1] };
  if (/<!DOCTYPE html|<html\b/iu.test(start)) return { format: null, reason: other("a web page") };
  if (/pain\.\d{3}/u.test(start)) return { format: null, reason: other("a payment order (pain)") };
  return { format: null, reason: other("XML of another kind") };
}

const isSwift = (start: string) =>
  /^\s*(?:\{\d:|:(?:20|21|25P?|28C?|13D?|34F|60[FM]|61|940):)/mu.test(start) && !/^[^:{\n]{0,200}[;\t]/u.test(start);

/** Records of QIF without the header that says so. */
const isBareQif = (start: string, name: string) =>
  /^\^\s*$/mu.test(start)
    ? /^D\s*\d/mu.test(start) && /^[TU][-+\d]/mu.test(start)
    : /\.qif$/iu.test(name) && /^D\s*\d/mu.test(start);
