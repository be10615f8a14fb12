import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import {
  Audit,
  AuthError,
  byAccount,
  IDENTITY_CONFIG,
  type IdentityConfig,
  RateLimits,
  type RequestContext,
  reauthenticationNeeded,
} from "../core/index.ts";
import { OneTimeTokens } from "../delivery/index.ts";
import { AccountFactors, PASSKEY, secondFactors, type UserRow, UserStore } from "../users/index.ts";
import type { SignedIn } from "./bearer/bearer-tokens.ts";
import { PasswordHasher } from "./password/password-hasher.ts";
import { sessions } from "./tables.ts";
import { PASSWORD_LIMIT } from "./tokens/password-grant.ts";

export interface Given {
  currentPassword?: string | null;
  nonce?: string | null;
}

/** Proof, beyond an access token that may be stolen, that the account's own person asks for a change. */
@Injectable()
export class Proof {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly hasher: PasswordHasher,
    private readonly tokens: OneTimeTokens,
    private readonly users: UserStore,
    private readonly limits: RateLimits,
    private readonly factors: AccountFactors,
    private readonly audit: Audit,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /**
   * For a new password: the current one, the nonce of a mail, or a session just opened by a mailed link or code.
   * @throws AuthError 400 `reauthentication_needed`, `current_password_invalid`; 422 `reauthentication_not_valid`; 429
   */
  async forPassword(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    if (await this.isGiven(signedIn, given, from)) return;
    if (this.isRecent(signedIn, ["recovery", "otp"])) return;
    throw reauthenticationNeeded("Password update requires the current password or reauthentication");
  }

  /** To delete the account: the same, or any recent sign-in. @throws AuthError as `forPassword` */
  async forDeletion(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    if (await this.isGiven(signedIn, given, from)) return;
    if (this.isRecent(signedIn, signIns) || this.isWithin(signedIn.session.provedAt)) return;
    throw reauthenticationNeeded(
      "Deleting the account requires a recent sign-in, the current password or reauthentication",
    );
  }

  /**
   * For changes to what signs the person in or keeps others out: addresses and numbers, accounts elsewhere, second
   * factors and their recovery codes, passkeys, others' sessions (ASVS 5.0 7.5.1, 7.5.2). With a second factor: that
   * factor or a passkey, now.
   * Without one: the password, a mailed code, or a recent sign-in. @param what "Changing the e-mail address"
   * @throws AuthError as `forPassword`
   */
  async fresh(signedIn: SignedIn, what: string, given: Given, from: RequestContext): Promise<void> {
    if (await this.hasFactor(signedIn)) {
      if (this.isRecent(signedIn, [...secondFactors, PASSKEY])) return;
      throw reauthenticationNeeded(`${what} requires a code of the second factor: it was given too long ago`);
    }
    if (await this.isGiven(signedIn, given, from)) return;
    if (this.isRecent(signedIn, signIns) || this.isWithin(signedIn.session.provedAt)) return;
    throw reauthenticationNeeded(`${what} requires a recent sign-in, the current password or reauthentication`);
  }

  /**
   * Counts as proof for the next minutes, for clients whose calls carry none.
   * @throws AuthError as `forPassword`
   */
  async give(signedIn: SignedIn, given: Given, from: RequestContext): Promise<void> {
    if (!(await this.isGiven(signedIn, given, from)))
      throw reauthenticationNeeded("Give the current password or a mailed code");
    await this.database.system(async (tx) => {
      await tx.update(sessions).set({ provedAt: this.clock.now() }).where(eq(sessions.id, signedIn.session.id));
      await this.audit.record(tx, "reauthenticated", from, signedIn.user.id, {
        method: given.currentPassword ? "password" : "otp",
      });
    });
  }

  /**
   * What signs a person in is changed only with the second factor, where there is one.
   * @throws AuthError 401 `insufficient_aal`
   */
  async assured({ user, session }: Pick<SignedIn, "user" | "session">, what: string): Promise<void> {
    if (session.aal === "aal2" || !(await this.hasFactor({ user, session }))) return;
    throw new AuthError(401, "insufficient_aal", `AAL2 session is required to ${what} an account with a second factor`);
  }

  private hasFactor({ user }: Pick<SignedIn, "user" | "session">): Promise<boolean> {
    return this.database.system((tx) => this.factors.hasVerified(tx, user.id));
  }

  private async isGiven(signedIn: SignedIn, { currentPassword, nonce }: Given, from: RequestContext): Promise<boolean> {
    if (currentPassword) await this.checkPassword(signedIn, currentPassword, from);
    else if (nonce) await this.checkNonce(signedIn, nonce, from);
    return Boolean(currentPassword || nonce);
  }

  private async checkPassword({ user }: SignedIn, password: string, from: RequestContext): Promise<void> {
    await this.limit(PASSWORD_LIMIT, accountOf(user), byAccount.password);
    if (await this.hasher.verify(password, user.passwordHash)) {
      await this.database.system((tx) => this.limits.forget(tx, PASSWORD_LIMIT, accountOf(user)));
      return;
    }
    await this.refused(user.id, from, "wrong_password");
    throw new AuthError(400, "current_password_invalid", "The current password is wrong");
  }

  private async checkNonce({ user }: SignedIn, nonce: string, from: RequestContext): Promise<void> {
    await this.limit("account-code", accountOf(user), byAccount.code);
    const right = await this.database.system(async (tx) => {
      const row = await this.tokens.byCode(tx, user.email ?? user.phone ?? "", nonce, ["reauthentication"], {
        userId: user.id,
      });
      const owner = row && (await this.users.locked(tx, user.id));
      return owner !== null && this.tokens.spend(tx, row!, owner);
    });
    if (right) return;
    await this.refused(user.id, from, "wrong_nonce");
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }

  private async limit(name: string, subject: string, limit: (typeof byAccount)[keyof typeof byAccount]): Promise<void> {
    const wait = await this.limits.take(name, subject, limit);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many attempts. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
  }

  private async refused(userId: string, from: RequestContext, reason: string): Promise<void> {
    await this.database.system((tx) => this.audit.record(tx, "password_change_refused", from, userId, { reason }));
  }

  private isRecent({ session }: SignedIn, methods: readonly string[]): boolean {
    return session.amr.some(
      ({ method, timestamp }) => methods.includes(method) && this.isWithin(new Date(timestamp * 1000)),
    );
  }

  private isWithin(at: Date | null): boolean {
    return at !== null && at.getTime() >= this.clock.now().getTime() - this.config.recentSignInMs;
  }
}

/**
 * Methods of an `amr` that are a sign-in. Confirming a new address or number (`email_change`, `phone_change`) is not:
 * the holder of that mailbox or phone may be somebody else.
 */
const signIns = ["password", "otp", "recovery", "oauth", "web3", "sso/saml", "anonymous", PASSKEY, ...secondFactors];

/** What limits on an account are counted by: the address or number it signs in with. */
const accountOf = (user: UserRow) => user.email ?? user.phone ?? user.id;
