import { charset } from "../encoding.ts";
import { continues, isNoEntry } from "./after-entries.ts";
import { CsvSurvey } from "./csv-survey.ts";
import { hasEnough, isData } from "./layout.ts";
import type { CsvProfile } from "./profile.ts";
import { namesOf, rolesOf } from "./recognise.ts";
import { type CsvRecord, delimiterOf, RecordReader } from "./records.ts";
import { RowReader } from "./row.ts";

/** Characters of a cell that a trial shows. */
const MAX_CELL = 120;

/**
 * How a CSV file is read; what is missing is detected. A person says the line of the header, a saved profile its names,
 * which may stand in another order.
 */
export type CsvChoice = Partial<CsvProfile> & { headerLine?: number | null };

export interface TriedRow {
  line: number;
  cells: string[];
  kind: "header" | "entry" | "wrong" | "beside";
  entry: { date: string; amount: number; currency: string; payee: string | null; memo: string | null } | null;
  wrong: string | null;
}

export interface Tried {
  profile: CsvProfile;
  headerLine: number | null;
  rows: TriedRow[];
  usable: boolean;
}

/**
 * How a file is read, and its first lines as they come out of it.
 * @param head its beginning; @param encoding of the file, unless the choice has another
 * @param count rows that are wanted
 */
export function tryCsv(head: Uint8Array, encoding: string, choice: CsvChoice, count: number): Tried {
  const chosen = (choice.encoding && charset(choice.encoding)) || encoding;
  const text = new TextDecoder(chosen).decode(head, { stream: true });
  const delimiter = choice.delimiter ?? delimiterOf(text);
  const survey = new CsvSurvey(delimiter, chosen);
  survey.push(text);
  survey.end();
  const detected = survey.profile();
  const records = recordsOf(text, delimiter);
  const saved = choice.header ? namesOf(choice.header) : null;
  const known = saved === null ? undefined : records.find(({ cells }) => namesOf(cells) === saved);
  const headerLine =
    choice.headerLine === undefined ? (known?.line ?? lineOf(records, detected.header)) : choice.headerLine;
  const header = records.find(({ line }) => line === headerLine)?.cells ?? null;
  const { headerLine: _, header: names, columns = detected.columns, ...rest } = choice;
  const profile: CsvProfile = {
    ...detected,
    ...rest,
    ...{ encoding: chosen, delimiter, header },
    columns: known && names ? rolesOf(known.cells, { header: names, columns }) : columns,
    dateAmbiguous: (choice.dateAmbiguous ?? choice.dateOrder === undefined) && detected.dateAmbiguous,
  };
  const at = header ? headerLine : null;
  const usable = hasEnough(profile.columns);
  const rows = firstRows(records, profile, at).slice(0, count);
  return { profile, headerLine: at, rows, usable };
}

/** Only whole records: the beginning may end within one. */
function recordsOf(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const reader = new RecordReader(delimiter, (record) => records.push(record));
  reader.push(text);
  reader.end();
  return records;
}

const lineOf = (records: readonly CsvRecord[], header: readonly string[] | null) =>
  records.find(({ cells }) => cells.join("\n") === header?.join("\n"))?.line ?? null;

function firstRows(records: readonly CsvRecord[], profile: CsvProfile, headerLine: number | null): TriedRow[] {
  const { columns } = profile;
  const usable = hasEnough(columns);
  const reader = new RowReader(profile, columns, undefined);
  let found = headerLine !== null;
  return records
    .filter(({ cells }) => cells.some(Boolean))
    .map(({ line, cells }) => {
      const row = { line, cells: cells.map((cell) => cell.slice(0, MAX_CELL)), entry: null, wrong: null };
      if (line === headerLine) return { ...row, kind: "header" };
      if (!usable || (headerLine !== null && line < headerLine)) return { ...row, kind: "beside" };
      if (!found && !isData(cells, columns)) return { ...row, kind: "beside" };
      found = true;
      const { entry, nothing, wrong } = reader.read(cells, line);
      if (!entry)
        return nothing || isNoEntry(cells, columns) || continues(cells, columns)
          ? { ...row, kind: "beside" }
          : { ...row, kind: "wrong", wrong: wrong ?? null };
      const { date, amount, currency, payee = null, memo = null } = entry;
      return { ...row, kind: "entry", entry: { date, amount, currency, payee, memo } };
    });
}
