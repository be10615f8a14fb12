import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { and, eq, gt, notInArray } from "drizzle-orm";
import {
  Audit,
  AuthError,
  byAccount,
  emailExists,
  IDENTITY_CONFIG,
  type IdentityConfig,
  invalidCredentials,
  RateLimits,
  type RequestContext,
} from "../../core/index.ts";
import { Acts, type Before, MailSender, OneTimeTokens, tokenKinds, type UndoRow, Undos } from "../../delivery/index.ts";
import { RecoveryCodes } from "../../factors/index.ts";
import { PasswordHasher, SessionStore } from "../../sessions/index.ts";
import { factors, identities, type UserRow, UserStore, webauthnCredentials } from "../../users/index.ts";

export interface UndoProof {
  /** The password from before the change. */
  password?: string | null;
  code?: string | null;
}

const over = () =>
  new AuthError(403, "otp_expired", "This link has expired, or what it takes back was taken back already");

/** Undoes a change of an account, with everything changed after it. Needs the mailed link and a second proof. */
@Injectable()
export class TakeBack {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly undos: Undos,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly acts: Acts,
    private readonly codes: RecoveryCodes,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimits,
    private readonly sender: MailSender,
    private readonly audit: Audit,
  ) {}

  /** What a link takes back. @throws AuthError 403 `otp_expired` */
  async look(link: string) {
    const { row, before } = await this.found(link);
    return {
      kind: row.kind,
      changed_at: row.createdAt.toISOString(),
      until: new Date(row.createdAt.getTime() + this.config.undoDays * 86_400_000).toISOString(),
      email: before.email,
      takes: waysOf(row, before),
    };
  }

  /**
   * Mails a code to the mailbox that has the link.
   * @throws AuthError 403 `otp_expired`; 400 where a code does not count; 429
   */
  async sendCode(link: string, from: RequestContext): Promise<void> {
    const { row, before } = await this.found(link);
    if (!waysOf(row, before).includes("code"))
      throw new AuthError(400, "validation_failed", "This change is taken back with the password of before");
    await this.sender.mayMail(row.sentTo, from);
    await this.database.system((tx) => this.sender.send(tx, { kind: "undo_code", undo: row.id }));
  }

  /**
   * @throws AuthError 403 `otp_expired`; 400 `reauthentication_needed`, `invalid_credentials`; 422
   * `reauthentication_not_valid`, `email_exists`; 429
   */
  async take(
    link: string,
    proof: UndoProof,
    from: RequestContext,
  ): Promise<{ email: string; password: "kept" | "void" }> {
    const { row, before } = await this.found(link);
    await this.prove(row, before, proof);
    return this.database.system(async (tx) => {
      const user = await this.users.locked(tx, row.userId);
      if (!user || !(await this.undos.spend(tx, row))) throw over();
      const isVoid = row.kind === "password_changed" || row.kind === "email_changed";
      // Somebody who could change these may know the previous password as well.
      const restored = await this.restore(tx, user, before, isVoid ? null : before.passwordHash);
      await this.restoreFactors(tx, user.id, before);
      await this.restoreCredentials(tx, user.id, before);
      await this.endWaysIn(tx, user, restored, row);
      await this.audit.record(tx, "change_undone", from, user.id, { kind: row.kind });
      await this.sender.send(tx, { kind: "security_notice", userId: user.id, notice: "change_undone" });
      if (isVoid) await this.sendRecovery(tx, before.email);
      return { email: before.email, password: isVoid ? "void" : "kept" };
    });
  }

  private async found(link: string): Promise<{ row: UndoRow; before: Before }> {
    const found = await this.database.system((tx) => this.undos.byLink(tx, link));
    if (!found) throw over();
    return found;
  }

  private async prove(row: UndoRow, before: Before, { password, code }: UndoProof): Promise<void> {
    const ways = waysOf(row, before);
    const given = password ? "password" : code ? "code" : null;
    if (!given || !ways.includes(given))
      throw new AuthError(
        400,
        "reauthentication_needed",
        `Taking this back requires ${ways.map((way) => words[way]).join(" or ")}`,
      );
    const wait = await this.limits.take("account-undo", row.userId, byAccount.code);
    if (wait > 0)
      throw new AuthError(429, "over_request_rate_limit", `Too many attempts. Try again in ${wait} seconds.`, {
        retryAfterSeconds: wait,
      });
    if (password && !(await this.hasher.verify(password, before.passwordHash))) throw invalidCredentials();
    if (!password && !(await this.database.system((tx) => this.undos.isCode(tx, row.id, code!))))
      throw new AuthError(422, "reauthentication_not_valid", "This code has expired or is invalid");
  }

  private async restore(tx: Tx, user: UserRow, before: Before, passwordHash: string | null): Promise<UserRow> {
    let current = user;
    if (before.email !== user.email) {
      if (await this.users.byEmail(tx, before.email)) throw emailExists();
      current = await this.users.setEmail(tx, user, before.email);
    }
    if (before.phone !== current.phone) {
      const isFree = before.phone !== null && !(await this.users.byPhone(tx, before.phone));
      current = isFree
        ? await this.users.setPhone(tx, current, before.phone!, before.isPhoneConfirmed)
        : await this.users.removePhone(tx, current);
    }
    return this.users.change(tx, user.id, { passwordHash, newEmail: null, emailChangeHalf: null, newPhone: null });
  }

  private async restoreFactors(tx: Tx, userId: string, before: Before): Promise<void> {
    await tx.delete(factors).where(
      and(
        eq(factors.userId, userId),
        notInArray(
          factors.id,
          before.factors.map(({ id }) => id),
        ),
      ),
    );
    for (const { sealedSecret, createdAt, ...factor } of before.factors)
      await tx
        .insert(factors)
        .values({
          ...factor,
          userId,
          status: "verified",
          sealedSecret: sealedSecret === null ? null : Buffer.from(sealedSecret, "base64"),
          createdAt: new Date(createdAt),
          updatedAt: this.clock.now(),
        })
        .onConflictDoNothing();
  }

  private async restoreCredentials(tx: Tx, userId: string, { credentials = [] }: Before): Promise<void> {
    const kept = credentials.map(({ id }) => id);
    await tx
      .delete(webauthnCredentials)
      .where(and(eq(webauthnCredentials.userId, userId), notInArray(webauthnCredentials.id, kept)));
    for (const { credentialId, publicKey, createdAt, ...key } of credentials)
      await tx
        .insert(webauthnCredentials)
        .values({
          ...key,
          userId,
          credentialId: Buffer.from(credentialId, "base64"),
          publicKey: Buffer.from(publicKey, "base64"),
          createdAt: new Date(createdAt),
          updatedAt: this.clock.now(),
        })
        .onConflictDoNothing();
  }

  /**
   * Ends everything else that opens the account: sessions, mails, recovery codes, and factors and accounts elsewhere
   * added since.
   */
  private async endWaysIn(tx: Tx, user: UserRow, restored: UserRow, { createdAt }: UndoRow): Promise<void> {
    await this.sessions.endAll(tx, [user.id]);
    for (const one of [user, restored]) await this.tokens.revoke(tx, one, tokenKinds);
    const since = and(
      eq(identities.userId, user.id),
      gt(identities.createdAt, createdAt),
      notInArray(identities.provider, ["email", "phone"]),
    );
    await tx.delete(identities).where(since);
    await this.codes.clear(tx, user.id);
  }

  private async sendRecovery(tx: Tx, email: string): Promise<void> {
    const redirectTo = this.config.fallbackRedirect;
    await this.sender.ask(tx, this.acts.ofAddress(email), { kind: "recovery", email, flowId: null, redirectTo });
  }
}

/**
 * The link already proves the mailbox. Somebody who left an address because another person reads its mail must not lose
 * the account to them by one more mail: a changed address takes the password, where there was one.
 */
const waysOf = ({ kind }: UndoRow, { passwordHash }: Before): ("password" | "code")[] => {
  if (!passwordHash) return ["code"];
  return kind === "email_changed" ? ["password"] : ["password", "code"];
};

const words = { password: "the password of before", code: "a mailed code" };
