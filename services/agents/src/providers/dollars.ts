/** Digits behind the point of a price per token that count: micro-dollars per million tokens are 10⁻¹² dollars. */
const DIGITS = 12;

/**
 * Micro-dollars per million tokens of a price in dollars per token, as providers write it ("0.000003", "3e-6"); without
 * floating point. @returns null for what is no price
 */
export function microsPerMillion(dollarsPerToken: unknown): number | null {
  const written = typeof dollarsPerToken === "number" ? String(dollarsPerToken) : dollarsPerToken;
  if (typeof written !== "string") return null;
  const [, whole, fraction = "", exponent = "0"] =
    /^(\d{1,9})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(written.trim()) ?? [];
  if (whole === undefined) return null;
  const shift = DIGITS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  const micros = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
  return micros <= 1_000_000_000_000n ? Number(micros) : null;
}
