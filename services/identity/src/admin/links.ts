import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { Audit } from "../audit/audit.ts";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { emailExists, userNotFound, validationFailed } from "../errors/auth-error.ts";
import { mergeMetadata } from "../http/bodies.ts";
import type { RequestContext } from "../http/request-context.ts";
import { MailSender } from "../mail/mail-sender.ts";
import { verifyUrl } from "../mail/mail-writer.ts";
import { PasswordHasher } from "../password/password-hasher.ts";
import { refuseWeak } from "../password/password-policy.ts";
import { asOwner } from "../rate-limits/account-limits.ts";
import type { Json, TokenKind, UserRow } from "../tables.ts";
import { UserStore } from "../user/user-store.ts";
import { type UserView, userView } from "../user/user-view.ts";
import { OneTimeTokens } from "../verification/one-time-tokens.ts";
import { Redirects } from "../verification/redirects.ts";
import { type Administrator, refuseOwn } from "./admin.guard.ts";

/** Types of links, and the tokens they carry. */
export const linkKinds = {
  signup: "confirmation",
  invite: "invite",
  magiclink: "magiclink",
  recovery: "recovery",
  email_change_current: "email_change_current",
  email_change_new: "email_change_new",
} satisfies Record<string, TokenKind>;
export type LinkType = keyof typeof linkKinds;

export interface LinkRequest {
  type: LinkType;
  email: string;
  newEmail: string | null;
  password: string | null;
  metadata: Json;
  redirectTo: string | undefined;
}

/** Invitations, and links that an administrator hands over in another way than by mail. */
@Injectable()
export class Links {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
    private readonly redirects: Redirects,
    private readonly hasher: PasswordHasher,
    private readonly sender: MailSender,
    private readonly audit: Audit,
  ) {}

  /** Makes the account and mails the invitation; again for one not accepted yet. @throws AuthError 422 `email_exists`; 429 */
  async invite(email: string, metadata: Json, redirectTo: string | undefined, by: Administrator, from: RequestContext): Promise<UserView> {
    await this.sender.mayMail(email, asOwner(from, `administrator ${by.userId ?? "service key"}`));
    return this.database.system(async (tx) => {
      const user = await this.invited(tx, email, metadata);
      await this.sender.send(tx, { kind: "invite", email, flowId: null, redirectTo: this.redirects.choose(redirectTo) });
      await this.audit.record(tx, "admin_user_invited", from, user.id, { by: by.userId ?? "service key" });
      return userView(user, await this.users.identities(tx, user.id));
    });
  }

  /** @throws AuthError 404 `user_not_found`; 422 `own_account`, `email_exists`, `weak_password`; 400 without a password or new address where one is needed */
  async generate(request: LinkRequest, by: Administrator, from: RequestContext) {
    const passwordHash = request.type === "signup" ? await this.hashOf(request) : null;
    return this.database.system(async (tx) => {
      const { user, kind } = await this.subject(tx, request, passwordHash);
      refuseOwn(by, user.id);
      const address = kind === "email_change_new" ? user.newEmail! : user.email!;
      const redirectTo = this.redirects.choose(request.redirectTo);
      const { link, code } = await this.tokens.issue(tx, { userId: user.id, kind, address, redirectTo });
      await this.audit.record(tx, "admin_link_generated", from, user.id, { by: by.userId ?? "service key", kind });
      return {
        ...userView(user, await this.users.identities(tx, user.id)),
        action_link: verifyUrl(this.config.issuer, kind, link, redirectTo),
        email_otp: code,
        hashed_token: link,
        verification_type: kind === "confirmation" ? "signup" : kind,
        redirect_to: redirectTo,
      };
    });
  }

  private async hashOf({ password, email }: LinkRequest): Promise<string> {
    if (!password) throw validationFailed("Signup requires a valid password");
    refuseWeak(password, email, this.config);
    return this.hasher.hash(password);
  }

  private async subject(tx: Tx, request: LinkRequest, passwordHash: string | null): Promise<{ user: UserRow; kind: TokenKind }> {
    const { type, email, metadata } = request;
    const now = this.clock.now();
    if (type === "invite") return { user: await this.invited(tx, email, metadata), kind: "invite" };
    const known = await this.users.byEmail(tx, email);
    if (type === "signup") {
      if (known?.emailConfirmedAt) throw emailExists();
      const made = known ?? (await this.users.create(tx, { email, passwordHash, metadata: mergeMetadata({}, metadata), confirmed: false }));
      return { user: await this.users.change(tx, made!.id, { passwordHash, confirmationSentAt: now }), kind: "confirmation" };
    }
    // As upstream: a magic link for a new address is the first of a new account.
    const user =
      known ?? (type === "magiclink" ? await this.users.create(tx, { email, passwordHash: null, metadata, confirmed: false }) : null);
    if (!user) throw userNotFound();
    if (type === "magiclink" || type === "recovery")
      return { user: await this.users.change(tx, user.id, { recoverySentAt: now }), kind: linkKinds[type] };
    return { user: await this.moving(tx, user, request.newEmail, now), kind: linkKinds[type] };
  }

  /** Both links of one change of address belong together: the second keeps what the first has begun. */
  private async moving(tx: Tx, user: UserRow, newEmail: string | null, now: Date): Promise<UserRow> {
    if (!newEmail) throw validationFailed("An email address is required: new_email");
    if (await this.users.byEmail(tx, newEmail)) throw emailExists();
    if (user.newEmail === newEmail) return user;
    await this.tokens.revoke(tx, user.id, ["email_change_current", "email_change_new"]);
    return this.users.change(tx, user.id, { newEmail, emailChangeHalfConfirmed: false, emailChangeSentAt: now });
  }

  private async invited(tx: Tx, email: string, metadata: Json): Promise<UserRow> {
    const known = await this.users.byEmail(tx, email);
    if (known?.emailConfirmedAt) throw emailExists();
    const user =
      known ?? (await this.users.create(tx, { email, passwordHash: null, metadata: mergeMetadata({}, metadata), confirmed: false }));
    return this.users.change(tx, user!.id, { invitedAt: this.clock.now() });
  }
}
