import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Database, Jobs, type RunningJob, type Tx } from "@tessera/service-kit";
import { AccountLimits, AuthError, type RequestContext } from "../../core/index.ts";
import { Acts } from "../proofs/acts.ts";
import { MAIL_QUEUE, type MailJob, type ProofMail } from "./mail-job.ts";
import { MailWriter } from "./mail-writer.ts";
import { Mailer } from "./mailer.ts";

/**
 * Mails as background jobs: asked for in the transaction that causes them, written and delivered apart from any answer.
 */
@Injectable()
export class MailSender implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: Database,
    private readonly writer: MailWriter,
    private readonly mailer: Mailer,
    private readonly limits: AccountLimits,
    private readonly acts: Acts,
  ) {}

  onModuleInit() {
    const options = { kind: "Mail", retryLimit: 8, concurrency: 4, timeoutSeconds: 60 };
    this.jobs.define<MailJob>(MAIL_QUEUE, options, (job) => this.run(job));
  }

  /** Whose it is sees the mail among their jobs, never what it says; one to no account is for administrators alone. */
  private async run({ data, show, log }: RunningJob<MailJob>): Promise<void> {
    const { mails, userId } = await this.database.system(async (tx) => {
      const written = await this.writer.write(tx, data);
      return { mails: written, userId: await this.writer.ownerOf(tx, data, written) };
    });
    if (userId && mails.length) await show({ userId, title: titleOf(data) });
    for (const mail of mails) await this.mailer.deliver(mail);
    if (mails.length) await log("Handed over for delivery");
  }

  /** Begins a request for a proof: whatever was mailed, or is queued, for an earlier one of the subject ends. */
  async ask(tx: Tx, subject: string, job: ProofMail): Promise<void> {
    await this.send(tx, { ...job, act: await this.acts.begin(tx, job.kind, subject) });
  }

  async send(tx: Tx, job: MailJob): Promise<void> {
    await this.jobs.send(tx, MAIL_QUEUE, job, { hidden: true });
  }

  /** Bounds the mails to one address, known here or not. @throws AuthError 429 `over_email_send_rate_limit` */
  async mayMail(email: string, from: RequestContext): Promise<void> {
    const wait = await this.limits.message("mail", email, from);
    if (wait === 0) return;
    throw new AuthError(
      429,
      "over_email_send_rate_limit",
      `For security purposes, you can only request this after ${wait} seconds.`,
      {
        retryAfterSeconds: wait,
      },
    );
  }
}

/** What people read of a mail: what it is about. */
const TITLES: Record<MailJob["kind"], string> = {
  confirmation: "Mail to confirm your email address",
  recovery: "Mail to choose a new password",
  magiclink: "Mail to sign in",
  invite: "Invitation by mail",
  email_change: "Mail to confirm another email address",
  reauthentication: "Mail with a code to confirm that it is you",
  notice: "Mail with a notice",
  already_registered: "Mail about a sign-up with your email address",
  password_changed: "Mail about your new password",
  security_notice: "Mail about the security of your account",
  email_changed: "Mail about your new email address",
  undo_code: "Mail with a code to undo a change",
};
const titleOf = ({ kind }: MailJob) => TITLES[kind];
