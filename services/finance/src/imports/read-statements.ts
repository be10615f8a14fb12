import { createReadStream } from "node:fs";
import { MAX_BANK_FILE_ENTRIES, MAX_CSV_TRIED } from "@tessera/contracts-finance/limits.ts";
import type { Content } from "@tessera/service-kit";
import type { CsvProfile } from "../bank-files/csv/profile.ts";
import { asWritten, isOfProfile, isTable } from "../bank-files/csv/recognise.ts";
import { type CsvChoice, type Tried, tryCsv } from "../bank-files/csv/try-csv.ts";
import { addEvent, streamBankFile } from "../bank-files/read-bank-file.ts";
import type { BankFile, BankFileOptions } from "../bank-files/statement.ts";
import { type Summary, summaryOf } from "./summary-of.ts";

/** Bytes of the beginning in which a header is looked for, and that a trial shows rows of. */
export const HEAD_BYTES = 64 * 1024;

export interface ToRead {
  /** Where it is on the disk. */
  path: string;
  name: string;
  /** How a CSV file is read, as the person said. */
  profile?: CsvProfile;
  /** What was saved before; the first one that fits is taken. */
  saved?: { id: string; profile: CsvProfile }[];
}

/** A file that was read; `tooMany`: it has more entries than an import takes, and none is given. */
export interface ReadFile extends Pick<BankFile, "format" | "version" | "profile"> {
  tooMany: boolean;
  summary: Summary;
  /** The saved profile that read it. */
  savedId: string | null;
  /** CSV in which a person can say what the columns hold. */
  correctable: boolean;
}

/**
 * Reads a bank's file from the disk, a piece at a time: what is held are its entries alone.
 * @returns its statements with their entries as the one blob, in JSON
 */
export async function readStatements({ value }: Content<ToRead>): Promise<Content<ReadFile>> {
  const { path, name, profile, saved = [] } = value;
  let { file, tooMany } = await fileAt(path, name, { profile });
  const head = await headOf(path);
  const known = file.format === "csv" && !profile ? saved.find((one) => isOfProfile(head, one.profile)) : undefined;
  if (known) ({ file, tooMany } = await fileAt(path, name, { profile: asWritten(known.profile, file.encoding) }));
  const correctable = file.profile !== undefined && isTable(head, file.profile);
  const { format, version, statements } = file;
  const facts = { format, version, profile: file.profile, savedId: known?.id ?? null, correctable, tooMany };
  return {
    value: { ...facts, summary: summaryOf(file) },
    blobs: [Buffer.from(JSON.stringify(tooMany ? [] : statements))],
  };
}

/** Reads the first lines of a CSV file; the blob is its beginning. */
export function tryStatements({ value, blobs }: Content<{ encoding: string; choice: CsvChoice }>): Content<Tried> {
  const head = blobs[0] ?? new Uint8Array();
  return { value: tryCsv(head, value.encoding, value.choice, MAX_CSV_TRIED), blobs: [] };
}

async function fileAt(path: string, name: string, options: BankFileOptions) {
  const file: BankFile = { format: null, encoding: "utf-8", statements: [], problems: [] };
  let entries = 0;
  for await (const event of streamBankFile(() => createReadStream(path), name, options)) {
    if (event.kind === "entry" && ++entries > MAX_BANK_FILE_ENTRIES) return { file, tooMany: true };
    addEvent(file, event);
  }
  return { file, tooMany: false };
}

async function headOf(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: HEAD_BYTES - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
