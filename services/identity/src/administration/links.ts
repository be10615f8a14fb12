import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import {
  type Administrator,
  Audit,
  asOwner,
  emailExists,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type Json,
  mergeMetadata,
  Redirects,
  type RequestContext,
  userNotFound,
  validationFailed,
} from "../core/index.ts";
import { Acts, MailSender, type NewToken, OneTimeTokens, type TokenKind, verifyUrl } from "../delivery/index.ts";
import { PasswordHasher, refuseWeak } from "../sessions/index.ts";
import { type Said, SignUpStore, type UserRow, UserStore, type UserView, userView } from "../users/index.ts";
import { refuseOwn } from "./admin.guard.ts";

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

type Bound = { user: UserRow } & Omit<NewToken, "userId" | "redirectTo" | "flowId">;

/** Invitations, and links that an administrator delivers by other means than a mail. */
@Injectable()
export class Links {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
    private readonly acts: Acts,
    private readonly signUps: SignUpStore,
    private readonly redirects: Redirects,
    private readonly hasher: PasswordHasher,
    private readonly sender: MailSender,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates the account and mails the invitation; sends it again while it is not accepted.
   * @throws AuthError 422 `email_exists`; 429
   */
  async invite(
    email: string,
    metadata: Json,
    redirectTo: string | undefined,
    by: Administrator,
    from: RequestContext,
  ): Promise<UserView> {
    await this.sender.mayMail(email, asOwner(from, `administrator ${by.userId ?? "service key"}`));
    return this.database.system(async (tx) => {
      const user = await this.invited(tx, email, metadata);
      const way = { flowId: null, redirectTo: this.redirects.choose(redirectTo) };
      await this.sender.ask(tx, this.acts.ofAddress(email), { kind: "invite", email, ...way });
      await this.audit.record(tx, "admin_user_invited", from, user.id, { by: by.userId ?? "service key" });
      return userView(user, await this.users.identities(tx, user.id));
    });
  }

  /**
   * @throws AuthError 404 `user_not_found`; 422 `own_account`, `email_exists`, `weak_password`; 400 without a password
   * or new address where one is needed
   */
  async generate(request: LinkRequest, by: Administrator, from: RequestContext) {
    const passwordHash = request.type === "signup" ? await this.hashOf(request) : null;
    return this.database.system(async (tx) => {
      const { user, ...bound } = await this.subject(tx, request, passwordHash);
      refuseOwn(by, user.id);
      const redirectTo = this.redirects.choose(request.redirectTo);
      const { link, code } = await this.tokens.issue(tx, { userId: user.id, redirectTo, ...bound });
      const { kind } = bound;
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

  /** Whom the link is for and what it is bound to. Earlier links and mails of its kind end. */
  private async subject(tx: Tx, request: LinkRequest, passwordHash: string | null): Promise<Bound> {
    const { type, email, metadata } = request;
    const address = this.acts.ofAddress(email);
    if (type === "invite") {
      const user = await this.invited(tx, email, metadata);
      return { user, kind: "invite", address: email, act: await this.acts.begin(tx, "invite", address) };
    }
    const known = await this.held(tx, email);
    if (type === "signup")
      return this.signUp(tx, email, known, { passwordHash: passwordHash!, metadata: mergeMetadata({}, metadata) });
    // As upstream, a magic link for a new address creates the account.
    const user =
      known ??
      (type === "magiclink"
        ? await this.users.create(tx, { email, passwordHash: null, metadata, confirmed: false })
        : null);
    if (!user) throw userNotFound();
    if (type === "magiclink" || type === "recovery") {
      const changed = await this.users.change(tx, user.id, { recoverySentAt: this.clock.now() });
      return { user: changed, kind: type, address: email, act: await this.acts.begin(tx, type, address) };
    }
    return this.moving(tx, user, type, request.newEmail);
  }

  /** A sign-up with the password that the administrator gives. Like any sign-up it does not replace earlier ones. */
  private async signUp(tx: Tx, email: string, known: UserRow | null, said: Said): Promise<Bound> {
    if (known?.emailConfirmedAt) throw emailExists();
    const { passwordHash, metadata } = said;
    const made = known ?? (await this.users.create(tx, { email, passwordHash, metadata, confirmed: false }));
    const { id: signUpId } = await this.signUps.add(tx, made!, said, known === null);
    const user = await this.users.change(tx, made!.id, { confirmationSentAt: this.clock.now() });
    const act = await this.acts.begin(tx, "confirmation", signUpId);
    return { user: { ...user, userMetadata: metadata }, kind: "confirmation", address: email, signUpId, act };
  }

  /** Both links of one change of address belong together: the second continues what the first began. */
  private async moving(
    tx: Tx,
    user: UserRow,
    kind: "email_change_current" | "email_change_new",
    newEmail: string | null,
  ): Promise<Bound> {
    if (!newEmail) throw validationFailed("An email address is required: new_email");
    if (await this.users.byEmail(tx, newEmail)) throw emailExists();
    if (user.newEmail !== newEmail) await this.tokens.revoke(tx, user, ["email_change_current", "email_change_new"]);
    const act = await this.acts.current(tx, "email_change", user.id);
    const begun = { newEmail, emailChangeHalf: null, emailChangeSentAt: this.clock.now() };
    const changed = user.newEmail === newEmail ? user : await this.users.change(tx, user.id, begun);
    const [address, otherAddress] = kind === "email_change_new" ? [newEmail, user.email] : [user.email!, newEmail];
    return { user: changed, kind, address, otherAddress, act };
  }

  private async held(tx: Tx, email: string): Promise<UserRow | null> {
    const known = await this.users.byEmail(tx, email);
    return known && this.users.locked(tx, known.id);
  }

  private async invited(tx: Tx, email: string, metadata: Json): Promise<UserRow> {
    const known = await this.held(tx, email);
    if (known?.emailConfirmedAt) throw emailExists();
    const user =
      known ??
      (await this.users.create(tx, {
        email,
        passwordHash: null,
        metadata: mergeMetadata({}, metadata),
        confirmed: false,
      }));
    // What a stranger said who signed up with this address does not become the invited person's.
    const others = known ? await this.signUps.clear(tx, known.id) : [];
    const said = others.length ? { passwordHash: null, userMetadata: mergeMetadata({}, metadata) } : {};
    return this.users.change(tx, user!.id, { invitedAt: this.clock.now(), ...said });
  }
}
