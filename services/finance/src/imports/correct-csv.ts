import { Injectable } from "@nestjs/common";
import {
  type CsvCorrected,
  type CsvCorrection,
  type CsvLayout,
  type CsvReading,
  type CsvTrial,
  firstRoles,
} from "@tessera/contracts-finance/csv-profiles.ts";
import { csvUnreadable, importDone } from "@tessera/contracts-finance/problems.ts";
import { type Caller, Database, problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { Acts } from "../acts/acts.ts";
import type { CsvChoice, Tried } from "../bank-files/csv/try-csv.ts";
import { charset } from "../bank-files/encoding.ts";
import { CsvProfilesService } from "../csv-profiles/csv-profiles.service.ts";
import { onDisk } from "../http/only-upload.ts";
import { BankFiles } from "./bank-files.ts";
import { type ReadAs, showImport } from "./import-row.ts";
import { keptFile, keptPieces } from "./kept-file.ts";
import type { ToRead } from "./read-statements.ts";

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
      await keptFile(tx, id),
      profileId === undefined ? null : (await this.profiles.row(tx, profileId)).layout,
    ]);
    const choice = layout ? choiceOf(layout) : (saved ?? kept.csv.profile);
    return readingOf(await this.files.tryCsv(caller, kept.head, kept.csv.profile.encoding, choice));
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
    const tried = await this.files.tryCsv(caller, kept.head, kept.csv.profile.encoding, choiceOf(layout));
    if (!tried.usable)
      throw problem(csvUnreadable, { reason: "Choose which column holds the date, and which the amount." });
    const { profile } = tried;
    const file = await this.readAgain(caller, id, { name: kept.name, profile });
    const { statements, problems } = file.summary;
    if (!statements.some(({ entries }) => entries))
      throw problem(csvUnreadable, { reason: problems[0]?.reason ?? "Read like this, the file has no entries." });
    const write = async (tx: Tx, savedId: string | null) => {
      const csv: ReadAs = { profile, savedId };
      const { rows } = await tx.execute(sql`
        update finance.bank_import set summary = ${JSON.stringify(file.summary)}::jsonb,
          entries = ${file.statements}::jsonb, csv = ${JSON.stringify(csv)}::jsonb
        where id = ${id} and act_id is null returning id`);
      if (!rows.length) throw problem(importDone);
      return { import: await showImport(tx, caller.userId, id) };
    };
    if (!remember) return { ...(await this.database.as(caller, (tx) => write(tx, null))), act: null };
    return this.acts.run(caller, "profile", `Save the profile ${remember.name}`, async (tx) =>
      write(tx, await this.profiles.save(tx, caller, { ...remember, layout: profile })),
    );
  }

  private async readAgain(caller: Caller, id: string, file: Omit<ToRead, "path">) {
    const pieces = keptPieces((act) => this.database.as(caller, act), id);
    return onDisk(pieces, (path) => this.files.read(caller, { ...file, path }));
  }
}

/** @throws ProblemException 400 `csv_unreadable` */
function choiceOf(layout: CsvLayout): CsvChoice {
  if (layout.encoding !== undefined && !charset(layout.encoding))
    throw problem(csvUnreadable, { reason: `The character set ${layout.encoding} is not known. Choose another one.` });
  const { roles: _, ...choice } = layout as CsvLayout & { roles?: unknown };
  return choice;
}

function readingOf({ profile, headerLine, rows, usable }: Tried): CsvReading {
  const { header: _, ...rest } = profile;
  return { ...rest, columns: firstRoles(rest.columns), roles: rest.columns, headerLine, rows, usable };
}
