import { Injectable, type OnModuleInit } from "@nestjs/common";
import type { EventPayload } from "@tessera/contracts-core/define-event.ts";
import { mailKept } from "@tessera/contracts-items/events.ts";
import { Clock, ContentError, Database, Events } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { KeepReceipts } from "./keep-receipts.ts";
import { ReadTexts } from "./read-texts.ts";

/** How sure the total has to be: a word for a total stands beside it. An offer has prices, a receipt has a total. */
const MIN_SURE = 60;

/**
 * Mails that say what was paid are receipts as those of cards are, found by the same scorer, without a card of their
 * own: nobody is shown one that fits no transaction.
 */
@Injectable()
export class MailReceipts implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly database: Database,
    private readonly reading: ReadTexts,
    private readonly receipts: KeepReceipts,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.events.on(mailKept, "finance.mail-receipts", (mail) => this.look(mail));
  }

  private async look({ userId, itemId, from, text, date }: EventPayload<typeof mailKept>): Promise<void> {
    if (!(await this.hasBooks(userId))) return;
    const day = (date ?? this.clock.now().toISOString()).slice(0, 10);
    // As a person's own receipt of the mail: its sender first, who is rather the shop, and its day last.
    const whole = [from, text, `Date: ${day}`].filter(Boolean).join("\n\n");
    const read = await this.reading.read(userId, { text: whole, seen: day }).catch((error: unknown) => {
      if (error instanceof ContentError && !error.temporary) return null;
      throw error;
    });
    if (!read?.total || read.total.value <= 0 || read.total.confidence < MIN_SURE) return;
    await this.receipts.keep(userId, { id: itemId, read, fromMail: true });
  }

  private async hasBooks(userId: string): Promise<boolean> {
    const { rows } = await this.database.read<{ has: boolean }>(
      { userId },
      sql`select exists (select from finance.account where user_id = ${userId}) as has`,
    );
    return rows[0]!.has;
  }
}
