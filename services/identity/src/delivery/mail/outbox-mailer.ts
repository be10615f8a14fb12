import type { Clock, Database } from "@tessera/service-kit";
import { desc, eq } from "drizzle-orm";
import { outboxMails } from "../tables.ts";
import { type Mail, Mailer } from "./mailer.ts";

const MAX_SHOWN = 100;

/**
 * Keeps mails in the database, for a developer to read at /dev/outbox. They hold links that sign people in: never in
 * production.
 */
export class OutboxMailer extends Mailer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async deliver({ to, subject, text, html }: Mail): Promise<void> {
    await this.database.system((tx) =>
      tx.insert(outboxMails).values({ recipient: to, subject, text, html, sentAt: this.clock.now() }),
    );
  }

  /** Newest first. @param recipient only mails to this address */
  async list(recipient?: string) {
    const rows = await this.database.system((tx) =>
      tx
        .select()
        .from(outboxMails)
        .where(recipient ? eq(outboxMails.recipient, recipient) : undefined)
        .orderBy(desc(outboxMails.id))
        .limit(MAX_SHOWN),
    );
    return rows.map(({ id, channel, recipient: to, subject, text, html, sentAt }) => ({
      id,
      channel,
      to,
      subject,
      text,
      html,
      links: text.match(/https?:\/\/\S+/g) ?? [],
      sentAt: sentAt.toISOString(),
    }));
  }
}
