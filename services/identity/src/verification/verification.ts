import { Injectable } from "@nestjs/common";
import { Clock, Database, Jobs, type Tx } from "@tessera/service-kit";
import { Audit } from "../audit/audit.ts";
import { AuthError, emailExists, phoneExists, userBanned } from "../errors/auth-error.ts";
import type { RequestContext } from "../http/request-context.ts";
import { MAIL_QUEUE, type MailJob } from "../mail/mail-job.ts";
import { FlowStates } from "../pkce/flow-states.ts";
import { AccountLimits } from "../rate-limits/account-limits.ts";
import { type OpenSession, SessionStore } from "../sessions/session-store.ts";
import type { OneTimeTokenRow, TokenKind, UserRow } from "../tables.ts";
import { isBanned, UserStore } from "../user/user-store.ts";
import { OneTimeTokens } from "./one-time-tokens.ts";

/** Types of a verification and what each may redeem; IDENTITY.md, "Traps". */
export const kindsOf = {
  signup: ["confirmation"],
  email: ["confirmation", "magiclink"],
  magiclink: ["magiclink"],
  recovery: ["recovery"],
  email_change: ["email_change_current", "email_change_new"],
  invite: ["invite"],
  sms: ["phone_confirmation", "phone_sign_in"],
  phone_change: ["phone_change"],
} satisfies Record<string, TokenKind[]>;
export type VerificationType = keyof typeof kindsOf;

export const HALF_CONFIRMED = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** What a link or code led to: a session, a code for the browser that asked (PKCE), or the first half of a change of address. */
export type Verified = { session: OpenSession } | { code: string } | { half: true };
export type LinkOutcome = (Verified | { refused: AuthError }) & { redirectTo: string | null };

const expiredCode = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");
const expiredLink = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");

@Injectable()
export class Verification {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly tokens: OneTimeTokens,
    private readonly flows: FlowStates,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly limits: AccountLimits,
    private readonly audit: Audit,
  ) {}

  /** Redeems a code typed by the person. @throws AuthError 403 `otp_expired`, `user_banned`; 422 `email_exists`; 429 */
  async code(type: VerificationType, address: string, code: string, from: RequestContext): Promise<Verified> {
    const wait = await this.limits.code(address, from);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many attempts. Try again in ${wait} seconds.`, { retryAfterSeconds: wait });
    // Refused like a wrong code: another answer would tell that a code was sent, so that there is an account.
    const usedUp = await this.limits.codesUsedUp(address, from);
    let existed = false;
    const outcome = await this.database.system(async (tx) => {
      existed = await this.tokens.isOpen(tx, address, kindsOf[type]);
      const attempts = usedUp ? 0 : this.limits.codeAttempts(address, from);
      const row = await this.tokens.byCode(tx, address, code, kindsOf[type], { attempts });
      return row ? this.redeem(tx, row, from, false) : this.refuse(tx, expiredCode(), type, from);
    });
    if (outcome instanceof AuthError && existed && !usedUp) await this.limits.wrongCode(address, from);
    if (outcome instanceof AuthError) throw outcome; // after the commit: the attempt stays counted
    return outcome;
  }

  /** Redeems a link's token posted by a page, which gets the session. @throws AuthError as `code` */
  async link(type: VerificationType, token: string, from: RequestContext): Promise<Verified> {
    const outcome = await this.open(type, token, from, false);
    if ("refused" in outcome) throw outcome.refused;
    return outcome;
  }

  /** Redeems a link opened in a browser; one that was asked for with PKCE leads to a code. */
  async open(type: VerificationType, token: string, from: RequestContext, byBrowser = true): Promise<LinkOutcome> {
    return this.database.system(async (tx) => {
      const row = await this.tokens.byLink(tx, token, kindsOf[type]);
      const outcome = row ? await this.redeem(tx, row, from, byBrowser) : await this.refuse(tx, expiredLink(), type, from);
      const redirectTo = row?.redirectTo ?? null;
      return outcome instanceof AuthError ? { refused: outcome, redirectTo } : { ...outcome, redirectTo };
    });
  }

  private async refuse(tx: Tx, error: AuthError, type: string, from: RequestContext): Promise<AuthError> {
    await this.audit.record(tx, "verification_failed", from, null, { type, reason: error.code });
    return error;
  }

  private async redeem(tx: Tx, row: OneTimeTokenRow, from: RequestContext, byBrowser: boolean): Promise<Verified | AuthError> {
    await this.tokens.spend(tx, row);
    const owner = await this.users.locked(tx, row.userId);
    if (!owner) return this.refuse(tx, expiredLink(), row.kind, from);
    if (isBanned(owner, this.clock.now())) return this.refuse(tx, userBanned(403), row.kind, from);
    const user = await this.apply(tx, row, owner, from);
    if (user instanceof AuthError) return this.refuse(tx, user, row.kind, from);
    await this.audit.record(tx, "verified", from, owner.id, { kind: row.kind });
    if (user === "half") return { half: true };
    if (row.flowId && byBrowser) {
      const code = await this.flows.issueCode(tx, row.flowId, user.id, methodOf(row.kind));
      return code ? { code } : this.refuse(tx, expiredLink(), row.kind, from);
    }
    return { session: await this.sessions.open(tx, user, methodOf(row.kind), from) };
  }

  /** What the token was for. */
  private async apply(tx: Tx, row: OneTimeTokenRow, user: UserRow, from: RequestContext): Promise<UserRow | "half" | AuthError> {
    if (row.kind === "phone_confirmation") return this.users.confirmPhone(tx, user, { keepPassword: true });
    if (row.kind === "phone_sign_in") {
      await this.tokens.revoke(tx, user.id, ["phone_confirmation"]);
      return this.users.confirmPhone(tx, user, { keepPassword: false });
    }
    if (row.kind === "phone_change") return this.confirmPhoneChange(tx, user, row, from);
    if (row.kind === "confirmation") return this.users.confirmEmail(tx, user, { keepPassword: true });
    if (row.kind === "recovery" || row.kind === "magiclink" || row.kind === "invite") {
      await this.tokens.revoke(tx, user.id, ["confirmation"]);
      return this.users.confirmEmail(tx, user, { keepPassword: false });
    }
    return this.confirmChange(tx, user, from);
  }

  private async confirmPhoneChange(tx: Tx, user: UserRow, row: OneTimeTokenRow, from: RequestContext): Promise<UserRow | AuthError> {
    if (!user.newPhone || user.newPhone !== row.address) return expiredCode();
    if (await this.users.byPhone(tx, user.newPhone)) return phoneExists();
    const changed = await this.users.setPhone(tx, user, user.newPhone);
    await this.tokens.revoke(tx, user.id, ["phone_confirmation", "phone_sign_in", "reauthentication"]);
    await this.jobs.send<MailJob>(tx, MAIL_QUEUE, { kind: "security_notice", userId: user.id, notice: "phone_changed" }, { hidden: true });
    await this.audit.record(tx, "phone_changed", from, user.id);
    return changed;
  }

  /** One of two mailboxes agreed to a change of address; the second makes it so. */
  private async confirmChange(tx: Tx, user: UserRow, from: RequestContext): Promise<UserRow | "half" | AuthError> {
    if (!user.newEmail) return expiredLink();
    // Without an address of before (a phone's account, an anonymous one) there is one mailbox to ask.
    if (user.email && !user.emailChangeHalfConfirmed) {
      await this.users.change(tx, user.id, { emailChangeHalfConfirmed: true });
      return "half";
    }
    if (await this.users.byEmail(tx, user.newEmail)) return emailExists();
    const changed = await this.users.setEmail(tx, user, user.newEmail);
    await this.tokens.revoke(tx, user.id, [
      "email_change_current",
      "email_change_new",
      "recovery",
      "magiclink",
      "confirmation",
      "reauthentication",
    ]);
    if (user.email)
      await this.jobs.send<MailJob>(tx, MAIL_QUEUE, { kind: "email_changed", to: user.email!, newEmail: changed.email! }, { hidden: true });
    await this.audit.record(tx, "email_changed", from, user.id);
    return changed;
  }
}

const methodOf = (kind: TokenKind) => (kind === "recovery" ? "recovery" : "otp");
