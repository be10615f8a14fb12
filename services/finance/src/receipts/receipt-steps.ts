import { Injectable, type OnModuleInit } from "@nestjs/common";
import { MAIL_TYPE, RECEIPT_STEP, RECEIPT_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import { cardMoved } from "@tessera/contracts-items/events.ts";
import { referencesIn } from "@tessera/contracts-items/references.ts";
import { CardSteps, Clock, ContentError, Database, Events, PermanentError, type StepCard } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { KeepReceipts } from "./keep-receipts.ts";
import { ReadTexts } from "./read-texts.ts";
import { cardFields } from "./receipt-cards.ts";
import { ReceiptEntries } from "./receipt-entries.ts";

/** Reads cards of receipts once the words of their files are known, and follows where the cards go. */
@Injectable()
export class ReceiptSteps implements OnModuleInit {
  constructor(
    private readonly steps: CardSteps,
    private readonly events: Events,
    private readonly database: Database,
    private readonly reading: ReadTexts,
    private readonly receipts: KeepReceipts,
    private readonly entries: ReceiptEntries,
    private readonly clock: Clock,
  ) {}

  onModuleInit() {
    this.steps.define({
      ...{ type: RECEIPT_TYPE, step: RECEIPT_STEP, label: "Receipt" },
      run: (card, { signal }) => this.read(card, signal),
    });
    this.events.on(cardMoved, "finance.receipts", async ({ userId, itemId, type, to }) => {
      if (type !== RECEIPT_TYPE && type !== MAIL_TYPE) return;
      await this.database.as({ userId }, async (tx) => {
        // An image or a file that was a receipt before is another thing than a mail with the same id.
        const which = sql`id = ${itemId} and from_mail = ${type === MAIL_TYPE}`;
        const { rows } = await tx.execute(sql`select from finance.receipt where ${which}`);
        if (!rows.length) return;
        if (to === "gone") {
          await this.entries.drop(tx, userId, itemId);
          await tx.execute(sql`delete from finance.receipt where ${which}`);
        } else await tx.execute(sql`update finance.receipt set in_trash = ${to === "trash"} where ${which}`);
        await this.entries.sync(tx, userId);
      });
    });
  }

  private async read({ userId, itemId, body, data }: StepCard, signal: AbortSignal): Promise<Record<string, unknown>> {
    const text = typeof data.text === "string" ? data.text : "";
    if (!/\p{L}/u.test(text))
      throw new PermanentError("No words were found in the file. Enter what the receipt says by hand");
    const seen =
      /^\d{4}-\d\d-\d\d/.exec(String(data.takenAt ?? ""))?.[0] ?? this.clock.now().toISOString().slice(0, 10);
    const read = await this.reading.read(userId, { text, seen }, signal).catch(inWords);
    // The card takes the place of the mail that it was made of.
    const replaces = referencesIn(body).map(({ id }) => id);
    return cardFields(await this.receipts.keep(userId, { id: itemId, read, fromMail: false, replaces }));
  }
}

function inWords(error: unknown): never {
  if (!(error instanceof ContentError)) throw error;
  throw new PermanentError(error.message.replace(/\bcontent\b/, "receipt"));
}
