import type { CoreProblemCode } from "@tessera/contracts-core/problems.ts";
import type { AuthErrorCode, AuthErrorStatus } from "@tessera/contracts-identity/auth-errors.ts";

type Extra = { weakPasswordReasons?: string[]; retryAfterSeconds?: number; isOAuth?: boolean };
/** A code of the catalogue with one of its statuses. */
type Answer = {
  [Code in AuthErrorCode]: [status: AuthErrorStatus<Code>, code: Code, message: string, extra?: Extra];
}[AuthErrorCode];
/** What the kit or its framework refuses before a handler of auth/v1 runs. */
type Refusal = [status: number, code: CoreProblemCode | "validation_failed", message: string, extra?: Extra];

/**
 * An error of auth/v1, as the catalogue of its contract lists them. The filter writes it in the format the client asked
 * for.
 */
export class AuthError extends Error {
  override name = "AuthError";
  readonly status: number;
  readonly code: string;
  readonly extra: Extra;
  constructor(...[status, code, message, extra = {}]: Answer | Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** Written as OAuth does (RFC 6749 §5.2) by the grants that upstream answers so. */
export const oauthError = (code: "invalid_grant" | "invalid_request", message: string) =>
  new AuthError(400, code, message, { isOAuth: true });
export const validationFailed = (message: string) => new AuthError(400, "validation_failed", message);
export const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");
export const userBanned = (status: 400 | 403) => new AuthError(status, "user_banned", "User is banned");
export const signupDisabled = () => new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");
export const phoneExists = () =>
  new AuthError(422, "phone_exists", "A user with this phone number has already been registered");
export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");
export const reauthenticationNeeded = (message: string) => new AuthError(400, "reauthentication_needed", message);
