import type { AuthError } from "@supabase/supabase-js";
import { MANY_ATTEMPTS, SESSION_ENDED, UNREACHABLE } from "@tessera/contracts-identity/plain-sentences.ts";

type Literals<Code> = Code extends string ? (string extends Code ? never : Code) : never;
/** Every code that supabase-js knows, and those that our identity service or the page add. */
export type KnownCode =
  | Literals<AuthError["code"]>
  | "captcha_unavailable"
  | "access_denied"
  | "server_error"
  | "temporarily_unavailable"
  | "web3_provider_disabled"
  | "web3_unsupported_chain"
  | "invalid_grant"
  | "wallet_refused"
  | "passkey_refused"
  | "passkey_disabled"
  | "webauthn_challenge_not_found"
  | "webauthn_verification_failed";

let sentences: Partial<Record<KnownCode, string>> = {};

/** Called by all-auth-words.ts: where codes come from, the catalogue is loaded, and no first view waits for it. */
export function learnSentences(all: Record<KnownCode, string>): void {
  sentences = all;
}

export const isKnownCode = (code: string): code is KnownCode => Object.hasOwn(sentences, code);

/** What a person can do about an error of the identity service; the service's own sentence when we have none. */
export function authSentence(error: unknown): string {
  const { code, status, message, reasons, name } = error as {
    code?: string;
    status?: number;
    message?: string;
    reasons?: string[];
    name?: string;
  };
  if ((code === "weak_password" || code === "validation_failed") && message) return message;
  if (status === 429 || code?.startsWith("over_")) {
    const wait = secondsToWait(error);
    if (wait) return `Too many attempts. Try again in ${inWords(wait)}.`;
  }
  if (code && isKnownCode(code)) return sentences[code]!;
  if (status === 429) return MANY_ATTEMPTS;
  if (status === 0 || name === "AuthRetryableFetchError") return UNREACHABLE;
  if (name === "AuthSessionMissingError") return SESSION_ENDED;
  return message || reasons?.join(" ") || "That did not work. Nothing was changed; try again.";
}

/** The error's code, as the identity service gave it. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Seconds that a refusal asks to wait. auth/v1 gives them only in its sentence: "… after 42 seconds." */
export function secondsToWait(error: unknown): number | null {
  const found = /\b(\d{1,5}) seconds?\b/.exec((error as { message?: string }).message ?? "");
  return found ? Number(found[1]) : null;
}

const inWords = (seconds: number) => {
  if (seconds < 90) return `${seconds} second${seconds === 1 ? "" : "s"}`;
  return `${Math.ceil(seconds / 60)} minutes`;
};
