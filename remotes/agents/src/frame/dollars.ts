/** Digits behind the point: amounts are whole micro-dollars. */
const DIGITS = 6;

/** Micro-dollars as a decimal, without floating point: 1500000 is "1.5". */
export function decimalOf(micros: number): string {
  const digits = String(micros).padStart(DIGITS + 1, "0");
  const fraction = digits.slice(-DIGITS).replace(/0+$/, "");
  return digits.slice(0, -DIGITS) + (fraction && `.${fraction}`);
}

/** Micro-dollars of a decimal as people write it ("0.15", "3", "0,15"); null for what is none or too fine. */
export function readDollars(written: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(written.trim()) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(DIGITS, "0"));
}

/** Micro-dollars as money: "$0.000019", "$3.00". */
export const dollars = (micros: number, locale: string | undefined) =>
  new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: DIGITS }).format(
    // A decimal as text is formatted as it is; the types do not know yet.
    decimalOf(micros) as unknown as number,
  );
