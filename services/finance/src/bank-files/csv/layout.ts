import { parseDecimal } from "../amount.ts";
import { currencyOf } from "../currency.ts";
import { splitDate } from "../dates.ts";
import { ibanOf } from "../text.ts";
import { MAY_BE_DIRECTION, NAME_INSTEAD, NAMES, NO_AMOUNT, PAIRS, plainName, wholeName } from "./column-names.ts";
import { isDirection } from "./directions.ts";
import { balanceOf, debitOf, sidesOf } from "./money-columns.ts";
import type { ColumnRole, CsvProfile } from "./profile.ts";
import type { CsvRecord } from "./records.ts";

export type Layout = Pick<CsvProfile, "header" | "columns">;
type Columns = (ColumnRole | null)[];

/** Records from the top among which the header is looked for. */
const MAX_PREAMBLE = 100;

export const isDate = (cell: string) => splitDate(cell) !== undefined;
export const isNumber = (cell: string) => parseDecimal(cell, "any") !== undefined && !isDate(cell);
/** A sum of money, not a number that counts or names something: it has decimals, a sign or a currency. */
const isMoney = (cell: string) => isNumber(cell) && /[.,]\d{1,3}\D*$|^\D*[-+\u2212]|[\p{Sc}]/u.test(cell);
const isName = (cell: string) => /\p{L}/u.test(cell) && ibanOf(cell) === undefined && !isDate(cell);
const isAccount = (cell: string) => /\d{3}/u.test(cell) && !/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/u.test(cell);

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
  payee: isName,
  payer: isName,
  counterpartyAccount: isAccount,
  payerAccount: isAccount,
  // Some write both into one cell.
  originalAmount: (cell) => isNumber(cell) || /^[A-Z]{3} ?[-+\d]|\d ?[A-Z]{3}$/u.test(cell),
  originalCurrency: (cell) => currencyOf(cell) !== undefined,
};
const SEVERAL = new Set<ColumnRole>(["memo"]);
/** Of the cells of a column, how many have to fit its role. */
const ENOUGH = 0.6;
/** Rows in which a name that never changes is more likely the person's own than that of somebody they always pay. */
const MANY_ROWS = 3;

/** Which record is the header, and what the columns hold; from the first records of a file. */
export function layoutOf(records: CsvRecord[]): Layout {
  for (const [index, { cells }] of records.slice(0, MAX_PREAMBLE).entries()) {
    if (cells.filter(Boolean).length < 2 || cells.some((cell) => isDate(cell))) continue;
    const columns = byName(cells, records.slice(index + 1));
    if (hasEnough(columns)) return { header: cells, columns };
  }
  const first = firstEntry(records);
  const before = first > 0 ? records[first - 1]!.cells : undefined;
  // Names that say nothing are names all the same.
  const named =
    before !== undefined &&
    Math.abs(before.length - records[first]!.cells.length) <= 1 &&
    before.filter(Boolean).length * 2 > before.length &&
    before.every((cell) => !isNumber(cell) && !isDate(cell));
  const header = named ? before : null;
  return { header, columns: byContent(records.slice(Math.max(first, 0)), header) };
}

/** The first record with a day that is as wide as most of them. */
function firstEntry(records: CsvRecord[]): number {
  const dated = records.filter(({ cells }) => cells.some(isDate));
  const groups = [...Map.groupBy(dated, ({ cells }) => cells.length).values()];
  const most = groups.toSorted((a, b) => b.length - a.length)[0];
  return most ? records.indexOf(most[0]!) : -1;
}

/** The currency that the name of a column ends with: "Amount (EUR)". */
export const currencyInName = (name: string) => currencyOf(/[([\s]([A-Z]{3}|\p{Sc})[)\]]?$/u.exec(name.trim())?.[1]);

export const hasEnough = (columns: Columns): boolean =>
  (columns.includes("date") || columns.includes("valueDate")) &&
  (columns.includes("amount") || columns.includes("debit") || columns.includes("credit"));

const cellsOf = (records: CsvRecord[], column: number) =>
  records.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");

function fits(role: ColumnRole, cells: string[]): boolean {
  if (cells.length === 0) return true;
  const test = FITS[role];
  return !test || cells.filter(test).length >= cells.length * ENOUGH;
}

/** Whether all of many rows say the same. */
const isConstant = (cells: string[]) => cells.length >= MANY_ROWS && new Set(cells).size === 1;

function byName(header: string[], records: CsvRecord[]): Columns {
  const columns: Columns = header.map(() => null);
  const names = header.map(plainName);
  const whole = header.map(wholeName);
  const dated = records.filter(({ cells }) => cells.some(isDate));
  const rows = dated.length ? dated : records;
  const contents = header.map((_, column) => cellsOf(rows, column));
  const filled = rows.length === 0 || contents.some((cells) => cells.length > 0);
  for (const [role, pattern] of NAMES) {
    if (!SEVERAL.has(role) && columns.includes(role)) continue;
    const isIt = (column: number) => {
      const cells = contents[column]!;
      const name = names[column]!;
      if (columns[column] !== null || !(pattern.test(name) || pattern.test(whole[column]!))) return false;
      if (!fits(role, cells)) return false;
      if (role === "direction") {
        if (cells.length === 0 || isSigned(contents[columns.indexOf("amount")])) return false;
        if (MAY_BE_DIRECTION.test(name) && !cells.every(isDirection)) return false;
      }
      // "DEBIT" and "CREDIT" tell nothing that signs do not tell.
      if (role === "memo" && cells.length > 0 && cells.every(isDirection)) return false;
      // What is bought and sold is called so too, in some of the rows.
      if (role === "account" && /^produ[ci]t$/u.test(name) && cells.length < rows.length) return false;
      return !(role === "counterpartyAccount" && isOwnAccount(name, names, cells, rows.length));
    };
    const found = names.flatMap((_, column) => (isIt(column) ? [column] : []));
    const taken = SEVERAL.has(role) ? found : found.slice(0, 1);
    for (const column of taken) columns[column] = role;
  }
  const filledIn = (column: number) => contents[column] ?? [];
  alone(columns, "originalAmount", "amount", "debit", "credit");
  findOriginalCurrency(header, columns, contents);
  if (!columns.includes("originalAmount")) {
    alone(columns, "originalCurrency", "currency");
    unused(columns, "originalCurrency");
  }
  const called = (role: ColumnRole) => names[columns.indexOf(role)] ?? "";
  if (
    columns.includes("payee") &&
    !PAIRS.some(({ payer, paid }) => payer.test(called("payer")) && paid.test(called("payee")))
  )
    unused(columns, "payer");
  alone(columns, "payer", "payee");
  alone(columns, "payerAccount", "counterpartyAccount");
  // One of two columns of money may be empty throughout, but an amount is not.
  const amount = columns.indexOf("amount");
  const [debit, credit] = [columns.indexOf("debit"), columns.indexOf("credit")];
  if (amount >= 0 && debit >= 0 && credit >= 0) {
    const used = filledIn(debit).length + filledIn(credit).length;
    if (used >= filledIn(amount).length) columns[amount] = null;
    else columns[debit] = columns[credit] = null;
  } else if (amount >= 0 && filled) {
    if (debit >= 0) columns[debit] = null;
    if (credit >= 0) columns[credit] = null;
  }
  if (columns.includes("amount") && !columns.includes("direction")) findDirection(columns, contents, rows.length);
  if (!columns.includes("date") && columns.includes("valueDate")) columns[columns.indexOf("valueDate")] = "date";
  const payee = columns.indexOf("payee");
  const instead = names.flatMap((name, column) =>
    columns[column] === "memo" && NAME_INSTEAD.test(name) ? [column] : [],
  );
  const telling = instead.filter((column) => !isConstant(filledIn(column)));
  if (payee < 0) {
    const reference = columns.includes("memo") ? -1 : columns.indexOf("reference");
    const column = telling[0] ?? instead[0] ?? reference;
    if (column >= 0) columns[column] = "payee";
  } else if (!columns.includes("payer") && telling.length && isConstant(filledIn(payee)) && rows.length > 4) {
    // The name of the account's holder, or of the account.
    columns[payee] = null;
    columns[telling[0]!] = "payee";
  }
  return columns;
}

/** A role that has a meaning beside others alone becomes the first of these. */
function alone(columns: Columns, role: ColumnRole, ...others: ColumnRole[]) {
  const column = columns.indexOf(role);
  if (column >= 0 && !others.some((other) => columns.includes(other))) columns[column] = others[0]!;
}

/** Of several columns that are called "Currency", the one beside an amount is that amount's. */
function findOriginalCurrency(header: string[], columns: Columns, contents: string[][]) {
  const original = columns.indexOf("originalAmount");
  if (original < 0 || columns.includes("originalCurrency")) return;
  const cells = contents[original + 1] ?? [];
  if (columns[original + 1] === null && cells.length > 0 && fits("originalCurrency", cells)) {
    columns[original + 1] = "originalCurrency";
    return;
  }
  const stated = currencyInName(header[columns.indexOf("amount")] ?? "");
  const currency = columns.indexOf("currency");
  if (stated && currency >= 0) columns[currency] = "originalCurrency";
}

function unused(columns: Columns, role: ColumnRole) {
  const column = columns.indexOf(role);
  if (column >= 0) columns[column] = null;
}

/** Amounts without signs need a column that says which way: any whose cells say nothing else. */
function findDirection(columns: Columns, contents: string[][], rows: number) {
  if (isSigned(contents[columns.indexOf("amount")])) return;
  const column = contents.findIndex(
    (cells, at) =>
      (columns[at] === null || columns[at] === "type" || columns[at] === "memo") &&
      cells.length > 0 &&
      cells.length === rows &&
      cells.every(isDirection) &&
      (new Set(cells).size > 1 || cells[0]!.length > 2),
  );
  if (column >= 0) columns[column] = "direction";
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

/**
 * What the cells look like, where names do not say enough.
 * @param records the entries; @param header names of the columns, of which some may be known
 */
function byContent(records: CsvRecord[], header: string[] | null): Columns {
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  const given = header ? byName(header, records) : [];
  const columns: Columns = Array.from({ length: width }, (_, column) => given[column] ?? null);
  const data = records.filter(({ cells }) => cells.some(isDate));
  if (data.length === 0) return columns;
  const contents = columns.map((_, column) => cellsOf(data, column));
  const some = (column: number, test: (cell: string) => boolean) => {
    const cells = contents[column]!;
    return cells.length >= data.length * ENOUGH && cells.filter(test).length >= cells.length * 0.9;
  };
  const find = (role: ColumnRole, test: (cell: string) => boolean) => {
    if (columns.includes(role)) return;
    const column = columns.findIndex((used, at) => used === null && some(at, test));
    if (column >= 0) columns[column] = role;
  };
  const isFree = (column: number) =>
    columns[column] === null && !(header && NO_AMOUNT.test(wholeName(header[column] ?? "")));
  find("date", isDate);
  find("valueDate", isDate);
  const money = columns.includes("amount") || columns.includes("debit") || columns.includes("credit");
  if (!money && !findMoney(data, columns, contents, isFree, some)) return columns;
  if (!columns.includes("direction") && columns.includes("amount")) findDirection(columns, contents, data.length);
  find("currency", (cell) => /^[A-Z]{3}$/u.test(cell) && currencyOf(cell) !== undefined);
  const account = contents.findIndex(
    (cells, column) =>
      columns[column] === null &&
      data.length > 1 &&
      new Set(cells).size === 1 &&
      /^[A-Z]{2}\d{10,}/u.test(cells[0] ?? ""),
  );
  if (account >= 0 && !columns.includes("account")) columns[account] = "account";
  if (columns.includes("memo") || columns.includes("payee")) return columns;
  const lengths = contents.map((cells, column) =>
    columns[column] === null && !some(column, isDate) ? cells.reduce((sum, cell) => sum + cell.length, 0) : 0,
  );
  const longest = lengths.indexOf(Math.max(...lengths));
  if (lengths[longest]! > 0) columns[longest] = "memo";
  return columns;
}

/** @returns false where nothing tells money out from money in: the person does */
function findMoney(
  data: CsvRecord[],
  columns: Columns,
  contents: string[][],
  isFree: (column: number) => boolean,
  some: (column: number, test: (cell: string) => boolean) => boolean,
): boolean {
  const sides = sidesOf(data, isFree, isNumber);
  if (sides) {
    const balance = columns.findIndex((used, at) => used === null && !sides.includes(at) && some(at, isNumber));
    if (balance >= 0) columns[balance] = "balance";
    const debit = balance < 0 ? undefined : debitOf(data, sides, balance);
    if (debit === undefined) return false;
    for (const side of sides) columns[side] = side === debit ? "debit" : "credit";
    return true;
  }
  const numbers = columns.flatMap((used, at) => (used === null && some(at, isNumber) ? [at] : []));
  const candidates = numbers.filter((at) => isFree(at) && !isCode(contents[at]!));
  const proven = balanceOf(data, candidates, numbers);
  const amount =
    proven?.amount ??
    candidates.find((at) => some(at, isMoney)) ??
    candidates.find((at) => contents[at]!.some(isMoney)) ??
    candidates[0];
  if (amount === undefined) return false;
  columns[amount] = "amount";
  if (proven?.isAfter) columns[proven.balance] = "balance";
  return true;
}

/** Numbers that name something: of one length, with zeros before them, or too long for an amount. */
const isCode = (cells: string[]) =>
  !cells.some(isMoney) &&
  (cells.some((cell) => /^0\d|^\d{11,}$/u.test(cell)) ||
    (cells.length > 1 && cells[0]!.length > 3 && cells.every((cell) => cell.length === cells[0]!.length)));

/** Whether the cells are an entry: they have a date where dates are. */
export const isData = (cells: string[], columns: (ColumnRole | null)[]): boolean =>
  columns.some((role, at) => (role === "date" || role === "valueDate") && isDate(cells[at] ?? ""));
