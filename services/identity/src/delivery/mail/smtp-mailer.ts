import { createTransport } from "nodemailer";
import { type Mail, Mailer } from "./mailer.ts";

/** Milliseconds that a mail server may take to greet and to answer. */
const TIMEOUT_MS = 15_000;

/** Hands mails to the server that SMTP_URL names. */
export class SmtpMailer extends Mailer {
  private readonly transport;
  constructor(
    url: string,
    private readonly from: string,
    /** Whether a server that offers no TLS gets mails all the same. */
    withoutTls: boolean,
  ) {
    super();
    this.transport = createTransport({
      url,
      requireTLS: !withoutTls,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  async deliver(mail: Mail): Promise<void> {
    await this.transport.sendMail({ from: this.from, ...mail, headers: { "Auto-Submitted": "auto-generated" } });
  }
}
