import type { Activity } from "../account/own-account.ts";
import { providerName } from "../security/provider-name.ts";

const methods: Record<string, string> = {
  password: "with the password",
  pkce: "with a mailed link",
  otp: "with a code",
  recovery: "with a link to set a new password",
  anonymous: "without an account of your own",
  oauth: "with another account",
  passkey: "with a passkey",
};
const factors: Record<string, string> = {
  totp: "an authenticator app",
  phone: "a phone",
  recovery_code: "a recovery code",
  webauthn: "a security key",
};
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
  signed_up: () => "The account was created",
  sign_up_repeated: () => "Somebody tried to create an account with your address",
  signed_in: ({ method, provider }) => `Signed in${by(method, provider)}`,
  sign_in_failed: ({ method, provider, reason }) =>
    reason === "copied_passkey"
      ? "A passkey was refused because it counts backwards, as a copy would: remove it"
      : `Signing in${by(method, provider)} failed`,
  signed_out: ({ scope }) => scopes[scope ?? ""] ?? "Signed out",
  token_reused: () => "A session was ended because its key was used twice, as if it had been stolen",
  mail_requested: ({ kind }) => mails[kind ?? ""] ?? "An email was asked for",
  verified: ({ kind }) =>
    kind?.startsWith("email_change")
      ? "A change of address was confirmed from one of the addresses"
      : "An emailed link or code was used",
  verification_failed: () => "An emailed link or code did not work",
  password_changed: () => "The password was changed; other sessions were signed out",
  password_change_refused: ({ reason }) =>
    reason === "wrong_password"
      ? "A wrong password was given to confirm a change"
      : "A wrong code was given to confirm a change",
  email_change_requested: () => "A change of the email address was asked for",
  email_changed: () => "The email address was changed",
  phone_change_requested: () => "A change of the phone number was asked for",
  phone_changed: () => "The phone number was changed",
  phone_removed: () => "The phone number was removed",
  user_updated: () => "Account details were changed",
  factor_enrolled: ({ method }) => `Setup of ${factor(method)} as a second factor was started`,
  factor_verified: ({ method }) =>
    method === "webauthn" ? "A security key was used" : `A code from ${factor(method)} was entered`,
  factor_refused: ({ method }) =>
    method === "webauthn" ? "A security key was refused" : `A wrong code from ${factor(method)} was entered`,
  factor_removed: ({ method }) =>
    `${factor(method).replace(/^./, (first) => first.toUpperCase())} was removed as a second factor`,
  passkey_added: () => "A passkey was added",
  passkey_renamed: () => "A passkey was renamed",
  passkey_removed: () => "A passkey was removed",
  recovery_codes_made: () => "New recovery codes were created",
  recovery_code_used: () => "A recovery code was used",
  reauthenticated: ({ method }) =>
    method === "password" ? "The password was given to confirm a change" : "A code was given to confirm a change",
  change_undone: () => "A change was undone from an emailed link; everybody was signed out",
  session_revoked: () => "A session was signed out from the list of sessions",
  identity_linked: ({ provider }) => `${providerName(provider ?? "another account")} was linked`,
  identity_unlinked: ({ provider }) => `${providerName(provider ?? "another account")} was unlinked`,
  identity_refused: ({ provider }) => `${providerName(provider ?? "another account")} could not be linked`,
  api_token_made: () => "An API token was made",
  api_token_revoked: () => "An API token was revoked",
  oauth_connected: () => "An app was allowed to use the account",
  oauth_disconnected: () => "An app’s access was removed",
  oauth_code_reused: () => "An app was disconnected because its code was used twice, as if it had been stolen",
  admin_oauth_client_created: () => "You added an app as administrator",
  admin_oauth_client_updated: () => "You changed an app as administrator",
  admin_oauth_client_secret_renewed: () => "You gave an app a new secret as administrator",
  admin_oauth_client_deleted: () => "You removed an app as administrator",
  admin_user_created: () => "An administrator created the account",
  admin_user_updated: () => "An administrator changed the account",
  admin_user_invited: () => "An administrator invited you",
  admin_link_generated: () => "An administrator created a link for the account",
  admin_factor_removed: () => "An administrator removed a second factor",
  admin_passkey_removed: () => "An administrator removed a passkey",
};

/** What happened, as a sentence. An action that this page does not know is shown by its name. */
export function activitySentence(happened: Activity): string {
  return (
    words[happened.action]?.(happened) ??
    happened.action.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())
  );
}

const warnings = new Set([
  "sign_in_failed",
  "token_reused",
  "oauth_code_reused",
  "password_change_refused",
  "factor_refused",
  "identity_refused",
  "sign_up_repeated",
]);

/** Whether an attempt was refused: what a person looks for first. */
export const isWarning = ({ action }: Activity): boolean => warnings.has(action);
