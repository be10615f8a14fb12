/** "+43 ••• 21" is what a list shows of a number: enough to tell which phone it is. */
export const shortPhone = (digits: string) => `+${digits.slice(0, 2)} ••• ${digits.slice(-2)}`;

/** Digits of E.164 of what people write; null for what cannot be a number with its country's code. */
export function digitsOf(written: string): string | null {
  const digits = written.replaceAll(/[\s()./-]/g, "").replace(/^(\+|00)/, "");
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null;
}
