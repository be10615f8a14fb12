import { authSentenceOf, inAccount, UNREACHABLE } from "@tessera/contracts-identity/auth-sentences.ts";

/** The identity service's error code, where an error has one. */
export const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? "";

/**
 * What a person can do about a refused change of the account: by the identity service's error code, else in its own
 * words.
 */
export function accountSentence(error: unknown): string {
  const { message, name } = error as Error;
  if (name === "AuthRetryableFetchError") return UNREACHABLE;
  const code = codeOf(error);
  // These say what the service knows better: how long to wait, and what is wrong with a password.
  if ((code === "weak_password" || code === "validation_failed") && message) return message;
  return authSentenceOf(code, inAccount) ?? message;
}
