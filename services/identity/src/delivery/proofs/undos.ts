import { randomInt, randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { and, eq, gt, gte, lte, sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig, randomToken, Secret, sameBytes, sha256 } from "../../core/index.ts";
import { type FactorType, factors, type UserRow, webauthnCredentials } from "../../users/index.ts";
import { type UndoKind, type UndoRow, undos } from "../tables.ts";

const DAY_MS = 86_400_000;
const DIGITS = 6;

/** How people could sign in to an account; times as ISO 8601, bytes as base64. */
export interface Before {
  email: string;
  isEmailConfirmed: boolean;
  phone: string | null;
  isPhoneConfirmed: boolean;
  passwordHash: string | null;
  factors: {
    id: string;
    friendlyName: string;
    factorType: FactorType;
    sealedSecret: string | null;
    phone: string | null;
    lastStep: number | null;
    createdAt: string;
  }[];
  /** Passkeys and security keys; an undo of before there were any has none. */
  credentials?: {
    id: string;
    factorId: string | null;
    credentialId: string;
    publicKey: string;
    counter: number;
    transports: string[];
    backedUp: boolean;
    friendlyName: string;
    createdAt: string;
  }[];
}

/** What is kept to undo a change; account/undo/take-back.ts does it. decisions/011. */
@Injectable()
export class Undos {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Secret) private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Keeps what an account is before it is changed. @param user locked
   * @returns an id for the mail about the change; undefined where there is no mailbox to send it to
   */
  async keep(tx: Tx, user: UserRow, kind: UndoKind): Promise<string | undefined> {
    if (!user.email || !user.emailConfirmedAt) return undefined;
    const verified = and(eq(factors.userId, user.id), eq(factors.status, "verified"));
    const rows = await tx.select().from(factors).where(verified);
    const all = await tx.select().from(webauthnCredentials).where(eq(webauthnCredentials.userId, user.id));
    // That of a factor which is just being proved was not there before.
    const keys = all.filter(({ factorId }) => factorId === null || rows.some(({ id }) => id === factorId));
    const before: Before = {
      email: user.email,
      isEmailConfirmed: true,
      phone: user.phone,
      isPhoneConfirmed: user.phoneConfirmedAt !== null,
      passwordHash: user.passwordHash,
      factors: rows.map(({ id, friendlyName, factorType, sealedSecret, phone, lastStep, createdAt }) => ({
        id,
        friendlyName,
        factorType,
        sealedSecret: sealedSecret?.toString("base64") ?? null,
        phone,
        lastStep,
        createdAt: createdAt.toISOString(),
      })),
      credentials: keys.map(({ credentialId, publicKey, createdAt, userId: _, updatedAt, lastUsedAt, ...key }) => ({
        ...key,
        credentialId: credentialId.toString("base64"),
        publicKey: publicKey.toString("base64"),
        createdAt: createdAt.toISOString(),
      })),
    };
    const id = randomUUID();
    const sealedBefore = this.secret.seal("undo", JSON.stringify(before));
    await tx
      .insert(undos)
      .values({ id, userId: user.id, kind, sentTo: user.email, sealedBefore, createdAt: this.clock.now() });
    return id;
  }

  /** Makes the link of the mail, when the mail is written. @returns null when it has ended */
  async giveLink(tx: Tx, id: string): Promise<string | null> {
    const link = randomToken();
    const rows = await tx
      .update(undos)
      .set({ linkHash: sha256(link) })
      .where(eq(undos.id, id))
      .returning();
    return rows.length ? link : null;
  }

  /**
   * Makes a code for the same mailbox; the previous one ends.
   * @returns null when there is nothing to take back any more
   */
  async giveCode(tx: Tx, id: string): Promise<{ sentTo: string; code: string } | null> {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, "0");
    const made = { codeHash: this.codeHash(id, code), codeAttempts: 0, codeMadeAt: this.clock.now() };
    const [row] = await tx.update(undos).set(made).where(eq(undos.id, id)).returning();
    return row ? { sentTo: row.sentTo, code } : null;
  }

  /** What a mailed link takes back, as long as it can be. */
  async byLink(tx: Tx, link: string): Promise<{ row: UndoRow; before: Before } | null> {
    const [row] = await tx
      .select()
      .from(undos)
      .where(and(eq(undos.linkHash, sha256(link)), gt(undos.createdAt, this.oldest())));
    const before = row && this.secret.open("undo", row.sealedBefore);
    return row && before ? { row, before: JSON.parse(before) as Before } : null;
  }

  /** Compares a code; each comparison spends an attempt, so the transaction must be committed. */
  async isCode(tx: Tx, id: string, code: string): Promise<boolean> {
    const [row] = await tx
      .update(undos)
      .set({ codeAttempts: sql`${undos.codeAttempts} + 1` })
      .where(
        and(eq(undos.id, id), gt(undos.codeMadeAt, new Date(this.clock.now().getTime() - this.config.codeLifetimeMs))),
      )
      .returning();
    if (!row?.codeHash || row.codeAttempts > this.config.codeAttempts) return false;
    return sameBytes(this.codeHash(id, code), row.codeHash);
  }

  /** Spends one, with those of all later changes: they are taken back with it. @returns whether it was still there */
  async spend(tx: Tx, { id, userId, createdAt }: UndoRow): Promise<boolean> {
    const later = and(eq(undos.userId, userId), gte(undos.createdAt, createdAt));
    return (await tx.delete(undos).where(later).returning({ id: undos.id })).some((row) => row.id === id);
  }

  async purgeExpired(tx: Tx): Promise<void> {
    await tx.delete(undos).where(lte(undos.createdAt, this.oldest()));
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - this.config.undoDays * DAY_MS);
  }

  private codeHash(id: string, code: string): Buffer {
    return this.secret.mac("undo code", id, code);
  }
}
