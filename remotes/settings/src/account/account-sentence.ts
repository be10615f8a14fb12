const sentences: Record<string, string> = {
  invalid_credentials: "The current password is wrong.",
  same_password: "This is your present password; choose another one.",
  email_exists: "There is an account with this address already.",
  email_address_invalid: "This is not an address that mail can be sent to.",
  phone_exists: "There is an account with this number already.",
  phone_provider_disabled: "This installation sends no text messages.",
  mfa_phone_enroll_not_enabled: "This installation sends no text messages.",
  reauthentication_not_valid: "This code is wrong, was used, or is older than ten minutes. Ask for a new one.",
  otp_expired: "This code is wrong, was used, or is older than ten minutes. Ask for a new one.",
  mfa_verification_failed: "This code is not right. Look at the newest one and try again.",
  mfa_challenge_expired: "This code is too old. Ask for a new one.",
  mfa_ip_address_mismatch: "Your network changed meanwhile, or the code was used. Ask for a new one.",
  mfa_factor_not_found: "This took longer than five minutes, or was removed meanwhile. Start again.",
  mfa_factor_name_conflict: "You have a factor of this name already; choose another name.",
  mfa_verified_factor_exists: "This number is one of your factors already.",
  too_many_enrolled_mfa_factors: "Ten factors are the most an account can have. Remove one first.",
  insufficient_aal: "This takes a code of your second factor.",
  reauthentication_needed: "This takes your password or a mailed code.",
  sms_send_failed: "This installation sends no text messages to numbers of this country.",
  session_not_found: "This session has ended already.",
  identity_already_exists: "That account signs in to another Tessera account already. Unlink it there first, or sign in with it.",
  identity_not_found: "This way to sign in was removed already.",
  single_identity_not_deletable: "It is the only way you can sign in. Add another one first.",
  manual_linking_disabled: "This installation does not let people link other accounts.",
  over_email_send_rate_limit: "A mail was sent just now; wait a minute before you ask for another.",
  over_sms_send_rate_limit: "A message was sent just now; wait a minute before you ask for another.",
  over_request_rate_limit: "Too many attempts; wait a minute, then try again.",
};

/** The identity service's error code, where an error has one. */
export const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? "";

/** What a person can do about a refused change of the account: by the identity service's error code, else in its own words. */
export function accountSentence(error: unknown): string {
  const { message, name } = error as Error;
  if (name === "AuthRetryableFetchError") return "The server cannot be reached. Check your connection and try again.";
  return sentences[codeOf(error)] ?? message;
}
