/** Where a code goes, and what an account is known by. */
export type Address = { email: string; phone?: undefined } | { phone: string; email?: undefined };

/** Whether what is being typed will be a phone number rather than an email address. */
export const looksLikePhone = (typed: string): boolean => /^\s*[+\d][\d\s().-]*$/.test(typed);

/** @returns the address, with a phone number as E.164, or a sentence on what is wrong with what was typed */
export function addressOf(typed: string, phoneOffered: boolean): Address | { problem: string } {
  const text = typed.trim();
  if (!text) return { problem: phoneOffered ? "Enter your email or phone number." : "Enter your email." };
  if (phoneOffered && looksLikePhone(text)) {
    const digits = text.replace(/[\s().-]/g, "").replace(/^00/, "+");
    if (!digits.startsWith("+"))
      return { problem: "Start the number with + and the country code, for example +47 22 33 44 55." };
    return /^\+[1-9]\d{5,14}$/.test(digits)
      ? { phone: digits }
      : { problem: "This phone number is not complete. Check its digits." };
  }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/.test(text)
    ? { email: text }
    : {
        problem: phoneOffered
          ? "Enter an email like name@example.com, or a phone number with +."
          : "Enter an email like name@example.com.",
      };
}
