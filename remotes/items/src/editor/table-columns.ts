/** Widths of a table's columns, in characters. */
export type TableColumns = number[];

/** Characters of a table's width, all columns together: what fits beside each other in the column of a text. */
const MAX_TABLE = 60;
const MIN_COLUMN = 3;

/** @param rows lengths of the cells, row by row */
export function columnsOf(rows: readonly (readonly number[])[]): TableColumns {
  const widths: TableColumns = [];
  for (const cells of rows)
    cells.forEach((length, index) => {
      widths[index] = Math.max(widths[index] ?? MIN_COLUMN, length);
    });
  const total = widths.reduce((sum, width) => sum + width, 0);
  const share = total > MAX_TABLE ? MAX_TABLE / total : 1;
  return widths.map((width) => Math.max(MIN_COLUMN, Math.floor(width * share)));
}
