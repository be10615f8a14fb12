import { MANY_ATTEMPTS, SESSION_ENDED } from "./plain-sentences.ts";

export { MANY_ATTEMPTS, SESSION_ENDED, UNREACHABLE } from "./plain-sentences.ts";

const TOO_OLD = "This link has been used or is too old. Ask for a new one.";
const LINK_OFF = "This server does not offer this way to sign in. Choose another one.";
const AGAIN = "Something failed on the server. Nothing was changed; try again in a moment.";
const BEGIN_AGAIN = "This sign-in was begun in another browser, or too long ago. Begin again.";
const ADMIN = "Ask your administrator.";
const ORGANISATION = "Your organisation's sign-in did not give what is needed here. Ask its administrator.";
const SETUP = `Your organisation's sign-in is not set up correctly here. ${ADMIN}`;

/**
 * What a person can do about an error of the identity service, by its code. One catalogue for every page; `inAccount`
 * and `inAdministration` say it otherwise where somebody is signed in already, or acts on other people.
 */
export const authSentences = {
  invalid_credentials: "The email or the password is wrong.",
  email_not_confirmed: "This address is not confirmed yet. Open the link in the mail we sent you.",
  phone_not_confirmed: "This phone number is not confirmed yet. Ask for a code to sign in with.",
  user_already_exists: "There is an account with this address already. Sign in instead.",
  email_exists: "There is an account with this address already. Sign in instead.",
  phone_exists: "There is an account with this phone number already. Sign in instead.",
  email_address_invalid: "This does not look like an email address. Check it for typing errors.",
  email_address_not_authorized: `This server does not send mail to this address. ${ADMIN}`,
  same_password: "This is your current password. Choose another one.",
  weak_password: "This password is too easy to guess. Choose a longer or a less common one.",
  user_banned: `This account is locked. ${ADMIN}`,
  user_not_found: SESSION_ENDED,
  user_sso_managed: "This account signs in through your organisation. Use single sign-on.",
  signup_disabled: "New accounts are switched off on this server.",
  otp_disabled: "New accounts are switched off on this server.",
  otp_expired: TOO_OLD,
  flow_state_not_found: TOO_OLD,
  flow_state_expired: "This link is too old. Ask for a new one.",
  bad_code_verifier: BEGIN_AGAIN,
  invite_not_found: "This invitation has been used or withdrawn. Ask for a new one.",
  over_request_rate_limit: MANY_ATTEMPTS,
  over_email_send_rate_limit: "A mail was sent just now. Wait a minute before you ask for another.",
  over_sms_send_rate_limit: "A text message was sent just now. Wait a minute before you ask for another.",
  sms_send_failed: "The text message could not be sent. Check the number, or sign in another way.",
  email_provider_disabled: LINK_OFF,
  phone_provider_disabled: LINK_OFF,
  provider_disabled: LINK_OFF,
  oauth_provider_not_supported: LINK_OFF,
  anonymous_provider_disabled: LINK_OFF,
  saml_provider_disabled: "Single sign-on is switched off on this server.",
  web3_provider_disabled: LINK_OFF,
  web3_unsupported_chain: "Only wallets of Solana and Ethereum can sign in here.",
  invalid_grant: "The signature was not accepted. Check that your device's clock is right, then sign in again.",
  wallet_refused: "Your wallet did not sign. Open it, choose an account, and allow the signature.",
  sso_provider_not_found:
    "No organisation with this domain signs in here. Check it for typing errors, or sign in another way.",
  provider_email_needs_verification:
    "The other service has not confirmed your email address. Confirm it there, then sign in again.",
  bad_oauth_state: BEGIN_AGAIN,
  bad_oauth_callback: "The other service gave an incomplete answer. Begin again.",
  access_denied: "The other service did not let you in, or you cancelled there. Nothing was changed.",
  server_error: "The other service failed. Try again in a moment.",
  temporarily_unavailable: "The other service is not available at the moment. Try again later.",
  unexpected_audience: "The other service's answer was meant for another product. Begin again.",
  identity_already_exists: "That account is linked already, to yours or to somebody else's.",
  identity_not_found: "That account is not linked to yours.",
  single_identity_not_deletable: "This is your only way to sign in: add another one before you remove it.",
  email_conflict_identity_not_deletable:
    "Another account uses the address you would be left with. Change your email first.",
  manual_linking_disabled: "Linking accounts is switched off on this server.",
  saml_relay_state_not_found: BEGIN_AGAIN,
  saml_relay_state_expired: BEGIN_AGAIN,
  saml_idp_not_found: SETUP,
  saml_assertion_no_user_id: ORGANISATION,
  saml_assertion_no_email: ORGANISATION,
  saml_metadata_fetch_failed: SETUP,
  saml_idp_already_exists: SETUP,
  saml_entity_id_mismatch: SETUP,
  sso_domain_already_exists: SETUP,
  oauth_authorization_not_found:
    "This request has been answered, is too old, or was meant for somebody else. Begin again in the app.",
  oauth_client_not_found: "This app was removed meanwhile.",
  oauth_consent_not_found: "This app has no access any more.",
  mfa_verification_failed: "That code is not right. Check it and try again; a code works once only.",
  mfa_verification_rejected: `Your second factor was refused. ${ADMIN}`,
  mfa_challenge_expired: "This code is too old, or was tried too often. Ask for a new one.",
  api_token_not_found: "This API token was revoked already.",
  too_many_api_tokens: "Your account has as many API tokens as it can. Revoke one first.",
  passkey_disabled: "This server offers no passkeys.",
  too_many_passkeys: "Your account has as many passkeys as it can. Remove one first.",
  webauthn_challenge_expired: "That took too long. Begin again.",
  webauthn_challenge_not_found: "That took too long, or was done already. Begin again.",
  webauthn_credential_exists: "This passkey is registered already. Use another device or password manager.",
  webauthn_verification_failed: "This passkey was not accepted. It may have been removed; sign in another way.",
  passkey_refused: "No passkey was used. Try again, or sign in another way.",
  mfa_ip_address_mismatch: "Your connection changed meanwhile, or the code was used already. Ask for a new one.",
  mfa_factor_not_found: "This second factor was removed meanwhile. Sign in again.",
  mfa_factor_name_conflict: "You have a second factor of this name. Choose another name.",
  mfa_verified_factor_exists: "This phone is a second factor of yours already.",
  too_many_enrolled_mfa_factors: "Ten second factors are the most an account can have. Remove one first.",
  mfa_phone_enroll_not_enabled: "Phones as a second factor are switched off on this server.",
  mfa_phone_verify_not_enabled: "Phones as a second factor are switched off on this server.",
  mfa_totp_enroll_not_enabled: "Authenticator apps are switched off on this server.",
  mfa_totp_verify_not_enabled: "Authenticator apps are switched off on this server.",
  mfa_webauthn_enroll_not_enabled: "Security keys are switched off on this server.",
  mfa_webauthn_verify_not_enabled: "Security keys are switched off on this server.",
  mfa_recovery_codes_enroll_not_enabled: "Recovery codes are switched off on this server.",
  mfa_recovery_codes_verify_not_enabled: "Recovery codes are switched off on this server.",
  mfa_recovery_codes_locked: "Too many wrong recovery codes. Use your second factor, or wait.",
  mfa_recovery_codes_sole_factor: "Recovery codes need a second factor beside them.",
  insufficient_aal: "This needs your second factor. Sign in again with it.",
  reauth_nonce_missing: "Enter the code we sent you first.",
  reauthentication_needed: "This needs a recent sign-in. Sign in again, then repeat it.",
  reauthentication_not_valid: "That code is not right, or too old. Ask for a new one.",
  no_authorization: SESSION_ENDED,
  bad_jwt: SESSION_ENDED,
  session_not_found: SESSION_ENDED,
  session_expired: SESSION_ENDED,
  refresh_token_not_found: SESSION_ENDED,
  refresh_token_already_used: SESSION_ENDED,
  not_admin: "This is for administrators only.",
  captcha_failed:
    "It could not be checked that you are a person. Allow the check on this page, or turn off what blocks it, then try again.",
  captcha_unavailable:
    "It could not be checked that you are a person: the check does not answer. Try again in a few minutes.",
  validation_failed: "Something in the form is not as it should be. Check it and try again.",
  bad_json: AGAIN,
  conflict: "Something else changed this account at the same moment. Try again.",
  request_timeout: AGAIN,
  unexpected_failure: AGAIN,
  hook_timeout: AGAIN,
  hook_timeout_after_retry: AGAIN,
  hook_payload_over_size_limit: AGAIN,
  hook_payload_invalid_content_type: AGAIN,
};

/** To a person who changes their own account. */
export const inAccount: Partial<Record<string, string>> = {
  webauthn_verification_failed: "This passkey was not accepted. Begin again.",
  passkey_refused: "Nothing was added: your device was not asked, or did not answer. Try again.",
  invalid_credentials: "The current password is wrong.",
  current_password_invalid: "The current password is wrong.",
  email_exists: "There is an account with this address already.",
  email_address_invalid: "This is not an address that mail can be sent to.",
  phone_exists: "There is an account with this number already.",
  phone_provider_disabled: "This installation sends no text messages.",
  mfa_phone_enroll_not_enabled: "This installation sends no text messages.",
  reauthentication_not_valid: "This code is wrong, was used, or is older than ten minutes. Ask for a new one.",
  otp_expired: "This code is wrong, was used, or is older than ten minutes. Ask for a new one.",
  mfa_verification_failed: "This code is not right. Look at the newest one and try again.",
  mfa_factor_not_found: "This took longer than five minutes, or was removed meanwhile. Start again.",
  insufficient_aal: "This takes a code of your second factor.",
  reauthentication_needed: "This takes your password or a mailed code.",
  sms_send_failed: "This installation sends no text messages to numbers of this country.",
  session_not_found: "This session has ended already.",
  identity_already_exists:
    "That account signs in to another Tessera account already. Unlink it there first, or sign in with it.",
  identity_not_found: "This way to sign in was removed already.",
};

/** To an administrator, about somebody's account. */
export const inAdministration: Partial<Record<string, string>> = {
  email_exists: "There is an account with this address already.",
  not_admin: "Only administrators may see and change people.",
  insufficient_aal: "Your account has a second factor. Sign out and in again with it to administer people.",
  user_not_found: "This account is gone already.",
  mfa_factor_not_found: "This second factor is gone already.",
};

/** The sentence of a code, where there is one; `context` first. */
export const authSentenceOf = (code: string, context: Partial<Record<string, string>> = {}): string | undefined =>
  context[code] ?? (Object.hasOwn(authSentences, code) ? authSentences[code as keyof typeof authSentences] : undefined);
