import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { MAX_RECEIPT_LINE_LENGTH, MAX_RECEIPT_LINES } from "./limits.ts";
import { Transaction } from "./transactions.ts";
import { Act, Amount, Currency, Day, Name, Version } from "./values.ts";

/** A value as it was read: how sure it is, 0–100, and why, in words. */
const found = <T extends z.ZodType>(value: T) =>
  z.object({ value, confidence: z.int().min(0).max(100), reason: z.string() });
export interface FoundValue<T> {
  value: T;
  confidence: number;
  reason: string;
}

export const ReceiptLine = z.object({ text: z.string(), amount: Amount });
export type ReceiptLine = z.infer<typeof ReceiptLine>;

/** Values that a person may set; what was read stays beside them. */
export const ReceiptField = z.enum(["merchant", "date", "currency", "total", "tax"]);
export type ReceiptField = z.infer<typeof ReceiptField>;

/** What was read of a receipt; null where nothing was found. Amounts are in minor units of `currency`. */
export const ReceiptFound = z.object({
  merchant: found(z.string()).nullable(),
  date: found(Day).nullable(),
  currency: found(Currency).nullable(),
  total: found(Amount).nullable(),
  tax: found(Amount).nullable(),
});
export type ReceiptFound = z.infer<typeof ReceiptFound>;

/** `matched`: with a transaction; `review`: one or more may be it; `unmatched`: none yet. */
export const ReceiptState = z.enum(["matched", "review", "unmatched"]);
export type ReceiptState = z.infer<typeof ReceiptState>;

/** A receipt: what it says, and who said so. Its id is that of its card, which holds the file. */
export const Receipt = z
  .object({
    id: z.uuid(),
    merchant: z.string().nullable(),
    date: Day.nullable(),
    currency: Currency,
    total: Amount.nullable(),
    tax: Amount.nullable(),
    /** Discounts are negative. */
    lines: z.array(ReceiptLine),
    found: ReceiptFound,
    /** Fields that the person set; reading again leaves them. */
    byHand: z.array(ReceiptField),
    /** The person set the lines; left out by services before 1.11. */
    linesByHand: z.boolean().optional(),
    state: ReceiptState,
    /** The transaction that it belongs to. */
    transaction: Transaction.nullable(),
    /** Linked without asking. */
    automatic: z.boolean(),
    /** It is a mail that says what was paid; its id is that of the mail's card. Since 1.16. */
    mail: z.boolean().optional(),
    version: Version,
    at: z.iso.datetime(),
  })
  .meta({ id: "FinanceReceipt" });
export type Receipt = z.infer<typeof Receipt>;

/** Newest first. */
export const ReceiptQuery = z.strictObject({
  ...PageQuery.shape,
  state: ReceiptState.optional(),
  /** Words of the merchant and of its lines. */
  q: z.string().trim().max(200).optional(),
});
export type ReceiptQuery = Partial<Record<keyof z.input<typeof ReceiptQuery>, string | number>>;
export const ReceiptPage = pageOf(Receipt).meta({ id: "FinanceReceiptPage" });
export type ReceiptPage = z.infer<typeof ReceiptPage>;

/** null gives a field back to what was read. */
export const ReceiptPatch = z
  .strictObject({
    merchant: Name.nullable(),
    date: Day.nullable(),
    currency: Currency.nullable(),
    total: Amount.nullable(),
    tax: Amount.nullable(),
    /** All of them, in their order. */
    lines: z
      .array(z.strictObject({ text: z.string().trim().min(1).max(MAX_RECEIPT_LINE_LENGTH), amount: Amount }))
      .max(MAX_RECEIPT_LINES)
      .nullable(),
  })
  .partial()
  .meta({ id: "FinanceReceiptPatch" });
export type ReceiptPatch = z.infer<typeof ReceiptPatch>;
export const ReceiptDismissed = Act.meta({ id: "FinanceReceiptDismissed" });
export type ReceiptDismissed = z.infer<typeof ReceiptDismissed>;
export const ReceiptChanged = Act.extend({ receipt: Receipt }).meta({ id: "FinanceReceiptChanged" });
export type ReceiptChanged = z.infer<typeof ReceiptChanged>;

/** What speaks for a receipt and a transaction being one: points of the most it could have, and why, in words. */
export const ReceiptReason = z.object({
  name: z.enum(["merchant", "amount", "dates"]),
  points: z.int(),
  of: z.int(),
  words: z.string(),
});
export type ReceiptReason = z.infer<typeof ReceiptReason>;

/** Transactions that a receipt may belong to, the best first. */
export const ReceiptCandidates = z
  .object({
    items: z.array(
      z.object({
        transaction: Transaction,
        /** Of 100. */
        score: z.int(),
        reasons: z.array(ReceiptReason),
      }),
    ),
  })
  .meta({ id: "FinanceReceiptCandidates" });
export type ReceiptCandidates = z.infer<typeof ReceiptCandidates>;

export const ReceiptLink = z.strictObject({ transactionId: z.uuid() }).meta({ id: "FinanceReceiptLink" });
export type ReceiptLink = z.infer<typeof ReceiptLink>;
/** What matching again did; `unclear` receipts wait for the person. */
export const ReceiptsMatched = Act.extend({ linked: z.int(), unclear: z.int() }).meta({
  id: "FinanceReceiptsMatched",
});
export type ReceiptsMatched = z.infer<typeof ReceiptsMatched>;
