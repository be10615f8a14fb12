import type { Activity } from "../account/own-account.ts";
import { providerName } from "../security/provider-name.ts";

const methods: Record<string, string> = {
  password: "with the password",
  pkce: "with a mailed link",
  otp: "with a code",
  recovery: "with a link to set a new password",
  anonymous: "without an account of your own",
  oauth: "with another account",
};
const factors: Record<string, string> = { totp: "an authenticator app", phone: "a phone", recovery_code: "a recovery code" };
const mails: Record<string, string> = {
  recovery: "A link to set a new password was asked for",
  magiclink: "A link to sign in was asked for",
  confirmation: "A link to confirm the address was asked for",
  reauthentication: "A code to confirm that it is you was asked for",
  sign_in: "A code to sign in was asked for",
};
const scopes: Record<string, string> = {
  local: "Signed out",
  others: "All other sessions were signed out",
  global: "Signed out everywhere",
};

const by = (method: string | null, provider: string | null) =>
  provider ? ` with ${providerName(provider)}` : method ? ` ${methods[method] ?? `with ${providerName(method)}`}` : "";
const factor = (method: string | null) => factors[method ?? ""] ?? "a second factor";

type Words = (happened: Activity) => string;

const words: Record<string, Words> = {
  signed_up: () => "The account was made",
  sign_up_repeated: () => "Somebody tried to make an account with your address",
  signed_in: ({ method, provider }) => `Signed in${by(method, provider)}`,
  sign_in_failed: ({ method, provider }) => `Signing in${by(method, provider)} failed`,
  signed_out: ({ scope }) => scopes[scope ?? ""] ?? "Signed out",
  token_reused: () => "A session was ended because its key was used twice, as a stolen one would be",
  mail_requested: ({ kind }) => mails[kind ?? ""] ?? "A mail was asked for",
  verified: ({ kind }) =>
    kind?.startsWith("email_change") ? "A mailbox agreed to the change of address" : "A mailed link or code was used",
  verification_failed: () => "A mailed link or code did not work",
  password_changed: () => "The password was changed; other sessions were signed out",
  password_change_refused: ({ reason }) =>
    reason === "wrong_password" ? "A wrong password was given to confirm a change" : "A wrong code was given to confirm a change",
  email_change_requested: () => "A change of the e-mail address was asked for",
  email_changed: () => "The e-mail address was changed",
  phone_change_requested: () => "A change of the phone number was asked for",
  phone_changed: () => "The phone number was changed",
  phone_removed: () => "The phone number was removed",
  user_updated: () => "Details of the account were changed",
  factor_enrolled: ({ method }) => `Adding ${factor(method)} as a second factor was begun`,
  factor_verified: ({ method }) => `A code of ${factor(method)} was entered`,
  factor_refused: ({ method }) => `A wrong code of ${factor(method)} was entered`,
  factor_removed: ({ method }) => `${factor(method).replace(/^./, (first) => first.toUpperCase())} was removed as a second factor`,
  recovery_codes_made: () => "New recovery codes were made",
  recovery_code_used: () => "A recovery code was used",
  reauthenticated: ({ method }) =>
    method === "password" ? "The password was given to confirm a change" : "A code was given to confirm a change",
  change_undone: () => "A change was undone by the link of a mail; everybody was signed out",
  session_revoked: () => "A session was signed out from the list of sessions",
  identity_linked: ({ provider }) => `${providerName(provider ?? "another account")} was linked`,
  identity_unlinked: ({ provider }) => `${providerName(provider ?? "another account")} was unlinked`,
  identity_refused: ({ provider }) => `${providerName(provider ?? "another account")} could not be linked`,
  admin_user_created: () => "An administrator made the account",
  admin_user_updated: () => "An administrator changed the account",
  admin_user_invited: () => "An administrator invited you",
  admin_link_generated: () => "An administrator made a link for the account",
  admin_factor_removed: () => "An administrator removed a second factor",
};

/** What happened, as a sentence. What this page does not know yet is told by its own name. */
export function activitySentence(happened: Activity): string {
  return words[happened.action]?.(happened) ?? happened.action.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

const warnings = new Set([
  "sign_in_failed",
  "token_reused",
  "password_change_refused",
  "factor_refused",
  "identity_refused",
  "sign_up_repeated",
]);

/** Whether somebody was refused: what a person looks for first. */
export const isWarning = ({ action }: Activity): boolean => warnings.has(action);
