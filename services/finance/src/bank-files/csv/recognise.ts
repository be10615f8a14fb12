import { plainName, wholeName } from "./column-names.ts";
import { isData } from "./layout.ts";
import type { CsvProfile } from "./profile.ts";
import { type CsvRecord, RecordReader } from "./records.ts";

/** Records from the top among which a header is looked for. */
const MAX_PREAMBLE = 100;

/** The names of columns, in any order. */
export const namesOf = (cells: readonly string[]) => cells.map(plainName).toSorted().join("\n");

/** What the columns hold where their names stand in another order; the same name may head several of them. */
export function rolesOf(names: readonly string[], { header, columns }: Pick<CsvProfile, "header" | "columns">) {
  const rest = (header ?? []).map((name, index) => ({ name, role: columns[index] ?? null }));
  return names.map((name) => {
    // What stands in brackets tells columns apart, but may change from file to file.
    const exact = rest.findIndex((column) => wholeName(column.name) === wholeName(name));
    const at = exact < 0 ? rest.findIndex((column) => plainName(column.name) === plainName(name)) : exact;
    return at < 0 ? null : rest.splice(at, 1)[0]!.role;
  });
}

const UNICODE = /^utf-/u;

/** Of its files, most are in the set of the profile; where this one is surely not, its own counts. */
export function asWritten(profile: CsvProfile, encoding: string): CsvProfile {
  return UNICODE.test(encoding) === UNICODE.test(profile.encoding) ? profile : { ...profile, encoding };
}

/** Whether most lines have the same number of columns, so that a person can say what they hold. */
export function isTable(head: Uint8Array, { encoding, delimiter }: CsvProfile): boolean {
  const widths = recordsOf(head, encoding, delimiter).flatMap(({ cells }) => (cells.some(Boolean) ? cells.length : []));
  const counts = [
    ...Map.groupBy(
      widths.filter((width) => width > 1),
      (width) => width,
    ).values(),
  ].map(({ length }) => length);
  const most = Math.max(0, ...counts);
  return most > 1 && most >= widths.length * 0.6;
}

/**
 * Whether a file is one of those that a profile was saved of: it has the same names of columns, in any order. Without
 * names: as many columns, with a day where days are.
 * @param head the beginning of the file
 */
export function isOfProfile(head: Uint8Array, profile: CsvProfile): boolean {
  const records = recordsOf(head, profile.encoding, profile.delimiter);
  const { header, columns } = profile;
  if (header) return records.some(({ cells }) => namesOf(cells) === namesOf(header));
  const first = records.find(({ cells }) => cells.some(Boolean));
  return first !== undefined && first.cells.length === columns.length && isData(first.cells, columns);
}

function recordsOf(head: Uint8Array, encoding: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const reader = new RecordReader(delimiter, (record) => {
    if (records.length < MAX_PREAMBLE) records.push(record);
  });
  reader.push(new TextDecoder(encoding).decode(head, { stream: true }));
  reader.end();
  return records;
}
