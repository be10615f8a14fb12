import { Inject, Injectable } from "@nestjs/common";
import { Clock, CONFIG, type KitConfig, type Tx } from "@tessera/service-kit";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { IDENTITY_CONFIG, type IdentityConfig } from "../config/identity-config.ts";
import { type TokenKind, type UserRow, users } from "../tables.ts";
import { UserStore } from "../user/user-store.ts";
import { OneTimeTokens } from "../verification/one-time-tokens.ts";
import type { MailJob } from "./mail-job.ts";
import type { Mail } from "./mailer.ts";
import { type Draft, render, templates } from "./templates.ts";

type Asked = Extract<MailJob, { flowId: string | null }>;

/** Finds out whom a mail is for, makes its link and code, and words it. An account that is not there gets none. */
@Injectable()
export class MailWriter {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(CONFIG) private readonly kit: KitConfig,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
  ) {}

  async write(tx: Tx, job: MailJob): Promise<Mail[]> {
    switch (job.kind) {
      case "confirmation":
        return this.confirmation(tx, job);
      case "recovery":
        return this.recovery(tx, job);
      case "magiclink":
        return this.magiclink(tx, job);
      case "email_change":
        return this.emailChange(tx, job);
      case "invite":
        return this.invite(tx, job);
      case "security_notice": {
        const user = await this.users.byId(tx, job.userId);
        return user?.email ? [this.render(user.email, templates.securityNotice(job.notice))] : [];
      }
      case "reauthentication":
        return this.reauthentication(tx, job.userId);
      case "already_registered":
        return [this.render(job.email, templates.alreadyRegistered(`${this.kit.publicUrl}/login`))];
      case "password_changed": {
        const user = await this.users.byId(tx, job.userId);
        return user?.email ? [this.render(user.email, templates.passwordChanged())] : [];
      }
      case "email_changed":
        return [this.render(job.to, templates.emailChanged(job.newEmail))];
    }
  }

  private async confirmation(tx: Tx, job: Asked): Promise<Mail[]> {
    const user = await this.users.byEmail(tx, job.email);
    if (!user || user.emailConfirmedAt) return [];
    await this.users.change(tx, user.id, { confirmationSentAt: this.clock.now() });
    return [this.render(job.email, templates.confirmation(await this.redeemable(tx, user, "confirmation", job.email, job)))];
  }

  private async invite(tx: Tx, job: Asked): Promise<Mail[]> {
    const user = await this.users.byEmail(tx, job.email);
    if (!user || user.emailConfirmedAt) return [];
    return [this.render(job.email, templates.invite(await this.redeemable(tx, user, "invite", job.email, job)))];
  }

  private async recovery(tx: Tx, job: Asked): Promise<Mail[]> {
    const user = await this.users.byEmail(tx, job.email);
    if (!user) return [];
    await this.users.change(tx, user.id, { recoverySentAt: this.clock.now() });
    return [this.render(job.email, templates.recovery(await this.redeemable(tx, user, "recovery", job.email, job)))];
  }

  private async magiclink(tx: Tx, job: Extract<MailJob, { kind: "magiclink" }>): Promise<Mail[]> {
    const known = await this.users.byEmail(tx, job.email);
    const mayCreate = job.createUser && this.config.signupEnabled;
    const made =
      !known && mayCreate
        ? await this.users.create(tx, { email: job.email, passwordHash: null, metadata: job.metadata, confirmed: false })
        : null;
    const user = known ?? made;
    if (!user) return [];
    return [this.render(job.email, templates.magiclink(await this.redeemable(tx, user, "magiclink", job.email, job)))];
  }

  private async emailChange(tx: Tx, job: Asked): Promise<Mail[]> {
    const addressed = or(eq(users.email, job.email), eq(users.newEmail, job.email));
    const [user] = await tx
      .select()
      .from(users)
      .where(and(addressed, eq(users.isSsoUser, false), isNull(users.deletedAt)))
      .orderBy(sql`${users.newEmail} is null`)
      .limit(1);
    if (!user?.newEmail) return [];
    await this.users.change(tx, user.id, { emailChangeHalfConfirmed: false });
    const isTaken = (await this.users.byEmail(tx, user.newEmail)) !== null;
    const taken = this.render(user.newEmail, templates.addressTaken());
    if (!user.email && isTaken) return [taken];
    if (!user.email) {
      const only = await this.redeemable(tx, user, "email_change_new", user.newEmail, job);
      return [this.render(user.newEmail, templates.confirmation(only))];
    }
    const current = await this.redeemable(tx, user, "email_change_current", user.email, job);
    const asked = this.render(user.email, templates.emailChangeCurrent(current, user.newEmail));
    if (isTaken) return [asked, taken];
    const fresh = await this.redeemable(tx, user, "email_change_new", user.newEmail, job);
    return [asked, this.render(user.newEmail, templates.emailChangeNew(fresh, user.email))];
  }

  private async reauthentication(tx: Tx, userId: string): Promise<Mail[]> {
    const user = await this.users.byId(tx, userId);
    if (!user?.email) return [];
    const { code } = await this.tokens.issue(tx, { userId, kind: "reauthentication", address: user.email });
    return [this.render(user.email, templates.reauthentication(code))];
  }

  private async redeemable(tx: Tx, user: UserRow, kind: TokenKind, email: string, { flowId, redirectTo }: Asked) {
    const { link, code } = await this.tokens.issue(tx, { userId: user.id, kind, address: email, flowId, redirectTo });
    return { url: verifyUrl(this.config.issuer, kind, link, redirectTo), code };
  }

  private render(to: string, draft: Draft): Mail {
    return render(to, draft, this.config.codeLifetimeMs);
  }
}

/** Where a mailed link leads: to GET verify, which sends the browser on. */
export function verifyUrl(issuer: string, kind: TokenKind, token: string, redirectTo: string): string {
  const type = kind === "confirmation" ? "signup" : kind.startsWith("email_change") ? "email_change" : kind;
  const url = new URL(`${issuer}/verify`);
  url.search = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString();
  return url.href;
}
