const sentences: Record<string, string> = {
  invalid_credentials: "The email or the password is wrong.",
  email_not_confirmed: "This address is not confirmed yet. Open the link in the mail we sent you.",
  user_already_exists: "There is an account with this address already. Sign in instead.",
  email_exists: "There is an account with this address already. Sign in instead.",
  same_password: "This is your present password. Choose another one.",
  user_banned: "This account is locked. Ask whoever runs this server.",
  signup_disabled: "New accounts are switched off on this server.",
  otp_expired: "This link has been used or is too old. Ask for a new one.",
  flow_state_not_found: "This link has been used or is too old. Ask for a new one.",
  flow_state_expired: "This link is too old. Ask for a new one.",
  captcha_failed:
    "It could not be checked that you are a person. Allow the check on this page, or turn off what blocks it, then try again.",
  captcha_unavailable: "It could not be checked that you are a person: the check does not answer. Try again in a few minutes.",
  over_request_rate_limit: "Too many attempts. Wait a minute, then try again.",
  over_email_send_rate_limit: "A mail was sent just now. Wait a minute before you ask for another.",
};

/** What a person can do about an error of the identity service; its own sentence when we know no better one. */
export function authSentence(error: unknown): string {
  const { code, status, message, reasons } = error as { code?: string; status?: number; message?: string; reasons?: string[] };
  if (code === "weak_password" && message) return message;
  if (code && sentences[code]) return sentences[code];
  if (status === 429) return "Too many attempts. Wait a minute, then try again.";
  if (status === 0 || (error as Error)?.name === "AuthRetryableFetchError")
    return "The server cannot be reached. Check your connection and try again; nothing was changed.";
  return message || reasons?.join(" ") || "That did not work. Nothing was changed; try again.";
}
