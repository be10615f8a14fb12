import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { accountRestored, accountSuspended, addressChanged, userCreated } from "@tessera/contracts-identity/events.ts";
import { Clock, Events, type Tx } from "@tessera/service-kit";
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Json } from "../core/index.ts";
import { type ExternalAccount, isSso } from "./external-account.ts";
import { SignUpStore } from "./sign-up-store.ts";
import { type IdentityRow, identities, type UserRow, users } from "./tables.ts";

/** An account with an address, a phone number, both, or (anonymous) neither. */
export interface NewUser {
  id?: string;
  email?: string | null;
  phone?: string | null;
  passwordHash: string | null;
  metadata: Json;
  appMetadata?: Json;
  /** Whether the address and number are proved to be the person's. */
  confirmed: boolean;
  phoneConfirmed?: boolean;
  /** The account elsewhere that it is signed in with, instead of by the address itself. */
  external?: Pick<ExternalAccount, "provider" | "providerId" | "data">;
}

/** How a proof of an address treats the data of an account that was not confirmed. */
export interface Confirmed {
  /** Whether the data come from the very request that the proof belongs to, or from an administrator. */
  keep: boolean;
  /** What that request said, if it is not in the row. */
  metadata?: Json | null;
}

/** People and the ways they sign in. */
@Injectable()
export class UserStore {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Events) private readonly events: Events,
    private readonly signUps: SignUpStore,
  ) {}

  /** The account that has the address. Accounts of a company's sign-in service are found by that service alone. */
  async byEmail(tx: Tx, email: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.isSsoUser, false), isNull(users.deletedAt)));
    return user ?? null;
  }

  async byId(tx: Tx, id: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)));
    return user ?? null;
  }

  /** The same, locked until the transaction ends. */
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

  async byPhone(tx: Tx, phone: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.phone, phone), isNull(users.deletedAt)));
    return user ?? null;
  }

  /**
   * The person who is changing their address from or to `email`. Of several, the one who has it, then the latest
   * request.
   */
  async changingTo(tx: Tx, email: string): Promise<UserRow | null> {
    const addressed = or(eq(users.email, email), eq(users.newEmail, email));
    const [user] = await tx
      .select()
      .from(users)
      .where(and(addressed, isNotNull(users.newEmail), eq(users.isSsoUser, false), isNull(users.deletedAt)))
      .orderBy(desc(sql`${users.email} is not distinct from ${email}`), desc(users.emailChangeSentAt))
      .limit(1);
    return user ?? null;
  }

  /** The person who is changing their number to `phone`. Of several, the latest request. */
  async ringing(tx: Tx, phone: string): Promise<UserRow | null> {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.newPhone, phone), isNull(users.deletedAt)))
      .orderBy(desc(users.phoneChangeSentAt))
      .limit(1);
    return user ?? null;
  }

  /**
   * Creates an account and publishes it to the other services.
   * @returns null when the address or number has one already
   */
  async create(tx: Tx, made: NewUser): Promise<UserRow | null> {
    const now = this.clock.now();
    const {
      id = randomUUID(),
      email = null,
      phone = null,
      passwordHash,
      metadata,
      appMetadata = {},
      confirmed,
      external,
    } = made;
    const phoneConfirmed = made.phoneConfirmed ?? confirmed;
    const providers = external ? [external.provider] : [...(email ? ["email"] : []), ...(phone ? ["phone"] : [])];
    const [user] = await tx
      .insert(users)
      .values({
        id,
        email,
        phone,
        passwordHash,
        emailConfirmedAt: email && confirmed ? now : null,
        phoneConfirmedAt: phone && phoneConfirmed ? now : null,
        appMetadata: {
          ...appMetadata,
          ...(providers.length ? { provider: providers[0], providers } : {}),
        },
        userMetadata: { ...metadata },
        isAnonymous: providers.length === 0,
        isSsoUser: external !== undefined && isSso(external.provider),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (!user) return null;
    if (external) await this.identify(tx, id, external.provider, external.data, external.providerId);
    const described = {
      ...metadata,
      email_verified: Boolean(email && confirmed),
      phone_verified: Boolean(phone && phoneConfirmed),
    };
    if (email && !external) await this.identify(tx, id, "email", { ...described, sub: id, email });
    if (phone && !external) await this.identify(tx, id, "phone", { ...described, sub: id, phone });
    await this.events.publish(tx, userCreated, { userId: user.id, email: email ?? "" });
    return user;
  }

  private async identify(
    tx: Tx,
    userId: string,
    provider: string,
    identityData: Json,
    providerId = userId,
  ): Promise<void> {
    const now = this.clock.now();
    const lastSignInAt = providerId === userId ? null : now;
    await tx.insert(identities).values({
      id: randomUUID(),
      userId,
      provider,
      providerId,
      identityData,
      lastSignInAt,
      createdAt: now,
      updatedAt: now,
    });
  }

  /** Publishes a changed address and a ban to the other services. */
  async change(tx: Tx, id: string, change: Partial<typeof users.$inferInsert>): Promise<UserRow> {
    const before = change.email === undefined ? null : await this.locked(tx, id);
    const [user] = await tx
      .update(users)
      .set({ ...change, updatedAt: this.clock.now() })
      .where(eq(users.id, id))
      .returning();
    if (!user) throw new Error("The account vanished while it was being changed");
    if (before && before.email !== user.email)
      await this.events.publish(tx, addressChanged, { userId: id, email: user.email ?? "" });
    if (change.bannedUntil !== undefined) await this.tellBan(tx, user);
    return user;
  }

  private async tellBan(tx: Tx, user: UserRow): Promise<void> {
    const now = this.clock.now();
    const of = { userId: user.id, at: now.toISOString() };
    if (!isBanned(user, now)) return this.events.publish(tx, accountRestored, of);
    await this.events.publish(tx, accountSuspended, { ...of, until: user.bannedUntil!.toISOString() });
  }

  /**
   * Records that the person behind `email` controls the mailbox. What was said before that may be a stranger's, who
   * signed up with another person's address: it is dropped unless the proof belongs to that very sign-up.
   */
  async confirmEmail(tx: Tx, user: UserRow, said: Confirmed): Promise<UserRow> {
    if (user.emailConfirmedAt) return user;
    const proved = await this.proved(tx, user, said, user.phoneConfirmedAt !== null);
    await this.describe(tx, user, "email", { email: user.email, email_verified: true }, proved.userMetadata);
    return this.change(tx, user.id, { emailConfirmedAt: this.clock.now(), ...proved });
  }

  /** What an unconfirmed account keeps, and what the proof's own request adds. */
  private async proved(
    tx: Tx,
    user: UserRow,
    { keep, metadata }: Confirmed,
    isOtherwiseProved: boolean,
  ): Promise<{ passwordHash?: null; userMetadata?: Json }> {
    const waiting = await this.signUps.clear(tx, user.id);
    if (keep || isOtherwiseProved) return {};
    const vouched = waiting.some(({ isContested }) => !isContested) ? {} : user.userMetadata;
    return { passwordHash: null, userMetadata: { ...vouched, ...metadata } };
  }

  /** Sets the account's address and ends a pending change. An anonymous account is anonymous no longer. */
  async setEmail(tx: Tx, user: UserRow, email: string, confirmed = true): Promise<UserRow> {
    await this.describe(tx, user, "email", { email, email_verified: confirmed });
    const emailConfirmedAt = confirmed ? this.clock.now() : null;
    return this.change(tx, user.id, {
      email,
      emailConfirmedAt,
      newEmail: null,
      emailChangeHalf: null,
      isAnonymous: false,
    });
  }

  /** The same for a phone number. */
  async setPhone(tx: Tx, user: UserRow, phone: string, confirmed = true): Promise<UserRow> {
    await this.describe(tx, user, "phone", { phone, phone_verified: confirmed });
    return this.change(tx, user.id, {
      phone,
      phoneConfirmedAt: confirmed ? this.clock.now() : null,
      newPhone: null,
      isAnonymous: false,
    });
  }

  /** Removes the number, also as a way to sign in. */
  async removePhone(tx: Tx, user: UserRow): Promise<UserRow> {
    await tx.delete(identities).where(and(eq(identities.userId, user.id), eq(identities.provider, "phone")));
    const providers = ((user.appMetadata.providers as string[] | undefined) ?? []).filter(
      (provider) => provider !== "phone",
    );
    const provider = user.appMetadata.provider === "phone" ? (providers[0] ?? null) : user.appMetadata.provider;
    const appMetadata = { ...user.appMetadata, provider, providers };
    return this.change(tx, user.id, {
      phone: null,
      phoneConfirmedAt: null,
      newPhone: null,
      phoneChangeSentAt: null,
      appMetadata,
    });
  }

  /** Removes a way to sign in, with the address or number that nothing else of the account proves. */
  async removeIdentity(tx: Tx, user: UserRow, identity: IdentityRow): Promise<UserRow> {
    if (identity.provider === "phone") return this.removePhone(tx, user);
    await tx.delete(identities).where(eq(identities.id, identity.id));
    const left = await this.identities(tx, user.id);
    const providers = [...new Set(left.map(({ provider }) => provider))];
    const isMain = user.appMetadata.provider === identity.provider && !providers.includes(identity.provider);
    const appMetadata = { ...user.appMetadata, provider: isMain ? providers[0] : user.appMetadata.provider, providers };
    const passwordHash = identity.provider === "email" ? null : user.passwordHash;
    const proved = left
      .map(({ identityData }) => identityData)
      .filter(({ email_verified, email }) => email_verified === true && email);
    const keeps = !user.email || passwordHash || proved.some(({ email }) => email === user.email);
    if (keeps) return this.change(tx, user.id, { appMetadata, passwordHash });
    const next = await this.firstFree(
      tx,
      proved.map(({ email }) => String(email)),
    );
    const moved = {
      email: next,
      emailConfirmedAt: next ? this.clock.now() : null,
      newEmail: null,
      emailChangeHalf: null,
    };
    return this.change(tx, user.id, { appMetadata, passwordHash, ...moved });
  }

  private async firstFree(tx: Tx, emails: string[]): Promise<string | null> {
    for (const email of emails) if (!(await this.byEmail(tx, email))) return email;
    return null;
  }

  /** As `confirmEmail`, for a number. */
  async confirmPhone(tx: Tx, user: UserRow, said: Confirmed): Promise<UserRow> {
    if (user.phoneConfirmedAt) return user;
    const proved = await this.proved(tx, user, said, user.emailConfirmedAt !== null);
    await this.describe(tx, user, "phone", { phone: user.phone, phone_verified: true }, proved.userMetadata);
    return this.change(tx, user.id, { phoneConfirmedAt: this.clock.now(), ...proved });
  }

  /**
   * Updates the account's own way to sign in (by address or number) to what is confirmed, or creates it.
   * @param said replaces what was said about an unconfirmed account
   */
  private async describe(tx: Tx, user: UserRow, provider: "email" | "phone", data: Json, said?: Json): Promise<void> {
    const own = and(eq(identities.userId, user.id), eq(identities.provider, provider));
    const [row] = await tx.select().from(identities).where(own);
    if (row) {
      await tx
        .update(identities)
        .set({
          identityData: { ...(said ? { ...said, sub: user.id } : row.identityData), ...data },
          updatedAt: this.clock.now(),
        })
        .where(own);
      return;
    }
    await this.identify(tx, user.id, provider, { sub: user.id, ...data });
    const providers = [...new Set([...((user.appMetadata.providers as string[] | undefined) ?? []), provider])];
    const appMetadata = { ...user.appMetadata, provider: user.appMetadata.provider ?? provider, providers };
    await this.change(tx, user.id, { appMetadata });
  }
}

export const isBanned = (user: UserRow, now: Date) => user.bannedUntil !== null && user.bannedUntil > now;
