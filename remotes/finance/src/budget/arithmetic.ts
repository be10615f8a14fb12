import { decimalsOf, readAmount } from "@tessera/contracts-finance/currencies.ts";
import { MAX_AMOUNT } from "@tessera/contracts-finance/limits.ts";

/** An exact number: numerator and denominator, which is above 0. */
type Ratio = readonly [bigint, bigint];

/** Longest sum that is worked out, in characters. */
const MAX_LENGTH = 200;

/**
 * What a person typed into a cell as minor units: an amount as `readAmount` reads it, or a sum of such with + − × ÷ and
 * parentheses, "=" in front or not. Worked out exactly, and rounded once, half away from zero. Null: no amount.
 */
export function readSum(text: string, currency: string): number | null {
  const typed = text.trim().replace(/^=/, "").trim();
  if (typed.length > MAX_LENGTH) return null;
  const plain = readAmount(typed, currency);
  const value = plain ?? workedOut(typed, currency);
  return value !== null && Math.abs(value) <= MAX_AMOUNT ? value : null;
}

const TOKEN = /\s*(?:([\d.,'’\u00a0\u202f]+)|([-+*/()×÷−]))/y;
const SAME: Record<string, string> = { "×": "*", "÷": "/", "−": "-" };

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) return null;
    tokens.push(found[1] ?? SAME[found[2]!] ?? found[2]!);
  }
  return tokens;
}

function workedOut(text: string, currency: string): number | null {
  const tokens = tokensOf(text);
  if (!tokens?.length) return null;
  let at = 0;
  const next = (...wanted: string[]) => (wanted.includes(tokens[at] ?? "") ? tokens[at++] : undefined);

  const sum = (): Ratio | null => {
    let left = product();
    for (let sign = next("+", "-"); left && sign; sign = next("+", "-")) {
      const right = product();
      left = right && add(left, sign === "+" ? right : [-right[0], right[1]]);
    }
    return left;
  };
  const product = (): Ratio | null => {
    let left = factor();
    for (let sign = next("*", "/"); left && sign; sign = next("*", "/")) {
      const right = factor();
      left = right && (sign === "*" ? times(left, right) : divided(left, right));
    }
    return left;
  };
  const factor = (): Ratio | null => {
    const sign = next("-", "+");
    if (sign) {
      const value = factor();
      return value && (sign === "-" ? [-value[0], value[1]] : value);
    }
    if (next("(")) {
      const value = sum();
      return next(")") ? value : null;
    }
    return at < tokens.length ? numberOf(tokens[at++]!, currency) : null;
  };

  const value = sum();
  return value && at === tokens.length ? rounded(times(value, [10n ** BigInt(decimalsOf(currency)), 1n])) : null;
}

/** As amounts are written; a factor may have more digits behind the point than the currency. */
function numberOf(token: string, currency: string): Ratio | null {
  // No group of thousands begins with a nought.
  const amount = /^0[.,]/.test(token) ? null : readAmount(token, currency);
  if (amount !== null) return [BigInt(amount), 10n ** BigInt(decimalsOf(currency))];
  const [, whole, fraction] = /^(\d+)[.,](\d+)$/.exec(token) ?? [];
  return whole && fraction ? [BigInt(whole + fraction), 10n ** BigInt(fraction.length)] : null;
}

const add = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const divided = ([a, b]: Ratio, [c, d]: Ratio): Ratio | null =>
  c === 0n ? null : c < 0n ? [-a * d, -b * c] : [a * d, b * c];

function rounded([a, b]: Ratio): number {
  const size = Number(((a < 0n ? -a : a) * 2n + b) / (b * 2n));
  return a < 0n && size > 0 ? -size : size;
}
