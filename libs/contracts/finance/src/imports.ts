import { z } from "zod";
import { AccountKind } from "./accounts.ts";
import { MAX_BANK_FILE_ENTRIES } from "./limits.ts";
import { Act, Amount, Currency, Day, Sum } from "./values.ts";

/** One account's statement in a file. */
export const ImportStatement = z.object({
  index: z.int(),
  /** What the file says of the account; the number is masked. */
  account: z.object({
    name: z.string().nullable(),
    number: z.string().nullable(),
    kind: AccountKind.nullable(),
    currency: Currency.nullable(),
  }),
  entries: z.int(),
  from: Day.nullable(),
  to: Day.nullable(),
  /** Of the booked entries. */
  sum: Sum,
  closing: z.object({ amount: Sum, currency: Currency, date: Day.nullable() }).nullable(),
  /** Whether opening balance, entries and closing balance of the file agree. */
  check: z.enum(["agrees", "differs", "unstated"]),
  difference: Sum,
  /** The person's account with that number. */
  accountId: z.uuid().nullable(),
});
export type ImportStatement = z.infer<typeof ImportStatement>;

export const ImportProblem = z.object({
  line: z.int(),
  severity: z.enum(["error", "warning"]),
  entry: z.string().nullable(),
  reason: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

/** A file that was read; nothing of it is in the books before it is committed. */
export const BankImport = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    /** In words: "OFX 1.0.2 (SGML)". */
    format: z.string(),
    state: z.enum(["read", "done", "undone"]),
    statements: z.array(ImportStatement),
    problems: z.array(ImportProblem),
    /** A CSV file: how it is read can be corrected until it is imported. */
    csv: z
      .object({
        /** The saved profile that its header was recognised by, or that was saved of it. */
        profile: z.object({ id: z.uuid(), name: z.string() }).nullable(),
        /** Both orders fit all dates of the file. */
        dateAmbiguous: z.boolean(),
      })
      .nullable()
      .optional(),
    /** Of the act that brought it into the books. */
    act: z.uuid().nullable(),
    /**
     * A file of many entries comes into the books in parts: how far that is, or was when it ended before all was
     * written. What was written is in the books, and `state` is "done". Null: all of it is there. Since 1.16.
     */
    progress: z
      .object({
        state: z.enum(["writing", "stopped"]),
        /** Entries that were gone through, and those of all statements that were chosen. */
        written: z.int(),
        total: z.int(),
        /** Why it could not continue, in a sentence without its full stop; null where a person stopped it. */
        failure: z.string().nullable(),
      })
      .nullable()
      .optional(),
    /**
     * Many entries are taken out of the books in parts: how many were gone through. `state` is "undone" meanwhile.
     * Null: nothing is being taken back. Since 1.17. `back`: they were taken out and come back, and `state` is "done".
     * Since 1.18.
     */
    undoing: z.object({ done: z.int(), total: z.int(), back: z.boolean().optional() }).nullable().optional(),
    created: z.int(),
    changed: z.int(),
    at: z.iso.datetime(),
  })
  .meta({ id: "FinanceImport" });
export type BankImport = z.infer<typeof BankImport>;
/** The newest 20. */
export const ImportList = z.object({ items: z.array(BankImport) }).meta({ id: "FinanceImportList" });
export type ImportList = z.infer<typeof ImportList>;

/** The entries of a statement as they would come into an account; `from`: the first one shown. */
export const PreviewQuery = z.strictObject({
  statement: z.coerce.number().int().min(0),
  account: z.uuid(),
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(200),
});
export type PreviewQuery = { statement: number; account: string; from?: number; limit?: number };

export const PreviewEntry = z.object({
  index: z.int(),
  line: z.int(),
  date: Day,
  amount: Amount,
  payee: z.string().nullable(),
  memo: z.string().nullable(),
  /** `left`: pending or for information; a later statement brings it. */
  what: z.enum(["new", "duplicate", "changed", "left"]),
  /** Why, in a sentence; null for what is new. */
  why: z.string().nullable(),
});
export type PreviewEntry = z.infer<typeof PreviewEntry>;
export const ImportPreview = z
  .object({
    items: z.array(PreviewEntry),
    counts: z.object({ new: z.int(), duplicate: z.int(), changed: z.int(), left: z.int() }),
    /** Opening balance that the account gets, so that its balance agrees with the statement; null: it keeps its own. */
    opening: Amount.nullable(),
    /** The account's balance after the import. */
    balance: Sum,
  })
  .meta({ id: "FinanceImportPreview" });
export type ImportPreview = z.infer<typeof ImportPreview>;

const Indexes = z.array(z.int().min(0)).max(MAX_BANK_FILE_ENTRIES).default([]);
/** One statement or more, each into one account; `skip` leaves entries out, `add` brings duplicates in all the same. */
export const ImportCommit = z
  .strictObject({
    statements: z
      .array(z.strictObject({ statement: z.int().min(0), accountId: z.uuid(), skip: Indexes, add: Indexes }))
      .min(1)
      .max(50),
  })
  .meta({ id: "FinanceImportCommit" });
export type ImportCommit = z.input<typeof ImportCommit>;
export const ImportDone = Act.extend({ import: BankImport }).meta({ id: "FinanceImportDone" });
export type ImportDone = z.infer<typeof ImportDone>;
