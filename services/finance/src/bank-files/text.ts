import { MAX_TEXT } from "./limits.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A field for people: without control characters, spaces once, at most MAX_TEXT characters; undefined when empty. */
export function clean(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const bounded = text.length > MAX_TEXT * 4 ? text.slice(0, MAX_TEXT * 4) : text;
  const kept = bounded.replace(CONTROLS, " ").replace(/\s+/gu, " ").trim().slice(0, MAX_TEXT).trimEnd();
  return kept.toWellFormed().normalize("NFC") || undefined;
}

/** Parts of a field, each once, in their order. */
export function joined(parts: (string | undefined)[], separator = " "): string | undefined {
  const kept = new Set(parts.map(clean).filter((part) => part !== undefined));
  return clean([...kept].join(separator));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Only the five entities of XML, the space and numbers: a file cannot define others. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

/** IBAN by form and check digits (ISO 13616), without spaces; undefined when it is none. */
export function ibanOf(text: string | undefined): string | undefined {
  const compact = text?.slice(0, 60).replace(/[\s-]/gu, "").toUpperCase();
  if (!compact || !/^[A-Z]{2}\d\d[A-Z\d]{10,30}$/u.test(compact)) return undefined;
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[A-Z]/gu, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? compact : undefined;
}

/**
 * An account number as a file writes it.
 * @param saysIban the field is for IBANs: its form is enough, as banks mask digits
 */
export function accountOf(text: string | undefined, saysIban = false): { iban?: string; number?: string } {
  const compact = text?.slice(0, 60).replace(/\s/gu, "").toUpperCase() ?? "";
  const iban = saysIban && /^[A-Z]{2}\d\d[A-Z\d*]{8,30}$/u.test(compact) ? compact : ibanOf(text);
  if (iban) return { iban };
  const number = clean(text)?.slice(0, 100);
  return number ? { number } : {};
}

/** The object without its undefined fields: what is not known is not there. */
export const known = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
