import { Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { AccountLimits, Audit, AuthError, phoneExists, type RequestContext, userBanned } from "../../core/index.ts";
import { MailSender, type OneTimeTokenRow, OneTimeTokens, type TokenKind } from "../../delivery/index.ts";
import { FlowStates, type OpenSession, SessionStore } from "../../sessions/index.ts";
import { isBanned, type Said, SignUpStore, type UserRow, UserStore } from "../../users/index.ts";
import { EmailMove } from "./email-move.ts";

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

/**
 * What a link or code led to: a session, a code for the browser that asked (PKCE), or the first half of a change of
 * address.
 */
export type Verified = { session: OpenSession } | { code: string } | { half: true };
export type LinkOutcome = (Verified | { refused: AuthError }) & { redirectTo: string | null };

const expiredCode = () => new AuthError(403, "otp_expired", "Token has expired or is invalid");
const expiredLink = () => new AuthError(403, "otp_expired", "Email link is invalid or has expired");

/** The outcome of an act. */
interface Applied {
  user: UserRow;
  /** What the session's `amr` names. */
  method: string;
  /** Given to the browser that asked, and to no other. */
  said?: Said;
}

@Injectable()
export class Verification {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sender: MailSender,
    private readonly tokens: OneTimeTokens,
    private readonly signUps: SignUpStore,
    private readonly emailMove: EmailMove,
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
      throw new AuthError(429, "over_request_rate_limit", `Too many attempts. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    // Refused like a wrong code: another answer would reveal that a code was sent, and so that there is an account.
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
      const outcome = row
        ? await this.redeem(tx, row, from, byBrowser)
        : await this.refuse(tx, expiredLink(), type, from);
      const redirectTo = row?.redirectTo ?? null;
      return outcome instanceof AuthError ? { refused: outcome, redirectTo } : { ...outcome, redirectTo };
    });
  }

  private async refuse(tx: Tx, error: AuthError, type: string, from: RequestContext): Promise<AuthError> {
    await this.audit.record(tx, "verification_failed", from, null, { type, reason: error.code });
    return error;
  }

  private async redeem(
    tx: Tx,
    row: OneTimeTokenRow,
    from: RequestContext,
    byBrowser: boolean,
  ): Promise<Verified | AuthError> {
    const owner = await this.users.locked(tx, row.userId);
    if (!owner || !(await this.tokens.spend(tx, row, owner))) return this.refuse(tx, expiredLink(), row.kind, from);
    if (isBanned(owner, this.clock.now())) return this.refuse(tx, userBanned(403), row.kind, from);
    const applied = await this.apply(tx, row, owner, from);
    if (applied instanceof AuthError) return this.refuse(tx, applied, row.kind, from);
    await this.audit.record(tx, "verified", from, owner.id, { kind: row.kind });
    if (applied === "half") return { half: true };
    const { user, method, said } = applied;
    if (row.flowId && byBrowser) {
      const code = await this.flows.issueCode(tx, row.flowId, user.id, method, said && { said });
      return code ? { code } : this.refuse(tx, expiredLink(), row.kind, from);
    }
    return { session: await this.sessions.open(tx, user, method, from) };
  }

  /**
   * What the token was for. A change of address or number proves that mailbox or phone, not who signs in:
   * `methodsOfProof`.
   */
  private async apply(
    tx: Tx,
    row: OneTimeTokenRow,
    user: UserRow,
    from: RequestContext,
  ): Promise<Applied | "half" | AuthError> {
    switch (row.kind) {
      case "confirmation":
      case "phone_confirmation":
        return this.confirm(tx, row, user);
      case "phone_sign_in":
        return {
          user: await this.users.confirmPhone(tx, user, { keep: false, metadata: row.metadata }),
          method: "otp",
        };
      case "phone_change": {
        const changed = await this.changePhone(tx, user, from);
        return changed instanceof AuthError ? changed : { user: changed, method: "phone_change" };
      }
      case "email_change_current":
      case "email_change_new": {
        const moved = await this.emailMove.agree(tx, user, row.kind, from);
        return moved === "half" || moved instanceof AuthError ? moved : { user: moved, method: "email_change" };
      }
      case "reauthentication":
        return expiredCode(); // proves something of a session that exists, and opens none
      case "recovery":
      case "magiclink":
      case "invite": {
        const confirmed = await this.users.confirmEmail(tx, user, { keep: false, metadata: row.metadata });
        return { user: confirmed, method: row.kind === "recovery" ? "recovery" : "otp" };
      }
    }
  }

  /**
   * The sign-up that this mail belongs to becomes the account. A sign-up made while another could be confirmed may be a
   * stranger's, whose mail the person takes for their own: its password and data count only in the browser that signed
   * up. decisions/009.
   */
  private async confirm(tx: Tx, row: OneTimeTokenRow, user: UserRow): Promise<Applied | AuthError> {
    const signUp = row.signUpId ? await this.signUps.find(tx, row.signUpId) : null;
    const all = await this.signUps.of(tx, user.id);
    // Where every sign-up is contested, the account's data come from an administrator.
    const keep = signUp?.isContested === false || all.every(({ isContested }) => isContested);
    const confirm = row.kind === "confirmation" ? "confirmEmail" : "confirmPhone";
    const confirmed = await this.users[confirm](tx, user, { keep });
    const said = signUp?.isContested ? { passwordHash: signUp.passwordHash, metadata: signUp.userMetadata } : undefined;
    return { user: confirmed, method: "otp", said };
  }

  private async changePhone(tx: Tx, user: UserRow, from: RequestContext): Promise<UserRow | AuthError> {
    if (!user.newPhone) return expiredCode();
    if (await this.users.byPhone(tx, user.newPhone)) return phoneExists();
    const changed = await this.users.setPhone(tx, user, user.newPhone);
    await this.tokens.revoke(tx, user, ["phone_confirmation", "phone_sign_in", "phone_change", "reauthentication"]);
    await this.sender.send(tx, { kind: "security_notice", userId: user.id, notice: "phone_changed" });
    await this.audit.record(tx, "phone_changed", from, user.id);
    return changed;
  }
}
