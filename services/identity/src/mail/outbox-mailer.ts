import type { Clock, Database, Tx } from "@tessera/service-kit";
import { desc, eq, lt } from "drizzle-orm";
import { outboxMails } from "../tables.ts";
import { type Mail, Mailer } from "./mailer.ts";

/** Mails of a development set-up are forgotten after a week. */
const KEPT_MS = 7 * 86_400_000;
const MOST_SHOWN = 100;

/** Keeps mails in the database, for a developer to read at /dev/outbox. They hold links that sign people in: never in production. */
export class OutboxMailer extends Mailer {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async deliver({ to, subject, text, html }: Mail): Promise<void> {
    await this.database.system((tx) => tx.insert(outboxMails).values({ recipient: to, subject, text, html, sentAt: this.clock.now() }));
  }

  /** Newest first. @param recipient only mails to this address */
  async list(recipient?: string) {
    const rows = await this.database.system((tx) =>
      tx
        .select()
        .from(outboxMails)
        .where(recipient ? eq(outboxMails.recipient, recipient) : undefined)
        .orderBy(desc(outboxMails.id))
        .limit(MOST_SHOWN),
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

  async forgetOld(tx: Tx): Promise<void> {
    await tx.delete(outboxMails).where(lt(outboxMails.sentAt, new Date(this.clock.now().getTime() - KEPT_MS)));
  }
}
