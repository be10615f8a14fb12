import { type CanActivate, createParamDecorator, type ExecutionContext, SetMetadata } from "@nestjs/common";
import type { Reflector } from "@nestjs/core";
import type { FastifyRequest } from "fastify";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { KitConfig } from "../config/kit-config.ts";
import { problem } from "./problem.ts";

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
  /** Roles in the product, as the issuer says ("owner", "admin"). */
  roles: string[];
  /** The access token itself, to call another service on the person's behalf. Never logged. */
  accessToken: string;
}

const Claims = z.object({
  sub: z.uuid(),
  email: z.string().default(""),
  /** Our own identity service's addition, false where the address is not confirmed. */
  email_confirmed: z.boolean().default(true),
  role: z.string(),
  aal: z.string().default("aal1"),
  next_aal: z.string().optional(),
  session_id: z.string().optional(),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).default([]),
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

/** Verifies access tokens against the issuer's published keys, whoever the issuer is. */
export class TokenVerifier {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  constructor(private readonly config: KitConfig) {
    this.keys = createRemoteJWKSet(new URL(config.jwksUrl), {
      cooldownDuration: 5_000,
      timeoutDuration: 5_000,
    });
  }

  /**
   * Refuses the token of a person whose account has a second factor that they have not given yet, as its issuer says by `next_aal`.
   * `toleratedAgeSeconds`: also a token that expired no longer ago; never to answer with anything that is a person's own.
   * @throws ProblemException 401 `no_authorization` or `bad_jwt`; 403 `insufficient_aal`
   */
  async verify(token: string, { toleratedAgeSeconds = 0 } = {}): Promise<Caller> {
    const payload = await this.payloadOf(token, toleratedAgeSeconds);
    const claims = Claims.safeParse(payload);
    if (!claims.success || claims.data.role !== "authenticated") throw invalid("The access token does not name a person.");
    const { sub, role, aal, next_aal, session_id, amr, app_metadata } = claims.data;
    const email = claims.data.email_confirmed ? claims.data.email : "";
    if (next_aal === "aal2" && aal !== "aal2")
      throw problem(403, "insufficient_aal", "This account has a second factor. Give it to go on.");
    return { userId: sub, email, role, aal, sessionId: session_id ?? null, amr, roles: app_metadata.roles, accessToken: token };
  }

  private async payloadOf(token: string, clockTolerance: number): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.keys, {
        algorithms: ALGORITHMS,
        audience: "authenticated",
        issuer: this.config.identityUrl,
        requiredClaims: ["sub", "exp"],
        clockTolerance,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw invalid("The access token has expired. Sign in again.");
      if (error instanceof errors.JWSSignatureVerificationFailed) throw invalid("Invalid JWT signature");
      if (error instanceof errors.JOSEError && error.code !== "ERR_JWKS_TIMEOUT") throw invalid("The access token is not valid here.");
      throw problem(503, "identity_unreachable", "Sign-in cannot be checked at the moment. Try again in a few seconds.", {
        headers: { "retry-after": "2" },
      });
    }
  }
}

const invalid = (detail: string) => problem(401, "bad_jwt", detail, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });

/** Lets a request through when its handler is public or its access token is valid. */
export class CallerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly verifier: TokenVerifier,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest & { caller?: Caller }>();
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!token) {
      throw problem(401, "no_authorization", "This address needs a signed-in person: send an access token.", {
        headers: { "www-authenticate": "Bearer" },
      });
    }
    request.caller = await this.verifier.verify(token);
    return true;
  }
}
