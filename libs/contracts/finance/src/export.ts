import { z } from "zod";
import { Day } from "./values.ts";

/** `csv` for spreadsheets, `qif` for Quicken and GnuCash, `hledger` for plain text accounting. */
export const ExportFormat = z.enum(["csv", "qif", "hledger"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Of all accounts without `account`; the days count in. */
export const ExportQuery = z.strictObject({
  format: ExportFormat,
  account: z.uuid().optional(),
  from: Day.optional(),
  to: Day.optional(),
});
export type ExportQuery = z.infer<typeof ExportQuery>;
