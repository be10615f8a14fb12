import { hash } from "node:crypto";
import { type CanActivate, createParamDecorator, type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import {
  badJwt,
  identityUnreachable,
  insufficientAal,
  noAuthorization,
  sessionEnded,
} from "@tessera/contracts-core/problems.ts";
import type { FastifyRequest } from "fastify";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import { API_TOKEN_PREFIX, type ApiTokens } from "../api-tokens/api-tokens.ts";
import { FOR_API_TOKENS } from "../api-tokens/for-api-tokens.ts";
import type { KitConfig } from "../config/kit-config.ts";
import type { CardLimits } from "../database/card-limits.ts";
import { LruCache } from "../lru-cache.ts";
import type { EndedSessions } from "../sessions/ended-sessions.ts";
import { checkScope, scopesFor } from "./clients.ts";
import { ProblemException, problem } from "./problem.ts";
import { withResource } from "./protected-resource.ts";

/** Who calls, as the access token says. */
export interface Caller {
  userId: string;
  /** Only where it is confirmed, else empty: who administers and who needs no plan is decided by it. */
  email: string;
  role: string;
  /** Assurance level, "aal1" or "aal2". */
  aal: string;
  sessionId: string | null;
  amr: { method: string; timestamp: number }[];
  /** Roles in the product, as the issuer says ("owner", "admin"); none of a person whom a client acts for. */
  roles: string[];
  /** The client that acts for the person, where one does. */
  clientId: string | null;
  /** What that client may do (http/clients.ts); none where no client acts. */
  clientScopes: readonly string[];
  /** The access token itself, to call another service on the person's behalf; empty for an API token. Never logged. */
  accessToken: string;
  /**
   * The API token that calls in the person's name, where one does, with its scopes, the cards that it is limited to
   * (null: all), and the mail domain for which its person needs no plan (`PlanStandings.openedBy`).
   */
  apiToken: {
    id: string;
    scopes: readonly string[];
    cards: CardLimits | null;
    planOpenedBy: string | null;
  } | null;
}

const Claims = z.object({
  exp: z.number(),
  sub: z.uuid(),
  email: z.string().default(""),
  /** Our own identity service's addition, false where the address is not confirmed. */
  email_confirmed: z.boolean().default(true),
  role: z.string(),
  aal: z.string().default("aal1"),
  next_aal: z.string().optional(),
  session_id: z.string().optional(),
  // Raised whenever earlier tokens say what is no longer so of the person (kit.ended_session).
  generation: z.number().int().default(0),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).default([]),
  /** Only in tokens of clients: which it is, and what the person lets it do (RFC 9068 §2.2). */
  client_id: z.string().optional(),
  scope: z.string().default(""),
  app_metadata: z.object({ roles: z.array(z.string()).default([]).catch([]) }).default({ roles: [] }),
});

export const PUBLIC = "tessera:public";
/** Opens a handler or controller to calls without an access token. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The caller, in a handler that is not public. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
  if (!caller) throw new Error("@CurrentUser in a public handler");
  return caller;
});

/** Algorithms an access token may be signed with: never a symmetric one, never none. */
const ALGORITHMS = ["ES256", "RS256", "EdDSA"];
/** Tokens whose signature was checked already; what is kept of each takes about 1 kB. */
const MAX_VERIFIED = 10_000;

type Claims = z.infer<typeof Claims>;

/**
 * Verifies access tokens against the published keys of any issuer. A signature is checked once: what it signed is
 * kept by the token's hash until it expires. Whether its session has ended is asked each time.
 */
export class TokenVerifier {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private readonly verified = new LruCache<string, Claims>(MAX_VERIFIED);

  constructor(
    private readonly config: KitConfig,
    private readonly endedSessions: EndedSessions,
  ) {
    this.keys = createRemoteJWKSet(new URL(config.jwksUrl), {
      cooldownDuration: 5_000,
      timeoutDuration: 5_000,
    });
  }

  /**
   * Refuses the token of a person whose account has a second factor that they have not given yet, as its issuer says by
   * `next_aal`, and that of a session which has ended, or which says what is no longer so of its person.
   * @param scopes any of which lets a client's token in; by default none is let in
   * @throws ProblemException 401 `no_authorization`, `bad_jwt` or `session_ended`; 403 `insufficient_aal`,
   * `insufficient_scope`; 503
   */
  async verify(token: string, scopes: readonly string[] = []): Promise<Caller> {
    const claims = await this.claimsOf(token, 0);
    if (claims.client_id !== undefined) checkScope(claims.scope, scopes);
    const caller = callerOf(claims, token);
    const { userId, sessionId } = caller;
    if (await this.endedSessions.has({ userId, sessionId, generation: claims.generation })) throw ended();
    return caller;
  }

  /**
   * Whose session this is, or was: also of a token that ended, or expired no longer than `toleratedAgeSeconds` ago.
   * Never to answer with anything that is a person's own. @throws as `verify`
   */
  async identify(token: string, toleratedAgeSeconds: number): Promise<Caller> {
    const claims = await this.claimsOf(token, toleratedAgeSeconds);
    if (claims.client_id !== undefined) checkScope(claims.scope, []);
    return callerOf(claims, token);
  }

  private async claimsOf(token: string, toleratedAgeSeconds: number): Promise<Claims> {
    const key = hash("sha256", token, "base64url");
    const known = this.verified.get(key);
    if (known && known.exp + toleratedAgeSeconds > Date.now() / 1000) return known;
    this.verified.delete(key);
    const claims = await this.check(token, toleratedAgeSeconds);
    this.verified.set(key, claims);
    return claims;
  }

  private async check(token: string, clockTolerance: number): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        algorithms: ALGORITHMS,
        audience: "authenticated",
        issuer: this.config.identityUrl,
        requiredClaims: ["sub", "exp"],
        clockTolerance,
      });
      const claims = Claims.safeParse(payload);
      if (!claims.success || claims.data.role !== "authenticated")
        throw invalid("The access token does not name a person.");
      return claims.data;
    } catch (error) {
      if (error instanceof ProblemException) throw error;
      if (error instanceof errors.JWTExpired) throw invalid("The access token has expired. Sign in again.");
      if (error instanceof errors.JWSSignatureVerificationFailed) throw invalid("Invalid JWT signature");
      if (error instanceof errors.JOSEError && error.code !== "ERR_JWKS_TIMEOUT")
        throw invalid("The access token is not valid here.");
      throw problem(identityUnreachable, {
        headers: { "retry-after": "2" },
      });
    }
  }
}

function callerOf(claims: Claims, accessToken: string): Caller {
  const { sub, role, aal, next_aal, session_id, amr, client_id: clientId = null } = claims;
  // By address and roles people administer, or need no plan: no client does that for them.
  const email = claims.email_confirmed && !clientId ? claims.email : "";
  const roles = clientId ? [] : claims.app_metadata.roles;
  if (next_aal === "aal2" && aal !== "aal2") throw problem(insufficientAal);
  return {
    userId: sub,
    email,
    role,
    aal,
    sessionId: session_id ?? null,
    amr,
    roles,
    clientId,
    clientScopes: clientId ? claims.scope.split(" ").filter(Boolean) : [],
    accessToken,
    apiToken: null,
  };
}

const INVALID_TOKEN = { headers: { "www-authenticate": 'Bearer error="invalid_token"' } };
const invalid = (reason: string) => problem(badJwt, { reason }, INVALID_TOKEN);
const ended = () => problem(sessionEnded, INVALID_TOKEN);

/** Lets a request through when its handler is public, or its access token or API token is valid there. */
export class CallerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: TokenVerifier,
    private readonly apiTokens: ApiTokens,
    private readonly origin: string,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return await this.letIn(context);
    } catch (error) {
      throw withResource(this.reflector, context, this.origin, error);
    }
  }

  private async letIn(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!token) {
      throw problem(noAuthorization, {
        headers: { "www-authenticate": "Bearer" },
      });
    }
    if (token.startsWith(API_TOKEN_PREFIX)) {
      const opening = this.reflector.get<string[] | undefined>(FOR_API_TOKENS, context.getHandler());
      request.caller = await this.apiTokens.verify(token, opening, request.ip);
    } else request.caller = await this.verifier.verify(token, scopesFor(this.reflector, context, request.method));
    return true;
  }
}
