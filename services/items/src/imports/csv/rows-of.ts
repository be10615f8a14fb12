import Papa from "papaparse";

/** A row of a table: its cells, or its beginning where they cannot be told apart. */
export type TableRow = { cells: string[] } | { broken: string; reason: string };

/** Rows of one file whose quotation marks are mended: for each of them, what follows is read once more. */
const MAX_MENDED = 200;
/** Characters of a row that its report shows. */
const SHOWN = 200;

/**
 * Rows of a CSV file, in their order. A quotation mark that is never closed would swallow the rows that follow: it ends
 * with its line, and is a sign like any other where the line then has as many cells as the first row.
 */
export function rowsOf(text: string): TableRow[] {
  const rows: TableRow[] = [];
  // A first line for spreadsheets alone, which says what separates the cells.
  const whole = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replace(/^"?sep=."?\n/i, "");
  let delimiter: string | undefined;
  let columns = 0;
  let mended = 0;
  for (let from = 0; from < whole.length; ) {
    const rest = whole.slice(from);
    const { data, errors, meta } = Papa.parse<string[]>(rest, { newline: "\n", ...(delimiter ? { delimiter } : {}) });
    delimiter ??= meta.delimiter;
    columns ||= data[0]?.length ?? 0;
    const open = openMark(rest, data, errors, { delimiter, columns });
    for (const cells of open ? data.slice(0, open.row) : data) rows.push({ cells });
    if (!open) break;
    rows.push(open.mended);
    from += open.end + 1;
    mended += 1;
    if (mended < MAX_MENDED || from >= whole.length) continue;
    rows.push({
      broken: whole.slice(from, from + SHOWN),
      reason: `${MAX_MENDED} rows have a quotation mark that is never closed; this row and what follows was not read`,
    });
    break;
  }
  return rows;
}

interface OpenMark {
  /** Its row, and what becomes of it. */
  row: number;
  mended: TableRow;
  /** Where its line ends. */
  end: number;
}

/** The first mark that ends in no sensible way, so that lines after its own became part of a cell. */
function openMark(
  text: string,
  data: string[][],
  errors: readonly Papa.ParseError[],
  { delimiter, columns }: { delimiter: string; columns: number },
): OpenMark | null {
  for (const { code, row = 0, index: at = 0 } of errors) {
    if (code !== "MissingQuotes" && code !== "InvalidQuotes") continue;
    const cells = data[row] ?? [];
    const mark = text.indexOf('"', at);
    const beginning = text.slice(at, Math.min(mark < 0 ? text.length : mark, at + SHOWN));
    const column =
      code === "MissingQuotes"
        ? cells.length - 1
        : cells.findIndex((cell) => cell.startsWith(beginning) && cell.includes("\n"));
    if (column < 0) continue;
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const ofLine = Papa.parse<string[]>(text.slice(at, end), { newline: "\n", delimiter }).data[0] ?? [""];
    const whole = [...cells.slice(0, column), ...ofLine];
    if (whole.length === columns) return { row, end, mended: { cells: whole } };
    if (code === "InvalidQuotes") continue;
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const reason = "A quotation mark in this row is never closed";
    return { row, end, mended: { broken: text.slice(start, Math.min(end, start + SHOWN)), reason } };
  }
  return null;
}
