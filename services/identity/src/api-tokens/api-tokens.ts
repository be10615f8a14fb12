import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { API_SCOPES, ApiScope } from "@tessera/contracts-core/api-scopes.ts";
import type { ApiTokens as ApiTokensAnswer, NewApiToken } from "@tessera/contracts-identity/account.ts";
import { MAX_API_TOKENS } from "@tessera/contracts-identity/limits.ts";
import { API_TOKEN_PREFIX, Clock, Contributions, Database, hashOfApiToken, type Tx } from "@tessera/service-kit";
import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { Audit, AuthError, type RequestContext, randomToken, userNotFound, validationFailed } from "../core/index.ts";
import { MailSender } from "../delivery/index.ts";
import { type Given, Proof, type SignedIn } from "../sessions/index.ts";
import { UserStore } from "../users/index.ts";
import { type ApiTokenRow, apiTokens } from "./tables.ts";

const DAY_MS = 86_400_000;

export interface ApiTokenWish {
  name: string;
  scopes: string[];
  /** What cards it is limited to; empty: any. */
  types: string[];
  tags: string[];
  /** After which it expires. */
  days: number;
}

/** A person's API tokens: made, listed, revoked. */
@Injectable()
export class ApiTokens {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
    private readonly proof: Proof,
    private readonly sender: MailSender,
    private readonly audit: Audit,
    @Inject(Contributions) private readonly contributions: Contributions,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Newest first, with those that expired in the last 30 days, and what tokens may be let do here. */
  async list({ user }: SignedIn): Promise<ApiTokensAnswer> {
    const rows = await this.database.system((tx) =>
      tx.select().from(apiTokens).where(eq(apiTokens.userId, user.id)).orderBy(desc(apiTokens.createdAt), apiTokens.id),
    );
    return { tokens: rows.map(viewOf), scopes: await this.scopes() };
  }

  /**
   * @returns with the token itself, which nothing tells again
   * @throws AuthError 400 `validation_failed` for a scope that no area declares; 403 `no_authorization` for somebody
   * anonymous; 422 `too_many_api_tokens`; what `Proof.fresh` throws
   */
  async make(signedIn: SignedIn, wish: ApiTokenWish, given: Given, from: RequestContext): Promise<NewApiToken> {
    if (signedIn.user.isAnonymous)
      throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
    await this.proof.fresh(signedIn, "Making an API token", given, from);
    const scopes = [...new Set(wish.scopes)];
    const declared = (await this.scopes()).map(({ name }) => name);
    const unknown = scopes.find((scope) => !declared.includes(scope));
    if (unknown) throw validationFailed(`There is no scope ${unknown}`);
    const now = this.clock.now();
    const token = `${API_TOKEN_PREFIX}${randomToken()}`;
    return this.database.system(async (tx) => {
      // Locked, so that two requests at once count each other's token.
      const owner = await this.users.locked(tx, signedIn.user.id);
      if (!owner) throw userNotFound();
      const own = and(eq(apiTokens.userId, owner.id), gt(apiTokens.expiresAt, now));
      if ((await tx.$count(apiTokens, own)) >= MAX_API_TOKENS)
        throw new AuthError(
          422,
          "too_many_api_tokens",
          `${MAX_API_TOKENS} API tokens are the most an account can have`,
        );
      const [row] = await tx
        .insert(apiTokens)
        .values({
          ...{ id: randomUUID(), userId: owner.id, name: wish.name, scopes, hash: hashOfApiToken(token) },
          ...{ types: [...new Set(wish.types)], tags: [...new Set(wish.tags)] },
          ...{ aal: signedIn.session.aal, createdAt: now, expiresAt: new Date(now.getTime() + wish.days * DAY_MS) },
        })
        .returning();
      await this.audit.record(tx, "api_token_made", from, owner.id, { name: wish.name, scope: scopes.join(" ") });
      await this.sender.send(tx, { kind: "security_notice", userId: owner.id, notice: "api_token_made" });
      return { ...viewOf(row!), token };
    });
  }

  /** @throws AuthError 404 `api_token_not_found` for other people's as well */
  async revoke({ user }: SignedIn, id: string, from: RequestContext): Promise<void> {
    await this.database.system(async (tx) => {
      const [gone] = await tx
        .delete(apiTokens)
        .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, user.id)))
        .returning();
      if (!gone) throw new AuthError(404, "api_token_not_found", "This API token was revoked already");
      await this.audit.record(tx, "api_token_revoked", from, user.id, { name: gone.name });
    });
  }

  async endAll(tx: Tx, userIds: string[]): Promise<void> {
    if (userIds.length) await tx.delete(apiTokens).where(inArray(apiTokens.userId, userIds));
  }

  private async scopes(): Promise<ApiScope[]> {
    const contributed = await this.contributions.of(API_SCOPES);
    return contributed.flatMap(({ entries }) => entries.flatMap((entry) => ApiScope.safeParse(entry).data ?? []));
  }
}

const viewOf = ({ id, name, scopes, types, tags, createdAt, expiresAt, lastUsedAt }: ApiTokenRow) => ({
  ...{ id, name, scopes, types, tags },
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});
