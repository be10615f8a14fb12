import { Injectable, type OnModuleInit } from "@nestjs/common";
import { Database, Jobs, type Tx } from "@tessera/service-kit";
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
    this.jobs.define<MailJob>(MAIL_QUEUE, { retryLimit: 8, concurrency: 4, timeoutSeconds: 60 }, async ({ data }) => {
      const mails = await this.database.system((tx) => this.writer.write(tx, data));
      for (const mail of mails) await this.mailer.deliver(mail);
    });
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
