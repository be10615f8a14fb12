import { createHash } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Log } from "@tessera/service-kit";
import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { AuthError, oauthError, sameBytes } from "../../core/index.ts";
import type { ExternalAccount } from "../../users/index.ts";
import { accountOf } from "./claims.ts";
import { type Provider, Providers } from "./providers.ts";

/** Signature algorithms that only the provider can use: no shared secret, no `none`. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
/** Tolerated clock skew in seconds. */
const TOLERANCE = 30;
/** Timeout for fetching a provider's keys, ms. */
const TIMEOUT_MS = 5000;

export interface GivenIdToken {
  provider?: string | null;
  issuer?: string | null;
  id_token?: string | null;
  access_token?: string | null;
  nonce?: string | null;
}

/** ID tokens that a client got from a provider itself; OpenID Connect Core §3.1.3.7. */
@Injectable()
export class IdTokens {
  private readonly keys = new Map<string, JWTVerifyGetKey>();

  constructor(
    private readonly providers: Providers,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
  ) {}

  /**
   * @returns the account a token proves.
   * @throws AuthError 400 `provider_disabled`, `invalid_request`, `invalid_grant`; 503 when the provider's keys cannot
   * be had
   */
  async verify(given: GivenIdToken): Promise<ExternalAccount> {
    if (!given.id_token) throw oauthError("invalid_request", "id_token required");
    if (!given.provider && !given.issuer) throw oauthError("invalid_request", "provider or issuer required");
    const provider = this.find(given);
    const claims = await this.claims(provider, given.id_token);
    checkNonce(claims, given.nonce);
    if (given.access_token) checkAccessToken(claims, given.id_token, given.access_token);
    const account = accountOf(provider.id, claims, provider.known?.isVerified);
    if (!account) throw oauthError("invalid_grant", "Bad ID token: missing sub claim");
    return account;
  }

  private find({ provider: id, issuer }: GivenIdToken): Provider {
    const provider = id ? this.providers.find(id) : this.providers.byIssuer(issuer!);
    if (provider?.isOpenId) return provider;
    throw new AuthError(
      400,
      "provider_disabled",
      `Provider "${(id ?? issuer!).slice(0, 100)}" is not enabled for ID tokens`,
    );
  }

  private async claims(provider: Provider, token: string): Promise<JWTPayload> {
    const { issuer, jwks_uri } = (await this.providers.client(provider)).serverMetadata();
    if (!jwks_uri || (!provider.insecure && !jwks_uri.startsWith("https:")))
      throw this.unreachable(provider, "no keys by https");
    try {
      const { payload } = await jwtVerify(token, this.keysAt(jwks_uri), {
        algorithms: ALGORITHMS,
        audience: provider.audiences,
        requiredClaims: ["sub", "iss", "aud", "exp", "iat"],
        clockTolerance: TOLERANCE,
        currentDate: this.clock.now(),
      });
      // Microsoft's keys are shared by all tenants, and each tenant is an issuer.
      const tenant = typeof payload.tid === "string" && /^[0-9a-f-]{36}$/.test(payload.tid) ? payload.tid : "";
      if (payload.iss !== issuer.replace("{tenantid}", tenant))
        throw oauthError("invalid_grant", "Bad ID token: unacceptable issuer");
      const { aud, azp } = payload;
      if (Array.isArray(aud) && aud.length > 1 && !provider.audiences.includes(String(azp)))
        throw oauthError("invalid_grant", "Bad ID token: made for another party");
      return payload;
    } catch (error) {
      if (error instanceof AuthError) throw error;
      if (error instanceof errors.JWTExpired) throw oauthError("invalid_grant", "Bad ID token: it has expired");
      if (error instanceof errors.JWTClaimValidationFailed && error.claim === "aud")
        throw oauthError("invalid_grant", "Bad ID token: unacceptable audience");
      if (isAbsence(error)) throw this.unreachable(provider, (error as Error).name);
      throw oauthError("invalid_grant", "Bad ID token: it could not be verified");
    }
  }

  private keysAt(uri: string): JWTVerifyGetKey {
    const known = this.keys.get(uri) ?? createRemoteJWKSet(new URL(uri), { timeoutDuration: TIMEOUT_MS });
    this.keys.set(uri, known);
    return known;
  }

  private unreachable(provider: Provider, reason: string): AuthError {
    this.log.warn({ provider: provider.id, reason }, "the keys of a sign-in provider cannot be had");
    return new AuthError(
      503,
      "unexpected_failure",
      `${provider.name} cannot be reached at the moment. Please try again.`,
    );
  }
}

/** Whether the keys could not be fetched; jose has no name of its own for an answer that is not 200. */
const isAbsence = (error: unknown) =>
  !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC";

/** The client keeps its nonce to itself until now; the provider has seen its hash. */
function checkNonce({ nonce: claimed }: JWTPayload, given: string | null | undefined): void {
  if (Boolean(claimed) !== Boolean(given))
    throw oauthError("invalid_request", "Passed nonce and nonce in id_token should either both exist or not.");
  if (!given) return;
  const hash = createHash("sha256").update(given).digest("hex");
  if (!sameBytes(Buffer.from(hash), Buffer.from(String(claimed)))) throw oauthError("invalid_grant", "Nonces mismatch");
}

/** The token for the provider's interface is of the same sign-in; OpenID Connect Core §3.1.3.6. */
function checkAccessToken({ at_hash }: JWTPayload, idToken: string, accessToken: string): void {
  if (at_hash === undefined) return;
  const bits = decodeProtectedHeader(idToken).alg?.match(/\d{3}$/)?.[0] ?? "512";
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  const half = hash.subarray(0, hash.length / 2).toString("base64url");
  if (!sameBytes(Buffer.from(half), Buffer.from(String(at_hash))))
    throw oauthError("invalid_grant", "Bad ID token: at_hash does not match the access token");
}
