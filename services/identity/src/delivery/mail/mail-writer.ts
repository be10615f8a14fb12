import { Inject, Injectable } from "@nestjs/common";
import { Clock, CONFIG, type KitConfig, type Tx } from "@tessera/service-kit";
import { IDENTITY_CONFIG, type IdentityConfig } from "../../core/index.ts";
import { SignUpStore, type UserRow, UserStore } from "../../users/index.ts";
import { Acts } from "../proofs/acts.ts";
import { type NewToken, OneTimeTokens } from "../proofs/one-time-tokens.ts";
import { Undos } from "../proofs/undos.ts";
import type { TokenKind } from "../tables.ts";
import { pageUrl, verifyUrl } from "./link-urls.ts";
import type { AskedMail, MailJob, Way } from "./mail-job.ts";
import type { Mail } from "./mailer.ts";
import { type Draft, render, templates } from "./templates.ts";

type Asked<K extends AskedMail["kind"]> = Extract<AskedMail, { kind: K }>;

/** Finds out whom a mail is for, makes its link and code, and words it. An account that is not there gets none. */
@Injectable()
export class MailWriter {
  constructor(
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
    @Inject(CONFIG) private readonly kit: KitConfig,
    private readonly clock: Clock,
    private readonly users: UserStore,
    private readonly tokens: OneTimeTokens,
    private readonly acts: Acts,
    private readonly signUps: SignUpStore,
    private readonly undos: Undos,
  ) {}

  async write(tx: Tx, job: MailJob): Promise<Mail[]> {
    switch (job.kind) {
      case "security_notice": {
        const user = await this.users.byId(tx, job.userId);
        return user?.email
          ? [this.render(user.email, templates.securityNotice(job.notice, await this.undoUrl(tx, job.undo)))]
          : [];
      }
      case "notice": {
        const user = await this.users.byId(tx, job.userId);
        const { subject, lead, note, action } = job;
        const url = this.kit.publicUrl + action.path;
        return user?.email && user.emailConfirmedAt
          ? [this.render(user.email, { subject, lead, note, action: { label: action.label, url } })]
          : [];
      }
      case "already_registered":
        return [this.render(job.email, templates.alreadyRegistered(`${this.kit.publicUrl}/login`))];
      case "password_changed": {
        const user = await this.users.byId(tx, job.userId);
        return user?.email
          ? [this.render(user.email, templates.passwordChanged(await this.undoUrl(tx, job.undo)))]
          : [];
      }
      case "email_changed":
        return [this.render(job.to, templates.emailChanged(job.newEmail, await this.undoUrl(tx, job.undo)))];
      case "undo_code": {
        const made = await this.undos.giveCode(tx, job.undo);
        return made ? [this.render(made.sentTo, templates.undoCode(made.code))] : [];
      }
      default:
        return this.proof(tx, job);
    }
  }

  /** Id of the account that a job's mails are about; null where they tell of none. */
  async ownerOf(tx: Tx, job: MailJob, [first]: readonly Mail[]): Promise<string | null> {
    if ("userId" in job) return job.userId;
    const address = job.kind === "email_changed" ? job.newEmail : first?.to;
    return address ? ((await this.users.byEmail(tx, address))?.id ?? null) : null;
  }

  /** A request that was made again, or ended, while this one was queued gets no mail. */
  private async proof(tx: Tx, job: AskedMail): Promise<Mail[]> {
    const user = await this.recipient(tx, job);
    if (!user || !(await this.acts.isCurrent(tx, job.act))) return [];
    switch (job.kind) {
      case "confirmation":
        return this.confirmation(tx, user, job);
      case "recovery":
        await this.users.change(tx, user.id, { recoverySentAt: this.clock.now() });
        return [
          this.render(
            job.email,
            templates.recovery(await this.redeemable(tx, user, { kind: "recovery", address: job.email }, job)),
          ),
        ];
      case "magiclink": {
        // As upstream: a link to an address that is not confirmed yet confirms it.
        const sentAt = this.clock.now();
        await this.users.change(
          tx,
          user.id,
          user.emailConfirmedAt ? { recoverySentAt: sentAt } : { confirmationSentAt: sentAt },
        );
        const token = {
          kind: "magiclink" as const,
          address: job.email,
          metadata: user.emailConfirmedAt ? null : job.metadata,
        };
        return [this.render(job.email, templates.magiclink(await this.redeemable(tx, user, token, job)))];
      }
      case "invite":
        if (user.emailConfirmedAt) return [];
        return [
          this.render(
            job.email,
            templates.invite(await this.redeemable(tx, user, { kind: "invite", address: job.email }, job)),
          ),
        ];
      case "email_change":
        return this.emailChange(tx, user, job);
      case "reauthentication": {
        if (!user.email) return [];
        const { code } = await this.tokens.issue(tx, {
          userId: user.id,
          kind: "reauthentication",
          act: job.act,
          address: user.email,
        });
        return [this.render(user.email, templates.reauthentication(code))];
      }
    }
  }

  /** Whose the mail is, locked; a magic link may make the account. */
  private async recipient(tx: Tx, job: AskedMail): Promise<UserRow | null> {
    if ("userId" in job) return job.userId ? this.users.locked(tx, job.userId) : null;
    const known = await this.users.byEmail(tx, job.email);
    if (known) return this.users.locked(tx, known.id);
    const mayCreate = job.kind === "magiclink" && job.createUser && this.config.signupEnabled;
    // What the request says of the person is the token's until its link is used.
    return mayCreate
      ? this.users.create(tx, { email: job.email, passwordHash: null, metadata: {}, confirmed: false })
      : null;
  }

  private async confirmation(tx: Tx, user: UserRow, job: Asked<"confirmation">): Promise<Mail[]> {
    if (user.emailConfirmedAt) return [];
    const signUp = job.signUpId ? await this.signUps.find(tx, job.signUpId) : null;
    if (job.signUpId && !signUp) return [];
    await this.users.change(tx, user.id, { confirmationSentAt: this.clock.now() });
    const token = { kind: "confirmation" as const, address: job.email, signUpId: job.signUpId };
    // Only the way by GET verify leads back with a code, by which the browser that asked shows itself.
    const byCode = signUp?.isContested === true && job.flowId !== null;
    const words = signUp?.isContested ? templates.confirmationAgain : templates.confirmation;
    return [this.render(job.email, words(await this.redeemable(tx, user, token, job, byCode)))];
  }

  private async emailChange(tx: Tx, user: UserRow, job: Asked<"email_change">): Promise<Mail[]> {
    const { email, newEmail } = user;
    if (!newEmail) return [];
    const fresh = { kind: "email_change_new" as const, address: newEmail, otherAddress: email };
    // Only whose the address is already learns of it: decisions/015.
    const isTaken = (await this.users.byEmail(tx, newEmail)) !== null;
    const taken = this.render(newEmail, templates.addressTaken());
    if (!email) {
      if (isTaken) return [taken];
      return [this.render(newEmail, templates.confirmation(await this.redeemable(tx, user, fresh, job)))];
    }
    const current = { kind: "email_change_current" as const, address: email, otherAddress: newEmail };
    const asked = this.render(
      email,
      templates.emailChangeCurrent(await this.redeemable(tx, user, current, job), newEmail),
    );
    if (isTaken) return [asked, taken];
    return [asked, this.render(newEmail, templates.emailChangeNew(await this.redeemable(tx, user, fresh, job), email))];
  }

  private async redeemable(
    tx: Tx,
    user: UserRow,
    token: Omit<NewToken, "userId" | "act" | "flowId" | "redirectTo"> & { kind: TokenKind },
    { act, flowId, redirectTo }: Way & Pick<AskedMail, "act">,
    byCode = false,
  ) {
    const { link, code } = await this.tokens.issue(tx, { userId: user.id, act, flowId, redirectTo, ...token });
    const page = byCode ? null : pageUrl(this.config, token.kind, link, redirectTo);
    return { url: page ?? verifyUrl(this.config.issuer, token.kind, link, redirectTo), code };
  }

  /** Where what the mail tells of can be taken back; without a way where there is nothing to take back. */
  private async undoUrl(tx: Tx, undo: string | undefined): Promise<{ url: string; days: number } | null> {
    const link = undo ? await this.undos.giveLink(tx, undo) : null;
    return link === null ? null : { url: `${this.kit.publicUrl}/undo#token=${link}`, days: this.config.undoDays };
  }

  private render(to: string, draft: Draft): Mail {
    return render(to, draft, this.config.codeLifetimeMs);
  }
}
