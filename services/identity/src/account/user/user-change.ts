import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  asOwner,
  emailExists,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type Json,
  mergeMetadata,
  phoneExists,
  Redirects,
  type RequestContext,
} from "../../core/index.ts";
import { MailSender, OneTimeTokens, SmsSender, Undos } from "../../delivery/index.ts";
import {
  FlowStates,
  type Given,
  PasswordHasher,
  Proof,
  refuseWeak,
  type SessionRow,
  SessionStore,
  type SignedIn,
} from "../../sessions/index.ts";
import { AccountFactors, type FactorRow, type IdentityRow, type UserRow, UserStore } from "../../users/index.ts";
import { EmailMove } from "../verification/email-move.ts";

export interface Change extends Given {
  email?: string | null;
  phone?: string | null;
  password?: string | null;
  data?: Json | null;
  challenge: string | null;
  redirectTo: string | undefined;
}

/** PUT user: what a person may change about their own account. */
@Injectable()
export class UserChange {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly proof: Proof,
    private readonly hasher: PasswordHasher,
    private readonly tokens: OneTimeTokens,
    private readonly flows: FlowStates,
    private readonly redirects: Redirects,
    private readonly sender: MailSender,
    private readonly emailMove: EmailMove,
    private readonly undos: Undos,
    private readonly texts: SmsSender,
    private readonly factors: AccountFactors,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AuthError 422 `user_sso_managed`, `weak_password`, `same_password`, `email_exists`, `phone_exists`; 401
   * `insufficient_aal`; what `Proof` throws; 429
   */
  async apply(
    signedIn: SignedIn,
    change: Change,
    from: RequestContext,
  ): Promise<{ user: UserRow; identities: IdentityRow[]; factors: FactorRow[] }> {
    const { user, session } = signedIn;
    const newEmail = change.email && change.email !== user.email ? change.email : null;
    const newPhone = change.phone && change.phone !== user.phone ? change.phone : null;
    if (user.isSsoUser && (newEmail || newPhone || change.password))
      throw new AuthError(
        422,
        "user_sso_managed",
        "Updating email, phone, password of a SSO account only possible via SSO",
      );
    if (newEmail || newPhone || change.password) await this.requireAssurance(signedIn);
    const passwordHash = change.password ? await this.newPassword(signedIn, change, change.password, from) : null;
    if ((newEmail || newPhone) && !passwordHash)
      await this.proof.fresh(
        signedIn,
        newEmail ? "Changing the e-mail address" : "Changing the phone number",
        change,
        from,
      );
    if (newEmail) await this.mayMove(user, newEmail, from);
    if (newPhone) await this.mayRing(user, newPhone, from);
    return this.database.system(async (tx) => {
      const current = await this.users.locked(tx, user.id);
      if (!current || current.passwordHash !== user.passwordHash)
        throw new AuthError(409, "conflict", "The account was changed meanwhile, please try again");
      if (passwordHash) await this.setPassword(tx, current, session, passwordHash, from);
      if (change.data)
        await this.users.change(tx, user.id, { userMetadata: mergeMetadata(current.userMetadata, change.data) });
      if (newEmail) await this.move(tx, current, newEmail, change, from);
      if (newPhone) await this.ring(tx, (await this.users.byId(tx, user.id))!, newPhone, from);
      await this.audit.record(tx, "user_updated", from, user.id);
      return {
        user: (await this.users.byId(tx, user.id))!,
        identities: await this.users.identities(tx, user.id),
        factors: await this.factors.of(tx, user.id),
      };
    });
  }

  /** What signs a person in is changed only with the second factor, where there is one. */
  private async requireAssurance({ user, session }: SignedIn): Promise<void> {
    if (session.aal === "aal2" || !(await this.database.system((tx) => this.factors.hasVerified(tx, user.id)))) return;
    throw new AuthError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }

  /** @returns the hash of the new password, once everything about it is in order */
  private async newPassword(
    signedIn: SignedIn,
    given: Change,
    password: string,
    from: RequestContext,
  ): Promise<string> {
    const { isAnonymous, email, phone } = signedIn.user;
    if (isAnonymous && !given.email && !given.phone)
      throw new AuthError(
        422,
        "validation_failed",
        "Updating password of an anonymous user without an email or phone is not allowed",
      );
    refuseWeak(password, email ?? phone ?? "", this.config);
    if (!isAnonymous) await this.proof.forPassword(signedIn, given, from);
    const { passwordHash } = signedIn.user;
    if (passwordHash && (await this.hasher.verify(password, passwordHash))) {
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    }
    return this.hasher.hash(password);
  }

  /** Sessions opened with the old password end, and so do mails sent before. */
  private async setPassword(
    tx: Tx,
    user: UserRow,
    session: SessionRow,
    passwordHash: string,
    from: RequestContext,
  ): Promise<void> {
    const undo = user.passwordHash ? await this.undos.keep(tx, user, "password_changed") : undefined;
    await this.users.change(tx, user.id, { passwordHash });
    await this.sessions.endBy(tx, "others", session);
    await this.tokens.revoke(tx, user, ["recovery", "magiclink", "phone_sign_in", "reauthentication"]);
    await this.sender.send(tx, { kind: "password_changed", userId: user.id, undo });
    await this.audit.record(tx, "password_changed", from, user.id);
  }

  private async mayMove(user: UserRow, newEmail: string, from: RequestContext): Promise<void> {
    // Otherwise only the holder of the address learns of it, by mail (decisions/015).
    const tells = this.config.tellsUnknownAddresses || this.config.autoconfirm;
    if (tells && (await this.database.system((tx) => this.users.byEmail(tx, newEmail)))) throw emailExists();
    if (!this.config.autoconfirm)
      await this.sender.mayMail(user.email ?? newEmail, user.email ? asOwner(from, user.id) : from);
  }

  private async move(
    tx: Tx,
    user: UserRow,
    newEmail: string,
    { challenge, redirectTo }: Change,
    from: RequestContext,
  ): Promise<void> {
    await this.audit.record(tx, "email_change_requested", from, user.id);
    if (this.config.autoconfirm) {
      await this.users.setEmail(tx, user, newEmail);
      return;
    }
    const flowId = await this.flows.begin(tx, challenge);
    await this.emailMove.begin(tx, user, newEmail, { flowId, redirectTo: this.redirects.choose(redirectTo) });
  }

  private async mayRing({ id }: UserRow, newPhone: string, from: RequestContext): Promise<void> {
    if (!this.config.phone) throw new AuthError(400, "phone_provider_disabled", "Phone numbers are not supported");
    const tells = this.config.tellsUnknownAddresses || this.config.phoneAutoconfirm;
    if (tells && (await this.database.system((tx) => this.users.byPhone(tx, newPhone)))) throw phoneExists();
    if (!this.config.phoneAutoconfirm) await this.texts.mayText(newPhone, from, id);
  }

  /** A new number belongs to the account once its code is entered. */
  private async ring(tx: Tx, user: UserRow, newPhone: string, from: RequestContext): Promise<void> {
    await this.audit.record(tx, "phone_change_requested", from, user.id);
    if (this.config.phoneAutoconfirm) {
      await this.users.setPhone(tx, user, newPhone);
      return;
    }
    await this.users.change(tx, user.id, { newPhone, phoneChangeSentAt: this.clock.now() });
    await this.tokens.revoke(tx, user, ["phone_change"]);
    await this.texts.ask(tx, user.id, { kind: "phone_change", userId: user.id });
  }
}
