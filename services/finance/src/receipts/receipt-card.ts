import { RECEIPT_MEDIA_TYPES, RECEIPT_STEP, RECEIPT_TYPE } from "@tessera/contracts-finance/receipt-card.ts";
import { declareItemType } from "@tessera/contracts-items/item-type.ts";
import { FileCardData } from "@tessera/contracts-items/items.ts";
import { z } from "zod";

/** What the card shows of the receipt; empty where it was not found. This service has the rest (`finance.receipt`). */
const found = {
  merchant: z.string().optional(),
  date: z.string().optional(),
  amount: z.string().optional(),
};

/** The card type of receipts. The remote contributes what it looks like (`contributes.itemTypes` of its manifest). */
export const receiptCard = declareItemType({
  definition: { type: RECEIPT_TYPE, label: "Receipt", menuItem: { label: "Receipts" }, order: 57 },
  data: z.strictObject({ ...FileCardData.shape, ...found }),
  textFields: ["merchant", "amount", "date", "text"],
  row: ["amount", "date"],
  titleFields: ["merchant"],
  file: { mediaTypes: RECEIPT_MEDIA_TYPES },
  steps: [{ name: RECEIPT_STEP, writes: Object.keys(found), afterText: true }],
});
