import { MAX_BANK_FILE_ENTRIES } from "@tessera/contracts-finance/limits.ts";
import type { Content } from "@tessera/service-kit";
import { readBankFile } from "../bank-files/read-bank-file.ts";
import type { BankFile } from "../bank-files/statement.ts";

/** A file that was read; `tooMany`: it has more entries than an import takes, and none is given. */
export interface ReadFile extends BankFile {
  tooMany: boolean;
}

/** Reads the one blob as a bank's file. */
export function readStatements({ value, blobs }: Content<{ name: string }>): Content<ReadFile> {
  const file = readBankFile(blobs[0] ?? new Uint8Array(), value.name);
  const entries = file.statements.reduce((count, statement) => count + statement.entries.length, 0);
  const tooMany = entries > MAX_BANK_FILE_ENTRIES;
  return { value: { ...file, statements: tooMany ? [] : file.statements, tooMany }, blobs: [] };
}
