/** Decimals of the currencies that have not two; ISO 4217, lists one and three (old ones). */
const DECIMALS: Record<string, number> = {
  ...all("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ITL ESP BEF LUF PTE TRL GRD MGF", 0),
  ...all("BHD IQD JOD KWD LYD OMR TND", 3),
  ...all("CLF UYW", 4),
};

function all(codes: string, decimals: number): Record<string, number> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, decimals]));
}

/** Digits behind the point of an amount in this currency (ISO 4217); `Intl` follows CLDR, which differs. */
export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

/** Minor units as a decimal number with a point: 120050 EUR is "1200.50". */
export function decimalOf(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${amount < 0 ? "-" : ""}${whole}${decimals ? `.${digits.slice(-decimals)}` : ""}`;
}

/**
 * What a person typed as minor units: "1,200.50", "1.200,50", "−12", "(12.00)". Null when it is no amount, or has more
 * digits behind the point than the currency.
 */
export function readAmount(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const bare = text
    .trim()
    .replace(/[\s'’\u00a0\u202f]/g, "")
    .replace(/\u2212/g, "-");
  const [, open, sign, number, close] = /^(\()?([+-])?([\d.,]+)(\))?$/.exec(bare) ?? [];
  if (!number || Boolean(open) !== Boolean(close) || !/\d/.test(number)) return null;
  const { whole, fraction } = parts(number, decimals);
  if (whole === null || fraction.length > decimals) return null;
  const value = Number(`${whole || "0"}${fraction.padEnd(decimals, "0")}`);
  if (!Number.isSafeInteger(value)) return null;
  return value === 0 ? 0 : open || sign === "-" ? -value : value;
}

/** The last separator is the decimal one, unless it stands before three digits and more of its kind do, or could. */
function parts(number: string, decimals: number): { whole: string | null; fraction: string } {
  const last = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  if (last < 0) return { whole: number, fraction: "" };
  const mark = number[last]!;
  const behind = number.slice(last + 1);
  const groups = new RegExp(`^\\d{1,3}(\\${mark}\\d{3})+$`).test(number);
  if (groups && (number.split(mark).length > 2 || decimals !== 3))
    return { whole: number.replaceAll(mark, ""), fraction: "" };
  const other = mark === "." ? "," : ".";
  const before = number.slice(0, last);
  const grouped = new RegExp(`^(\\d{1,3}(\\${other}\\d{3})+|\\d*)$`).test(before);
  return { whole: grouped ? before.replaceAll(other, "") : null, fraction: behind };
}
