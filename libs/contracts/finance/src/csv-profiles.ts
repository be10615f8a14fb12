import { z } from "zod";
import { BankImport } from "./imports.ts";
import { MAX_CSV_COLUMNS } from "./limits.ts";
import { Act, Amount, Currency, Day, Name, Version } from "./values.ts";

/** What answers name in `columns`, as pages of 1.17 know no others. */
const FIRST_ROLES = [
  ...(["date", "valueDate", "amount", "debit", "credit", "direction", "currency", "payee", "memo"] as const),
  ...(["reference", "importId", "checkNumber", "category", "subcategory", "tags", "type", "status"] as const),
  ...(["balance", "fee", "counterpartyAccount", "counterpartyBank", "account"] as const),
] as const;
const FirstRole = z.enum(FIRST_ROLES);
/**
 * `payee` is the other side, or who is paid where `payer` is who pays; `counterpartyAccount` and `payerAccount` are
 * theirs. `originalAmount`: what was paid in another currency. These four since 1.18.
 */
export const CSV_ROLES = [...FIRST_ROLES, "payer", "payerAccount", "originalAmount", "originalCurrency"] as const;
/** What a column holds. */
export const CsvRole = z.enum(CSV_ROLES);
export type CsvRole = z.infer<typeof CsvRole>;

/** Columns as pages of 1.17 know them. */
export const firstRoles = (columns: readonly (CsvRole | null)[]) =>
  columns.map((role) => FIRST_ROLES.find((one) => one === role) ?? null);

/** Of the Encoding Standard of WHATWG: "utf-8", "windows-1252". */
const Encoding = z.string().regex(/^[a-z0-9_-]{2,40}$/, "is not a character set");
const Roles = z.array(CsvRole.nullable()).max(MAX_CSV_COLUMNS);

const layout = {
  encoding: Encoding,
  delimiter: z.enum([",", ";", "\t", "|"]),
  /** Line of the file that names the columns; null: none does. */
  headerLine: z.int().min(1).max(100_000).nullable(),
  /** From the left; null: not used. Several "memo" columns are joined. */
  columns: Roles,
  dateOrder: z.enum(["DMY", "MDY", "YMD"]),
  decimal: z.enum([",", "."]),
  /** "extra": the fee column is taken off the amount. */
  fees: z.enum(["included", "extra"]),
  /** The bank writes money that leaves the account as a positive amount. */
  negate: z.boolean(),
  /** For rows without a currency; null when the file says none. */
  currency: Currency.nullable(),
};
/** Pages of 1.17 send back what they were answered, and mean what their `columns` say: not read. Since 1.18. */
const sentBack = { roles: z.array(z.string().nullable()).max(MAX_CSV_COLUMNS).optional() };
const WholeLayout = z.strictObject({ ...layout, ...sentBack });
/** How the CSV file of an import is to be read; what is missing is detected. */
export const CsvLayout = WholeLayout.partial().meta({ id: "FinanceCsvLayout" });
export type CsvLayout = Omit<z.infer<typeof CsvLayout>, "roles">;

/** One of the first lines as it is read. */
export const CsvRow = z.object({
  /** From 1. */
  line: z.int(),
  /** Shortened. */
  cells: z.array(z.string()),
  /** `beside`: above the entries, a sum, or of a payment that was not made. */
  kind: z.enum(["header", "entry", "wrong", "beside"]),
  entry: z
    .object({
      date: Day,
      amount: Amount,
      /** "XXX": the file does not say it. */
      currency: z.string(),
      payee: z.string().nullable(),
      memo: z.string().nullable(),
    })
    .nullable(),
  /** Why it cannot be read, as the end of a sentence. */
  wrong: z.string().nullable(),
});
export type CsvRow = z.infer<typeof CsvRow>;

/** How a file is read, with its first lines as they come out of it. */
export const CsvReading = z
  .object({
    ...layout,
    columns: z.array(FirstRole.nullable()).max(MAX_CSV_COLUMNS),
    /** All that the columns hold, each a CsvRole. Since 1.18; before: `columns`. */
    roles: z.array(z.string().nullable()).max(MAX_CSV_COLUMNS).optional(),
    /** Both orders fit all dates of the file, and a person has to say which one it is. */
    dateAmbiguous: z.boolean(),
    rows: z.array(CsvRow),
    /** Whether there are columns for a day and an amount. */
    usable: z.boolean(),
  })
  .meta({ id: "FinanceCsvReading" });
export type CsvReading = z.infer<typeof CsvReading>;

/** What is tried on the first lines: a saved profile, or a layout. Without both: what reads the import now. */
export const CsvTrial = z
  .strictObject({ profileId: z.uuid(), layout: CsvLayout })
  .partial()
  .meta({ id: "FinanceCsvTrial" });
export type CsvTrial = z.infer<typeof CsvTrial>;

/**
 * The whole file is read like this. `remember`: files with this header are, too; a profile of this name is replaced.
 * Its account is offered for them.
 */
export const CsvCorrection = z
  .strictObject({
    layout: WholeLayout,
    remember: z
      .strictObject({ name: Name, accountId: z.uuid().nullable().default(null) })
      .nullable()
      .default(null),
  })
  .meta({ id: "FinanceCsvCorrection" });
export type CsvCorrection = z.input<typeof CsvCorrection>;
/** `act`: of the profile that was saved. */
export const CsvCorrected = z
  .object({ import: BankImport, act: z.uuid().nullable() })
  .meta({ id: "FinanceCsvCorrected" });
export type CsvCorrected = z.infer<typeof CsvCorrected>;

/** How the CSV files of a bank are read. */
export const CsvProfile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** What is offered for its files. */
    accountId: z.uuid().nullable(),
    /** Names of the columns, by which it is recognised; null: its files have none. */
    header: z.array(z.string()).nullable(),
    version: Version,
  })
  .meta({ id: "FinanceCsvProfile" });
export type CsvProfile = z.infer<typeof CsvProfile>;
export const CsvProfileList = z.object({ items: z.array(CsvProfile) }).meta({ id: "FinanceCsvProfileList" });
export type CsvProfileList = z.infer<typeof CsvProfileList>;
export const CsvProfilePatch = z
  .strictObject({ name: Name, accountId: z.uuid().nullable() })
  .partial()
  .meta({ id: "FinanceCsvProfilePatch" });
export type CsvProfilePatch = z.infer<typeof CsvProfilePatch>;
export const CsvProfileChanged = Act.extend({ profile: CsvProfile }).meta({ id: "FinanceCsvProfileChanged" });
export type CsvProfileChanged = z.infer<typeof CsvProfileChanged>;
