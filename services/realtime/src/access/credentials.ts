import { Inject, Injectable } from "@nestjs/common";
import {
  type Administrators,
  API_TOKEN_PREFIX,
  Clock,
  CONFIG,
  EndedSessions,
  type EndedTokens,
  type KitConfig,
  ProblemException,
} from "@tessera/service-kit";
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { ADMINISTRATORS, REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import { Refused } from "./refused.ts";

/** Whom a key or a token speaks for. */
export interface Claims {
  /** The person's id; null for keys. */
  sub: string | null;
  role: "anon" | "authenticated" | "service_role";
  /** Seconds since 1970; null for keys that do not end. */
  exp: number | null;
  /** Null for keys. */
  sessionId: string | null;
  /** As service-kit's caller.ts reads it. */
  generation: number;
  /** Whether the person administers the installation. */
  administrator: boolean;
}
const KEY = { sub: null, sessionId: null, generation: 0, administrator: false };

const Payload = z.object({
  role: z.enum(["anon", "authenticated", "service_role"]),
  exp: z.number(),
  sub: z.string().optional(),
});
const Person = z.object({
  sub: z.uuid(),
  aud: z.literal("authenticated"),
  iss: z.string(),
  aal: z.string().optional(),
  next_aal: z.string().optional(),
  session_id: z.string().optional(),
  generation: z.number().int().default(0),
  // As service-kit does: only an address that the person has shown to be theirs.
  email: z.string().default("").catch(""),
  email_confirmed: z.boolean().default(true).catch(false),
  app_metadata: z.object({ roles: z.array(z.string()).default([]).catch([]) }).default({ roles: [] }),
  /** Only in tokens of clients; realtime is the person's own (service-kit, http/clients.ts). */
  client_id: z.never().optional(),
});
const ENDED = "InvalidJWTToken: The session has ended";
const NO_STREAM = "API tokens open no live streams, also those without limits. Ask the API again for what changed.";

/** Never a symmetric one by published keys, never none. */
const ALGORITHMS = ["ES256", "RS256", "EdDSA"];

/** Checks API keys and access tokens of any issuer. */
@Injectable()
export class Credentials {
  private readonly published: ReturnType<typeof createRemoteJWKSet>;
  constructor(
    @Inject(CONFIG) private readonly kit: KitConfig,
    @Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ADMINISTRATORS) private readonly administrators: Administrators,
    @Inject(EndedSessions) private readonly endedSessions: EndedSessions,
  ) {
    this.published = createRemoteJWKSet(new URL(kit.jwksUrl), {
      cooldownDuration: 5_000,
      timeoutDuration: 5_000,
    });
  }

  /**
   * @param key the installation's publishable key, any `sb_publishable_…`, or a JWT with role and exp
   * @throws Refused 401, 503
   */
  async ofKey(key: string | null | undefined): Promise<Claims> {
    if (!key) throw new Refused(401, "An API key is needed: send it as apikey.");
    if (key === this.config.publishableKey || key.startsWith("sb_publishable_"))
      return { ...KEY, role: "anon", exp: null };
    return this.ofToken(key);
  }

  /** @throws Refused 401 with upstream's words, 403 for API tokens, 503 when the issuer's keys cannot be had */
  async ofToken(token: string): Promise<Claims> {
    // A stream would outlive what is decided for each request: whether the token counts, and which cards it reaches.
    if (token.startsWith(API_TOKEN_PREFIX)) throw new Refused(403, NO_STREAM);
    const payload = await this.verified(token);
    const claims = Payload.safeParse(payload);
    if (!claims.success) throw new Refused(401, "InvalidJWTToken: Fields `role` and `exp` are required in JWT");
    const { role, exp, sub = null } = claims.data;
    if (role !== "authenticated") return { ...KEY, role, exp };
    const person = Person.safeParse(payload);
    if (!person.success || person.data.iss !== this.kit.identityUrl)
      throw new Refused(401, "InvalidJWTToken: the token was not issued for this installation");
    // As service-kit does: a person who owes their second factor is not in yet.
    if (person.data.next_aal === "aal2" && person.data.aal !== "aal2")
      throw new Refused(401, "InvalidJWTToken: this account has a second factor that was not given");
    const { session_id, generation, email, email_confirmed, app_metadata } = person.data;
    const administrator = this.administrators.includes({
      email: email_confirmed ? email : null,
      roles: app_metadata.roles,
    });
    return this.current({ sub, role, exp, sessionId: session_id ?? null, generation, administrator });
  }

  /** The claims of a token or key that was checked before, if they still count. @throws Refused 401, 503 */
  async current(claims: Claims): Promise<Claims> {
    if (claims.exp !== null && claims.exp <= this.clock.now().getTime() / 1000)
      throw new Refused(401, "InvalidJWTToken: Token has expired");
    const ended = await this.endedSessions.has(markOf(claims)).catch((error) => {
      throw error instanceof ProblemException ? new Refused(error.getStatus(), error.detail) : error;
    });
    if (ended) throw new Refused(401, ENDED);
    return claims;
  }

  private async verified(token: string): Promise<JWTPayload> {
    const options = { currentDate: this.clock.now() };
    try {
      const shared = this.config.jwtSecret;
      if (shared && decodeProtectedHeader(token).alg === "HS256")
        return (await jwtVerify(token, Buffer.from(shared), { ...options, algorithms: ["HS256"] })).payload;
      return (await jwtVerify(token, this.published, { ...options, algorithms: ALGORITHMS })).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Refused(401, "InvalidJWTToken: Token has expired");
      if (
        (error instanceof errors.JOSEError && error.code !== "ERR_JWKS_TIMEOUT") ||
        error instanceof SyntaxError ||
        isMalformed(error)
      )
        throw new Refused(401, "InvalidJWTToken: The token or API key is not valid here");
      throw new Refused(503, "Tokens cannot be checked at the moment. Try again in a few seconds.");
    }
  }
}

const markOf = ({ sub, sessionId, generation }: Claims) => ({ userId: sub, sessionId, generation });

/** Why claims are among those that have ended just now; null when they are not. */
export const endOf = (claims: Claims, ended: EndedTokens): string | null => (ended.has(markOf(claims)) ? ENDED : null);

/** jose reports an unreadable header as a plain TypeError with these words. */
const isMalformed = (error: unknown) => error instanceof TypeError && /token|protected header/i.test(error.message);
