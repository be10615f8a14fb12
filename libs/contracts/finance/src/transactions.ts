import { PageQuery, pageOf } from "@tessera/contracts-core/page.ts";
import { z } from "zod";
import { MAX_BULK, MAX_SPLITS } from "./limits.ts";
import { Act, Amount, Currency, Day, Name, Note, Sum, Tags, Version } from "./values.ts";

/** `open`: noted by the person. `cleared`: the bank booked it. `reconciled`: it agrees with a statement. */
export const TransactionState = z.enum(["open", "cleared", "reconciled"]);
export type TransactionState = z.infer<typeof TransactionState>;

export const Split = z.object({ amount: Amount, categoryId: z.uuid().nullable(), note: z.string().nullable() });
export type Split = z.infer<typeof Split>;

export const Transaction = z
  .object({
    id: z.uuid(),
    accountId: z.uuid(),
    date: Day,
    /** The day from which it bears interest, as the bank says. */
    valueDate: Day.nullable(),
    amount: Amount,
    /** The account's. */
    currency: Currency,
    payee: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    /** How the bank wrote the payee. */
    payeeText: z.string().nullable(),
    note: z.string().nullable(),
    reference: z.string().nullable(),
    tags: z.array(z.string()),
    state: TransactionState,
    /** One or more; they add up to the amount. */
    splits: z.array(Split),
    /** Whether a file brought it, or knows it. */
    imported: z.boolean(),
    /** The transfer that it is one side of: neither income nor expense. */
    transfer: z.object({ id: z.uuid(), otherId: z.uuid(), otherAccountId: z.uuid() }).nullable().optional(),
    /** Receipts that belong to it, by the ids of their cards. */
    receipts: z.array(z.object({ id: z.uuid(), merchant: z.string().nullable() })).optional(),
    /** The reconciliation that locked it, with the day of its statement. */
    reconciliation: z.object({ id: z.uuid(), date: Day }).nullable().optional(),
    version: Version,
  })
  .meta({ id: "FinanceTransaction" });
export type Transaction = z.infer<typeof Transaction>;

const NewSplit = z.strictObject({
  amount: Amount,
  categoryId: z.uuid().nullable().default(null),
  note: Note.nullable().default(null),
});
const Splits = z.array(NewSplit).min(1).max(MAX_SPLITS);

/** `payee` is a name: the payee of that name or alias, else a new one. Give `categoryId` or `splits`. */
export const NewTransaction = z
  .strictObject({
    accountId: z.uuid(),
    date: Day,
    amount: Amount,
    payee: Name.nullable().default(null),
    note: Note.nullable().default(null),
    tags: Tags.default([]),
    state: z.enum(["open", "cleared"]).default("open"),
    categoryId: z.uuid().nullable().optional(),
    splits: Splits.optional(),
  })
  .meta({ id: "NewFinanceTransaction" });
export type NewTransaction = z.input<typeof NewTransaction>;

/** `categoryId` gives the whole one category. A new amount without `splits` needs a transaction of one split. */
export const TransactionPatch = z
  .strictObject({
    accountId: z.uuid(),
    date: Day,
    amount: Amount,
    payee: Name.nullable(),
    note: Note.nullable(),
    tags: Tags,
    state: TransactionState,
    categoryId: z.uuid().nullable(),
    splits: Splits,
  })
  .partial()
  .meta({ id: "FinanceTransactionPatch" });
export type TransactionPatch = z.input<typeof TransactionPatch>;
export const TransactionChanged = Act.extend({ transaction: Transaction }).meta({ id: "FinanceTransactionChanged" });
export type TransactionChanged = z.infer<typeof TransactionChanged>;

/** Which transactions: all of what is given. Amounts are compared without their sign. */
export const TransactionFilter = z.strictObject({
  account: z.uuid().optional(),
  /** A category with all below it; "none": a part without one. */
  category: z.union([z.uuid(), z.literal("none")]).optional(),
  payee: z.uuid().optional(),
  /** Words of payee, note, reference and tags. */
  q: z.string().trim().max(200).optional(),
  from: Day.optional(),
  to: Day.optional(),
  min: z.coerce.number().int().min(0).optional(),
  max: z.coerce.number().int().min(0).optional(),
  state: TransactionState.optional(),
  /** "no": what no reconciliation locked. */
  reconciled: z.literal("no").optional(),
  currency: Currency.optional(),
  /** "yes": `category` means its own parts, without those below it. */
  own: z.literal("yes").optional(),
  /** As the summary counts, without transfers; as a budget counts, only in its accounts too. */
  counted: z.enum(["summary", "budget"]).optional(),
  /** What came in, or what went out. */
  direction: z.enum(["in", "out"]).optional(),
});
export type TransactionFilter = Partial<Record<keyof z.input<typeof TransactionFilter>, string | number>>;
/** Newest first. */
export const TransactionQuery = TransactionFilter.extend(PageQuery.shape);
export type TransactionQuery = TransactionFilter & { cursor?: string; limit?: number };
export const TransactionPage = pageOf(Transaction).meta({ id: "FinanceTransactionPage" });
export type TransactionPage = z.infer<typeof TransactionPage>;

/**
 * Of what a filter shows, by currency: what came in, what went out (negative), and both together. With a category, the
 * parts of that category alone.
 */
export const TransactionSums = z
  .object({
    total: z.int(),
    currencies: z.array(
      z.object({
        currency: Currency,
        in: Sum,
        out: Sum,
        /** What the balances changed by. */
        sum: Sum,
        /** Without transfers between own accounts; what banks kept of them is expense. */
        income: Sum.optional(),
        expense: Sum.optional(),
        /** The sides of transfers that are shown, and what they add up to: nothing where both sides are. */
        transfers: z.object({ count: z.int(), sum: Sum }).optional(),
      }),
    ),
  })
  .meta({ id: "FinanceTransactionSums" });
export type TransactionSums = z.infer<typeof TransactionSums>;

/** One change of many. Reconciled transactions are not deleted; those of several splits keep their categories. */
export const BulkChange = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_BULK),
    change: z.union([
      z.strictObject({ categoryId: z.uuid().nullable() }),
      z.strictObject({ payee: Name }),
      z.strictObject({ addTags: Tags.min(1) }),
      z.strictObject({ state: z.enum(["open", "cleared"]) }),
      z.strictObject({ delete: z.literal(true) }),
    ]),
  })
  .meta({ id: "FinanceBulkChange" });
export type BulkChange = z.infer<typeof BulkChange>;
/** `skipped`: not there any more, reconciled, or of several splits. */
export const BulkChanged = Act.extend({ changed: z.int(), skipped: z.int() }).meta({ id: "FinanceBulkChanged" });
export type BulkChanged = z.infer<typeof BulkChanged>;
