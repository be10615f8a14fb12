import { MAX_BANK_FILE_ENTRIES, MAX_CSV_TRIED } from "@tessera/contracts-finance/limits.ts";
import type { Content } from "@tessera/service-kit";
import type { CsvProfile } from "../bank-files/csv/profile.ts";
import { asWritten, isOfProfile, isTable } from "../bank-files/csv/recognise.ts";
import { type CsvChoice, type Tried, tryCsv } from "../bank-files/csv/try-csv.ts";
import { readBankFile } from "../bank-files/read-bank-file.ts";
import type { BankFile } from "../bank-files/statement.ts";

/** Bytes of the beginning in which a header is looked for, and that a trial shows rows of. */
export const HEAD_BYTES = 64 * 1024;

export interface ToRead {
  name: string;
  /** How a CSV file is read, as the person said. */
  profile?: CsvProfile;
  /** What was saved before; the first one that fits is taken. */
  saved?: { id: string; profile: CsvProfile }[];
}

/** A file that was read; `tooMany`: it has more entries than an import takes, and none is given. */
export interface ReadFile extends BankFile {
  tooMany: boolean;
  /** The saved profile that read it. */
  savedId: string | null;
  /** CSV in which a person can say what the columns hold. */
  correctable: boolean;
}

/** Reads the one blob as a bank's file. */
export function readStatements({ value, blobs }: Content<ToRead>): Content<ReadFile> {
  const bytes = blobs[0] ?? new Uint8Array();
  const { name, profile, saved = [] } = value;
  let file = readBankFile(bytes, name, { profile });
  const head = bytes.subarray(0, HEAD_BYTES);
  const known = file.format === "csv" && !profile ? saved.find((one) => isOfProfile(head, one.profile)) : undefined;
  if (known) file = readBankFile(bytes, name, { profile: asWritten(known.profile, file.encoding) });
  const entries = file.statements.reduce((count, statement) => count + statement.entries.length, 0);
  const tooMany = entries > MAX_BANK_FILE_ENTRIES;
  const statements = tooMany ? [] : file.statements;
  const correctable = file.profile !== undefined && isTable(head, file.profile);
  return { value: { ...file, statements, tooMany, savedId: known?.id ?? null, correctable }, blobs: [] };
}

/** Reads the first lines of a CSV file; the blob is its beginning. */
export function tryStatements({ value, blobs }: Content<{ encoding: string; choice: CsvChoice }>): Content<Tried> {
  const head = blobs[0] ?? new Uint8Array();
  return { value: tryCsv(head, value.encoding, value.choice, MAX_CSV_TRIED), blobs: [] };
}
