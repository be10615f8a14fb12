import { Injectable } from "@nestjs/common";
import { decimalOf } from "@tessera/contracts-finance/currencies.ts";
import { RECEIPT_STEP } from "@tessera/contracts-finance/receipt-card.ts";
import { stepEnded } from "@tessera/contracts-items/events.ts";
import { Events, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";

interface CardRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  merchant: string | null;
  date: string | null;
  currency: string;
  total: string | null;
}

/** What the cards of receipts show and are found by: the items service keeps it, this service knows it. */
export const cardFields = ({ merchant, date, currency, total }: Omit<CardRow, "id" | "user_id">) => ({
  merchant: merchant ?? "",
  date: date ?? "",
  amount: total === null ? "" : `${decimalOf(Number(total), String(currency))} ${currency}`,
});

@Injectable()
export class ReceiptCards {
  constructor(private readonly events: Events) {}

  /** Gives the cards of receipts that a person corrected their fields. */
  async tell(tx: Tx, ids: readonly string[]): Promise<void> {
    if (!ids.length) return;
    const { rows } = await tx.execute<CardRow>(sql`
      select id, user_id, merchant, date::text as date, currency, total from finance.receipt
      where not from_mail and id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`);
    for (const { id, user_id, ...fields } of rows)
      await this.events.publish(tx, stepEnded, {
        ...{ userId: user_id, itemId: id, step: RECEIPT_STEP, data: cardFields(fields as CardRow) },
        ...{ failure: null, ms: 0, corrected: true },
      });
  }
}
