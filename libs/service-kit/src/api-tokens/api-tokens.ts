import { hash } from "node:crypto";
import { apiTokenInvalid, apiTokenNotAccepted, apiTokenScope } from "@tessera/contracts-core/problems.ts";
import { sql } from "drizzle-orm";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Caller } from "../http/caller.ts";
import { networkOf } from "../http/network.ts";
import { problem } from "../http/problem.ts";
import { tooMany } from "../http/rate-limit.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import { LruCache } from "../lru-cache.ts";
import type { PlanStandings } from "../subscription/plan-standings.ts";

/** What every API token begins with, for people and for programs that look for leaked secrets. */
export const API_TOKEN_PREFIX = "tessera_pat_";
/** Tokens of one network that nobody made, before all that are new to this process are refused there. */
const GUESSES = { name: "api-token-guess", limit: 30, windowSeconds: 300, by: "address" } as const;
/** Tokens that counted lately, by their hashes; about 100 bytes each. */
const MAX_KNOWN = 10_000;

/** How an API token is stored and looked for: 256 random bits need neither salt nor a slow hash. */
export const hashOfApiToken = (token: string): Buffer => hash("sha256", token, "buffer");

/**
 * Whose API tokens are, asked of the database at each request, so that one counts until the moment it is revoked or its
 * person is banned (services/identity/decisions/060).
 */
export class ApiTokens {
  private readonly known = new LruCache<string, true>(MAX_KNOWN);

  /** @param lookUp function of the service that keeps them (`ServiceDefinition.apiTokens`); without one none counts */
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly plans: PlanStandings,
    private readonly clock: Clock,
    private readonly lookUp: string | undefined,
  ) {}

  /**
   * @param opening scopes any of which opens what is asked for; empty: any token does; undefined: none does
   * @param address of the program
   * @throws ProblemException 401 `api_token_invalid`; 403 `api_token_not_accepted`, `api_token_scope`; 429
   */
  async verify(token: string, opening: readonly string[] | undefined, address: string): Promise<Caller> {
    if (opening === undefined) throw problem(apiTokenNotAccepted, challenge('error="insufficient_scope"'));
    const hashed = hashOfApiToken(token);
    const key = hashed.toString("base64url");
    const network = networkOf(address);
    // Guesses lock out no program of the same network whose token counted before.
    if (!this.known.get(key)) {
      const wait = await this.limits.wait(GUESSES.name, network, GUESSES);
      if (wait > 0) throw tooMany(wait);
    }
    const found = await this.find(hashed);
    if (!found) {
      this.known.delete(key);
      await this.limits.take(GUESSES.name, network, GUESSES);
      throw problem(apiTokenInvalid, challenge('error="invalid_token"'));
    }
    this.known.set(key, true);
    if (opening.length && !opening.some((scope) => found.scopes.includes(scope))) {
      const needed = challenge(`error="insufficient_scope", scope="${opening[0]}"`);
      throw problem(apiTokenScope, { scope: opening.join(" or ") }, needed);
    }
    return this.callerOf(found);
  }

  private async find(hashed: Buffer): Promise<Found | undefined> {
    if (!this.lookUp) return undefined;
    const name = sql.join(
      this.lookUp.split(".").map((part) => sql.identifier(part)),
      sql`.`,
    );
    const { rows } = await this.database.statement((tx) =>
      tx.execute<Found>(
        sql`select id, user_id, email, scopes, types, tags
          from ${name}(${hashed}::bytea, ${this.clock.now().toISOString()}::timestamptz)`,
      ),
    );
    return rows[0];
  }

  /** Without address and roles, by which people administer. */
  private callerOf({ id, user_id: userId, email, scopes, types, tags }: Found): Caller {
    const cards = types.length + tags.length > 0 ? { types, tags: tags.map(compared) } : null;
    return {
      ...{ userId, email: "", role: "authenticated", aal: "aal1", sessionId: null, amr: [], roles: [] },
      ...{
        clientId: null,
        clientScopes: [],
        accessToken: "",
        apiToken: { id, scopes, cards, planOpenedBy: this.plans.openedBy(email) },
      },
    };
  }
}

interface Found extends Record<string, unknown> {
  id: string;
  user_id: string;
  /** Only where it is confirmed, else empty. */
  email: string;
  scopes: string[];
  /** What it is limited to (CardLimits). */
  types: string[];
  tags: string[];
}

/** A tag as items are compared by it (services/items, text/tags.ts). */
const compared = (tag: string) => tag.normalize("NFKC").toLowerCase();

/** What a refusal says to programs (RFC 6750 §3). */
const challenge = (error: string) => ({ headers: { "www-authenticate": `Bearer ${error}` } });
