import { Injectable } from "@nestjs/common";
import type {
  CsvCorrected,
  CsvCorrection,
  CsvLayout,
  CsvReading,
  CsvTrial,
} from "@tessera/contracts-finance/csv-profiles.ts";
import { bankImportNotFound, csvUnreadable, importDone, noCsv } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import type { CsvChoice, Tried } from "../bank-files/csv/try-csv.ts";
import { charset } from "../bank-files/encoding.ts";
import { CsvProfilesService } from "../csv-profiles/csv-profiles.service.ts";
import { BankFiles } from "./bank-files.ts";
import { type ReadAs, showImport, summaryOf } from "./import-row.ts";
import { HEAD_BYTES } from "./read-statements.ts";

interface Kept {
  name: string;
  csv: ReadAs;
  content: Buffer;
}

/** How the CSV file of an import is read, as the person says. */
@Injectable()
export class CsvCorrections {
  constructor(
    private readonly database: Database,
    private readonly acts: Acts,
    private readonly files: BankFiles,
    private readonly profiles: CsvProfilesService,
  ) {}

  /**
   * The first lines as a layout or a saved profile reads them; writes nothing.
   * @throws ProblemException 400 `csv_unreadable`, 404, 409 `import_done`, `no_csv`
   */
  async try(caller: Caller, id: string, { profileId, layout }: CsvTrial): Promise<CsvReading> {
    const [kept, saved] = await this.database.as(caller, async (tx) => [
      await keptFile(tx, id, HEAD_BYTES),
      profileId === undefined ? null : (await this.profiles.row(tx, profileId)).layout,
    ]);
    const choice = layout ? choiceOf(layout) : (saved ?? kept.csv.profile);
    return readingOf(await this.files.tryCsv(caller, kept.content, kept.csv.profile.encoding, choice));
  }

  /**
   * Reads the whole file again, and saves how, if the person wants.
   * @throws ProblemException 400 `csv_unreadable`, 404, 409 `import_done`, `no_csv`, `too_many_csv_profiles`, 413
   */
  async correct(
    caller: Caller,
    id: string,
    { layout, remember }: z.output<typeof CsvCorrection>,
  ): Promise<CsvCorrected> {
    const kept = await this.database.as(caller, (tx) => keptFile(tx, id));
    const head = kept.content.subarray(0, HEAD_BYTES);
    const tried = await this.files.tryCsv(caller, head, kept.csv.profile.encoding, choiceOf(layout));
    if (!tried.usable)
      throw problem(csvUnreadable, { reason: "Choose which column holds the date, and which the amount." });
    const { profile } = tried;
    const file = await this.files.read(caller, kept.content, { name: kept.name, profile });
    if (!file.statements.some(({ entries }) => entries.length))
      throw problem(csvUnreadable, { reason: file.problems[0]?.reason ?? "Read like this, the file has no entries." });
    const write = async (tx: Tx, savedId: string | null) => {
      const csv: ReadAs = { profile, savedId };
      const { rows } = await tx.execute(sql`
        update finance.bank_import set summary = ${JSON.stringify(summaryOf(file))}::jsonb,
          entries = ${JSON.stringify(file.statements)}::jsonb, csv = ${JSON.stringify(csv)}::jsonb
        where id = ${id} and act_id is null returning id`);
      if (!rows.length) throw problem(importDone);
      return { import: await showImport(tx, caller.userId, id) };
    };
    if (!remember) return { ...(await this.database.as(caller, (tx) => write(tx, null))), act: null };
    return this.acts.run(caller, "profile", `Save the profile ${remember.name}`, async (tx) =>
      write(tx, await this.profiles.save(tx, caller, { ...remember, layout: profile })),
    );
  }
}

/** @param bytes of its beginning; all without @throws ProblemException 404, 409 `import_done`, `no_csv` */
async function keptFile(tx: Tx, id: string, bytes?: number): Promise<Kept> {
  const content = bytes === undefined ? sql`content` : sql`substring(content from 1 for ${bytes}::int)`;
  const { rows } = await tx.execute<{
    name: string;
    csv: ReadAs | null;
    done: boolean;
    content: Uint8Array | null;
  }>(sql`
    select file_name as name, csv, act_id is not null as done, ${content} as content
    from finance.bank_import where id = ${id}`);
  const [row] = rows;
  if (!row) throw problem(bankImportNotFound);
  if (row.done) throw problem(importDone);
  if (!row.csv || !row.content) throw problem(noCsv);
  return { name: row.name, csv: row.csv, content: Buffer.from(row.content) };
}

/** @throws ProblemException 400 `csv_unreadable` */
function choiceOf(layout: CsvLayout): CsvChoice {
  if (layout.encoding !== undefined && !charset(layout.encoding))
    throw problem(csvUnreadable, { reason: `The character set ${layout.encoding} is not known. Choose another one.` });
  return layout;
}

function readingOf({ profile, headerLine, rows, usable }: Tried): CsvReading {
  const { header: _, ...rest } = profile;
  return { ...rest, headerLine, rows, usable };
}
