import { dictionary } from "@zxcvbn-ts/language-common";
import { AuthError, type Profile } from "../../core/index.ts";
import { commonPasswords } from "./common-passwords.ts";

/** Bounds the work of a request, not people; NIST SP 800-63B and ASVS 5.0 §6.2 want at least 64 allowed. */
const MAX_LENGTH = 256;

/** Some 49,000 that leaks of other services showed, 18,000 of them with eight characters or more; in lower case. */
const leakedPasswords: ReadonlySet<string> = new Set(dictionary["passwords-common"]);

export type PasswordRules = Pick<Profile, "minPasswordLength" | "refuseCommonPasswords">;

/** Length counts, composition does not. @returns why a password is too weak, in auth-js's words: "length", "pwned" */
export function weaknessOf(
  password: string,
  email: string,
  rules: PasswordRules,
): { message: string; reasons: string[] } | null {
  const length = [...password].length;
  if (length < rules.minPasswordLength)
    return { message: `Password should be at least ${rules.minPasswordLength} characters.`, reasons: ["length"] };
  if (length > MAX_LENGTH)
    return { message: `Password cannot be longer than ${MAX_LENGTH} characters.`, reasons: ["length"] };
  if (rules.refuseCommonPasswords && isGuessable(password, email)) {
    return {
      message: "Password is known to be weak and easy to guess, please choose a different one.",
      reasons: ["pwned"],
    };
  }
  return null;
}

/** @throws AuthError 422 `weak_password` */
export function refuseWeak(password: string, email: string, rules: PasswordRules): void {
  const weakness = weaknessOf(password, email, rules);
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, { weakPasswordReasons: weakness.reasons });
}

function isGuessable(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const word = plain.replace(/[\d!@#$%^&*?._-]+$/, "");
  if (
    leakedPasswords.has(plain) ||
    commonPasswords.has(plain) ||
    (word && commonPasswords.has(word)) ||
    commonPasswords.has(onceOf(plain))
  )
    return true;
  return plain === email || plain === email.split("@")[0] || new Set(plain).size <= 2;
}

/** What a text repeats ("abcabc" → "abc"), or the text. */
function onceOf(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}
