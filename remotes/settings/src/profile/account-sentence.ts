const sentences: Record<string, string> = {
  invalid_credentials: "The current password is wrong.",
  same_password: "This is your present password; choose another one.",
  email_exists: "There is an account with this address already.",
  email_address_invalid: "This is not an address that mail can be sent to.",
  over_email_send_rate_limit: "A mail was sent just now; wait a minute before you ask for another.",
  over_request_rate_limit: "Too many attempts; wait a minute, then try again.",
};

/** What a person can do about a refused change of the account: by the identity service's error code, else in its own words. */
export function accountSentence(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  return sentences[code ?? ""] ?? message;
}
