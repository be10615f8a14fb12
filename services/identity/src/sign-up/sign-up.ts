import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { Audit } from "../audit/audit.ts";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { AuthError, signupDisabled } from "../errors/auth-error.ts";
import { mergeMetadata } from "../http/bodies.ts";
import type { RequestContext } from "../http/request-context.ts";
import { MailSender } from "../mail/mail-sender.ts";
import { PasswordHasher } from "../password/password-hasher.ts";
import { refuseWeak } from "../password/password-policy.ts";
import { FlowStates } from "../pkce/flow-states.ts";
import { type OpenSession, SessionStore } from "../sessions/session-store.ts";
import type { Json, UserRow } from "../tables.ts";
import { UserStore } from "../user/user-store.ts";
import { type UserView, userView } from "../user/user-view.ts";
import { Redirects } from "../verification/redirects.ts";

export interface SignUpRequest {
  email: string;
  password: string;
  metadata: Json;
  challenge: string | null;
  redirectTo: string | undefined;
}

@Injectable()
export class SignUp {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly sessions: SessionStore,
    private readonly hasher: PasswordHasher,
    private readonly flows: FlowStates,
    private readonly sender: MailSender,
    private readonly redirects: Redirects,
    private readonly audit: Audit,
  ) {}

  /** @throws AuthError 422 `signup_disabled`, `weak_password`, `user_already_exists` (without confirmation by mail); 429 */
  async signUp(request: SignUpRequest, from: RequestContext): Promise<{ session: OpenSession } | { user: UserView }> {
    if (!this.config.signupEnabled) throw signupDisabled();
    refuseWeak(request.password, request.email);
    if (!this.config.autoconfirm) await this.sender.mayMail(request.email);
    const passwordHash = await this.hasher.hash(request.password);
    return this.config.autoconfirm ? this.confirmed(request, passwordHash, from) : this.unconfirmed(request, passwordHash, from);
  }

  private async confirmed(
    { email, metadata }: SignUpRequest,
    passwordHash: string,
    from: RequestContext,
  ): Promise<{ session: OpenSession }> {
    return this.database.system(async (tx) => {
      const user = await this.users.create(tx, { email, passwordHash, metadata, confirmed: true });
      if (!user) throw new AuthError(422, "user_already_exists", "User already registered");
      await this.audit.record(tx, "signed_up", from, user.id);
      return { session: await this.sessions.open(tx, user, "password", from) };
    });
  }

  /** Who already has an account is told so by mail; the answer looks like a new one's. */
  private async unconfirmed(request: SignUpRequest, passwordHash: string, from: RequestContext): Promise<{ user: UserView }> {
    return this.database.system(async (tx) => {
      const made = await this.users.create(tx, { email: request.email, passwordHash, metadata: request.metadata, confirmed: false });
      const known = made ?? (await this.users.byEmail(tx, request.email));
      await this.audit.record(tx, made ? "signed_up" : "sign_up_repeated", from, known?.id ?? null);
      if (!known || known.emailConfirmedAt) {
        await this.sender.send(tx, { kind: "already_registered", email: request.email });
        return { user: this.likeNew(request) };
      }
      return { user: await this.askToConfirm(tx, known, request, passwordHash) };
    });
  }

  /** The newest sign-up counts: only its password is behind the link that was mailed last. */
  private async askToConfirm(tx: Tx, known: UserRow, request: SignUpRequest, passwordHash: string): Promise<UserView> {
    const user = await this.users.change(tx, known.id, {
      passwordHash,
      userMetadata: mergeMetadata({}, request.metadata),
      confirmationSentAt: this.clock.now(),
    });
    const flowId = await this.flows.begin(tx, request.challenge);
    await this.sender.send(tx, {
      kind: "confirmation",
      email: request.email,
      flowId,
      redirectTo: this.redirects.choose(request.redirectTo),
    });
    return userView(user, await this.users.identities(tx, user.id));
  }

  /** What a new account would look like, as auth/v1 shows it for one that exists: without identities. */
  private likeNew({ email, metadata }: SignUpRequest): UserView {
    const now = this.clock.now();
    const nobody: UserRow = {
      id: randomUUID(),
      email,
      passwordHash: null,
      emailConfirmedAt: null,
      confirmationSentAt: now,
      recoverySentAt: null,
      newEmail: null,
      emailChangeHalfConfirmed: false,
      emailChangeSentAt: null,
      reauthenticationSentAt: null,
      lastSignInAt: null,
      appMetadata: { provider: "email", providers: ["email"] },
      userMetadata: mergeMetadata({}, metadata),
      isAnonymous: false,
      bannedUntil: null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    return userView(nobody, []);
  }
}
