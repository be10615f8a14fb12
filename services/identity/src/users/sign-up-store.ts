import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, type Tx } from "@tessera/service-kit";
import { asc, eq } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig, type Json } from "../core/index.ts";
import { type SignUpRow, signUps, type UserRow, users } from "./tables.ts";

/** What a sign-up said about its person, before anybody proved the address. */
export interface Said {
  passwordHash: string;
  metadata: Json;
}

/** Sign-ups that wait for their address or number to be confirmed. decisions/009. */
@Injectable()
export class SignUpStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * Keeps what a sign-up said: on the row of the account, unless an earlier sign-up can still be confirmed, or what the
   * row says is an administrator's. @param user locked @param made by this very sign-up
   */
  async add(tx: Tx, user: UserRow, { passwordHash, metadata: userMetadata }: Said, made: boolean): Promise<SignUpRow> {
    const now = this.clock.now();
    const before = await this.of(tx, user.id);
    const isAlive = before.some(({ askedAt }) => now.getTime() - askedAt.getTime() <= this.config.codeLifetimeMs);
    const isBlank = !user.invitedAt && !user.passwordHash && Object.keys(user.userMetadata).length === 0;
    const isContested = isAlive || !(made || before.length || isBlank);
    if (!isAlive) await this.clear(tx, user.id);
    if (!isContested)
      await tx.update(users).set({ passwordHash, userMetadata, updatedAt: now }).where(eq(users.id, user.id));
    const [row] = await tx
      .insert(signUps)
      .values({ id: randomUUID(), userId: user.id, isContested, passwordHash, userMetadata, askedAt: now })
      .returning();
    return row!;
  }

  /** Oldest first. */
  of(tx: Tx, userId: string): Promise<SignUpRow[]> {
    return tx
      .select()
      .from(signUps)
      .where(eq(signUps.userId, userId))
      .orderBy(asc(signUps.askedAt), asc(signUps.isContested));
  }

  /** The account's only pending sign-up, requested again just now. @returns null where there are several or none */
  async onlyOne(tx: Tx, userId: string): Promise<SignUpRow | null> {
    const [row, ...others] = await this.of(tx, userId);
    if (!row || others.length) return null;
    await tx.update(signUps).set({ askedAt: this.clock.now() }).where(eq(signUps.id, row.id));
    return row;
  }

  async find(tx: Tx, id: string): Promise<SignUpRow | null> {
    const [row] = await tx.select().from(signUps).where(eq(signUps.id, id));
    return row ?? null;
  }

  /** The account is confirmed or proved in another way: its pending sign-ups and their links end. */
  async clear(tx: Tx, userId: string): Promise<SignUpRow[]> {
    return tx.delete(signUps).where(eq(signUps.userId, userId)).returning();
  }
}
