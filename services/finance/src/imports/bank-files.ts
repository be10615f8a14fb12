import { Injectable } from "@nestjs/common";
import { MAX_BANK_FILE_BYTES, MAX_BANK_FILE_ENTRIES } from "@tessera/contracts-finance/limits.ts";
import { bankFileTooLarge, unreadableFile } from "@tessera/contracts-finance/problems.ts";
import { type Caller, ContentError, problem, readersOf, UntrustedReaders } from "@tessera/service-kit";
import type { CsvChoice, Tried } from "../bank-files/csv/try-csv.ts";
import type * as readers from "../readers.ts";
import { HEAD_BYTES, type ReadFile, type ToRead } from "./read-statements.ts";

const MB = 1024 * 1024;
const reader = readersOf<typeof readers>("@tessera/service-finance/readers");
const BANK_FILE = reader("bankFile", {
  ...{ cpuMs: 60_000, maxInput: MB, maxOutput: 2 * MAX_BANK_FILE_BYTES },
});
const CSV_HEAD = reader("csvHead", { cpuMs: 5_000, maxInput: HEAD_BYTES + MB, maxOutput: 4 * MB });

export const tooLarge = () =>
  problem(bankFileTooLarge, { megabytes: MAX_BANK_FILE_BYTES / MB, entries: MAX_BANK_FILE_ENTRIES });

/** Reads what banks wrote, in processes of their own. */
@Injectable()
export class BankFiles {
  constructor(private readonly readers: UntrustedReaders) {}

  /**
   * @param signal ends the reading at once
   * @returns with the statements and their entries, in JSON: they go to the database as they are
   * @throws ProblemException 400 `unreadable_file`, 413 `bank_file_too_large`
   */
  async read(caller: Caller, file: ToRead, signal?: AbortSignal): Promise<ReadFile & { statements: string }> {
    const content = { value: file, blobs: [] };
    const { value, blobs } = await this.readers
      .read(BANK_FILE, content, { person: caller.userId, signal })
      .catch((error: unknown) => {
        if (signal?.aborted) throw problem(unreadableFile, { reason: "Reading the file was cancelled." });
        return inWords(error);
      });
    if (value.tooMany) throw tooLarge();
    return { ...value, statements: new TextDecoder().decode(blobs[0]) };
  }

  /** @param head its first HEAD_BYTES @throws ProblemException 400 `unreadable_file` */
  async tryCsv(caller: Caller, head: Buffer, encoding: string, choice: CsvChoice): Promise<Tried> {
    const content = { value: { encoding, choice }, blobs: [head] };
    return (await this.readers.read(CSV_HEAD, content, { person: caller.userId }).catch(inWords)).value;
  }
}

function inWords(error: unknown): never {
  if (!(error instanceof ContentError)) throw error;
  throw problem(unreadableFile, { reason: error.message.replace(/\bcontent\b/, "file") });
}
