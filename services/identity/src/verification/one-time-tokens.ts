import { randomInt, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, gt, inArray, lt, lte } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { randomToken, sameBytes, sha256 } from "../keys/digest.ts";
import { Secret } from "../keys/secret.ts";
import { type OneTimeTokenRow, oneTimeTokens, type TokenKind } from "../tables.ts";

const DIGITS = 6;

export interface NewToken {
  userId: string;
  kind: TokenKind;
  /** The mailbox, or the digits of the phone number, that it is sent to. */
  address: string;
  flowId?: string | null;
  redirectTo?: string | null;
}

/** Links and codes sent by mail or as a text. Their clear text exists in the message alone. */
@Injectable()
export class OneTimeTokens {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Makes a link token and a code; those sent before for the same purpose end. */
  async issue(tx: Tx, { userId, kind, address, flowId = null, redirectTo = null }: NewToken): Promise<{ link: string; code: string }> {
    const id = randomUUID();
    const link = `${flowId ? "pkce_" : ""}${randomToken()}`;
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
    const row = {
      id,
      linkHash: sha256(link),
      codeHash: this.codeHash(id, code),
      address,
      flowId,
      redirectTo,
      attempts: 0,
      createdAt: this.clock.now(),
    };
    await tx
      .insert(oneTimeTokens)
      .values({ userId, kind, ...row })
      .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.kind], set: row });
    return { link, code };
  }

  async byLink(tx: Tx, link: string, kinds: TokenKind[]): Promise<OneTimeTokenRow | null> {
    const fits = and(
      eq(oneTimeTokens.linkHash, sha256(link)),
      inArray(oneTimeTokens.kind, kinds),
      gt(oneTimeTokens.createdAt, this.oldest()),
    );
    const [row] = kinds.length ? await tx.select().from(oneTimeTokens).where(fits).for("update") : [];
    return row ?? null;
  }

  /** Compares a code with what was sent to `address`; each comparison spends an attempt, so the transaction must be committed. */
  async byCode(
    tx: Tx,
    address: string,
    code: string,
    kinds: TokenKind[],
    { userId, attempts = this.config.codeAttempts }: { userId?: string; attempts?: number } = {},
  ): Promise<OneTimeTokenRow | null> {
    if (!kinds.length) return null;
    const fits = [
      eq(oneTimeTokens.address, address),
      inArray(oneTimeTokens.kind, kinds),
      gt(oneTimeTokens.createdAt, this.oldest()),
      lt(oneTimeTokens.attempts, attempts),
      ...(userId ? [eq(oneTimeTokens.userId, userId)] : []),
    ];
    const rows = await tx
      .select()
      .from(oneTimeTokens)
      .where(and(...fits))
      .for("update");
    const right = rows.filter((row) => sameBytes(this.codeHash(row.id, code), row.codeHash));
    for (const row of rows)
      await tx
        .update(oneTimeTokens)
        .set({ attempts: row.attempts + 1 })
        .where(eq(oneTimeTokens.id, row.id));
    return right[0] ?? null;
  }

  /** Whether a code was sent to `address` that is not too old yet. */
  async isOpen(tx: Tx, address: string, kinds: TokenKind[]): Promise<boolean> {
    const fits = [eq(oneTimeTokens.address, address), inArray(oneTimeTokens.kind, kinds), gt(oneTimeTokens.createdAt, this.oldest())];
    const rows = kinds.length
      ? await tx
          .select({ id: oneTimeTokens.id })
          .from(oneTimeTokens)
          .where(and(...fits))
          .limit(1)
      : [];
    return rows.length > 0;
  }

  /** Single use. */
  async spend(tx: Tx, row: OneTimeTokenRow): Promise<void> {
    await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.id, row.id));
  }

  /** Ends what was sent to an account for some purposes. */
  async revoke(tx: Tx, userId: string, kinds: TokenKind[]): Promise<void> {
    await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, kinds)));
  }

  async forgetExpired(tx: Tx): Promise<void> {
    await tx.delete(oneTimeTokens).where(lte(oneTimeTokens.createdAt, this.oldest()));
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - this.config.codeLifetimeMs);
  }

  private codeHash(id: string, code: string): Buffer {
    return this.secret.mac("mailed code", id, code);
  }
}
