import { Inject, Injectable } from "@nestjs/common";
import { Clock, Database, type Tx } from "@tessera/service-kit";
import { eq } from "drizzle-orm";
import { Erasure } from "../account/index.ts";
import {
  type Administrator,
  Audit,
  AuthError,
  asOwner,
  emailExists,
  IDENTITY_CONFIG,
  type IdentityConfig,
  mergeMetadata,
  phoneExists,
  Redirects,
  type RequestContext,
  userNotFound,
  validationFailed,
} from "../core/index.ts";
import { Acts, MailSender, OneTimeTokens, tokenKinds } from "../delivery/index.ts";
import { PasswordHasher, refuseWeak, sessions } from "../sessions/index.ts";
import { AccountFactors, type UserRow, UserStore, type UserView, users, userView } from "../users/index.ts";
import { refuseOwn } from "./admin.guard.ts";
import { type Attributes, bannedUntil } from "./attributes.ts";

/** Accounts as administrators see and change them. */
@Injectable()
export class AdminUsers {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly factors: AccountFactors,
    private readonly hasher: PasswordHasher,
    private readonly erasure: Erasure,
    private readonly sender: MailSender,
    private readonly redirects: Redirects,
    private readonly acts: Acts,
    private readonly tokens: OneTimeTokens,
    private readonly audit: Audit,
  ) {}

  /** @throws AuthError 404 `user_not_found` */
  get(id: string): Promise<UserView> {
    return this.database.system(async (tx) => this.view(tx, await this.existing(tx, id)));
  }

  /**
   * @throws AuthError 422 `email_exists`, `phone_exists`, `user_already_exists` (the id), `weak_password`; 400 without
   * an address or number
   */
  async create(attributes: Attributes, by: Administrator, from: RequestContext): Promise<UserView> {
    const { email, phone, password } = attributes;
    if (!email && !phone) throw validationFailed("Cannot create a user without either an email or phone");
    const passwordHash = await this.newHash(password, email || phone || "");
    const banned = bannedUntil(attributes.ban_duration, this.clock.now());
    return this.database.system(async (tx) => {
      const user = await this.users.create(tx, {
        id: attributes.id ?? undefined,
        email: email || null,
        phone: phone || null,
        passwordHash,
        metadata: mergeMetadata({}, attributes.user_metadata ?? {}),
        appMetadata: mergeMetadata({}, attributes.app_metadata ?? {}),
        confirmed: attributes.email_confirm ?? false,
        phoneConfirmed: attributes.phone_confirm ?? false,
      });
      if (!user) throw await this.taken(tx, attributes);
      if (banned) await this.users.change(tx, user.id, { bannedUntil: banned });
      await this.record(tx, "admin_user_created", user.id, by, from);
      return this.view(tx, await this.existing(tx, user.id));
    });
  }

  /** Which of the values that only one account may have belongs to another. */
  private async taken(tx: Tx, { id, email, phone }: Attributes): Promise<AuthError> {
    if (email && (await this.users.byEmail(tx, email))) return emailExists();
    if (phone && (await this.users.byPhone(tx, phone))) return phoneExists();
    return new AuthError(422, "user_already_exists", `An account with the id ${id} exists already`);
  }

  /** @throws AuthError 404 `user_not_found`; 422 `own_account`; as `create` */
  async update(id: string, attributes: Attributes, by: Administrator, from: RequestContext): Promise<UserView> {
    refuseOwn(by, id);
    const known = await this.database.system((tx) => this.existing(tx, id));
    const passwordHash = await this.newHash(attributes.password, known.email ?? known.phone ?? "");
    const banned = bannedUntil(attributes.ban_duration, this.clock.now());
    return this.database.system(async (tx) => {
      const user = await this.users.locked(tx, id);
      if (!user) throw userNotFound();
      await this.setContacts(tx, user, attributes);
      const current = (await this.users.byId(tx, id))!;
      // Mails and messages sent before prove nothing about the account as it is now.
      if (passwordHash || current.email !== user.email || current.phone !== user.phone)
        await this.tokens.revoke(tx, user, tokenKinds);
      await this.users.change(tx, id, {
        ...(passwordHash ? { passwordHash } : {}),
        ...(banned === undefined ? {} : { bannedUntil: banned }),
        ...(attributes.user_metadata
          ? { userMetadata: mergeMetadata(current.userMetadata, attributes.user_metadata) }
          : {}),
        ...(attributes.app_metadata
          ? { appMetadata: mergeMetadata(current.appMetadata, attributes.app_metadata) }
          : {}),
      });
      // Sessions opened with the old password end.
      if (passwordHash) await tx.delete(sessions).where(eq(sessions.userId, id));
      const { ban_duration: _, ...others } = attributes;
      if (banned) await this.record(tx, "admin_user_banned", id, by, from, { until: banned.toISOString() });
      if (banned === null) await this.record(tx, "admin_ban_lifted", id, by, from);
      if (banned === undefined || Object.keys(others).length) await this.record(tx, "admin_user_updated", id, by, from);
      return this.view(tx, await this.existing(tx, id));
    });
  }

  /** @throws AuthError 404 `user_not_found`; 422 `own_account` */
  async delete(id: string, softly: boolean, by: Administrator, from: RequestContext): Promise<void> {
    refuseOwn(by, id);
    await this.database.system(async (tx) => {
      const user = await this.users.locked(tx, id);
      if (!user) throw userNotFound();
      await (softly ? this.erasure.hide(tx, user) : this.erasure.erase(tx, user));
      await this.record(tx, softly ? "admin_user_hidden" : "admin_user_deleted", id, by, from);
    });
  }

  /**
   * Mails the person a link by which they set a new password.
   * @throws AuthError 404 `user_not_found`; 422 without an address; 429
   */
  async sendRecovery(id: string, by: Administrator, from: RequestContext): Promise<void> {
    const { email, deletedAt } = await this.database.system((tx) => this.existing(tx, id));
    if (deletedAt) throw userNotFound();
    if (!email)
      throw new AuthError(422, "validation_failed", "This account has no e-mail address that a link could be sent to");
    await this.sender.mayMail(email, asOwner(from, `administrator ${by.userId ?? "service key"}`));
    await this.database.system(async (tx) => {
      const redirectTo = this.redirects.choose(undefined);
      await this.sender.ask(tx, this.acts.ofAddress(email), { kind: "recovery", email, flowId: null, redirectTo });
      await this.record(tx, "admin_recovery_sent", id, by, from);
    });
  }

  /** What an administrator enters counts as confirmed, unless it was unconfirmed and they do not confirm it. */
  private async setContacts(tx: Tx, user: UserRow, attributes: Attributes): Promise<void> {
    const { email, phone, email_confirm, phone_confirm } = attributes;
    if (email && email !== user.email) {
      if (await this.users.byEmail(tx, email)) throw emailExists();
      await this.users.setEmail(tx, user, email, email_confirm ?? true);
    } else if (email_confirm && user.email) await this.users.confirmEmail(tx, user, { keep: true });
    const current = (await this.users.byId(tx, user.id))!;
    if (phone && phone !== user.phone) {
      if (await this.users.byPhone(tx, phone)) throw phoneExists();
      await this.users.setPhone(tx, current, phone, phone_confirm ?? true);
    } else if (phone_confirm && user.phone) await this.users.confirmPhone(tx, current, { keep: true });
  }

  private async newHash(password: string | null | undefined, account: string): Promise<string | null> {
    if (!password) return null;
    refuseWeak(password, account, this.config);
    return this.hasher.hash(password);
  }

  /** Includes deleted accounts. */
  private async existing(tx: Tx, id: string): Promise<UserRow> {
    const [user] = await tx.select().from(users).where(eq(users.id, id));
    if (!user) throw userNotFound();
    return user;
  }

  private async view(tx: Tx, user: UserRow): Promise<UserView> {
    return userView(user, await this.users.identities(tx, user.id), await this.factors.of(tx, user.id));
  }

  private record(
    tx: Tx,
    action: Parameters<Audit["record"]>[1],
    userId: string,
    by: Administrator,
    from: RequestContext,
    details: Record<string, string> = {},
  ): Promise<void> {
    return this.audit.record(tx, action, from, userId, { by: by.userId ?? "service key", ...details });
  }
}
