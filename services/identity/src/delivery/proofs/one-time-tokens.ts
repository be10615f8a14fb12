import { randomInt, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, asc, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import {
  IDENTITY_CONFIG,
  type IdentityConfig,
  type Json,
  randomToken,
  Secret,
  sameBytes,
  sha256,
} from "../../core/index.ts";
import { type UserRow, users } from "../../users/index.ts";
import { type OneTimeTokenRow, oneTimeTokens, type TokenKind } from "../tables.ts";
import { type Act, Acts } from "./acts.ts";
import { actKindOf, isBoundTo } from "./binding.ts";

const DIGITS = 6;

export const tokenKinds: readonly TokenKind[] = [
  "confirmation",
  "invite",
  "recovery",
  "magiclink",
  "email_change_current",
  "email_change_new",
  "phone_confirmation",
  "phone_sign_in",
  "phone_change",
  "reauthentication",
];

export interface NewToken {
  userId: string;
  kind: TokenKind;
  /** The request it is made for. */
  act: Act;
  /** The mailbox, or the digits of the phone number, that it is sent to. */
  address: string;
  /** Of a change: the address on the other side of it, null where the account has none. */
  otherAddress?: string | null;
  signUpId?: string | null;
  /** What the request says about somebody whose account is not confirmed. */
  metadata?: Json | null;
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
    private readonly acts: Acts,
  ) {}

  /** Makes a link token and a code; those made before for the same subject end. The account is locked. */
  async issue(tx: Tx, { userId, kind, act, ...token }: NewToken): Promise<{ link: string; code: string }> {
    const { address, otherAddress = null, signUpId = null, metadata = null, flowId = null, redirectTo = null } = token;
    const id = randomUUID();
    const link = `${flowId ? "pkce_" : ""}${randomToken()}`;
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
    const row = {
      id,
      linkHash: sha256(link),
      codeHash: this.codeHash(id, code),
      address,
      otherAddress,
      act: act.id,
      signUpId,
      metadata,
      flowId,
      redirectTo,
      attempts: 0,
      createdAt: this.clock.now(),
    };
    await tx
      .insert(oneTimeTokens)
      .values({ userId, kind, subject: act.subject, ...row })
      .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.kind, oneTimeTokens.subject], set: row });
    return { link, code };
  }

  async byLink(tx: Tx, link: string, kinds: TokenKind[]): Promise<OneTimeTokenRow | null> {
    const fits = and(
      eq(oneTimeTokens.linkHash, sha256(link)),
      inArray(oneTimeTokens.kind, kinds),
      gt(oneTimeTokens.createdAt, this.oldest()),
    );
    const [row] = kinds.length ? await tx.select().from(oneTimeTokens).where(fits) : [];
    return row ?? null;
  }

  /**
   * Compares a code with what was sent to `address`; each comparison spends an attempt, so the transaction must be
   * committed.
   */
  async byCode(
    tx: Tx,
    address: string,
    code: string,
    kinds: TokenKind[],
    { userId, attempts = this.config.codeAttempts }: { userId?: string; attempts?: number } = {},
  ): Promise<OneTimeTokenRow | null> {
    if (!kinds.length) return null;
    const fits = and(
      eq(oneTimeTokens.address, address),
      inArray(oneTimeTokens.kind, kinds),
      gt(oneTimeTokens.createdAt, this.oldest()),
      lt(oneTimeTokens.attempts, attempts),
      ...(userId ? [eq(oneTimeTokens.userId, userId)] : []),
    );
    const candidates = await tx.select({ userId: oneTimeTokens.userId }).from(oneTimeTokens).where(fits);
    if (!candidates.length) return null;
    // Accounts before tokens, as wherever tokens are made: nobody waits for each other.
    const owners = inArray(
      users.id,
      candidates.map((row) => row.userId),
    );
    await tx.select({ id: users.id }).from(users).where(owners).orderBy(asc(users.id)).for("update");
    const tried = await tx
      .update(oneTimeTokens)
      .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
      .where(fits)
      .returning();
    return tried.find((row) => sameBytes(this.codeHash(row.id, code), row.codeHash)) ?? null;
  }

  /** Whether a code was sent to `address` that is not too old yet. */
  async isOpen(tx: Tx, address: string, kinds: TokenKind[]): Promise<boolean> {
    const fits = [
      eq(oneTimeTokens.address, address),
      inArray(oneTimeTokens.kind, kinds),
      gt(oneTimeTokens.createdAt, this.oldest()),
    ];
    const rows = kinds.length
      ? await tx
          .select({ id: oneTimeTokens.id })
          .from(oneTimeTokens)
          .where(and(...fits))
          .limit(1)
      : [];
    return rows.length > 0;
  }

  /**
   * Spends it, whatever becomes of it: single use. @param user its owner, locked
   * @returns whether it proves what it was made for: nobody asked again, and no address of it has changed
   */
  async spend(tx: Tx, row: OneTimeTokenRow, user: UserRow): Promise<boolean> {
    const spent = await tx
      .delete(oneTimeTokens)
      .where(eq(oneTimeTokens.id, row.id))
      .returning({ id: oneTimeTokens.id });
    if (!spent.length || !isBoundTo(row, user)) return false;
    return this.acts.isCurrent(tx, { kind: actKindOf(row.kind), subject: row.subject, id: row.act });
  }

  /**
   * Ends what was sent, or is still to be sent, to an account for some purposes.
   * @param user as it was when they were asked for
   */
  async revoke(tx: Tx, user: UserRow, kinds: readonly TokenKind[]): Promise<void> {
    await tx
      .delete(oneTimeTokens)
      .where(and(eq(oneTimeTokens.userId, user.id), inArray(oneTimeTokens.kind, [...kinds])));
    const addresses = [user.email, user.phone].flatMap((address) => (address ? [this.acts.ofAddress(address)] : []));
    await this.acts.end(tx, kinds.map(actKindOf), [user.id, ...addresses]);
  }

  async purgeExpired(tx: Tx): Promise<void> {
    await tx.delete(oneTimeTokens).where(lte(oneTimeTokens.createdAt, this.oldest()));
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - this.config.codeLifetimeMs);
  }

  private codeHash(id: string, code: string): Buffer {
    return this.secret.mac("mailed code", id, code);
  }
}
