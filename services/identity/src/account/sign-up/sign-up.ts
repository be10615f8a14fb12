import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import {
  Audit,
  AuthError,
  IDENTITY_CONFIG,
  type IdentityConfig,
  type Json,
  mergeMetadata,
  Redirects,
  type RequestContext,
  signupDisabled,
} from "../../core/index.ts";
import { MailSender, SmsSender } from "../../delivery/index.ts";
import { FlowStates, type OpenSession, PasswordHasher, refuseWeak, SessionStore } from "../../sessions/index.ts";
import { nobody, SignUpStore, type UserRow, UserStore, type UserView, userView } from "../../users/index.ts";

/** With an address or with a number. */
export interface SignUpRequest {
  email: string | null;
  phone: string | null;
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
    private readonly signUps: SignUpStore,
    private readonly sessions: SessionStore,
    private readonly hasher: PasswordHasher,
    private readonly flows: FlowStates,
    private readonly sender: MailSender,
    private readonly texts: SmsSender,
    private readonly redirects: Redirects,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AuthError 422 `signup_disabled`, `weak_password`, `user_already_exists` (without confirmation by mail); 429
   */
  async signUp(request: SignUpRequest, from: RequestContext): Promise<{ session: OpenSession } | { user: UserView }> {
    if (!this.config.signupEnabled) throw signupDisabled();
    refuseWeak(request.password, request.email ?? "", this.config);
    const autoconfirm = request.email ? this.config.autoconfirm : this.config.phoneAutoconfirm;
    if (!autoconfirm) await this.mayAsk(request, from);
    const passwordHash = await this.hasher.hash(request.password);
    return autoconfirm ? this.confirmed(request, passwordHash, from) : this.unconfirmed(request, passwordHash, from);
  }

  private async mayAsk({ email, phone }: SignUpRequest, from: RequestContext): Promise<void> {
    if (email) await this.sender.mayMail(email, from);
    else await this.texts.mayText(phone!, from);
  }

  private async confirmed(
    { email, phone, metadata }: SignUpRequest,
    passwordHash: string,
    from: RequestContext,
  ): Promise<{ session: OpenSession }> {
    return this.database.system(async (tx) => {
      const user = await this.users.create(tx, { email, phone, passwordHash, metadata, confirmed: true });
      if (!user) throw new AuthError(422, "user_already_exists", "User already registered");
      await this.audit.record(tx, "signed_up", from, user.id);
      return { session: await this.sessions.open(tx, user, "password", from) };
    });
  }

  /**
   * Somebody who already has an account learns so by mail; the answer is the same for every address (decisions/015).
   */
  private async unconfirmed(
    request: SignUpRequest,
    passwordHash: string,
    from: RequestContext,
  ): Promise<{ user: UserView }> {
    return this.database.system(async (tx) => {
      const { email, phone, metadata } = request;
      const made = await this.users.create(tx, { email, phone, passwordHash, metadata, confirmed: false });
      const known = made ?? (await this.holder(tx, request));
      await this.audit.record(tx, made ? "signed_up" : "sign_up_repeated", from, known?.id ?? null);
      if (!known || (email ? known.emailConfirmedAt : known.phoneConfirmedAt)) {
        if (email) await this.sender.send(tx, { kind: "already_registered", email });
        return { user: this.likeNew(request) };
      }
      const user = await this.askToConfirm(tx, known, request, passwordHash, made !== null);
      return { user: this.config.tellsUnknownAddresses ? user : this.likeNew(request) };
    });
  }

  /** The account that already has the address or number, locked. */
  private async holder(tx: Tx, { email, phone }: SignUpRequest): Promise<UserRow | null> {
    const user = email ? await this.users.byEmail(tx, email) : await this.users.byPhone(tx, phone!);
    return user && this.users.locked(tx, user.id);
  }

  /** Each sign-up has a mail of its own, which leaves those of others alone. */
  private async askToConfirm(
    tx: Tx,
    known: UserRow,
    request: SignUpRequest,
    passwordHash: string,
    made: boolean,
  ): Promise<UserView> {
    const { email, phone, challenge } = request;
    const metadata = mergeMetadata({}, request.metadata);
    const { id: signUpId } = await this.signUps.add(tx, known, { passwordHash, metadata }, made);
    const user = await this.users.change(tx, known.id, { confirmationSentAt: this.clock.now() });
    if (phone) await this.texts.ask(tx, signUpId, { kind: "phone_confirmation", phone, signUpId });
    if (email) {
      const flowId = await this.flows.begin(tx, challenge);
      const redirectTo = this.redirects.choose(request.redirectTo);
      await this.sender.ask(tx, signUpId, { kind: "confirmation", email, signUpId, flowId, redirectTo });
    }
    return userView({ ...user, userMetadata: metadata }, await this.users.identities(tx, user.id));
  }

  /**
   * What a new account looks like, as auth/v1 shows it for one that exists: without identities, under an id that
   * belongs to nobody.
   */
  private likeNew({ email, phone, metadata }: SignUpRequest): UserView {
    const now = this.clock.now();
    const user: UserRow = {
      ...nobody,
      id: randomUUID(),
      email,
      phone,
      confirmationSentAt: now,
      appMetadata: email ? { provider: "email", providers: ["email"] } : { provider: "phone", providers: ["phone"] },
      userMetadata: mergeMetadata({}, metadata),
      isAnonymous: false,
      isSsoUser: false,
      createdAt: now,
      updatedAt: now,
    };
    return userView(user, []);
  }
}
