import { AuthError } from "../errors/auth-error.ts";
import { commonPasswords } from "./common-passwords.ts";

/** NIST SP 800-63B and ASVS 5.0 §6.2: length counts, composition does not; at least 64 characters are allowed. */
export const SHORTEST = 8;
/** Bounds the work of a request, not the person. */
export const LONGEST = 256;

/** @returns why a password is too weak, in auth-js's words: "length", "pwned" */
export function weaknessOf(password: string, email: string): { message: string; reasons: string[] } | null {
  const length = [...password].length;
  if (length < SHORTEST) return { message: `Password should be at least ${SHORTEST} characters.`, reasons: ["length"] };
  if (length > LONGEST) return { message: `Password cannot be longer than ${LONGEST} characters.`, reasons: ["length"] };
  if (isGuessable(password, email)) {
    return { message: "Password is known to be weak and easy to guess, please choose a different one.", reasons: ["pwned"] };
  }
  return null;
}

/** @throws AuthError 422 `weak_password` */
export function refuseWeak(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, { weakPasswordReasons: weakness.reasons });
}

function isGuessable(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const word = plain.replace(/[\d!@#$%^&*?._-]+$/, "");
  if (commonPasswords.has(plain) || (word && commonPasswords.has(word)) || commonPasswords.has(onceOf(plain))) return true;
  return plain === email || plain === email.split("@")[0] || new Set(plain).size <= 2;
}

/** What a text repeats ("abcabc" → "abc"), or the text. */
function onceOf(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}
