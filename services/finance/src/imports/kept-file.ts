import { createReadStream } from "node:fs";
import { bankImportNotFound, importDone, noCsv } from "@tessera/contracts-finance/problems.ts";
import { problem, type Tx } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import type { ReadAs } from "./import-row.ts";
import { HEAD_BYTES } from "./read-statements.ts";

/** Bytes of a file that are in memory at once. */
const PIECE_BYTES = 1024 * 1024;

/** Keeps a CSV file with its import, to be read another way. */
export async function keepFile(tx: Tx, userId: string, id: string, path: string): Promise<void> {
  let place = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    await tx.execute(sql`
      insert into finance.bank_import_piece (import_id, user_id, place, content)
      values (${id}, ${userId}, ${place}, ${piece as Buffer}::bytea)`);
    place += 1;
  }
}

/** The whole file, a piece at a time. @param as runs what it is given as the person */
export async function* keptPieces(
  as: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>,
  id: string,
): AsyncGenerator<Uint8Array, void> {
  for (let place = 0; ; place += 1) {
    const { rows } = await as((tx) =>
      tx.execute<{ content: Uint8Array }>(sql`
        select content from finance.bank_import_piece where import_id = ${id} and place = ${place}`),
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

/** How it was read, and its beginning. @throws ProblemException 404, 409 `import_done`, `no_csv` */
export async function keptFile(tx: Tx, id: string): Promise<{ name: string; csv: ReadAs; head: Buffer }> {
  const { rows } = await tx.execute<{ name: string; csv: ReadAs | null; done: boolean; head: Uint8Array | null }>(sql`
    select i.file_name as name, i.csv, i.act_id is not null as done, (
      select substring(p.content from 1 for ${HEAD_BYTES}::int) from finance.bank_import_piece p
      where p.import_id = i.id and p.place = 0) as head
    from finance.bank_import i where i.id = ${id}`);
  const [row] = rows;
  if (!row) throw problem(bankImportNotFound);
  if (row.done) throw problem(importDone);
  if (!row.csv || !row.head) throw problem(noCsv);
  return { name: row.name, csv: row.csv, head: Buffer.from(row.head) };
}
