import { parseDecimal, toMinor } from "../amount.ts";
import { currencyOf } from "../currency.ts";
import { splitDate } from "../dates.ts";
import { NAME_INSTEAD, NAMES, plainName } from "./column-names.ts";
import type { ColumnRole, CsvProfile } from "./profile.ts";
import type { CsvRecord } from "./records.ts";

export type Layout = Pick<CsvProfile, "header" | "columns">;

/** Records from the top among which the header is looked for. */
const MAX_PREAMBLE = 100;

export const isDate = (cell: string) => splitDate(cell) !== undefined;
export const isNumber = (cell: string) => parseDecimal(cell, "any") !== undefined && !isDate(cell);
/** A sum of money, not a number that counts or names something: it has decimals, a sign or a currency. */
const isMoney = (cell: string) => isNumber(cell) && /[.,]\d{1,3}\D*$|^\D*[-+\u2212]|[\p{Sc}]/u.test(cell);

const DIRECTIONS = /^(?:debit|credit|dbit|crdt|dr|cr|d|c|s|h|soll|haben|af|bij|debet|\+|-|dare|avere|cargo|abono)$/iu;
export const isDirection = (cell: string) => DIRECTIONS.test(cell.trim());

/** What a column must hold for a role, beside empty cells. */
const FITS: Partial<Record<ColumnRole, (cell: string) => boolean>> = {
  date: isDate,
  valueDate: isDate,
  amount: isNumber,
  debit: isNumber,
  credit: isNumber,
  balance: isNumber,
  fee: isNumber,
  direction: isDirection,
  currency: (cell) => currencyOf(cell) !== undefined,
};
const SEVERAL = new Set<ColumnRole>(["memo"]);
/** Of the cells of a column, how many have to fit its role. */
const ENOUGH = 0.6;

/** Which record is the header, and what the columns hold; from the first records of a file. */
export function layoutOf(records: CsvRecord[]): Layout {
  for (const [index, { cells }] of records.slice(0, MAX_PREAMBLE).entries()) {
    if (cells.filter(Boolean).length < 2 || cells.some((cell) => isDate(cell))) continue;
    const columns = byName(cells, records.slice(index + 1));
    if (hasEnough(columns)) return { header: cells, columns };
  }
  const columns = byContent(records);
  const first = records.findIndex(({ cells }) => isData(cells, columns));
  const before = records[first - 1]?.cells;
  // Names that say nothing are names all the same.
  const named =
    before && before.length === records[first]?.cells.length && before.every((cell) => cell && !isNumber(cell));
  return { header: named ? before : null, columns };
}

export const hasEnough = (columns: (ColumnRole | null)[]): boolean =>
  (columns.includes("date") || columns.includes("valueDate")) &&
  (columns.includes("amount") || columns.includes("debit") || columns.includes("credit"));

const cellsOf = (records: CsvRecord[], column: number) =>
  records.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");

function fits(role: ColumnRole, cells: string[]): boolean {
  const test = FITS[role];
  return !test || cells.length === 0 || cells.filter(test).length >= cells.length * ENOUGH;
}

function byName(header: string[], records: CsvRecord[]): (ColumnRole | null)[] {
  const columns: (ColumnRole | null)[] = header.map(() => null);
  const names = header.map(plainName);
  const contents = header.map((_, column) => cellsOf(records, column));
  const filled = records.length === 0 || contents.some((cells) => cells.length > 0);
  for (const [role, pattern] of NAMES) {
    if (!SEVERAL.has(role) && columns.includes(role)) continue;
    for (const [column, name] of names.entries()) {
      const cells = contents[column]!;
      if (columns[column] !== null || !pattern.test(name) || !fits(role, cells)) continue;
      if (role === "direction" && (cells.length === 0 || isSigned(contents[columns.indexOf("amount")]))) continue;
      // "DEBIT" and "CREDIT" tell nothing that signs do not tell.
      if (role === "memo" && cells.length > 0 && cells.every(isDirection)) continue;
      if (role === "counterpartyAccount" && isOwnAccount(name, names, cells, records.length)) continue;
      columns[column] = role;
      if (!SEVERAL.has(role)) break;
    }
  }
  // One of two columns of money may be empty throughout, but an amount is not.
  const amount = columns.indexOf("amount");
  const [debit, credit] = [columns.indexOf("debit"), columns.indexOf("credit")];
  if (amount >= 0 && debit >= 0 && credit >= 0) {
    const used = contents[debit]!.length + contents[credit]!.length;
    if (used >= contents[amount]!.length) columns[amount] = null;
    else columns[debit] = columns[credit] = null;
  } else if (amount >= 0 && filled) {
    if (debit >= 0) columns[debit] = null;
    if (credit >= 0) columns[credit] = null;
  }
  if (!columns.includes("date") && columns.includes("valueDate")) columns[columns.indexOf("valueDate")] = "date";
  if (!columns.includes("payee")) {
    const instead = names.findIndex((name, column) => columns[column] === "memo" && NAME_INSTEAD.test(name));
    const reference = columns.includes("memo") ? -1 : columns.indexOf("reference");
    if (instead >= 0 || reference >= 0) columns[Math.max(instead, reference)] = "payee";
  }
  return columns;
}

/** "Kontonummer" and "IBAN" alone are the own account when they never change. */
function isOwnAccount(name: string, names: string[], cells: string[], rows: number): boolean {
  if (!/^(?:iban|number|kontonummer|konto nr)$/u.test(name)) return false;
  if (
    names.some((other) =>
      /^(?:auftragskonto|iban auftragskonto|account|account number|own account|konto)$/u.test(other),
    )
  )
    return false;
  return cells.length === rows && (name === "kontonummer" || (rows > 1 && new Set(cells).size === 1));
}

/** Amounts that have signs need no other column for them. */
const isSigned = (amounts: string[] = []) => amounts.some((cell) => parseDecimal(cell, "any")?.negative);

/** For files without a header: what the cells look like. */
function byContent(records: CsvRecord[]): (ColumnRole | null)[] {
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  const columns: (ColumnRole | null)[] = Array.from({ length: width }, () => null);
  const data = records.filter(({ cells }) => cells.some(isDate));
  if (data.length === 0) return columns;
  const contents = columns.map((_, column) => cellsOf(data, column));
  const some = (column: number, test: (cell: string) => boolean) => {
    const cells = contents[column]!;
    return cells.length >= data.length * ENOUGH && cells.filter(test).length >= cells.length * 0.9;
  };
  const find = (role: ColumnRole, test: (cell: string) => boolean) => {
    const column = columns.findIndex((used, at) => used === null && some(at, test));
    if (column >= 0) columns[column] = role;
  };
  find("date", isDate);
  find("valueDate", isDate);
  const sides = sidesOf(data, columns);
  if (sides) {
    const balance = columns.findIndex((used, at) => used === null && !sides.includes(at) && some(at, isNumber));
    if (balance >= 0) columns[balance] = "balance";
    const debit = balance < 0 ? undefined : debitOf(data, sides, balance);
    // Where nothing tells money out from money in, the person does.
    if (debit === undefined) return columns;
    for (const side of sides) columns[side] = side === debit ? "debit" : "credit";
  } else {
    find("amount", isMoney);
    if (columns.includes("amount")) find("balance", isMoney);
    else find("amount", isNumber);
    if (!isSigned(contents[columns.indexOf("amount")])) find("direction", isDirection);
  }
  find("currency", (cell) => /^[A-Z]{3}$/u.test(cell) && currencyOf(cell) !== undefined);
  const account = contents.findIndex(
    (cells, column) =>
      columns[column] === null &&
      data.length > 1 &&
      new Set(cells).size === 1 &&
      /^[A-Z]{2}\d{10,}/u.test(cells[0] ?? ""),
  );
  if (account >= 0) columns[account] = "account";
  const lengths = contents.map((cells, column) =>
    columns[column] === null && !some(column, isDate) ? cells.reduce((sum, cell) => sum + cell.length, 0) : 0,
  );
  const longest = lengths.indexOf(Math.max(...lengths));
  if (lengths[longest]! > 0) columns[longest] = "memo";
  return columns;
}

/** Two columns of numbers of which each row fills one: money out and money in. */
function sidesOf(data: CsvRecord[], columns: readonly (ColumnRole | null)[]): [number, number] | undefined {
  const numbers = columns.flatMap((used, column) => {
    const filled = data.filter(({ cells }) => cells[column]);
    const isSide = filled.length > 0 && filled.length < data.length;
    return used === null && isSide && filled.every(({ cells }) => isNumber(cells[column]!)) ? [column] : [];
  });
  for (const [at, one] of numbers.entries())
    for (const other of numbers.slice(at + 1))
      if (data.every(({ cells }) => Boolean(cells[one]) !== Boolean(cells[other]))) return [one, other];
  return undefined;
}

/** Which of the two sides is money out, by the balance beside them, whether the file goes forward or back in time. */
function debitOf(data: CsvRecord[], sides: [number, number], balance: number): number | undefined {
  const number = (cells: readonly string[], column: number, mark: "." | ",") => {
    const decimal = parseDecimal(cells[column] ?? "", mark);
    return decimal && toMinor(decimal, 4)?.minor;
  };
  for (const mark of [".", ","] as const)
    for (const debit of sides)
      for (const isForward of [true, false]) {
        const follows = data.slice(1).every(({ cells }, at) => {
          const before = data[at]!.cells;
          const row = isForward ? cells : before;
          const side = sides.find((column) => row[column])!;
          const amount = number(row, side, mark);
          const [from, to] = [number(before, balance, mark), number(cells, balance, mark)];
          if (amount === undefined || from === undefined || to === undefined) return false;
          const moved = side === debit ? -Math.abs(amount) : Math.abs(amount);
          return isForward ? to - from === moved : from - to === moved;
        });
        if (follows && data.length > 1) return debit;
      }
  return undefined;
}

/** Whether the cells are an entry: they have a date where dates are. */
export const isData = (cells: string[], columns: (ColumnRole | null)[]): boolean =>
  columns.some((role, at) => (role === "date" || role === "valueDate") && isDate(cells[at] ?? ""));
