import { AuthError } from "../core/index.ts";

/** Refusals in the words of RFC 6749 §5.2; what a person did wrong never appears in them. */
export const invalidRequest = (why: string) => new AuthError(400, "invalid_request", why, { isOAuth: true });
export const invalidGrant = (why: string) => new AuthError(400, "invalid_grant", why, { isOAuth: true });
export const invalidScope = (why: string) => new AuthError(400, "invalid_scope", why, { isOAuth: true });
export const invalidTarget = (why: string) => new AuthError(400, "invalid_target", why, { isOAuth: true });
export const invalidClient = () =>
  new AuthError(401, "invalid_client", "The client is unknown, or did not prove who it is as it is registered", {
    isOAuth: true,
  });
export const unauthorizedClient = () =>
  new AuthError(400, "unauthorized_client", "The client is not registered for this grant type", { isOAuth: true });
export const unsupportedGrantType = () =>
  new AuthError(400, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token", {
    isOAuth: true,
  });

export const clientNotFound = () => new AuthError(404, "oauth_client_not_found", "OAuth client not found");
export const authorizationNotFound = () =>
  new AuthError(404, "oauth_authorization_not_found", "authorization not found");
