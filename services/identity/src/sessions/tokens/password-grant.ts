import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { and, eq, sql } from "drizzle-orm";
import {
  AccountLimits,
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  invalidCredentials,
  RateLimits,
  type RequestContext,
  Secret,
  userBanned,
} from "../../core/index.ts";
import { isBanned, type UserRow, UserStore, users } from "../../users/index.ts";
import { PasswordHasher } from "../password/password-hasher.ts";
import { weaknessOf } from "../password/password-policy.ts";
import { type OpenSession, SessionStore } from "../session/session-store.ts";

/** Name of the limit on wrong passwords of one account; signed-in people are counted separately (sessions/proof.ts). */
export const PASSWORD_LIMIT = "account-password";

/** grant_type=password. An address without an account costs and answers the same as a wrong password. */
@Injectable()
export class PasswordGrant {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimits,
    private readonly accounts: AccountLimits,
    private readonly audit: Audit,
    private readonly secret: Secret,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * @throws AuthError 400 `invalid_credentials`, `email_not_confirmed`, `phone_not_confirmed`, `user_banned`; 429
   * `over_request_rate_limit`
   */
  async signIn(
    { email, phone }: { email: string; phone?: undefined } | { phone: string; email?: undefined },
    password: string,
    from: RequestContext,
  ): Promise<OpenSession & { weakPassword?: ReturnType<typeof weaknessOf> }> {
    const account = email ?? phone;
    const allowances = this.accounts.password(account, from);
    const wait = await this.limits.takeAll(allowances);
    const user = await this.database.statement((tx) =>
      email === undefined ? this.users.byPhone(tx, phone) : this.users.byEmail(tx, email),
    );
    if (wait > 0) {
      await this.refused(user, account, from, "too_many_attempts");
      throw new AuthError(
        429,
        "over_request_rate_limit",
        `Too many attempts. Try again in ${wait} seconds, or sign in with a link or code.`,
        { retryAfterSeconds: wait },
      );
    }
    const right = await this.hasher.verify(password, user?.passwordHash ?? null);
    if (!user || !right) {
      await this.refused(user, account, from, "invalid_credentials");
      throw invalidCredentials();
    }
    if (isBanned(user, this.clock.now())) {
      await this.refused(user, account, from, "user_banned");
      throw userBanned(400);
    }
    if (email !== undefined && !user.emailConfirmedAt) {
      await this.refused(user, account, from, "email_not_confirmed");
      throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    }
    if (phone !== undefined && !user.phoneConfirmedAt) {
      await this.refused(user, account, from, "phone_not_confirmed");
      throw new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
    }
    const isUnchanged = sql`password_hash = ${user.passwordHash}`; // not since it was compared
    const signedIn = this.audit.recording("signed_in", from, { method: "password" });
    const opened = await this.database.statement((tx) =>
      this.sessions.openProvided(tx, user.id, "password", from, isUnchanged, [
        this.limits.forgetting(allowances[0].name, allowances[0].subject, sql`exists (select from person)`),
        signedIn,
      ]),
    );
    if (!opened) throw invalidCredentials();
    if (this.hasher.isOutdated(user.passwordHash!)) await this.renewHash(user, password);
    return { ...opened, weakPassword: weaknessOf(password, account, this.config) };
  }

  /** Hashes a password again that was hashed at an older cost. */
  private async renewHash({ id, passwordHash: old }: UserRow, password: string): Promise<void> {
    const passwordHash = await this.hasher.hash(password);
    await this.database.statement((tx) =>
      tx
        .update(users)
        .set({ passwordHash })
        .where(and(eq(users.id, id), eq(users.passwordHash, old!))),
    );
  }

  private async refused(user: UserRow | null, address: string, from: RequestContext, reason: string): Promise<void> {
    const account = this.secret.mac("audited address", address).toString("base64url").slice(0, 16);
    await this.database.statement((tx) =>
      this.audit.record(tx, "sign_in_failed", from, user?.id ?? null, { method: "password", reason, account }),
    );
  }
}
