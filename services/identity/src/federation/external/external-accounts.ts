import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { and, eq, sql } from "drizzle-orm";
import {
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type RequestContext,
  signupDisabled,
  userBanned,
} from "../../core/index.ts";
import { MailSender, OneTimeTokens } from "../../delivery/index.ts";
import { type OpenSession, SessionStore } from "../../sessions/index.ts";
import {
  bounded,
  type ExternalAccount,
  type IdentityRow,
  identities,
  isBanned,
  isSso,
  type UserRow,
  UserStore,
} from "../../users/index.ts";

/** Finds the account of a person proved elsewhere: known, added to an account with the same proved address, or new. */
@Injectable()
export class ExternalAccounts {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly sender: MailSender,
    private readonly audit: Audit,
  ) {}

  /**
   * Signs in at once, for grants without a browser flow.
   * @param method what the session's `amr` names ("oauth", "web3")
   * @throws AuthError 422 `signup_disabled`; 400 `user_banned`
   */
  async signIn(account: ExternalAccount, method: string, from: RequestContext): Promise<OpenSession> {
    const outcome = await this.database.system(async (tx) => {
      const user = await this.person(tx, account, method, from);
      if (user instanceof AuthError) return user;
      await this.audit.record(tx, "signed_in", from, user.id, { method });
      return this.sessions.open(tx, user, method, from);
    });
    if (outcome instanceof AuthError) throw outcome; // after the commit: the refusal stays recorded
    return outcome;
  }

  /**
   * Finds or creates the person of an account.
   * @returns the refusal (recorded) instead, to be thrown once the transaction is committed
   */
  async person(tx: Tx, account: ExternalAccount, method: string, from: RequestContext): Promise<UserRow | AuthError> {
    const outcome = await this.find(tx, { ...account, data: bounded(account.data) }, from);
    const refused =
      outcome instanceof AuthError ? outcome : isBanned(outcome, this.clock.now()) ? userBanned(400) : null;
    if (!refused) return outcome;
    const userId = outcome instanceof AuthError ? null : outcome.id;
    await this.audit.record(tx, "sign_in_failed", from, userId, {
      method,
      provider: account.provider,
      reason: refused.code,
    });
    return refused;
  }

  /**
   * Adds an account to a person's ways to sign in.
   * @returns 422 `identity_already_exists` (recorded) when it is anybody's already
   */
  async link(tx: Tx, user: UserRow, account: ExternalAccount, from: RequestContext): Promise<UserRow | AuthError> {
    const taken = await this.isTaken(tx, user.id, account);
    if (taken) {
      await this.audit.record(tx, "identity_refused", from, user.id, {
        provider: account.provider,
        reason: taken.code,
      });
      return taken;
    }
    return this.add(tx, user, { ...account, data: bounded(account.data) }, from);
  }

  /** @returns why the account cannot be added to the person's ways to sign in, or null */
  async isTaken(tx: Tx, userId: string, account: ExternalAccount): Promise<AuthError | null> {
    await this.lock(tx, account);
    const known = await this.identity(tx, account);
    if (!known) return null;
    const words = known.userId === userId ? "Identity is already linked" : "Identity is already linked to another user";
    return new AuthError(422, "identity_already_exists", words);
  }

  private async find(tx: Tx, account: ExternalAccount, from: RequestContext): Promise<UserRow | AuthError> {
    await this.lock(tx, account);
    const known = await this.identity(tx, account);
    if (known) return this.returning(tx, known, account);
    const holder = await this.holder(tx, account);
    if (holder && (await this.isProvedOrUnused(tx, holder))) {
      return isBanned(holder, this.clock.now()) ? holder : this.add(tx, await this.prove(tx, holder), account, from);
    }
    if (!this.config.signupEnabled) return signupDisabled();
    return this.make(tx, account, holder === null, from);
  }

  private async returning(tx: Tx, known: IdentityRow, account: ExternalAccount): Promise<UserRow | AuthError> {
    const user = await this.users.locked(tx, known.userId);
    if (!user) return new AuthError(403, "user_not_found", "User not found");
    const now = this.clock.now();
    await tx
      .update(identities)
      .set({ identityData: account.data, lastSignInAt: now, updatedAt: now })
      .where(eq(identities.id, known.id));
    const moved = user.isSsoUser && account.emailVerified && account.email !== user.email;
    return moved ? this.users.change(tx, user.id, { email: account.email }) : user;
  }

  /** The account that has this address here, if both sides have proved it. */
  private async holder(tx: Tx, { provider, email, emailVerified }: ExternalAccount): Promise<UserRow | null> {
    if (!email || !emailVerified || isSso(provider)) return null;
    const user = await this.users.byEmail(tx, email);
    return user && this.users.locked(tx, user.id);
  }

  /**
   * The holder has proved the address, or has only signed up or been invited, never confirmed and never signed in. An
   * address that is merely claimed (an administrator's entry) must not attract a stranger's account.
   */
  private async isProvedOrUnused(tx: Tx, user: UserRow): Promise<boolean> {
    if (user.emailConfirmedAt) return true;
    if (user.lastSignInAt || user.phoneConfirmedAt) return false;
    return (await this.users.identities(tx, user.id)).every(({ provider }) => provider === "email");
  }

  /** Somebody who signed up with another person's address leaves nothing behind: no password, no link, no name. */
  private async prove(tx: Tx, user: UserRow): Promise<UserRow> {
    if (user.emailConfirmedAt) return user;
    await this.tokens.revoke(tx, user, ["confirmation", "magiclink", "recovery", "invite"]);
    return this.users.confirmEmail(tx, user, { keep: false });
  }

  private async add(tx: Tx, user: UserRow, account: ExternalAccount, from: RequestContext): Promise<UserRow> {
    const now = this.clock.now();
    const { provider, providerId, data } = account;
    await tx.insert(identities).values({
      id: randomUUID(),
      userId: user.id,
      provider,
      providerId,
      identityData: data,
      lastSignInAt: now,
      createdAt: now,
      updatedAt: now,
    });
    const providers = [...new Set([...((user.appMetadata.providers as string[] | undefined) ?? []), provider])];
    const free =
      !user.email &&
      account.email &&
      account.emailVerified &&
      !isSso(provider) &&
      !(await this.users.byEmail(tx, account.email));
    await this.audit.record(tx, "identity_linked", from, user.id, { provider });
    await this.sender.send(tx, { kind: "security_notice", userId: user.id, notice: "identity_linked" });
    return this.users.change(tx, user.id, {
      appMetadata: { ...user.appMetadata, provider: user.appMetadata.provider ?? provider, providers },
      // What the person has written about themselves stays.
      userMetadata: { ...data, ...user.userMetadata },
      isAnonymous: false,
      ...(free ? { email: account.email, emailConfirmedAt: now } : {}),
    });
  }

  /**
   * The new account does not get an address that the other service does not vouch for, or that belongs to somebody
   * here.
   */
  private async make(
    tx: Tx,
    account: ExternalAccount,
    isFree: boolean,
    from: RequestContext,
  ): Promise<UserRow | AuthError> {
    const email = isFree && account.emailVerified ? account.email : null;
    const made = await this.users.create(tx, {
      email,
      passwordHash: null,
      metadata: account.data,
      confirmed: true,
      external: account,
    });
    // Somebody else has registered the address meanwhile.
    if (!made) return email ? this.find(tx, account, from) : new AuthError(409, "conflict", "Please try again");
    await this.audit.record(tx, "signed_up", from, made.id, { method: account.provider });
    return made;
  }

  private async identity(tx: Tx, { provider, providerId }: ExternalAccount): Promise<IdentityRow | null> {
    const same = and(eq(identities.provider, provider), eq(identities.providerId, providerId));
    const [known] = await tx.select().from(identities).where(same);
    return known ?? null;
  }

  /** Two tabs of one person create one account. */
  private async lock(tx: Tx, { provider, providerId }: ExternalAccount): Promise<void> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider}\n${providerId}`}, 0))`);
  }
}
