import { Readable } from "node:stream";
import type { Database } from "../database/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { DeclaredTable, SchemaParts } from "../tables/table-declaration.ts";
import type { WriteDocuments } from "./documents.ts";
import { EXPORTS_FOLDER } from "./export-job.ts";
import { personalRows } from "./personal-rows.ts";

/**
 * A line of the part's index: a JSON file that was written for a table, a document as a piece of the file that holds
 * them all, or a file of the person that is in the file store.
 */
export type IndexLine =
  | { documents: string; start: number; bytes: number; path: string }
  | { table: string; about: string; rows: number; key: string; path: string }
  | { file: string; path: string };

/** Name of the index below a part's folder. It is written last: a part that has one is whole. */
export const INDEX = "index.jsonl";

interface Target {
  database: Database;
  files: FileStore;
  /** Every declared table of the process, to find the parents of tables that go with another. */
  declared: DeclaredTable[];
  /** Folder of the file store that the part is written to. */
  folder: string;
  userId: string;
}

/**
 * Writes one schema's part of an export to the file store: a JSON file a table, and an index that names these and the
 * person's files. Files are not copied: who packs the export reads them where they are. Writing a part again replaces
 * it.
 */
export async function writePart(part: SchemaParts, target: Target): Promise<void> {
  const lines: IndexLine[] = [];
  const names = new Map<string, string>();
  for (const table of part.tables) if (table.personal) lines.push(await writeTable(table, target, names));
  if (part.documents) lines.push(...(await writeDocuments(part.schema, part.documents, target)));
  const index = async function* () {
    for (const line of lines) yield `${JSON.stringify(line)}\n`;
    for (const folder of part.folders.filter((one) => one !== EXPORTS_FOLDER))
      for await (const key of target.files.list(`${folder}/${target.userId}`))
        yield `${JSON.stringify({ file: key, path: pathOf(part.schema, key, names.get(key)) } satisfies IndexLine)}\n`;
  };
  await target.files.put(`${target.folder}/${INDEX}`, Readable.from(index()));
}

async function writeTable(
  table: DeclaredTable,
  { database, files, declared, folder, userId }: Target,
  names: Map<string, string>,
): Promise<IndexLine> {
  let rows = 0;
  const json = async function* () {
    yield "[";
    for await (const row of personalRows(database, table, declared, userId)) {
      if (table.files) names.set(String(row[table.files.key]), String(row[table.files.name]));
      yield `${rows++ ? "," : ""}\n${JSON.stringify(row)}`;
    }
    yield "\n]\n";
  };
  const key = `${folder}/${table.table}.json`;
  await files.put(key, Readable.from(json()));
  return { table: table.table, about: table.about ?? "", rows, key, path: `${table.schema}/${table.table}.json` };
}

/** In one file: a hundred thousand small ones would take the file store longer than all the rest. */
async function writeDocuments(
  schema: string,
  documents: WriteDocuments,
  { database, files, folder, userId }: Target,
): Promise<IndexLine[]> {
  const lines: IndexLine[] = [];
  const key = `${folder}/documents`;
  const placeOf = (fileKey: string, name: string) => pathOf(schema, fileKey, name).slice(schema.length + 1);
  let start = 0;
  const contents = async function* () {
    for await (const { path, content } of documents({ database, userId, placeOf })) {
      const bytes = Buffer.from(content);
      lines.push({ documents: key, start, bytes: bytes.length, path: `${schema}/${path}` });
      start += bytes.length;
      yield bytes;
    }
  };
  await files.put(key, Readable.from(contents()));
  return lines;
}

/** Longest name of a file in the archive, in characters: file systems take 255 bytes. */
const MAX_NAME = 60;

/** "items/<person>/<id>" called "plan.pdf" is "items/files/<id>/plan.pdf". */
function pathOf(schema: string, key: string, name: string | undefined): string {
  const [top, , ...rest] = key.split("/");
  const place = [schema, "files", ...(top === schema ? [] : [top]), ...rest];
  return [...place, ...(name ? [safeName(name)] : [])].join("/");
}

/** A name that every file system takes; its ending stays. */
export function safeName(name: string): string {
  const safe = name
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, "_")
    .replace(/^\.+/, "_")
    .toWellFormed();
  const characters = [...safe];
  if (characters.length <= MAX_NAME) return safe || "_";
  const end = /\.[^.]{1,10}$/.exec(safe)?.[0] ?? "";
  return characters.slice(0, MAX_NAME - end.length).join("") + end;
}
