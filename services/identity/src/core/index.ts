export { Audit } from "./audit/audit.ts";
export { Captcha } from "./captcha/captcha.guard.ts";
export { CaptchaCheck } from "./captcha/captcha-check.ts";
export { at, bytea, identity, type Json } from "./columns.ts";
export { IdentityVariables } from "./config/declared.ts";
export { IDENTITY_CONFIG, type IdentityConfig } from "./config/identity-config.ts";
export { type Profile, profileOf } from "./config/profiles.ts";
export { CoreModule } from "./core.module.ts";
export { AuthErrorFilter } from "./errors/auth-error.filter.ts";
export {
  AuthError,
  emailExists,
  invalidCredentials,
  oauthError,
  phoneExists,
  reauthenticationNeeded,
  signupDisabled,
  userBanned,
  userNotFound,
  validationFailed,
} from "./errors/auth-error.ts";
export type { Administrator } from "./http/administrator.ts";
export { AuthController } from "./http/auth-controller.ts";
export {
  Challenge,
  Email,
  MAX_METADATA_BYTES,
  Metadata,
  mergeMetadata,
  Password,
  RedirectQuery,
} from "./http/bodies.ts";
export { uuidOf } from "./http/ids.ts";
export { Channel, GivenPhone, Phone } from "./http/phone.ts";
export { Redirects } from "./http/redirects.ts";
export { From, type RequestContext } from "./http/request-context.ts";
export { AccountLimits, asOwner } from "./limits/account-limits.ts";
export { AddressLimit } from "./limits/address-limit.guard.ts";
export { byAccount, byAddress } from "./limits/limits.ts";
export { RateLimits } from "./limits/rate-limits.ts";
export { Maintenance } from "./maintenance.ts";
export { randomToken, sameBytes, sha256 } from "./secret/digest.ts";
export { RootKey } from "./secret/root-key.ts";
export { Secret } from "./secret/secret.ts";
export { auditEvents } from "./tables.ts";
