/** A number as a file writes it: its digits, exact. */
export interface Decimal {
  negative: boolean;
  /** Digits before and after the decimal separator; at least one of them has some. */
  whole: string;
  fraction: string;
}

/** "." or ",": the separator of decimals; "any": derived from the number alone. */
export type DecimalMark = "." | "," | "any";

/** Signs, codes and words around a number: "€", "EUR", "kr.", "Fr.". */
const AROUND = /^[\p{L}\p{Sc}]{0,4}\.?|[\p{L}\p{Sc}]{0,4}\.?$/gu;
const SPACES = /[\s\u00a0\u2000-\u200f\u202f\u2060\ufeff_]+/gu;
const MAX_DIGITS = 40;

/**
 * A number with any of the usual signs: "-1.234,56", "(504.72)", "1'000.00-", "−20 €", "$1,036.47", "12,00 DR".
 * @returns undefined when the text is no number, or does not fit the decimal mark
 */
export function parseDecimal(text: string, mark: DecimalMark, exponent = 2): Decimal | undefined {
  let rest = text.slice(0, 200).replace(SPACES, "");
  let negative = false;
  const take = (pattern: RegExp) => {
    const cut = rest.replace(pattern, "");
    const taken = cut !== rest;
    rest = cut;
    return taken;
  };
  if (/^\(.*\)$/u.test(rest)) {
    rest = rest.slice(1, -1);
    negative = true;
  }
  const debit = take(/(?<=[\d.,])(?:DR|D|S)$/iu);
  if (!debit) take(/(?<=[\d.,])(?:CR|C|H)$/iu);
  negative ||= debit;
  // The sign may be before or behind a currency.
  const minus = () => take(/^[-\u2212\u2013]|[-\u2212\u2013]$/u);
  const signed = minus();
  if (!signed) take(/^\+|\+$/u);
  take(AROUND);
  const inner = signed ? false : minus();
  if (!signed && !inner) take(/^\+/u);
  if (signed || inner) negative = !negative;
  if (!/^[\d.,'’`´]+$/u.test(rest) || !/\d/u.test(rest)) return undefined;
  rest = rest.replace(/['’`´]/gu, "");
  const parts = splitAt(rest, mark === "any" ? markOf(rest, exponent) : mark);
  if (!parts || parts.whole.length + parts.fraction.length > MAX_DIGITS) return undefined;
  return { negative, ...parts };
}

/** The last separator is that of decimals, unless it is followed by a group of thousands. */
function markOf(text: string, exponent: number): "." | "," {
  const dot = text.lastIndexOf(".");
  const comma = text.lastIndexOf(",");
  if (dot >= 0 && comma >= 0) return dot > comma ? "." : ",";
  const found = dot >= 0 ? "." : ",";
  const other = found === "." ? "," : ".";
  if (text.indexOf(found) !== text.lastIndexOf(found)) return other;
  return found === "," && exponent !== 3 && /^[1-9]\d{0,2},\d{3}$/u.test(text) ? other : found;
}

function splitAt(text: string, mark: "." | ","): { whole: string; fraction: string } | undefined {
  const parts = text.split(mark);
  if (parts.length > 2) return undefined;
  const [whole = "", fraction = ""] = parts;
  const thousands = mark === "." ? "," : ".";
  if (fraction.includes(thousands)) return undefined;
  const groups = whole.split(thousands);
  // Groups have three digits; in India all but the last have two.
  if (groups.length > 1 && !(/^\d{1,3}$/u.test(groups[0]!) && fits(groups.slice(1)))) return undefined;
  return { whole: groups.join("").replace(/^0+(?=\d)/u, ""), fraction };
}

const fits = (groups: string[]) =>
  groups.at(-1)!.length === 3 &&
  (groups.every((group) => group.length === 3) || groups.slice(0, -1).every((group) => group.length === 2));

export interface Minor {
  minor: number;
  /** Digits beyond the minor unit were rounded away, half away from zero. */
  rounded: boolean;
}

/** @returns undefined when it is larger than a safe integer */
export function toMinor(decimal: Decimal, exponent: number): Minor | undefined {
  const kept = decimal.fraction.slice(0, exponent).padEnd(exponent, "0");
  const cut = decimal.fraction.slice(exponent);
  const digits = BigInt(`0${decimal.whole}${kept}`) + (/^[5-9]/u.test(cut) ? 1n : 0n);
  if (digits > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const minor = Number(digits);
  return { minor: decimal.negative && minor !== 0 ? -minor : minor, rounded: /[1-9]/u.test(cut) };
}

/** Minor units as a decimal number: -123456, 2 → "-1234.56". */
export function fromMinor(minor: number, exponent: number): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return exponent ? `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : `${sign}${digits}`;
}
