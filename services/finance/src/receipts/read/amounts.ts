/** Most digits before the decimals: more are a number of something else. */
const MAX_DIGITS = 9;

/** An amount within a line, in minor units. */
export interface FoundAmount {
  value: number;
  /** Where it stands in the line. */
  start: number;
  end: number;
}

const GROUPED = String.raw`\d{1,3}(?:[ .,'’]\d{3}){1,2}|\d{1,9}`;
/** Decimals may stand apart by one space: recognised print often has it so. */
const BY_DECIMALS: Record<number, RegExp> = {
  0: new RegExp(String.raw`(?<![\d.,/:-])([-−]\s?)?(${GROUPED})()(?:\s?-)?(?![\d%/:]|[.,]\d|\s?%)`, "gu"),
  2: new RegExp(String.raw`(?<![\d.,/:])([-−]\s?)?(${GROUPED})(?: ?[.,]|[.,] )(\d{2})(-?)(?![\d:/]|[.,]\d|\s?%)`, "gu"),
  3: new RegExp(String.raw`(?<![\d.,/:])([-−]\s?)?(${GROUPED})[.,](\d{3})(-?)(?![\d:/]|[.,]\d|\s?%)`, "gu"),
};

/**
 * Amounts of a line as receipts write them: "1.234,50", "1,234.50", "1'234.50", "12, 50", "-0,25", "0,25-".
 * @param decimals of the currency (ISO 4217)
 */
export function amountsIn(line: string, decimals: number): FoundAmount[] {
  const pattern = BY_DECIMALS[decimals] ?? BY_DECIMALS[2]!;
  return [...line.matchAll(pattern)].flatMap((match): FoundAmount[] => {
    const [text, sign, whole = "", cents = "", after = ""] = match;
    const digits = whole.replace(/\D/g, "");
    if (digits.length > MAX_DIGITS) return [];
    const value = Number(`${digits}${cents}`);
    const isNegative = Boolean(sign) || after === "-";
    const start = match.index;
    return [{ value: isNegative && value ? -value : value, start, end: start + text.length }];
  });
}
