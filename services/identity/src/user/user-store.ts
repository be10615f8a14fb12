import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import { and, asc, eq, isNull } from "drizzle-orm";
import { type IdentityRow, identities, type Json, type UserRow, users } from "../tables.ts";

export interface NewUser {
  email: string;
  passwordHash: string | null;
  metadata: Json;
  confirmed: boolean;
}

/** People and the ways they sign in. */
@Injectable()
export class UserStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Events) private readonly events: Events,
  ) {}

  async byEmail(tx: Tx, email: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deletedAt)));
    return user ?? null;
  }

  async byId(tx: Tx, id: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)));
    return user ?? null;
  }

  /** The same, held against other changes until the transaction ends. */
  async locked(tx: Tx, id: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for("update");
    return user ?? null;
  }

  identities(tx: Tx, userId: string): Promise<IdentityRow[]> {
    return tx.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt));
  }

  /** Creates an account and tells the other services. @returns null when the address has one already */
  async create(tx: Tx, { email, passwordHash, metadata, confirmed }: NewUser): Promise<UserRow | null> {
    const now = this.clock.now();
    const [user] = await tx
      .insert(users)
      .values({
        id: randomUUID(),
        email,
        passwordHash,
        emailConfirmedAt: confirmed ? now : null,
        appMetadata: { provider: "email", providers: ["email"] },
        userMetadata: { ...metadata },
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!user) return null;
    await tx.insert(identities).values({
      id: randomUUID(),
      userId: user.id,
      provider: "email",
      providerId: user.id,
      identityData: { ...metadata, sub: user.id, email, email_verified: confirmed, phone_verified: false },
      createdAt: now,
      updatedAt: now,
    });
    await this.events.publish(tx, "identity.user-created", { userId: user.id, email });
    return user;
  }

  async change(tx: Tx, id: string, change: Partial<typeof users.$inferInsert>): Promise<UserRow> {
    const [user] = await tx
      .update(users)
      .set({ ...change, updatedAt: this.clock.now() })
      .where(eq(users.id, id))
      .returning();
    if (!user) throw new Error("The account vanished while it was being changed");
    return user;
  }

  /**
   * Records that the person behind `email` has shown control of the mailbox. A password that was set before anybody had shown
   * it may be a stranger's (who signed up with an address not theirs), so unless the proof is of that very sign-up it goes.
   */
  async confirmEmail(tx: Tx, user: UserRow, { keepPassword }: { keepPassword: boolean }): Promise<UserRow> {
    if (user.emailConfirmedAt) return user;
    await this.describeEmail(tx, user.id, user.email!);
    return this.change(tx, user.id, { emailConfirmedAt: this.clock.now(), ...(keepPassword ? {} : { passwordHash: null }) });
  }

  /** The account's address is now `email`, confirmed; a change under way ends. */
  async setEmail(tx: Tx, user: UserRow, email: string): Promise<UserRow> {
    await this.describeEmail(tx, user.id, email);
    return this.change(tx, user.id, { email, emailConfirmedAt: this.clock.now(), newEmail: null, emailChangeHalfConfirmed: false });
  }

  /** Brings the e-mail identity in line with the account's confirmed address. */
  private async describeEmail(tx: Tx, userId: string, email: string): Promise<void> {
    const own = and(eq(identities.userId, userId), eq(identities.provider, "email"));
    const [row] = await tx.select().from(identities).where(own);
    if (!row) return;
    await tx
      .update(identities)
      .set({ identityData: { ...row.identityData, email, email_verified: true }, updatedAt: this.clock.now() })
      .where(own);
  }
}

export const isBanned = (user: UserRow, now: Date) => user.bannedUntil !== null && user.bannedUntil > now;
