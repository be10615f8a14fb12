import type { Clock, Database } from "@tessera/service-kit";
import { outboxMails } from "../tables.ts";
import { type Sms, SmsProvider } from "./sms.ts";

/** Keeps text messages in the database, for a developer to read at /dev/outbox. Never in production. */
export class OutboxSms extends SmsProvider {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async deliver({ to, text }: Sms): Promise<void> {
    const row = {
      channel: "sms" as const,
      recipient: `+${to}`,
      subject: "Text message",
      text,
      html: "",
      sentAt: this.clock.now(),
    };
    await this.database.system((tx) => tx.insert(outboxMails).values(row));
  }
}
