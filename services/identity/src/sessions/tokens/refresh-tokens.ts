import { randomBytes } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, asc, eq, gt } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig, randomToken, Secret, sameBytes, sha256 } from "../../core/index.ts";
import { type RefreshTokenRow, refreshTokens } from "../tables.ts";

/**
 * A session's chain of refresh tokens, stored hashed. A successor is computed from its parent's clear text, a salt and
 * the installation's secret: a client that repeats a refresh whose answer was lost gets the same successor again,
 * although it is not stored.
 */
@Injectable()
export class RefreshTokens {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** The first token of a chain, and how it is stored. */
  begin(): { token: string; hash: Buffer } {
    const token = randomToken();
    return { token, hash: sha256(token) };
  }

  /** A new chain for the session; its old one goes to `heir`. */
  async restart(tx: Tx, sessionId: string, heir: string): Promise<string> {
    await tx.update(refreshTokens).set({ sessionId: heir }).where(eq(refreshTokens.sessionId, sessionId));
    const { token, hash } = this.begin();
    await tx.insert(refreshTokens).values({ sessionId, tokenHash: hash, createdAt: this.clock.now() });
    return token;
  }

  async find(tx: Tx, token: string): Promise<RefreshTokenRow | null> {
    const [row] = await tx
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.tokenHash, sha256(token)));
    return row ?? null;
  }

  /**
   * The active token after `token`: a new one, or the one it led to before. The session is locked.
   * @returns null for a replay of an old one
   */
  async advance(tx: Tx, token: string): Promise<string | null> {
    const row = await this.find(tx, token);
    if (!row) return null;
    if (!row.usedAt) return this.succeed(tx, row, token);
    const later = await tx
      .select()
      .from(refreshTokens)
      .where(and(eq(refreshTokens.sessionId, row.sessionId), gt(refreshTokens.id, row.id)))
      .orderBy(asc(refreshTokens.id));
    const isParentOfActive = later.length === 1;
    const isRecent = this.clock.now().getTime() - row.usedAt.getTime() <= this.config.refreshReuseMs;
    return isParentOfActive || isRecent ? this.follow(token, later) : null;
  }

  private async succeed(tx: Tx, row: RefreshTokenRow, token: string): Promise<string> {
    const now = this.clock.now();
    const salt = randomBytes(16);
    const successor = this.successor(token, salt);
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.id, row.id));
    await tx
      .insert(refreshTokens)
      .values({ sessionId: row.sessionId, tokenHash: sha256(successor), parentId: row.id, salt, createdAt: now });
    return successor;
  }

  private follow(token: string, later: RefreshTokenRow[]): string | null {
    let current = token;
    for (const { salt, tokenHash } of later) {
      current = this.successor(current, salt!);
      if (!sameBytes(sha256(current), tokenHash)) return null;
    }
    return current;
  }

  private successor(token: string, salt: Buffer): string {
    return this.secret.mac("refresh token", token, salt).toString("base64url");
  }
}
